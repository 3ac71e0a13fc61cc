// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/settling.h"

#include <algorithm>
#include <cmath>

#include "analysis/stopped_clock.h"
#include "integrators/registry.h"
#include "numerics/index_one.h"

namespace trammel::analysis {

namespace {

constexpr double path_error = 1e-3;    // of a step, at least: where the path goes does not matter
constexpr double worth_a_restart = 2;  // change of the damping
constexpr int steps_between = 10;      // two changes of it
constexpr long most_steps = 100000;

class Motion {
 public:
  Motion(const system::System& system, const RunSettings& settings, State& s)
      : settings_(settings),
        limits_(settings.equilibrium),
        dae_(system, s.t),
        begin_(s.t),
        state_(s) {
    dae_.set_damping(limits_.global_damping);
    IntegratorOptions options = settings.options;
    options.error = std::max(options.error, path_error);
    integrator_ = find_integrator(settings.integrator)->make(dae_, options);
  }

  SettlingReport run() {
    state_.v.setZero(), state_.a.setZero(), state_.x_dot.setZero();
    if (!IndexOne(dae_).make_consistent(state_).ok())
      report_.message = "no pose near the one it starts from satisfies the constraints";
    else if (start())
      move();
    state_.t = begin_;
    state_.v.setZero(), state_.a.setZero(), state_.x_dot.setZero();
    report_.damping = dae_.damping();
    add(report_.statistics, integrator_->statistics());
    return std::move(report_);
  }

 private:
  using Status = SettlingReport::Status;

  bool start() {
    add(report_.statistics, integrator_->statistics());
    const StepReport report = integrator_->start(state_);
    report_.message = report.message;
    return report.ok();
  }

  void move() {
    const double end = begin_ + limits_.settling_time;
    double calm_since = begin_;
    for (long k = 0; k < most_steps && state_.t < end; ++k) {
      if (settings_.stop_requested && settings_.stop_requested()) {
        report_.status = Status::interrupted;
        return;
      }
      const StepReport step = integrator_->step(std::min(end, state_.t + limits_.period));
      if (!step.ok()) {
        report_.message = step.message + std::string(trammel::describe(step.cause));
        return;
      }
      state_ = integrator_->state();
      measure();
      if (!is_calm()) calm_since = state_.t;
      if (state_.t - calm_since >= limits_.period) {  // (STA.9)
        report_.status = Status::settled;
        return;
      }
      if (!adapt_damping()) return;
    }
    report_.status = Status::moving;
  }

  void measure() {
    report_.duration = state_.t - begin_;
    report_.kinetic_energy = dae_.kinetic_energy(state_);
    Eigen::Index column = 0;
    report_.acceleration = state_.a.size() == 0 ? 0 : state_.a.cwiseAbs().maxCoeff(&column);
    report_.column = int(column);
  }

  bool is_calm() const {
    return report_.kinetic_energy <= limits_.kinetic_energy_error &&
           report_.acceleration <= limits_.acceleration_error;
  }

  // In large steps, each of which starts the method anew. What goes faster and faster is not slowed down.
  bool adapt_damping() {
    if (limits_.global_damping > 0 || is_calm() || ++steps_ < steps_between) return true;
    steps_ = 0;
    const double wanted = 2 * std::sqrt(dae_.frequency_square(state_));  // (STA.10)
    const double present = dae_.damping();
    if (wanted <= worth_a_restart * present && present <= worth_a_restart * wanted) return true;
    dae_.set_damping(wanted);
    return start();
  }

  const RunSettings& settings_;
  const model::EquilibriumSettings& limits_;
  StoppedClock dae_;
  std::unique_ptr<Integrator> integrator_;
  const double begin_;
  State& state_;
  SettlingReport report_;
  int steps_ = 0;  // since the damping was looked at
};

}  // namespace

SettlingReport settle(const system::System& system, const RunSettings& settings, State& s) {
  return Motion(system, settings, s).run();
}

}  // namespace trammel::analysis
