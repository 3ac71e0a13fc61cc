// How many digits of a run's results are right (ADAMS/Solver primer, section 8.4): the model runs with
// smaller and smaller ERROR and with a second method, and the results are compared.
//
//   d = −log₁₀ max_t |y − y*| / (max_t y* − min_t y*),   y* of the smallest ERROR               (VAL.1)
//
// What is promised of the run with the smallest ERROR is the least of the digits that the run before it
// and the second method agree to with it.
// Theory: docs/theory/validation.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "analysis/run.h"
#include "analysis/session.h"

namespace trammel::analysis {

struct StudySettings {
  RunSettings run;        // its ERROR is the largest; its output times are compared
  double digits = 4;      // that are wanted
  int levels = 4;         // values of ERROR, each a tenth of the one before
  std::string companion;  // the second method; empty: companion_of()
};

// One run of the study.
struct Trial {
  std::string integrator;
  double error = 0, hmax = 0;  // 0: not limited
  Status status = Status::ok;
  double time = 0;  // reached
  Statistics statistics;
  Findings findings;
};

// What is compared: a column of a request, or all positions, velocities, accelerations or reactions.
struct Channel {
  std::string name;  // "REQ3.F2", "reactions"
  bool is_requested = false;
  double range = 0;  // of its values in the run of the smallest ERROR
  std::vector<double>
      digits;           // of every trial but the last two: against the run of the smallest ERROR
  double promised = 0;  // (VAL.1), of the run with the smallest ERROR
  double cross = 0;     // digits that the second method agrees to
};

struct Study {
  std::vector<Trial> trials;  // by falling ERROR; the last one is that of the second method
  std::vector<Channel> channels;
  bool works_harder = true;  // smaller ERROR has always meant more steps
  double recommended = 0;    // the largest ERROR with the digits wanted; 0: none
  bool is_complete() const;  // every trial has reached the end
};

// hht-si2 for hht-i3, gstiff-si2 for gstiff-i3; another stabilised method for these.
std::string companion_of(const std::string& integrator);

// `told` before every run.
Study study_convergence(const model::Model&, std::shared_ptr<elements::UserLibraries>,
                        const StudySettings&, const std::function<void(const Trial&)>& told = {});

}  // namespace trammel::analysis
