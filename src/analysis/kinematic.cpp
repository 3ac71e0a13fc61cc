// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/kinematic.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "analysis/output_times.h"
#include "analysis/redundancy_check.h"
#include "analysis/sensors.h"
#include "analysis/standstill.h"
#include "analysis/suspects.h"
#include "numerics/index_one.h"

namespace trammel::analysis {

using model::Severity;

namespace {

constexpr double share_of_largest_step = 0.25;  // which turns a body by 1 rad
constexpr double smallest_share = 1e-9;         // of an output interval
constexpr long most_substeps = 100000;
constexpr double time_of_event = 1e-10;  // of a step
constexpr double same_time = 1e-10;      // of the end: an event there needs no output of its own

class KinematicRun {
 public:
  KinematicRun(InitialConditions& at, std::shared_ptr<const elements::Equations> equations,
               const RunSettings& settings, const Output& output)
      : at_(at),
        equations_(std::move(equations)),
        settings_(settings),
        output_(output),
        index_one_(make_index_one()),
        events_(std::make_unique<EventLocator>(*at.system, *index_one_)),
        times_(settings.output_times),
        last_output_(at.state.t),
        sensors_(*equations_),
        move_(Vector::Zero(at.system->layout().n)) {}

  RunReport run() {
    if (!sensors_.empty()) {
      events_->start(at_.state);
      obey(sensors_.start(*at_.system, at_.state));
    }
    while (next_ < times_.size() && !ended_) {
      if (settings_.stop_requested && settings_.stop_requested()) {
        report_.status = Status::interrupted;
        break;
      }
      const double t = times_[next_];
      if (!advance_to(t)) {
        report_.status = Status::failed;
        report_.findings.push_back(failure_);
        break;
      }
      if (at_.state.t < t) continue;  // an event came first
      ++next_;
      write();
    }
    report_.time = at_.state.t;
    report_.notes = sensors_.take_notes();
    return std::move(report_);
  }

 private:
  std::unique_ptr<IndexOne> make_index_one() const {
    const model::KinematicsSettings& k = settings_.kinematics;
    auto index_one = std::make_unique<IndexOne>(*at_.system);
    index_one->set_limits(IndexOneLimits{k.aerror, k.amaxit, k.apattern});
    index_one->set_limits(ProjectionLimits{k.error, k.maxit, k.alimit, k.tlimit, k.pattern});
    return index_one;
  }

  void fail(const std::string& text, model::Location at = {}) {
    failure_ = {Severity::error, "", at.line > 0 ? at : place_of_first_name(*equations_, text),
                text, ""};
  }

  bool advance_to(double t_end) {
    const double smallest = smallest_share * (t_end - at_.state.t);
    double h = t_end - at_.state.t;
    const double longest = settings_.kinematics.hmax.value_or(h);
    for (long substeps = 0; at_.state.t < t_end; ++substeps) {
      const double limit = share_of_largest_step * at_.system->largest_step(at_.state);
      if (!(limit > smallest) || substeps > most_substeps) {
        fail(fmt::format("at time {:.8g}: more than {} turns from one output to the next; {}",
                         at_.state.t, most_substeps / 25, driving_elements(*equations_)));
        return false;
      }
      h = std::min({h, limit, longest, t_end - at_.state.t});
      const double t = t_end - at_.state.t - h < 0.5 * smallest ? t_end : at_.state.t + h;
      if (advance(t)) {
        count_step(h);
        h *= 2;
        if (event_) return handle_event();
        continue;
      }
      ++report_.statistics.rejected_steps;
      h /= 2;
      if (h < smallest && !choose_rows_anew()) return false;
    }
    return true;
  }

  // The motion between two instants, solved anew wherever it is asked for.
  class Between final : public Interpolant {
   public:
    Between(KinematicRun& run, double end) : run_(run), begin_(run.at_.state), end_(end) {}
    double begin() const override { return begin_.t; }
    double end() const override { return end_; }
    void at(double t, State& out) const override {
      out = begin_;
      if (t > begin_.t) run_.move_to(t, out);
    }

   private:
    KinematicRun& run_;
    const State begin_;
    double end_;
  };

  // To time t, or to the first event before it.
  bool advance(double t) {
    State s = at_.state;
    if (!move_to(t, s)) return false;
    event_.reset();
    if (!sensors_.empty()) {
      const Between motion(*this, t);
      event_ = events_->find(motion, at_.state.t, s, time_of_event * (t - at_.state.t));
      if (event_) motion.at(event_->t, s);
    }
    at_.system->commit(s, Standstill(s));
    at_.state = std::move(s);
    if (!event_) sensors_.rearm(*at_.system, at_.state);
    return true;
  }

  bool handle_event() {
    events_->pass(*event_);
    obey(sensors_.event(*at_.system, at_.state, *event_));
    return true;
  }

  void obey(const SensorDemands& demands) {
    if (!demands.acts) return;
    if (demands.failure) {
      report_.status = Status::failed;
      report_.findings.push_back(describe(*demands.failure, at_.state.t));
    }
    if (demands.remembers) index_one_->make_consistent(at_.state);
    const double end = times_.back();
    const bool is_new = at_.state.t - last_output_ > same_time * std::abs(end);
    if (is_new) write();
    if (demands.output_step) {
      next_ = 0;
      times_.clear();
      if (end - at_.state.t > same_time * std::abs(end))
        times_ =
            output_times(at_.state.t, {.end = end, .steps = {}, .interval = demands.output_step});
    }
    ended_ = demands.ends;
    report_.halted = demands.halts;
  }

