// HHT-SI2: Hilber-Hughes-Taylor with position and velocity constraints at the end of every step,
// after Jay and Negrut, in a form that never inverts the mass matrix.
//
// F = Q − Γᵀλ (level 2) is the action. Λ0, Λ1 are multipliers of this step only, one Λ0 = Λ1 for a
// velocity constraint; R0 = Γᵀ(y0)Λ0, R1 = Γᵀ(y1)Λ1. Unknowns u, w:
//   y1 = retract(y0, Δ),  Δ = h z0 + h² u,  z1 = z0 + h w                              (SI2.1)
//   P0 = F0 + σ D,  P1 = (1+α) F1 − α F0,  D ← P1 − F1 = α (F1 − F0)                   (SI2.2)
//   M u = (½−β) P0 + β P1 − ½ [(1−b) R0 + b R1]                                        (SI2.3)
//   M w = (1−γ) P0 + γ P1 − ½ [R0 + R1]                                                (SI2.4)
//   Φ(y1)/h² = 0,  (Γz1 + Φ_t)/h = 0,  Ψ/h = 0                                         (SI2.5)
// σ = h/h_old: P is the action at t + αh, which belongs to the step it was made with; σ = 1 drops
// the order to 1. α, β, γ of (HHT.5), states by (HHT.6), b = 1/3. Where M depends on q, M = M(y1) and
//   F0 ← F0 + (M(y1) − M(y0)) q̈0                                                      (SI2.6)
// Where F or the auxiliary equations use q̈ or λ, these are unknowns of the step as well:
//   M q̈1 + Γᵀλ1 = Q1,  Γq̈1 = γ1 (Ψ̇ = 0, Θ = 0)                                       (SI2.7)
// elsewhere (SI2.7) is solved after the step, for output and for the local error
//   e = Δ − h z0 − h² (q̈0/3 + q̈1/6) − (h³/12) ω̄×ω̄̇ (rotations)                         (SI2.8)
//   e_z = h w − (h/2) (q̈0 + q̈1) + (h³/12) d²q̈/dt²                                     (SI2.9)
//   e ← h² ξ, e_z ← h η, solution of the Newton system with right sides M e/h² in (SI2.3)
//   and M e_z/h in (SI2.4), Γe_z/h for Ψ; |e| and τ |e_z| ≤ ERROR, τ² = |q̈|/|d²q̈/dt²|  (SI2.12)
//   of lengths and of angles
// Natural start: D = α h Ḟ, with Ḟ = M q⃛ + d(Γᵀλ)/dt of levels 0 and 1                 (SI2.10)
// Prediction: q̈, λ, ẋ, y by polynomials; u, w, Λ0, Λ1 from them with the defects of the
// last step, scaled by σ (u, Λ) and σ² (w)                                              (SI2.11)
//
// Theory: docs/theory/hht_si2.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "integrators/alpha_states.h"
#include "integrators/implicit_integrator.h"
#include "numerics/history.h"
#include "numerics/two_level_matrix.h"

namespace trammel {

class HhtSi2 final : public ImplicitIntegrator {
 public:
  HhtSi2(const Dae&, const IntegratorOptions&);
  static std::string check(const IntegratorOptions&);

  const Interpolant& interpolant() const override { return interpolant_; }
  int order() const override { return 2; }
  std::string row_name(int row) const override { return matrix_.row_name(row); }
  std::string column_name(int column) const override { return matrix_.column_name(column); }

  // For tests: the Newton matrix, the local error (tangent increments) and Λ1 of the last step.
  const TwoLevelMatrix& newton_matrix() const { return matrix_; }
  const Vector& local_error() const { return error_; }
  const Vector& local_velocity_error() const { return velocity_error_; }
  const Vector& end_multipliers() const { return Lambda1_; }

 private:
  // start (hht_si2_start.cpp)
  StepReport begin(double h) override;
  StepReport restart(double h) override;
  StepReport settle(double h);
  void naturalise(double h);

  // one attempt
  StepReport predict() override;
  void extrapolate(double sigma);
  void follow();
  void accept() override;
  void take_action(const State&);
  void remember_start();

  // Newton
  BlockMask blocks_needed() const override;
  FactorReport factor() override;
  bool stretch() override {
    map_.h = h_;
    map_.sx = states_.slope(h_);
    return true;
  }
  std::string describe_singularity() const override { return matrix_.describe_singularity(); }
  const SparseMatrix& newton_matrix_values() const override { return matrix_.matrix(); }
  Outcome residual(Vector& r) override;
  void start_action();
  void balances(Vector& r);
  void solve(Vector& r) override { matrix_.solve(r); }
  double correct(const Vector& d) override;

  // error (hht_si2_error.cpp)
  ErrorEstimate estimate_error() override;
  void complete_end();
  void raw_error();
  void filter_error();
  double lasting_velocity_error() const;

  double alpha_, beta_, gamma_, b_;
  bool solves_accelerations_;     // (SI2.7) is part of the Newton system
  bool index_one_knows_ = false;  // F and Γ at y1

  TwoLevelMatrix matrix_;
  const TwoLevelPlaces& at_;
  TwoLevelMap map_;
  AlphaStates states_;
  History history_;  // of (q̈, λ, ẋ, y)
  HermiteInterpolant interpolant_;

  SparseMatrix gamma0_;     // Γ at y0
  Vector F0_, F1_, base0_;  // action at both ends; F0 for M(y1) (SI2.6)
  Vector inertia0_;         // M(y0) q̈0
  Vector D_, D0_;           // P − F for a step of h_shift_, and for this one
  double h_shift_ = 0;
  Vector u_, w_, increment_;                                      // (SI2.1)
  Vector Lambda0_, Lambda1_;                                      // of all levels, zero for level 2
  Vector u_defect_, w_defect_, Lambda0_defect_, Lambda1_defect_;  // (SI2.11)

  Vector P0_, P1_, R0_, R1_, product_, level2_;  // workspaces
  Vector stacked_, rhs_;                         // (a, λ, ẋ, y); Newton system
  Vector velocity_error_, curvature_;            // e_z; d²q̈/dt²
  Vector a_before_;                              // q̈ at t_{n−1}
  double h_before_ = 0;                          // t_n − t_{n−1}, 0: none
  Vector jerk_, x_second_;                       // q⃛ and ẍ at the start
};

}  // namespace trammel
