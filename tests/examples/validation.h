// `trammel validate` of an example, its digits beside those that the reference table shows.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "examples/expectation.h"

namespace trammel::examples {

struct Digits {
  std::string channel;  // of the reference
  double error = 0;     // ERROR of the run
  double reported = 0, actual = 0;
};

struct Validation {
  int exit_code = -1;
  std::string verdict, messages;
  double recommended_error = 0;
  std::vector<Digits> digits;  // of every run and every channel that both know
};

// From ERROR = `first` on; `integrator` empty: the default.
Validation validate_example(const std::string& name, const Reference& reference,
                            const std::string& first, int levels, const std::string& integrator,
                            double seconds);

}  // namespace trammel::examples
