// The eigenvalues of a large mechanism nearest to zero (EIG.5): src/analysis/modes.h says how.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <complex>
#include <string>
#include <vector>

#include "numerics/dae.h"

namespace trammel::analysis {

struct LowestModes {
  std::string message;  // why there are none; empty: found
  std::vector<std::complex<double>> values;
  std::vector<Eigen::VectorXcd> shapes;  // tangent displacements
};

LowestModes lowest_modes(const Dae&, const State&, int count, bool without_damping);

}  // namespace trammel::analysis
