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
#include <optional>
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
  bool is_second = false;      // of the second method
  double error = 0, hmax = 0;  // 0: not limited
  Status status = Status::ok;
  double time = 0;  // reached
  Statistics statistics;
  Findings findings;
};

// What is compared: a column of a request, a differential state, or positions, velocities … of all parts.
struct Channel {
  std::string name;  // "REQ3.F2", "reaction forces"
  bool is_requested = false;
  bool is_judged = false;       // requests where there are any, else all
  bool is_error = false;        // the range falls with ERROR: without errors it would be constant
  double range = 0;             // of its values in the run of the smallest ERROR
  std::vector<double> digits;   // (VAL.1) of every ERROR but the smallest
  double promised = 0;          // of the smallest
  std::optional<double> cross;  // digits that the second method agrees to
  double time = 0;              // of the largest difference between the two smallest ERRORs
  std::string owner;            // the part that shows it
};

enum class Verdict : unsigned char {
  converged,
  not_converged,  // no ERROR of the study gives the digits wanted
  not_confirmed,  // the first method agrees with itself, the second one did not reach the end
  nothing_moves,
  failed,  // fewer than two runs have reached the end
  interrupted,
};

struct Study {
  std::vector<Trial> trials;  // by falling ERROR; the last one is that of the second method
  std::vector<Channel> channels;
  Verdict verdict = Verdict::failed;
  bool hmax_was_halved = false;  // smaller ERROR alone has not always meant more steps
  bool more_work = true;         // every run has made more steps than the one before
  double recommended = 0;        // the largest ERROR with the digits wanted; 0: none
  double recommended_hmax = 0;   // 0: that of the first run
};

// hht-si2 for hht-i3, gstiff-si2 for gstiff-i3; another stabilised method for these.
std::string companion_of(const std::string& integrator);

// `told` before every run.
Study study_convergence(const model::Model&, std::shared_ptr<elements::UserLibraries>,
                        const StudySettings&, const std::function<void(const Trial&)>& told = {});

}  // namespace trammel::analysis
