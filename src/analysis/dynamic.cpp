// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/dynamic.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "analysis/jumps.h"
#include "analysis/missing_outputs.h"
#include "analysis/output_rows.h"
#include "analysis/output_times.h"
#include "analysis/pace.h"
#include "analysis/redundancy_check.h"
#include "analysis/samples.h"
#include "analysis/self_locking.h"
#include "analysis/sensors.h"
#include "analysis/step_failure.h"
#include "analysis/suspects.h"
#include "integrators/drive.h"
#include "integrators/registry.h"
#include "numerics/index_one.h"

namespace trammel::analysis {

using model::Severity;
using system::System;

void add(Statistics& sum, const Statistics& more) {
  // Equilibria are steps without a length.
  if (more.h_min > 0 && (sum.h_min == 0 || more.h_min < sum.h_min)) sum.h_min = more.h_min;
  sum.h_max = std::max(sum.h_max, more.h_max);
  sum.steps += more.steps;
  sum.rejected_steps += more.rejected_steps;
  sum.convergence_failures += more.convergence_failures;
  sum.restarts += more.restarts;
  sum.iterations += more.iterations;
  sum.residuals += more.residuals;
  sum.jacobians += more.jacobians;
  sum.factorizations += more.factorizations;
  sum.refactorizations += more.refactorizations;
}

namespace {

constexpr double round_off = 1e-14;  // of times
constexpr int most_choices = 100;    // of rows in one run
constexpr double first_look = 1e-3;  // of an output interval: how soon a singular start is left

bool is_same_time(double s, double t) {
  return std::isfinite(t) && std::abs(s - t) <= round_off * std::abs(t);
}

class DynamicRun {
 public:
  DynamicRun(InitialConditions& at, std::shared_ptr<const elements::Equations> equations,
             const RunSettings& settings, const Output& output)
      : at_(at),
        equations_(std::move(equations)),
        settings_(settings),
        times_(settings.output_times),
        breaks_(times_.empty() ? std::vector<Break>{}
                               : breaks(*equations_, at.state.t, times_.back())),
        sensors_(*equations_),
        rows_(output, sensors_.remember(), at.state.t) {}

  RunReport run() {
    report_.time = at_.state.t;
    int choices = 0;
    if (!sensors_.empty()) {
      const SensorDemands demands = sensors_.start(*at_.system, at_.state);  // may remember
      obey(demands, at_.state);
    }
    if (!times_.empty() && has_too_many_samples(*equations_, times_.back(), failure_)) {
      fail();
      return std::move(report_);
    }
    while (next_ < times_.size() && !ended_) {
      cross_break();
      if (next_ == times_.size()) break;
      const Ending ending = run_segment();
      if (ending == Ending::finished) continue;
      if (ending == Ending::stopped) break;
      if (++choices > most_choices || !choose_rows_anew(ending)) {
        if (looking_ && ending == Ending::drifted) failure_ = describe_stuck();
        fail();
        break;
      }
    }
    rows_.flush(*at_.system);
    report_.time = at_.state.t;
    report_.notes = sensors_.take_notes();
    for (Finding& finding : sensors_.take_findings())
      report_.findings.push_back(std::move(finding));
    const char* const what = "accelerations and reactions";
    if (!missing_.empty())
      report_.findings.push_back(missing_.finding(
          what, "behind a pole that cannot be integrated the motion depends on ERROR"));
    if (!jammed_.empty())
      report_.findings.push_back(jammed_.finding(what, "everything else is that of the run"));
    return std::move(report_);
  }

 private:
  enum class Ending : unsigned char { finished, stopped, drifted, singular };

