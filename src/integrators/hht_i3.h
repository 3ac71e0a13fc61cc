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
// Local error, with x = a_{n+1} − a_n and c_S = β + α/2 − 1/6:
//   e = c_S h² x − (h³/12) ω̄×ω̄̇ (rotations)                                           (HHT.9)
//   e_x = (1/12 − α/2 − α²) h³ d²ẋ/dt²                                                (HHT.10)
//   e ← s ξ, solution of the Newton system with right side (M+A) e/s: tangent to the
//   constraints, stiff modes filtered                                                 (HHT.11)
// Natural start, from the third derivative q⃛ at t_0:
//   a_0 = q̈_0 + α h q⃛,  v_0 ← v_0 − h² P_N (c_S q⃛ − ω̄×ω̄̇/12)                         (HHT.12)
// Newton: δΔ = T⁻¹ δ gives s = (1+α)βh², V = γ(1+α)h T⁻¹, W = T⁻¹, sx = γ(1+α)h        (HHT.13)
//
// After Negrut, Rampalli, Ottarsson, Sajdak 2007, in true-acceleration form, which stays second
// order when forces use accelerations or M depends on q. The printed forms are selectable.
// Theory: docs/theory/hht.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "integrators/integrator.h"
#include "numerics/error_norm.h"
#include "numerics/history.h"
#include "numerics/index_one.h"
#include "numerics/newton.h"
#include "numerics/newton_matrix.h"

namespace trammel {

class HhtI3 final : public Integrator, private NewtonProblem {
 public:
  HhtI3(const Dae&, const IntegratorOptions&);

  StepReport start(const State&) override;
  StepReport step(double t_limit) override;
  const State& state() const override { return s0_; }
  const Interpolant& interpolant() const override { return interpolant_; }
  const Statistics& statistics() const override { return statistics_; }
  int order() const override { return 2; }
  std::string bottleneck() const override;
  void set_fixed_step(double h) override;

  // For tests: the Newton matrix and the local error estimate (tangent increments) of the last
  // step.
  const NewtonMatrix& newton_matrix() const { return matrix_; }
  const Vector& local_error() const { return error_; }

 private:
  struct ErrorEstimate {
    double error;     // relative to ERROR
    double exponent;  // of h in it
  };

  // start (hht_i3_start.cpp)
  StepReport begin(double h);
  StepReport settle(double h);
  bool third_derivative();
  double initial_step() const;
  void naturalise(double h);
  bool is_sudden(double h) const;
  StepReport restart(double h);

  // one attempt
  void shift_to(double h);
  void normal_offset();
  void predict();
  void follow();
  void set_map();
  Matrix prepare_matrix(bool force_new);
  Matrix recombine();
  void accept();
  void observe_magnitudes();

  // NewtonProblem
  Outcome residual(Vector& r) override;
  Matrix renew_matrix() override;
  void solve(Vector& r) override { matrix_.solve(r); }
  double correct(const Vector& d) override;
  double round_off() const override;
  double stagnation() const override;

  // error (hht_i3_error.cpp)
  ErrorEstimate estimate_error();
  void raw_error();
  void filter_error();

  StepReport give_up(AttemptResult, const NewtonReport&, double error) const;

  const Dae& dae_;
  const Layout& layout_;
  IntegratorOptions options_;
  bool printed_;                 // formula (11a) of the paper
  double alpha_, beta_, gamma_;  // (HHT.5)
  double error_constant_, state_error_constant_;
  double position_change_ = 0;  // of the last correction, relative to position_tolerance_
  double unknown_change_ = 0;   // of y, relative to its tolerance
  bool y_follows_a_ = false;    // or multipliers: then it has their noise
  double position_tolerance_, multiplier_tolerance_;  // of Newton

  IndexOne index_one_;
  NewtonMatrix matrix_;
  Blocks blocks_;
  StepMap map_;
  Newton newton_;
  JacobianPlan plan_;
  unsigned revision_;  // of the layout this object was made for
  StepController control_;
  ErrorNorm norm_;
  History history_;  // of (q̈, λ, ẋ, y)
  HermiteInterpolant interpolant_;
  Statistics statistics_;

  State s0_, s1_;             // ends of the step; a is the true acceleration
  Vector a_shift_, W_shift_;  // a_n − q̈_n and W_n − ẋ_n, for a step of h_shift_
  Vector w_;                  // normal part of v_n (HHT.8), valid for h_shift_
  double h_shift_ = 0;
  bool w_is_known_ = false;

  double h_ = 0;                   // of the attempt
  Vector a0_, v0_, W0_, a1_, W1_;  // algorithmic values at both ends
  Vector f0_;                      // Γᵀλ − Q at t_n, printed form only
  Vector increment_;               // Δ
  Values values_;
  Vector stacked_, rhs_;                       // workspaces: (a, λ, ẋ, y); Newton system
  Vector error_, state_error_;                 // local error
  Vector jerk_, x_second_;                     // q⃛ and ẍ at the start
  Vector x_dot_before_;                        // ẋ_{n−1}
  double h_before_ = 0;                        // t_n − t_{n−1}, 0: none
  double largest_a_ = 0, largest_lambda_ = 0;  // over the run, for relative convergence
  bool blocks_are_valid_ = false, matrix_is_wanted_ = false;
  double h_of_matrix_ = 0;
  long steps_with_blocks_ = 0;
};

}  // namespace trammel
