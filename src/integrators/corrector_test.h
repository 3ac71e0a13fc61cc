// When a corrector has converged: sizes of corrections in units of their tolerances.
//
//   position   |δ| ≤ τ,  |δx| ≤ τ            τ a share of ERROR                          (COR.1)
//   original   |δa| ≤ τ_λ |a|,  |δλ| ≤ τ_λ |λ|   τ_λ = min(1e-3, ERROR^(2/3)/10)          (COR.2)
//   always     |δy_i| ≤ τ_λ max(1e-6, |y_i|)                                              (COR.3)
//   balance    |r_k| ≤ 1e-6 (|f_k| + 1e-6 |f|) + 10 ε |M| |v|²                             (COR.4)
//              or |r| ≤ 10 |δ| |λ|                                                         (COR.5)
//   followers  |r| ≤ 1e-4 |f| where forces depend on λ, unless (COR.5)                    (COR.6)
//              standing still: |r| ≤ 10 ε |M|/h², at most 1e-2 |f|                         (COR.7)
//   corners    h |ẋ − f| ≤ 0.1, before the last correction, where f has corners            (COR.8)
// (COR.2) is the difference between CORRECTOR=ORIGINAL and MODIFIED: what Newton leaves of a
// position constraint returns as Φ/h² in the multipliers of the next steps.
// Theory: docs/theory/newton.md#correctors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <limits>

#include "integrators/integrator.h"
#include "numerics/error_norm.h"

namespace trammel {

struct Correction {                                // what one Newton iteration changed
  const Vector &position, &states, &acceleration;  // δ, δx, δa
  Eigen::Ref<const Vector> multipliers, unknowns;  // δλ, δy
};

class CorrectorTest {
 public:
  // `position_tolerance`: τ.
  CorrectorTest(const Dae&, const ErrorNorm&, const IntegratorOptions&, double position_tolerance);

  void reset();
  // The kinetic energy |M| |v|²: forces that are less than its rounding need not balance. A wheel that
  // turns freely has no others.
  void set_motion(double energy, double h) {
    rounding_of_motion_ = 10 * std::numeric_limits<double>::epsilon() * energy;
    h_ = h;
  }
  void begin() { last_size_ = 0; }  // another solution
  void observe(const State&);       // an accepted state: magnitudes of the run

  double size(const Correction&, const State&);

  // Size of the largest term that positions are summed from, in the error norm: their round-off.
  void set_terms(double size) { terms_ = size > 1 ? size : 1; }

  // |M a + Γᵀλ − Q| of the iterate relative to its largest term, of forces and of torques each: where
  // Newton stands still with forces that do not balance there is no solution.
  // `noise`: relative round-off of accelerations that are differences of velocities.
  void set_imbalance(const Values&, const Eigen::Ref<const Vector>& residual, double noise = 0);

  // |M a + Γᵀλ − Q| of the iterate exceeds every force of the last few hundred steps: far from
  // balance, stiff elements have forces, and with them geometric stiffness, that do not exist.
  bool is_far_from_balance() const { return largest_force_ > 0 && residual_ > largest_force_; }

  double round_off() const;  // size below which no progress is possible
  // Size at which standing still is enough; rounding of positions makes forces of `noise`.
  double stagnation(bool matrix_is_new, double noise = 0) const;

  // Accelerations that an ulp of the positions makes in steps of h exceed what (COR.2) leaves.
  bool reactions_are_noise(double h, const State&) const;

 private:
  bool is_balanced() const;

  const Layout& layout_;
  const ErrorNorm& norm_;
  Corrector corrector_;
  double position_tolerance_, multiplier_tolerance_;
  double balance_;  // of forces, for corrections of positions that are round-off
  std::array<std::vector<int>, 3> rows_of_kind_;  // of M a, by Kind
  std::vector<bool> is_noisy_;  // y_i follows accelerations or multipliers, with their noise
  double position_change_ = 0;  // of the last correction, relative to its tolerance
  double rounding_of_motion_ = 0, h_ = 0;
  double state_residual_ = 0;  // h |ẋ − f|
  double quiet_change_ = 0;    // of the y that are not noisy
  double imbalance_ = 0, last_size_ = 0;
  double geometric_force_ = 0;        // by which the last correction of positions turns reactions
  double residual_ = 0, forces_ = 0;  // of the last iterate, as work over one unit of position
  double largest_force_ = 0;          // of accepted steps
  double terms_ = 1;
  double largest_a_ = 0, largest_lambda_ = 0;  // over the last few hundred steps
  Vector largest_y_;                           // … and of each algebraic unknown
};

}  // namespace trammel
