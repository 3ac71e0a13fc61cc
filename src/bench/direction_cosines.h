// The state-time elements of Oghbaei and Anderson in their own form, for the planar double pendulum of
// their paper: centres of mass, angles and direction cosines (x, y, θ, c, s of each rod) are unknowns,
// joints act by forces, and velocities enter by the natural boundary term.
//
// With trial functions ψ_j of degree k for coordinates u, test functions χ_r, and φ_z of degree k − 1
// (k − 2 for Hermite functions) for forces f, on a step from 0 to h:
//   m [u̇(h) χ_r(h) − v_n χ_r(0) − ∫ u̇ χ̇_r dt] = ∫ (F + f) χ_r dt        for x, y and θ             (DCF.1)
//   ∫ (ċ + s θ̇) χ_r dt = 0,  ∫ (ṡ − c θ̇) χ_r dt = 0                                              (DCF.2)
//   ∫ (velocity of joint on one rod − on the other) φ_z dt = 0                                     (DCF.3)
// Tests: `literal`, as printed: the trial functions but the last one, of Hermite type but the two that
// the start fixes (every other choice diverges); `complete`, all polynomials of the degree that is needed,
// with which an element neither amplifies nor loses its order. (DCF.2) may have other tests than (DCF.1).
// The next step starts with all end rates of the trial functions, or with the angular rates alone and the
// others that follow from them                                                                  (DCF.4)
// Theory: docs/theory/state_time.md#direction-cosines
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <optional>
#include <vector>

namespace trammel::bench {

struct PlanarDoublePendulum {  // uniform rods, absolute angles from the x axis
  std::array<double, 2> mass = {3, 0.3}, length = {2, 3};
  std::array<double, 2> stiffness = {400, 3e5}, damping = {15, 5e4};
  std::array<double, 2> relaxed = {0, 0};  // relative angles of joints without torque
  std::array<double, 2> angle = {0, 0}, rate = {0, 0};
  std::array<double, 2> gravity = {0, -9.81};
};

// Section 4.1 of the paper: relative angles (π/2, 5π/12), rates (0, 10), relaxed at (0, π/2).
PlanarDoublePendulum published_double_pendulum();

struct CosineElement {
  enum class Family : unsigned char { lagrange, hermite };
  enum class Tests : unsigned char { literal, complete };
  int degree = 2;  // k
  Family family = Family::lagrange;
  Tests tests = Tests::literal;
  std::optional<Tests> tests_of_cosines = {};                     // none: the same
  enum class Carry : unsigned char { all_rates, angular_rates };  // to the next step (DCF.4)
  Carry carry = Carry::all_rates;

  int force_degree() const { return family == Family::lagrange ? degree - 1 : degree - 2; }
};

struct CosineNode {
  double t;
  std::array<double, 2> angle, rate;
};

struct CosineRun {
  std::vector<CosineNode> nodes;  // the end of every step; fewer than asked: it diverged
  int unknowns = 0;               // of one step
  double norm_drift = 0;          // largest |c² + s² − 1|
};

// n equal steps to t_end.
CosineRun run_direction_cosines(const PlanarDoublePendulum&, const CosineElement&, double t_end,
                                int n);

}  // namespace trammel::bench
