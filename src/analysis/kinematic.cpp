// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/kinematic.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "analysis/missing_outputs.h"
#include "analysis/output_rows.h"
#include "analysis/output_times.h"
#include "analysis/redundancy_check.h"
#include "analysis/sensors.h"
#include "analysis/singular_pose.h"
#include "analysis/standstill.h"
#include "analysis/suspects.h"
#include "numerics/index_one.h"
#include "system/redundancy.h"

namespace trammel::analysis {

using model::Severity;

namespace {

constexpr double share_of_largest_step = 0.25;  // which turns a body by 1 rad
constexpr double smallest_share = 1e-9;         // of an output interval
constexpr double near_pole = 1e-9;              // of the model's length: constraints beside a pole
constexpr long most_substeps = 100000;
constexpr double time_of_event = 1e-10;  // of a step
constexpr int most_halvings = 30;        // of the interval in which branches cross

constexpr const char* off_this_position =
    "start on the branch that is meant and keep the motion off this position, or let inertia "
    "decide: "
    "--analysis dynamic";

class KinematicRun {
 public:
  KinematicRun(InitialConditions& at, std::shared_ptr<const elements::Equations> equations,
               const RunSettings& settings, const Output& output)
      : at_(at),
        equations_(std::move(equations)),
        settings_(settings),
        index_one_(make_index_one()),
        events_(std::make_unique<EventLocator>(*at.system, *index_one_)),
        poses_(make_poses()),
        times_(settings.output_times),
        sensors_(*equations_),
        rows_(output, sensors_.remember(), at.state.t),
        move_(Vector::Zero(at.system->layout().n)) {}

  RunReport run() {
    if (!sensors_.empty()) {
      events_->start(at_.state);
      obey(sensors_.start(*at_.system, at_.state));
    }
    side_ = poses_->side(at_.state);
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
      rows_.write(*at_.system, shown());
    }
    rows_.flush(*at_.system);
    note_crossings();
    report_.time = at_.state.t;
    report_.notes = sensors_.take_notes();
    for (Finding& finding : sensors_.take_findings())
      report_.findings.push_back(std::move(finding));
    if (!missing_.empty())
      report_.findings.push_back(
          missing_.finding("reactions", "everything else is that of the run"));
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

  std::unique_ptr<SingularPoses> make_poses() const {
    const Layout& layout = at_.system->layout();
    return std::make_unique<SingularPoses>(*at_.system, system::tangent_units(layout, at_.length));
  }

  void fail(const std::string& text, model::Location at = {}, const std::string& hint = "") {
    failure_ = {Severity::error, "", at.line > 0 ? at : place_of_first_name(*equations_, text),
                text, hint};
  }

  bool advance_to(double t_end) {
    const double begin = at_.state.t, smallest = smallest_share * (t_end - begin);
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
      if (h >= smallest) continue;
      if (is_faulty_ && at_.state.t > begin && t == t_end && pass_pole(t_end)) return true;
      if (!choose_rows_anew()) {
        explain_pose();
        return false;
      }
    }
    return true;
  }

  // A force without a value just at an output: the motion goes on without it, reactions have none there.
  // False: it is a constraint that has none.
  bool pass_pole(double t) {
    State s = at_.state;
    const double h = t - s.t;
    at_.system->retract(at_.state.q, h * s.v + 0.5 * h * h * s.a, s.q);
    s.v += h * s.a;
    s.t = t;
    MissingOutputs missing = missing_;
    missing.add(*at_.system, t);
    Values values = make_values(at_.system->layout());
    const unsigned constraints = Ask::position | Ask::velocity | Ask::acceleration;
    if (at_.system->evaluate(s, constraints, values) != Outcome::ok ||
        !(values.c0.size() == 0 || values.c0.cwiseAbs().maxCoeff() < near_pole * at_.length))
      return false;
    at_.state = std::move(s);
    missing_ = std::move(missing);
    is_at_pole_ = true;
    return true;
  }

  State shown() {
    State s = at_.state;
    if (std::exchange(is_at_pole_, false)) s.lambda.setConstant(std::nan(""));
    return s;
  }

  // Where the pose that cannot be left is a singular one, that is the reason.
  void explain_pose() {
    if (is_faulty_) return;
    const SingularPoses::Report pose = poses_->examine(at_.state);
    if (pose.kind == SingularPoses::Kind::none) return;
    const double t = at_.state.t;
    const std::string drivers = driving_elements(*equations_);
    if (pose.kind == SingularPoses::Kind::locks)
      fail(fmt::format("at time {:.8g}: the mechanism locks: it cannot follow {} beyond this "
                       "position; {} depends on the other constraints here, and {} moves most",
                       t, drivers, pose.constraint, pose.motion),
           {},
           "end the motion before this time, drive another joint, or change the lengths that meet "
           "here in a line");
    else
      fail(fmt::format("at time {:.8g}: branches of motion cross, and {} does not say which one "
                       "follows; {} depends on the other constraints here, and {} is free to move",
                       t, drivers, pose.constraint, pose.motion),
           {}, off_this_position);
  }

