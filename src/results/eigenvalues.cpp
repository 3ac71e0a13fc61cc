// SPDX-License-Identifier: BSD-3-Clause
#include "results/eigenvalues.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <numbers>

namespace trammel::results {

std::string eigenvalue_table(const std::vector<std::complex<double>>& values) {
  std::string text = "MODE,REAL,IMAG,FREQUENCY,DAMPING_RATIO\n";
  for (std::size_t k = 0; k < values.size(); ++k) {
    const double size = std::abs(values[k]);
    const double ratio = size > 0 ? -values[k].real() / size : 0;
    // Adding 0 leaves no "-0".
    fmt::format_to(std::back_inserter(text), "{},{},{},{},{}\n", k + 1, values[k].real() + 0.0,
                   values[k].imag() + 0.0, size / (2 * std::numbers::pi), ratio + 0.0);
  }
  return text;
}

}  // namespace trammel::results
