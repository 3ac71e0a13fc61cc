// State-time elements: every step is a finite element in time, solved for all its unknowns at once.
//
// Trial functions live in the chart of the step, q(t) = retract(q_n, ξ(t)), and v is its exact
// derivative; equations hold at the Gauss points, which is Galerkin's method with test functions of
// degree k − 1 (time_element.h has the coefficients).
//   q_i = retract(q_n, ξ_i),  v_i = T(ξ_i) ξ̇_i,  a_i = T(ξ_i) A_i + Ṫ ξ̇_i                  (ST.1)
//   x_i = x_n + h Σ D_ij ẋ_j                                                               (ST.2)
//   M a_i + Γᵀλ_i = Q,  d = 0,  y = f,  Θ = 0  at every point                              (ST.3)
//   k conditions on Φ/h² and Ψ/h (STE.5)                                                   (ST.4)
// The end velocity of the Lagrange elements satisfies its constraints to the order k of the trial
// functions only: it is projected (IDX.2), an impulse of the constraints at the node, and has the
// order 2k − 1 again                                                                        (ST.5)
// a, λ, ẋ, y at the end follow from (IDX.1): multipliers of the points belong to the element, and
// those of Lagrange elements are of order k − 1 only. Where forces or auxiliary equations use a or λ,
// these have Γa = γ, Ψ̇ = 0 at every point instead of (ST.4), and the end is projected onto Φ too (ST.6)
// Next to a singular pose errors count without their part P_N e that constraints forbid       (ST.7)
// Theory: docs/theory/state_time.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "integrators/element_interpolant.h"
#include "integrators/implicit_integrator.h"
#include "integrators/state_time_matrix.h"
#include "numerics/history.h"

namespace trammel {

class StateTime final : public ImplicitIntegrator {
 public:
  StateTime(const Dae&, const IntegratorOptions&, TimeElement::Type);
  static std::string check(const IntegratorOptions&);

  const Interpolant& interpolant() const override { return interpolant_; }
  int order() const override { return element_.order(); }
  std::string row_name(int row) const override { return matrix_.row_name(row); }
  std::string column_name(int column) const override { return matrix_.column_name(column); }

  // For tests: the Newton matrix and the local error (tangent increments) of the last step.
  const StateTimeMatrix& newton_matrix() const { return matrix_; }
  const Vector& local_error() const { return error_; }

 private:
  StepReport begin(double h) override;
  StepReport restart(double h) override;
  void settle();

  StepReport predict() override;
  void expect_steady_motion();
  void follow();
  void follow_point(int i, State&);
  Vec3 turning_rate(int i, const Rotation&) const;  // Ṫ ξ̇
  ErrorEstimate estimate_error() override;
  void accept() override;
  void disagreement(double tau, const State& end);
  void keep_motion(Vector& tangent);
  bool complete_end();
  void remember_points();

  bool finds_reactions_by_positions() const override { return true; }
  BlockMask blocks_needed() const override { return StateTimeMatrix::blocks_needed(layout_); }
  Outcome linearise() override;
  FactorReport factor() override;
  std::string describe_singularity() const override { return matrix_.describe_singularity(); }
  const SparseMatrix& newton_matrix_values() const override { return matrix_.matrix(); }
  Outcome residual(Vector& r) override;
  Outcome residual_at_point(int i, Vector& r);
  Outcome residual_at_end(Vector& r);
  void solve(Vector& r) override { matrix_.solve(r); }
  double correct(const Vector& d) override;
  void measure(const Vector& d);

  const TimeElement element_;
  const bool is_at_accelerations_;  // (ST.6)
  StateTimeMatrix matrix_;
  History history_;          // of (a, λ, ẋ, y) at the points and at the end of the last step …
  double history_span_ = 0;  // … of this length, 0: only at its end
  ElementInterpolant interpolant_;

  std::vector<State> points_;
  std::vector<Vector> A_;          // chart accelerations
  std::vector<Vector> xi_, rate_;  // ξ and ξ̇ of the points, then of the end
  std::vector<Blocks> point_blocks_;
  std::vector<const Blocks*> sets_;  // those and blocks_, which is of the end
  Values loads_;                     // largest of the points
  State end_;                        // made consistent
  Vector stacked_, balance_;         // (a, λ, ẋ, y); residual of motion
  Vector acceleration_change_, multiplier_change_, unknown_change_;  // largest of the points
  Vector jerk_, x_second_;
  Vector normal_;
};

template <TimeElement::Type type>
std::unique_ptr<Integrator> make_state_time(const Dae& dae, const IntegratorOptions& options) {
  return std::make_unique<StateTime>(dae, options, type);
}

}  // namespace trammel
