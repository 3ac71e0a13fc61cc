// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/convergence.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "analysis/recording.h"

namespace trammel::analysis {
namespace {

constexpr double most_digits = 12;      // no run is compared to more
constexpr double least_growth = 1.05;   // of steps, for a tenth of ERROR
constexpr double no_range = 1e-9;       // of the size: what changes less is constant
constexpr double rounding = 1e-14;      // of the largest request: what is less is noise
constexpr double fall_of_errors = 0.6;  // of a range that is error only, for a tenth of ERROR

struct Ran {
  Trial trial;
  Recording record;
};

double digits(double error, double range) {
  if (error == 0) return most_digits;
  if (!(range > 0) || !std::isfinite(error)) return 0;
  return std::clamp(-std::log10(error / range), 0.0, most_digits);  // (VAL.1)
}

// What is promised of runs that all have reached the end: by falling ERROR, and of the second method.
class Comparison {
 public:
  Comparison(const std::vector<Ran>& levels, const Recording* second)
      : levels_(levels), second_(second), best_(levels.back().record) {}

  std::vector<Channel> channels(const std::vector<Subject>& subjects) const {
    double largest = 0;
    for (const Subject& s : subjects)
      if (s.aspect == Aspect::requests) largest = std::max(largest, extent(best_, s).size);
    std::vector<Channel> all;
    for (const Subject& s : subjects) {
      const Extent e = extent(best_, s);
      const double size = std::max({e.size, group_size(best_, s), rounding / no_range * largest});
      if (e.range > no_range * size) all.push_back(channel(s, e.range));
    }
    const bool requested =
        std::any_of(all.begin(), all.end(), [](const Channel& c) { return c.is_requested; });
    for (Channel& c : all) c.is_judged = c.is_requested == requested && !c.is_error;
    return all;
  }

 private:
  Channel channel(const Subject& subject, double range) const {
    Channel c;
    c.name = subject.name, c.range = range;
    c.is_requested = subject.aspect == Aspect::requests;
    c.is_error = falls_with_error(subject);
    if (second_) c.cross = digits(largest_difference(best_, *second_, subject).error, range);
    for (std::size_t k = 0; k + 1 < levels_.size(); ++k) {
      const Difference d = largest_difference(best_, levels_[k].record, subject);
      c.digits.push_back(std::min(digits(d.error, range), c.cross.value_or(most_digits)));
      c.time = d.time, c.owner = d.owner;
    }
    c.promised = c.digits.back();
    return c;
  }

  bool falls_with_error(const Subject& subject) const {
    if (levels_.size() < 3) return false;
    for (std::size_t k = 1; k < levels_.size(); ++k)
      if (extent(levels_[k].record, subject).range >
          fall_of_errors * extent(levels_[k - 1].record, subject).range)
        return false;
    return true;
  }

  const std::vector<Ran>& levels_;
  const Recording* second_;
  const Recording& best_;
};

class StudyRun {
 public:
  StudyRun(const model::Model& model, std::shared_ptr<elements::UserLibraries> libraries,
           const StudySettings& settings, const std::function<void(const Trial&)>& told)
      : model_(model), libraries_(std::move(libraries)), settings_(settings), told_(told) {}

  Study run() {
    run_levels();
    for (const Ran& each : levels_) study_.trials.push_back(each.trial);
    if (failed_level_) study_.trials.push_back(*failed_level_);
    if (levels_.size() >= 2 && !is_interrupted()) run_second();
    if (levels_.size() >= 2 && !is_interrupted()) {
      const Recording* second = second_ ? &second_->record : nullptr;
      study_.channels = Comparison(levels_, second).channels(subjects_);
      if (study_.more_work) recommend();
    }
    study_.verdict = verdict();
    return std::move(study_);
  }

 private:
  void run_levels() {
    double hmax = settings_.run.options.step.h_max;
    for (int level = 0; level < settings_.levels; ++level) {
      const double error = settings_.run.error / std::pow(10, level);
      Ran next = run_once(settings_.run.integrator, error, hmax);
      if (level > 0 && next.trial.status == Status::ok && !works_harder(next.trial)) {
        // The output step or HMAX decides the steps, not ERROR.
        study_.hmax_was_halved = true;
        hmax = next.trial.statistics.h_max / 2;
        next = run_once(settings_.run.integrator, error, hmax);
        if (next.trial.status == Status::ok && !works_harder(next.trial)) study_.more_work = false;
      }
      if (next.trial.status != Status::ok) {
        failed_level_ = std::move(next.trial);
        return;
      }
      levels_.push_back(std::move(next));
    }
  }

