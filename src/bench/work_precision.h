// Work and precision: a model runs with every integrator at several ERRORs, and each run's work stands
// beside how far it is from a reference.
//
//   e = max_t |y − y*| / (max_t y* − min_t y*),   y of all positions and orientations of parts    (WPD.1)
//
// y* is a tight run; how far a second one of another method is from it is what the reference is worth:
// smaller errors cannot be told. Theory: docs/theory/validation.md#work-and-precision
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "analysis/run.h"
#include "analysis/session.h"

namespace trammel::bench {

struct WorkSettings {
  analysis::RunSettings run;             // without integrator and ERROR
  std::vector<std::string> integrators;  // empty: all
  std::vector<double> errors = {1e-3, 1e-4, 1e-5, 1e-6, 1e-7};
  double seconds = 30;  // of CPU that a run may take; the reference ten times as much
  int repetitions = 3;  // of runs below a second: the fastest counts
};

struct WorkPoint {
  std::string integrator;
  double error = 0;  // ERROR
  analysis::Status status = analysis::Status::ok;
  bool is_out_of_time = false;
  double time = 0;         // reached
  bool was_ended = false;  // by a sensor, before the last output
  Statistics statistics;
  double cpu = 0;        // seconds
  double deviation = 0;  // (WPD.1)
  std::string why;       // it stopped
};

struct WorkReport {
  WorkPoint reference, second;  // deviation of the second: what the reference is worth
  std::vector<WorkPoint> points;
  std::vector<WorkPoint> failed;  // that were to be references
  bool ok = false;                // there is a reference
};

// `told` before every run, with the point as far as it is known.
WorkReport measure_work(const model::Model&, std::shared_ptr<elements::UserLibraries>,
                        const WorkSettings&,
                        const std::function<void(const WorkPoint&)>& told = {});

}  // namespace trammel::bench