  Ending run_segment() {
    const IntegratorInfo& method = *find_integrator(settings_.integrator);
    IntegratorOptions chosen = settings_.options;
    if (first_step_) chosen.step.h_init = *std::exchange(first_step_, std::nullopt);
    const std::unique_ptr<Integrator> integrator = method.make(*at_.system, chosen);
    StepReport last = integrator->start(at_.state);
    Ending ending = Ending::finished;
    if (last.ok()) {
      Driver driver(*at_.system, *integrator);
      DriveOptions options;
      options.interpolate = settings_.interpolate;
      Pace pace(*integrator, times_, next_);
      bool crawls = false;
      options.stop_requested = [&] {
        if (!sensors_.empty()) sensors_.rearm(*at_.system, integrator->state());
        crawls = pace.is_hopeless();
        return crawls || (settings_.stop_requested && settings_.stop_requested());
      };
      options.output_times = times_of_segment();
      if (chosen.step.fixed == 0) options.error = chosen.error;
      options.behind = std::exchange(behind_, std::nullopt);
      options.on_event = [&](const State& s, const EventReport& event) {
        note_values(driver);
        return respond(s, event);
      };
      const DriveReport driven = driver.run(options, [&](const State& s) {
        note_values(driver);
        ending = accept(s);
        return ending == Ending::finished;
      });
      last = driven.last;
      // A sample that changes nothing is no reason for short steps behind it, unless a method begins with order 1.
      if (std::exchange(goes_on_, false) && last.ok() && chosen.step.fixed == 0 && method.order > 0)
        first_step_ = last.h;
      note_inconsistent(driven);
      if (driven.event && ended_) ending = Ending::stopped;
      if (driven.interrupted && ending == Ending::finished) {
        ending = Ending::stopped;
        at_.state = integrator->state();
        report_.status = Status::interrupted;
        if (crawls) report_crawling(last.h, integrator->bottleneck(), pace.failed_share());
      }
    }
    add(report_.statistics, integrator->statistics());
    if (last.ok()) return ending;
    at_.state = integrator->state();
    failure_ = describe(last, *at_.system, at_.state, settings_.options.step, method);
    if (last.status == StepReport::Status::singular_matrix) return Ending::singular;
    if (last.status == StepReport::Status::not_converged && !at_.redundancy.dropped.empty())
      return Ending::singular;
    fail();
    return Ending::stopped;
  }

  // From a pose that is singular by chance only as far as is needed to leave it.
  Times times_of_segment() {
    looking_ = !at_.only_here.empty();
    if (!looking_) return times_until_stop();
    stop_ = sample_time_ = no_sample;
    return {at_.state.t + first_look * (times_[next_] - at_.state.t)};
  }

  // A run of its own up to each sample and each jump, behind which everything may be different.
  Times times_until_stop() {
    const Times rest = times_.from(next_);
    stop_ = sample_time_ = next_sample(*equations_, at_.state.t, rest);
    if (next_break_ < breaks_.size()) stop_ = std::min(stop_, breaks_[next_break_].before);
    return rest.until(stop_);
  }

  // Steps that know nothing of what comes behind a jump must not reach beyond it, nor start before it.
  void cross_break() {
    while (next_break_ < breaks_.size() && breaks_[next_break_].after <= at_.state.t) ++next_break_;
    if (next_break_ == breaks_.size() || breaks_[next_break_].before > at_.state.t) return;
    State behind = at_.state;
    behind.t = breaks_[next_break_++].after;
    // What cannot follow at once, such as a jumping displacement, is left to the integrator.
    if (!IndexOne(*at_.system).make_consistent(behind).ok()) return;
    at_.state = behind;
    ++report_.statistics.restarts;
    for (; next_ < times_.size() && times_[next_] <= at_.state.t; ++next_) {
      behind.t = times_[next_];
      rows_.write(*at_.system, behind);
    }
  }

  Ending accept(const State& s) {
    const Disagreement d = looking_ ? Disagreement{} : disagreement(at_, s, Depth::own);
    if (looking_ || !d.ok()) {
      drifted_ = s;
      if (!d.ok()) {
        failure_ = describe(at_, d);
        failure_.text = fmt::format("at time {:.8g}: {}", s.t, failure_.text);
      }
      return Ending::drifted;
    }
    at_.state = s;
    // Steps add up to the time of an output or a stop but for round-off.
    for (const double t : {times_[next_], stop_})
      if (is_same_time(s.t, t)) at_.state.t = t;
    if (at_.state.t < stop_ || times_[next_] <= stop_) {
      ++next_;
      rows_.write(*at_.system, shown(at_.state));
    }
    if (is_same_time(at_.state.t, sample_time_)) sample();
    return Ending::finished;
  }

