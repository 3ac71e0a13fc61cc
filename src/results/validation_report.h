// What `trammel validate --json` writes.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace trammel::results {

struct ValidationTrial {
  std::string integrator, status;
  double error = 0, hmax = 0, time = 0, h_max = 0;
  long steps = 0, iterations = 0;
};

struct ValidationChannel {
  std::string name;
  double range = 0, digits = 0, cross_digits = 0;
  std::vector<double> digits_at;  // at every ERROR but the smallest
};

struct ValidationReport {
  std::string model, verdict, advice;
  double wanted_digits = 0, recommended_error = 0;
  bool works_harder = true;
  std::vector<ValidationTrial> trials;
  std::vector<ValidationChannel> channels;
};

std::string to_json(const ValidationReport&);

}  // namespace trammel::results