  // Constraints that have become dependent on the way, and independent again.
  void watch_sides(const State& before) {
    const int side = poses_->side(at_.state);
    if (side == 0) return;
    if (side_ != 0 && side != side_ && crossings_++ == 0) find_crossing(before);
    side_ = side;
  }

  void find_crossing(const State& before) {
    const Finding failure = failure_;
    State low = before, high = at_.state;
    for (int k = 0; k < most_halvings; ++k) {
      State middle = low;
      if (!move_to((low.t + high.t) / 2, middle)) break;
      const int side = poses_->side(middle);
      if (side == 0) break;
      (side == side_ ? low : high) = middle;
    }
    failure_ = failure;
    const SingularPoses::Report pose = poses_->examine(low);
    crossing_ = {Severity::warning, "", {}, "", off_this_position};
    // Positions, and with them the time, are known to the root of rounding here.
    crossing_.text = fmt::format(
        "at time {:.7g}: branches of motion cross: the constraints become dependent{}; the run "
        "goes "
        "on in one of them",
        (low.t + high.t) / 2,
        pose.kind == SingularPoses::Kind::none
            ? ""
            : fmt::format(", {} among them, and {} is free to move", pose.constraint, pose.motion));
    crossing_.at = place_of_first_name(*equations_, crossing_.text);
  }

  void note_crossings() {
    if (crossings_ == 0) return;
    if (crossings_ > 1)
      crossing_.text += fmt::format("; so they do {} more times in this run", crossings_ - 1);
    report_.findings.insert(report_.findings.begin(), crossing_);
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
    const State before = at_.state;
    State s = before;
    if (!move_to(t, s)) return false;
    event_.reset();
    if (!sensors_.empty()) {
      const Between motion(*this, t);
      event_ = events_->find(motion, at_.state.t, s, time_of_event * (t - at_.state.t));
      if (event_) motion.at(event_->t, s);
    }
    at_.system->commit(s, Standstill(s));
    at_.state = std::move(s);
    watch_sides(before);
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
    const IndexOneReport jump =
        demands.remembers ? index_one_->make_consistent(at_.state) : IndexOneReport{};
    if (!jump.ok() && !demands.ends) {
      report_.status = Status::failed;
      report_.findings.push_back(describe_jump_of_sensors(jump, *at_.system, at_.state.t));
      ended_ = true;
      return;
    }
    const double end = times_.back();
    const bool row_follows =
        !demands.ends && times_[next_] - at_.state.t <= OutputRows::same_time * std::abs(end);
    if (!row_follows) rows_.write_event(*at_.system, at_.state, end);
    if (auto impossible = impossible_pace(demands, at_.state.t, end)) {
      report_.findings.push_back(std::move(*impossible));
      report_.status = Status::failed;
      ended_ = true;
      return;
    }
    if (demands.output_step) {
      next_ = 0;
      times_ = {};
      if (end - at_.state.t > OutputRows::same_time * std::abs(end))
        times_ =
            output_times(at_.state.t, {.end = end, .steps = {}, .interval = demands.output_step});
    }
    ended_ = demands.ends;
    report_.halted = demands.halts;
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
      is_faulty_ = faulty;
      if (faulty)
        fail(fmt::format("at time {:.8g}: a function has no value: {}", t, at_.system->fault()),
             place_of_fault(*at_.system));
      else
        fail(fmt::format("at time {:.8g}: {} cannot be found: {}", t, what, reason(report)));
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
    if (report.status == IndexOneReport::Status::singular)
      return index_one_->describe_singularity();
    return "the mechanism cannot follow " + driving_elements(*equations_) + " beyond this position";
  }

  bool choose_rows_anew() {
    InitialConditions there = at_;
    decide_redundancy(there, equations_);
    if (there.redundancy.kept == at_.redundancy.kept ||
        !disagreement(there, there.state, Depth::velocity).ok())
      return false;
    rows_.flush(*at_.system);
    at_ = std::move(there);
    index_one_ = make_index_one();
    poses_ = make_poses();
    events_ = std::make_unique<EventLocator>(*at_.system, *index_one_);
    events_->start(at_.state);
    side_ = poses_->side(at_.state);
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
  std::unique_ptr<IndexOne> index_one_;
  std::unique_ptr<EventLocator> events_;
  std::unique_ptr<SingularPoses> poses_;
  int side_ = 0;        // of det Γ
  long crossings_ = 0;  // of sides
  Finding crossing_;    // the first
  RunReport report_;
  Times times_;           // of output; a sensor may change them
  std::size_t next_ = 0;  // output time
  Sensors sensors_;
  OutputRows rows_;
  std::optional<EventReport> event_;  // that ended the last step
  bool ended_ = false;                // by a sensor
  Vector move_, begin_q_;
  Finding failure_;
  bool is_faulty_ = false;   // a function had no value
  bool is_at_pole_ = false;  // … at this very time
  MissingOutputs missing_;
};

}  // namespace

RunReport run_kinematic(InitialConditions& start,
                        std::shared_ptr<const elements::Equations> equations,
                        const RunSettings& settings, const Output& output) {
  return KinematicRun(start, std::move(equations), settings, output).run();
}

}  // namespace trammel::analysis
