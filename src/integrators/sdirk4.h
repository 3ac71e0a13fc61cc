// A diagonally implicit Runge-Kutta method of order 4 on independent coordinates, L-stable (Hairer and
// Wanner, γ = 1/4, five stages, stiffly accurate, with an estimate of order 3).
//
//   Y_i = Y_n + h Σ_{j<i} a_ij F_j + hγ F_i,   Y_{n+1} = Y_5                                 (SDIRK.1)
//   local error  e = h Σ (b_i − b̂_i) F_i                                                    (SDIRK.2)
//   and, as that knows nothing of the first quarter of a step,  e = h/4 (F_n − 2F_1 + 2F_2 − F_5)
//                                                                                         (SDIRK.5)
//   both as (I − hγJ)⁻¹e, which leaves stiff parts no larger than they are                    (SDIRK.7)
//   a stage: (IDX.1) in (a, λ, ẋ, y) with v = v* + hγ a, x = x* + hγ ẋ, q = q* + hγ B(q) v,
//   dependent entries completed; Newton with  M + hγ C + (hγ)² K  and Γ                       (SDIRK.3)
//   next to singular poses, where λ has a pole, λ and y are those of the index-1 system in
//   every iteration, and a and ẋ alone are iterated                                         (SDIRK.8)
//   quaternions, with ρ = √(|e*|² − |hγω/2|²):  e = e*∘(ρ + hγω/2)/|e*|²                        (SDIRK.4)
//   Newton's share of the error: 10⁻³ ERROR^(5/4)                                            (SDIRK.6)
//
// Theory: docs/theory/partitioning.md#sdirk4
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>

#include "integrators/partitioned_integrator.h"
#include "integrators/quintic_interpolant.h"
#include "numerics/newton.h"
#include "numerics/newton_matrix.h"

namespace trammel {

class Sdirk4 final : public PartitionedIntegrator, private NewtonProblem {
 public:
  Sdirk4(const Dae&, const IntegratorOptions&);
  static std::string check(const IntegratorOptions&) { return {}; }

  const Interpolant& interpolant() const override { return interpolant_; }
  int order() const override { return 4; }

 private:
  static constexpr int stages = 5;

  Attempt attempt() override;
  void remember() override;
  void set_end_memory(const Vector& memory) override { interpolant_.set_end_memory(memory); }
  void begin_history(double h) override;
  std::span<const double> evaluated_at() const override;
  double audible() const override { return tolerance_ / options_.error; }  // by Newton

  AttemptResult solve_stage(int stage, int& iterations);
  void expect(int stage);   // a, λ, ẋ, y of it
  Matrix prepare_matrix();  // for h_, new where the last rate was bad
  Matrix combine();
  double local_error();
  double filtered_size(const Vector& error);  // (SDIRK.7), of rows
  double defect_of_imposed();
  void move_position(double step);
  bool follow(int rounds);  // q, v, x of the stage from its a and ẋ

  Outcome residual(Vector& r) override;
  Outcome evaluate_residual(const State&, Vector& r);
  Matrix renew_matrix() override;
  void solve(Vector& r) override { matrix_.solve(r); }
  double correct(const Vector& d) override;
  double stagnation() const override;
  double round_off() const override;

  NewtonMatrix matrix_;
  Blocks blocks_;
  Values values_;
  StepMap map_;
  Newton newton_;
  JacobianPlan plan_;
  QuinticInterpolant interpolant_;
  bool has_blocks_ = false, wants_blocks_ = false;
  bool is_unsolvable_ = false;  // dependent coordinates do not follow in this iterate
  bool eliminates_ = false;     // (SDIRK.8)
  double h_of_matrix_ = 0;
  long step_of_matrix_ = 0;
  double tolerance_;  // of Newton
  std::array<Vector, stages> f_;
  std::array<Vector, stages + 1> known_;  // (a, λ, ẋ, y) at the beginning and in the stages …
  std::array<Vector, stages + 1> past_;   // … and those of the step before
  double h_past_ = 0;                     // its length; 0: there is none
  Vector unknowns_, correction_;
  State probe_;
  Vector y0_, base_, second_, q_star_, velocity_, position_, states_;
};

}  // namespace trammel
