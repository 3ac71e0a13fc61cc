// Eigenvalues of a linearised model as a table: MODE,REAL,IMAG,FREQUENCY,DAMPING_RATIO.
//
//   FREQUENCY = |s|/2π,   DAMPING_RATIO = −Re s/|s|, 0 for s = 0
// REAL and IMAG in radians per time unit, FREQUENCY in cycles.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <complex>
#include <string>
#include <vector>

namespace trammel::results {

// One row for each, as they come.
std::string eigenvalue_table(const std::vector<std::complex<double>>&);

}  // namespace trammel::results
