// Section 6.2, Tables 7 to 10, Figs. 13 to 20 of Shabana, Zhang and Wang: a vehicle whose geometry is not printed.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <array>
#include <numeric>

#include "bench/papers/experiments.h"

namespace trammel::bench::papers {

Outcome tlismni_vehicle(const Effort&) {
  // Table 8: ground, Euler parameters, spherical, revolute, rigid, cylindrical, angular velocity, gear, projection,
  // rack and pinion, dot product.
  constexpr std::array<int, 11> constraints = {6, 50, 81, 85, 42, 36, 1, 11, 1, 2, 5};
  constexpr int bodies = 50, coordinates = 7 * bodies;
  const int sum = std::accumulate(constraints.begin(), constraints.end(), 0);
  Outcome out;
  out.text =
      "A HMMWV of 50 bodies. Masses and moments of inertia are printed (Table 7) and constraints "
      "are counted (Table 8); "
      "positions of joints, springs and bushings, tyres and the curves of dampers and bushings "
      "(Figs. 14 to 18, without "
      "numbers) are not. Without them there is no such model.";
  out.claims.push_back(
      {"constraints and degrees of freedom (Table 8)", "320 constraints, 30 degrees of freedom",
       fmt::format("{} constraints, {} coordinates, {} degrees of freedom", sum, coordinates,
                   coordinates - sum),
       sum == 320 && coordinates - sum == 30 ? Verdict::reproduced : Verdict::not_reproduced,
       "the numbers of the text and of the table agree"});
  out.claims.push_back({"CPU times (Tables 9 and 10)",
                        "relative to explicit Adams: 1.31, 1.59, 1.48 at 1e-5", "not run",
                        Verdict::impossible, "geometry, tyres and force curves are missing"});
  out.claims.push_back({"motion of the chassis (Figs. 19 and 20)", "curves", "not run",
                        Verdict::impossible, "geometry, tyres and force curves are missing"});
  out.claims.push_back({"implicit methods with bushings of 2e12 N/m",
                        "85 % faster than explicit Adams", "not run", Verdict::impossible,
                        "see tl-stiff for what stiff springs do to these methods"});
  out.numbers = {{"constraints", double(sum)}};
  return out;
}

}  // namespace trammel::bench::papers
