// SPDX-License-Identifier: BSD-3-Clause
#include "bench/work_precision.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <utility>

#include "analysis/recording.h"
#include "integrators/registry.h"

namespace trammel::bench {
namespace {

using analysis::Aspect;
using analysis::Recording;
using analysis::Status;

constexpr double tightest = 1e-12;        // ERROR of the reference
constexpr double patience = 10;           // of the reference
constexpr double worth_repeating = 1;     // seconds
constexpr double reference_share = 1e-3;  // of the smallest ERROR

// Of very different families; the first that reaches the end is the reference, the next one its judge.
constexpr std::array candidates = {"gstiff-si2", "st-qc", "wstiff-si2", "gstiff-i3", "hht-si2"};

double cpu_seconds() {
  std::timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

class Measurement {
 public:
  Measurement(const model::Model& model, std::shared_ptr<elements::UserLibraries> libraries,
              const WorkSettings& settings, const std::function<void(const WorkPoint&)>& told)
      : model_(model), libraries_(std::move(libraries)), settings_(settings), told_(told) {}

  WorkReport run() {
    if (!find_reference()) return std::move(report_);
    report_.ok = true;
    for (const IntegratorInfo& info : integrators()) {
      if (!is_wanted(info.name)) continue;
      for (const double error : settings_.errors) {
        WorkPoint point = repeat(std::string(info.name), error);
        const bool stops = point.is_out_of_time || point.status == Status::interrupted;
        report_.points.push_back(std::move(point));
        if (report_.points.back().status == Status::interrupted) return std::move(report_);
        if (stops) break;  // smaller ERRORs would take longer
      }
    }
    return std::move(report_);
  }

 private:
  struct Ran {
    WorkPoint point;
    Recording record;
    bool ok() const { return point.status == Status::ok && !point.is_out_of_time; }
  };

  bool is_wanted(std::string_view name) const {
    const auto& list = settings_.integrators;
    return list.empty() || std::find(list.begin(), list.end(), name) != list.end();
  }

  bool find_reference() {
    const double smallest = *std::min_element(settings_.errors.begin(), settings_.errors.end());
    const double error = std::max(tightest, reference_share * smallest);
    for (const char* name : candidates) {
      tell(name, error);
      Ran ran = run_once(name, error, patience * settings_.seconds);
      if (ran.point.status == Status::interrupted) return false;
      if (!ran.ok()) report_.failed.push_back(ran.point);
      if (!ran.ok()) continue;
      if (!has_reference_) {
        report_.reference = ran.point;
        reference_ = std::move(ran.record);
        has_reference_ = true;
        continue;
      }
      report_.second = std::move(ran.point);
      report_.second.deviation = deviation(ran.record);
      return true;
    }
    return has_reference_;
  }

  void tell(const std::string& name, double error) const {
    if (!told_) return;
    WorkPoint point;
    point.integrator = name, point.error = error;
    told_(point);
  }

  WorkPoint repeat(const std::string& name, double error) {
    tell(name, error);
    Ran best = run_once(name, error, settings_.seconds);
    if (best.ok()) best.point.deviation = deviation(best.record);
    for (int k = 1; k < settings_.repetitions && best.ok() && best.point.cpu < worth_repeating;
         ++k) {
      const Ran again = run_once(name, error, settings_.seconds);
      if (again.ok()) best.point.cpu = std::min(best.point.cpu, again.point.cpu);
    }
    return std::move(best.point);
  }

  Ran run_once(const std::string& name, double error, double seconds) {
    Ran ran;
    WorkPoint& point = ran.point;
    point.integrator = name, point.error = error;
    analysis::Session session(model_, libraries_);
    const analysis::InitialConditions& start = session.assemble();
    if (!start.ok()) {
      point.status = start.status;
      if (!start.findings.empty()) point.why = start.findings.back().text;
      return ran;
    }
    analysis::RunSettings settings = settings_.run;
    settings.integrator = name;
    analysis::set_error(settings, error);
    session.prepare(analysis::Kind::dynamic);
    ran.record.add(*start.system, start.state);
    if (subjects_.empty()) choose_subjects(*start.system, ran.record);

    const double begin = cpu_seconds();
    settings.stop_requested = [&, asked = settings_.run.stop_requested] {
      point.is_out_of_time = cpu_seconds() - begin > seconds;
      return point.is_out_of_time || (asked && asked());
    };
    const Times& times = settings.output_times;
    const analysis::RunReport report = session.run(
        analysis::Kind::dynamic, settings, [&](const system::System& system, const State& s) {
          if (times.contains(s.t)) ran.record.add(system, s);
        });
    point.cpu = cpu_seconds() - begin;
    point.was_ended = report.status == Status::ok && report.time < (1 - 1e-9) * times.back();
    point.status = report.status, point.time = report.time, point.statistics = report.statistics;
    if (point.is_out_of_time) point.status = Status::failed;
    for (const analysis::Finding& finding : report.findings)
      if (point.status != Status::ok && point.why.empty()) point.why = finding.text;
    return ran;
  }

  void choose_subjects(const system::System& system, const Recording& record) {
    for (analysis::Subject& s : analysis::subjects(model_, system, record))
      if (s.aspect == Aspect::positions || s.aspect == Aspect::orientations ||
          s.aspect == Aspect::states)
        subjects_.push_back(std::move(s));
  }

  double deviation(const Recording& record) const {  // (WPD.1)
    double worst = 0;
    for (const analysis::Subject& s : subjects_) {
      const analysis::Extent e = analysis::extent(reference_, s);
      if (!(e.range > 1e-9 * e.size)) continue;  // it does not move
      const double error = analysis::largest_difference(reference_, record, s).error / e.range;
      worst = std::isnan(error) ? error : std::max(worst, error);
    }
    return worst;
  }

  const model::Model& model_;
  std::shared_ptr<elements::UserLibraries> libraries_;
  const WorkSettings& settings_;
  const std::function<void(const WorkPoint&)>& told_;
  std::vector<analysis::Subject> subjects_;
  Recording reference_;
  bool has_reference_ = false;
  WorkReport report_;
};

}  // namespace

WorkReport measure_work(const model::Model& model,
                        std::shared_ptr<elements::UserLibraries> libraries,
                        const WorkSettings& settings,
                        const std::function<void(const WorkPoint&)>& told) {
  return Measurement(model, std::move(libraries), settings, told).run();
}

}  // namespace trammel::bench