  void sample() {
    const Sampled sampled = take_samples(*equations_, at_, failure_);
    goes_on_ = sampled == Sampled::nothing;
    if (sampled != Sampled::failed) return;
    ended_ = true;
    fail();
  }

  void note_values(const Driver& driver) {
    lacks_values_ = driver.lacks_values();
    jam_ =
        driver.contradicted() ? self_pressing(*at_.system, *driver.contradicted()) : std::nullopt;
  }

  // Accelerations and reactions that do not exist, or that nothing determines, are not shown (docs/decisions/0008).
  State shown(State s) {
    if (!lacks_values_ && !jam_) return s;
    for (Vector* values : {&s.a, &s.lambda, &s.x_dot, &s.y}) values->setConstant(std::nan(""));
    if (jam_)
      jammed_.add(s.t, jam_->label + " locks itself, and velocities far below ERROR decide them",
                  jam_->at);
    else
      missing_.add(*at_.system, s.t);
    return s;
  }

  EventResponse respond(const State& s, const EventReport& event) {
    State here = s;
    const SensorDemands demands = sensors_.event(*at_.system, here, event);
    if (!demands.acts) return {.go_on = true, .output_times = {}};
    behind_ = event;
    if (!obey(demands, here)) return {};
    if (!demands.output_step || looking_) return {.go_on = true, .output_times = {}};
    return {.go_on = true, .output_times = times_until_stop()};
  }

  // Writes and does what sensors want; false: the segment ends here.
  bool obey(const SensorDemands& demands, State here) {
    if (!demands.acts) return true;
    if (demands.failure) {
      failure_ = describe(*demands.failure, here.t);
      fail();
    }
    // Functions of what a sensor remembers may jump now.
    const IndexOneReport jump =
        demands.remembers ? IndexOne(*at_.system).make_consistent(here) : IndexOneReport{};
    if (!jump.ok() && !demands.ends) {
      failure_ = describe_jump_of_sensors(jump, *at_.system, here.t);
      ended_ = true;
      fail();
      rows_.flush(*at_.system);
    }
    if (demands.remembers && jump.ok()) lacks_values_ = false, jam_.reset();  // found anew
    rows_.write_event(*at_.system, shown(here), times_.back());
    if (const auto impossible = impossible_pace(demands, here.t, times_.back())) {
      failure_ = *impossible;
      ended_ = true;
      fail();
    } else if (demands.output_step) {
      change_output_step(here.t, *demands.output_step);
    }
    if (demands.step_size) first_step_ = demands.step_size;
    ended_ = ended_ || demands.ends;
    report_.halted = report_.halted || demands.halts;
    if (!ended_ && !demands.restarts && !demands.remembers) return true;
    at_.state = here;
    ++report_.statistics.restarts;
    return false;
  }

  void change_output_step(double t, double step) {
    const double end = times_.back();
    times_ = {};
    next_ = 0;
    if (end - t > OutputRows::same_time * std::abs(end))
      times_ = output_times(t, {.end = end, .steps = {}, .interval = step});
  }

  bool choose_rows_anew(Ending ending) {
    rows_.flush(*at_.system);
    InitialConditions there = at_;
    there.findings.clear();
    if (ending == Ending::drifted) there.state = drifted_;
    decide_redundancy(there, equations_);
    const bool same = there.redundancy.kept == at_.redundancy.kept;
    if (same && !looking_) return false;
    if (looking_) there.only_here.clear();
    there.status = Status::ok;
    // From the last good state if the new rows are independent there, else from where they are.
    if (ending == Ending::drifted && !looking_) {
      State drifted = std::exchange(there.state, at_.state);
      if (!settle(there)) {
        there.state = std::move(drifted);
        if (!settle(there)) return false;
      }
    } else if (!settle(there)) {
      return false;
    }
    there.findings.clear();
    at_ = std::move(there);
    ++report_.statistics.restarts;
    return true;
  }

