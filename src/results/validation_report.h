// What `trammel validate --json` writes.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace trammel::results {

struct ValidationTrial {
  std::string integrator, status;
  bool is_second = false;  // of the method that checks the first
  double error = 0, hmax = 0, time = 0, h_max = 0;
  long steps = 0, iterations = 0;
};

struct ValidationChannel {
  std::string name, owner;
  bool is_judged = false, is_error = false;
  double range = 0, digits = 0;
  std::optional<double> cross_digits;
  std::vector<double> digits_at;  // at every ERROR but the smallest
  double time = 0;                // of the largest difference
};

struct ValidationReport {
  std::string model, verdict, advice;
  double wanted_digits = 0, recommended_error = 0, recommended_hmax = 0;
  bool hmax_was_halved = false, more_work = true;
  std::vector<ValidationTrial> trials;
  std::vector<ValidationChannel> channels;
};

std::string to_json(const ValidationReport&);

}  // namespace trammel::results