  void run_second() {
    const Trial& finest = levels_.back().trial;
    const std::string companion =
        settings_.companion.empty() ? companion_of(settings_.run.integrator) : settings_.companion;
    Ran ran = run_once(companion, finest.error, finest.hmax);
    ran.trial.is_second = true;
    study_.trials.push_back(ran.trial);
    if (ran.trial.status == Status::ok) second_ = std::move(ran);
  }

  bool works_harder(const Trial& trial) const {
    return double(trial.statistics.steps) >=
           least_growth * double(levels_.back().trial.statistics.steps);
  }

  bool is_interrupted() const {
    return std::any_of(study_.trials.begin(), study_.trials.end(),
                       [](const Trial& t) { return t.status == Status::interrupted; });
  }

  Ran run_once(const std::string& integrator, double error, double hmax) {
    Ran ran;
    ran.trial.integrator = integrator, ran.trial.error = error, ran.trial.hmax = hmax;
    if (told_) told_(ran.trial);
    Session session(model_, libraries_);
    const InitialConditions& start = session.assemble();
    if (!start.ok()) {
      ran.trial.status = start.status, ran.trial.findings = start.findings;
      return ran;
    }
    RunSettings settings = settings_.run;
    settings.integrator = integrator;
    set_error(settings, error);
    settings.options.step.h_max = hmax;
    session.prepare(Kind::dynamic);
    ran.record.add(*start.system, start.state);
    if (subjects_.empty()) subjects_ = subjects(model_, *start.system, ran.record);
    // Sensors may add outputs at times of their own, which no two runs have in common.
    const Times& times = settings.output_times;
    RunReport report =
        session.run(Kind::dynamic, settings, [&](const system::System& system, const State& s) {
          if (times.contains(s.t)) ran.record.add(system, s);
        });
    ran.trial.status = report.status, ran.trial.time = report.time;
    ran.trial.statistics = report.statistics, ran.trial.findings = std::move(report.findings);
    return ran;
  }

  // From the smallest ERROR up, as long as everything that is judged has the digits wanted.
  void recommend() {
    const auto reached = [&](const Channel& c, std::size_t k) {
      return k < c.digits.size() ? c.digits[k] : c.promised;
    };
    for (std::size_t k = levels_.size(); k-- > 0;) {
      for (const Channel& c : study_.channels)
        if (c.is_judged && reached(c, k) < settings_.digits) return;
      const Trial& trial = levels_[k].trial;
      study_.recommended = trial.error;
      study_.recommended_hmax = trial.hmax != levels_.front().trial.hmax ? trial.hmax : 0;
    }
  }

  Verdict verdict() const {
    if (is_interrupted()) return Verdict::interrupted;
    if (levels_.size() < 2) return Verdict::failed;
    if (std::none_of(study_.channels.begin(), study_.channels.end(),
                     [](const Channel& c) { return c.is_judged; }))
      return Verdict::nothing_moves;
    if (study_.recommended == 0) return Verdict::not_converged;
    return second_ ? Verdict::converged : Verdict::not_confirmed;
  }

  const model::Model& model_;
  std::shared_ptr<elements::UserLibraries> libraries_;
  const StudySettings& settings_;
  const std::function<void(const Trial&)>& told_;
  std::vector<Ran> levels_;  // that have reached the end
  std::optional<Trial> failed_level_;
  std::optional<Ran> second_;
  std::vector<Subject> subjects_;
  Study study_;
};

}  // namespace

std::string companion_of(const std::string& integrator) {
  if (integrator == "hht-i3" || integrator == "newmark") return "hht-si2";
  if (integrator == "gstiff-i3") return "gstiff-si2";
  if (integrator == "wstiff-i3") return "wstiff-si2";
  return integrator == "gstiff-si2" ? "hht-si2" : "gstiff-si2";
}

Study study_convergence(const model::Model& model,
                        std::shared_ptr<elements::UserLibraries> libraries,
                        const StudySettings& settings,
                        const std::function<void(const Trial&)>& told) {
  return StudyRun(model, std::move(libraries), settings, told).run();
}

}  // namespace trammel::analysis