  void write() {
    last_output_ = at_.state.t;
    output_(*at_.system, at_.state);
  }

  // Takes a state on to time t.
  bool move_to(double t, State& s) {
    const double h = t - s.t;
    move_ = h * s.v + 0.5 * h * h * s.a;
    begin_q_ = s.q;
    at_.system->retract(begin_q_, move_, s.q);  // (KIN.1)
    s.t = t;
    const auto reached = [&](const IndexOneReport& report, const char* what) {
      report_.statistics.iterations += report.iterations;
      if (report.ok()) return true;
      const bool faulty = report.status == IndexOneReport::Status::domain_error;
      fail(fmt::format("at time {:.8g}: {} cannot be found: {}", t, what, reason(report)),
           faulty ? place_of_fault(*at_.system) : model::Location{});
      return false;
    };
    if (!reached(index_one_->project_position(s), "positions that satisfy all constraints") ||
        !reached(index_one_->project_velocity(s), "velocities") ||
        !reached(index_one_->accelerate(s), "accelerations and reactions"))
      return false;
    if (const Disagreement d = disagreement(at_, s, Depth::acceleration); !d.ok()) {
      failure_ = describe(at_, d);
      failure_.text = fmt::format("at time {:.8g}: {}", t, failure_.text);
      return false;
    }
    return true;
  }

  std::string reason(const IndexOneReport& report) const {
    switch (report.status) {
      case IndexOneReport::Status::singular:
        return index_one_->describe_singularity();
      case IndexOneReport::Status::domain_error:
        return at_.system->fault();
      default:
        return "the mechanism cannot follow " + driving_elements(*equations_) +
               " beyond this position";
    }
  }

  bool choose_rows_anew() {
    InitialConditions there = at_;
    decide_redundancy(there, equations_);
    if (there.redundancy.kept == at_.redundancy.kept ||
        !disagreement(there, there.state, Depth::velocity).ok())
      return false;
    at_ = std::move(there);
    index_one_ = make_index_one();
    events_ = std::make_unique<EventLocator>(*at_.system, *index_one_);
    events_->start(at_.state);
    return index_one_->accelerate(at_.state).ok();
  }

  void count_step(double h) {
    Statistics& s = report_.statistics;
    s.h_min = s.steps == 0 ? h : std::min(s.h_min, h);
    s.h_max = std::max(s.h_max, h);
    ++s.steps;
  }

  InitialConditions& at_;
  std::shared_ptr<const elements::Equations> equations_;
  const RunSettings& settings_;
  const Output& output_;
  std::unique_ptr<IndexOne> index_one_;
  std::unique_ptr<EventLocator> events_;
  RunReport report_;
  std::vector<double> times_;  // of output; a sensor may change them
  std::size_t next_ = 0;       // output time
  double last_output_ = 0;
  Sensors sensors_;
  std::optional<EventReport> event_;  // that ended the last step
  bool ended_ = false;                // by a sensor
  Vector move_, begin_q_;
  Finding failure_;
};

}  // namespace

bool is_kinematic(const InitialConditions& ic) {
  const Layout& layout = ic.system->layout();
  return ic.degrees_of_freedom == 0 && layout.m1 == 0 && layout.m2 == 0 && layout.n_x == 0 &&
         ic.system->equations().samplers.empty();
}

Finding refuse_kinematics(const InitialConditions& ic) {
  const elements::Equations& equations = ic.system->equations();
  const int freedom = ic.degrees_of_freedom;
  Finding finding{model::Severity::error,
                  "",
                  {},
                  "a kinematic analysis needs constraints that "
                  "determine the whole motion; ",
                  "--analysis dynamic integrates the motion"};
  if (freedom > 0) {
    finding.text +=
        fmt::format("this model has {} degree{} of freedom", freedom, freedom == 1 ? "" : "s");
    finding.hint += "; or add a MOTION for each degree of freedom";
    return finding;
  }
  const auto& rows = equations.rows;
  const auto rate = std::find_if(rows.begin(), rows.end(), [](const elements::Row& row) {
    return row.level > 0 && row.active && !row.initial_only;
  });
  if (rate != rows.end()) {
    finding.label = system::owner_label(*rate);
    finding.at = rate->at;
    finding.text += rate->level == 1 ? "this one prescribes a velocity, not a position"
                                     : "this one prescribes an acceleration, not a position";
  } else {
    const elements::StateEquation& state = equations.states.front();
    finding.label = state.name;
    finding.at = equations.scalars[std::size_t(state.scalar)].at;
    finding.text += "this is a differential equation";
  }
  return finding;
}

RunReport run_kinematic(InitialConditions& start,
                        std::shared_ptr<const elements::Equations> equations,
                        const RunSettings& settings, const Output& output) {
  return KinematicRun(start, std::move(equations), settings, output).run();
}

}  // namespace trammel::analysis