  bool settle(InitialConditions& ic) const {
    IndexOne index_one(*ic.system);
    ic.state.lambda = Vector::Zero(ic.system->layout().m());
    return index_one.project_position(ic.state).ok() && index_one.project_velocity(ic.state).ok() &&
           index_one.accelerate(ic.state).ok() && disagreement(ic, ic.state, Depth::own).ok();
  }

  // A constraint that was redundant at the start, for its function has no slope there, and that no
  // motion from there satisfies.
  Finding describe_stuck() const {
    const elements::Row& row = equations_->rows[std::size_t(at_.only_here.front())];
    return {
        Severity::error, system::owner_label(row), row.at,
        fmt::format("at time {:.8g}: the model cannot leave the singular position in which it "
                    "starts: no motion from there satisfies {}, redundant at the start only",
                    drifted_.t, row.name),
        "start off this position; a function that has no slope where it is zero, such as DM or a "
        "square, is better written by its components"};
  }

  void report_crawling(double h, const std::string& bottleneck, double failed_share) {
    const std::optional<JumpingFunction> jump = find_jump(*at_.system, at_.state, h);
    const std::string suspect = jump ? describe(*jump) : largest_function(*at_.system, at_.state);
    failure_ = {
        Severity::error, "", jump ? jump->at : place_of_first_name(*equations_, bottleneck),
        fmt::format("at time {:.8g} with step {:.3g}: the run hardly advances, and {:.0f} % of its "
                    "attempts fail; {} keeps the steps short{}{}",
                    at_.state.t, h, 100 * failed_share, bottleneck,
                    suspect.empty() || jump ? "" : "; ", suspect),
        jump ? advice_on_jumps
             : "look for jumps, for friction without a transition, for very stiff elements without "
               "damping and for parts that spin fast"};
    if (std::string magnitude = advice_on_magnitude(h); !magnitude.empty())
      failure_.hint = std::move(magnitude);
    explain_locking(failure_, *at_.system, at_.state, *find_integrator(settings_.integrator));
    fail();
  }

  void note_inconsistent(const DriveReport& driven) {
    if (driven.inconsistent_outputs == 0) return;
    Finding finding{
        Severity::warning,
        "",
        {},
        fmt::format("at {} output times, from {:.8g} to {:.8g}, no unique accelerations and "
                    "reactions belong to the motion; those of the integrator were written",
                    driven.inconsistent_outputs, driven.first_inconsistent,
                    driven.last_inconsistent),
        "look for a singular pose, for forces that jump with accelerations or reactions"};
    explain_locking(finding, *at_.system, at_.state, *find_integrator(settings_.integrator));
    report_.findings.push_back(std::move(finding));
  }

  void fail() {
    report_.status = Status::failed;
    report_.findings.push_back(failure_);
  }

  InitialConditions& at_;
  std::shared_ptr<const elements::Equations> equations_;
  const RunSettings& settings_;
  RunReport report_;
  Times times_;           // of output; a sensor may change them
  std::size_t next_ = 0;  // output time
  std::vector<Break> breaks_;
  std::size_t next_break_ = 0;
  Sensors sensors_;
  OutputRows rows_;
  std::optional<EventReport> behind_;  // events the next segment starts at
  std::optional<double> first_step_;   // STEPSIZE, or the last step, of the next segment
  bool ended_ = false;                 // by a sensor
  double sample_time_ = no_sample;     // the next one
  bool goes_on_ = false;               // behind it, as if there were none
  double stop_ = no_sample;            // where the segment ends, if before the last output
  bool looking_ = false;               // the segment only leaves a singular pose
  bool lacks_values_ = false;          // the state at hand has no accelerations and reactions
  std::optional<SelfLocking> jam_;     // nothing determines those of the state at hand
  MissingOutputs missing_, jammed_;
  State drifted_;
  Finding failure_;
};

}  // namespace

RunReport run_dynamic(InitialConditions& start,
                      std::shared_ptr<const elements::Equations> equations,
                      const RunSettings& settings, const Output& output) {
  return DynamicRun(start, std::move(equations), settings, output).run();
}

}  // namespace trammel::analysis
