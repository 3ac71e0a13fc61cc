// Errors and observed orders of integrators on the textbook DAEs.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "integrators/registry.h"
#include "support/test_problems.h"

namespace trammel {
inline void PrintTo(const IntegratorInfo& info, std::ostream* out) {
  *out << info.name;
}
}  // namespace trammel

namespace trammel::testing {

struct Errors {  // largest over all steps
  double q = 0, v = 0, lambda = 0, a = 0, x = 0, y = 0;
  double rotation = 0;  // angle between computed and true orientation, included in q
};

using Steps = std::vector<double>;
Steps constant_steps(double t_end, int n);
Steps alternating_steps(double t_end, int n);  // h, 2h, h, 2h, …; n steps

// Whether tests of half a minute are to run (TRAMMEL_LONG_TESTS is set, as `make verify` does).
bool long_tests_are_wanted();

IntegratorOptions study_options();  // fixed steps with Newton converged to round-off

// Largest errors against the reference over all steps, the first `skip` steps left out; or, as
// references are costly, in the first few and at so many times: the same for any even number of steps
// between.
Errors errors_of(const TestProblem&, const IntegratorInfo&, const Steps&, IntegratorOptions,
                 int skip = 0, int samples = 0);

// The same for a method of variable order, held at order k: n equal steps over the whole time whose
// first k are exact. After a start with exact velocities the multipliers of index 3 are wrong for
// 2k + 4 steps; `skip_start` leaves these out.
Errors errors_at_order(const TestProblem&, const IntegratorInfo&, int k, int n, bool skip_start);

// Planetary gear: largest error of the pin force relative to its size, in n steps that change by
// ±20 % every time.
double pin_force_error(const char* method, int n, const IntegratorOptions&);

// log2 of the ratio of successive errors.
std::vector<double> orders(const std::vector<double>& errors);

}  // namespace trammel::testing
