// HHT-I3: the Hilber-Hughes-Taylor method on the index-3 equations of motion.
//
// Unknowns are the true accelerations; the algorithmic ones follow:
//   a_{n+1} = (1+α) q̈_{n+1} − α q̈_n                                                  (HHT.1)
//   Δ = h v_n + h² [(½−β) a_n + β a_{n+1}],  q_{n+1} = retract(q_n, Δ)                (HHT.2)
//   v_{n+1} = v_n + h [(1−γ) a_n + γ a_{n+1}]                                         (HHT.3)
//   M q̈ + Γᵀλ − Q = 0 at t_{n+1},  Φ/s = 0,  Ψ/v = 0,  Θ = 0                          (HHT.4)
//   γ = ½ − α,  β = (1−α)²/4                                                          (HHT.5)
//   W_{n+1} = (1+α) ẋ_{n+1} − α ẋ_n,  x_{n+1} = x_n + h [(1−γ) W_n + γ W_{n+1}]       (HHT.6)
// Before a step with h ≠ h_old, σ = h/h_old:
//   a_n ← q̈_n + σ (a_n − q̈_n)  (W_n likewise)                                        (HHT.7)
//   v_n ← v_n + (σ²−1) w,  w normal with Γw = Γv_n + Φ_t                              (HHT.8)
// Local error, with x = a_{n+1} − a_n, c_S = β + α/2 − 1/6 and c_V = γ + α − ½ (0 by (HHT.5)):
//   e = c_S h² x + c_V h² (b_n + x) − (h³/12) ω̄×ω̄̇ (rotations)                        (HHT.9)
//   e_x = (1/12 − α/2 − α²) h³ d²ẋ/dt² + c_V h (ẋ_{n+1} − ẋ_n)                        (HHT.10)
//   e ← s ξ, solution of the Newton system with right side (M+A) e/s: tangent to the
//   constraints, stiff modes filtered                                                 (HHT.11)
//   b_{n+1} = (1 − J⁻¹(VC + sK))(b_n + x), b_0 = 0, at most a_{n+1} − a_0             (HHT.16)
// Natural start, from the third derivative q⃛ at t_0:
//   a_0 = q̈_0 + α h q⃛,  v_0 ← v_0 − h² P_N ((c_S − c_V/2) q⃛ − ω̄×ω̄̇/12)               (HHT.12)
// Prediction: q̈, λ, ẋ, y by a polynomial through their last four values, or, where a stiff element
// makes accelerations noisy, Δ/h through its last three; whichever was nearer in the last step, in
//   |β h² (a_{n+1} − a_pred)|  and  |Δ − Δ_pred|                                       (HHT.14)
// Output between steps: cubic through positions and velocities. A stiff mode far below the step has
// velocities that h multiplies into noise; where h(v − v̄) exceeds the error twelve times,
//   v̄: slopes of the parabola through three positions serve instead                   (HHT.15)
// Newton: δΔ = T⁻¹ δ gives s = (1+α)βh², V = γ(1+α)h T⁻¹, W = T⁻¹, sx = γ(1+α)h        (HHT.13)
//
// After Negrut, Rampalli, Ottarsson, Sajdak 2007, in true-acceleration form, which stays second
// order when forces use accelerations or M depends on q. The printed forms are selectable.
// Theory: docs/theory/hht.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "integrators/alpha_states.h"
#include "integrators/implicit_integrator.h"
#include "numerics/history.h"
#include "numerics/newton_matrix.h"

namespace trammel {

struct HhtParameters {
  double alpha, beta, gamma;
};

class HhtI3 : public ImplicitIntegrator {
 public:
  HhtI3(const Dae&, const IntegratorOptions&);
  static std::string check(const IntegratorOptions&);

  const Interpolant& interpolant() const override { return interpolant_; }
  int order() const override { return is_first_order() ? 1 : 2; }

  // For tests: the Newton matrix and the local error estimate (tangent increments) of the last
  // step.
  const NewtonMatrix& newton_matrix() const { return matrix_; }
  const Vector& local_error() const { return error_; }

 protected:
  HhtI3(const Dae&, const IntegratorOptions&, const HhtParameters&);

 private:
  // start (hht_i3_start.cpp)
  StepReport begin(double h) override;
  StepReport restart(double h) override;
  StepReport settle(double h);
  void naturalise(double h);
  bool is_sudden(double h) const;

  // one attempt
  StepReport predict() override;
  void shift_to(double h);
  void normal_offset();
  bool normal_offset_by_newton_matrix();
  void extrapolate();
  void judge_predictors();
  void follow();
  void set_map();
  void accept() override;
  void smooth_interpolant();

  // Newton
  bool finds_reactions_by_positions() const override { return true; }
  BlockMask blocks_needed() const override;
  FactorReport factor() override;
  bool stretch() override {
    set_map();
    return true;
  }
  std::string describe_singularity() const override { return matrix_.describe_singularity(dae_); }
  const SparseMatrix& newton_matrix_values() const override { return matrix_.matrix(); }
  Outcome residual(Vector& r) override;
  void solve(Vector& r) override { matrix_.solve(r); }
  double correct(const Vector& d) override;

  // error (hht_i3_error.cpp)
  ErrorEstimate estimate_error() override;
  void raw_error();
  void filter_error();
  void gather();
  void bound_gathered(Eigen::Ref<Vector> b);
  void add_product(Block, const Vector&, double factor, int at, int rows);
  bool is_first_order() const { return velocity_constant_ > 1e-12; }

  bool printed_;  // formula (11a) of the paper
  double alpha_, beta_, gamma_;
  double error_constant_;
  double velocity_constant_;  // c_V: the method is of first order where it is not zero

  NewtonMatrix matrix_;
  StepMap map_;
  AlphaStates states_;
  History history_;              // of (q̈, λ, ẋ, y)
  History rates_;                // of Δ/h, in the middles of steps
  bool positions_lead_ = false;  // they predict better than accelerations
  HermiteInterpolant interpolant_;

  Vector a_shift_;  // a_n − q̈_n, for a step of h_shift_
  Vector w_;        // normal part of v_n (HHT.8), valid for h_shift_
  double h_shift_ = 0;
  bool w_is_known_ = false;

  Vector a0_, v0_, a1_;                // algorithmic values at both ends
  Vector f0_;                          // Γᵀλ − Q at t_n, printed form only
  Vector increment_, xi_;              // Δ; the last correction of q̈
  Vector predicted_, predicted_rate_;  // algorithmic acceleration and Δ/h, before Newton
  Vector stacked_, rhs_;               // workspaces: (a, λ, ẋ, y); Newton system
  Vector jerk_, x_second_;             // q⃛ and ẍ at the start
  Vector gathered_, a_start_;          // b_n: v has gathered an error of c_V h b (HHT.16); a_0
};

}  // namespace trammel
