// The acceleration-level (index-1) system: accelerations, multipliers and algebraic unknowns that
// belong to given positions and velocities; and velocities that satisfy their constraints.
//
//   M a + Γᵀλ − Q = 0,  Γa − γ = 0 (Ψ̇ = 0, Θ = 0),  d = 0,  y − f = 0  in (a, λ, ẋ, y)  (IDX.1)
//   [M Γᵀ; Γ 0][δv; μ] = [0; −c1]                                                        (IDX.2)
//   [M Γᵀ; Γ 0][δ; μ] = [0; −Φ],  q ← retract(q, δ), repeated                            (IDX.3)
//
// Linear, hence one solve, unless forces use a or λ or there are auxiliary unknowns. The matrix is analysed
// when it is first needed: a Dae with a fast accelerate() never does.
// Theory: docs/theory/equations.md#index-1
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <optional>

#include "numerics/dae.h"
#include "numerics/newton.h"
#include "numerics/newton_matrix.h"

namespace trammel {

struct IndexOneReport {
  enum class Status : unsigned char { ok, singular, not_converged, domain_error, stopped };
  Status status = Status::ok;
  int iterations = 0;
  int worst_row = -1;  // equation that is farthest from holding, when it did not converge
  bool ok() const { return status == Status::ok; }
};

// Of accelerate(). Iterations go on to round-off while they help; where they end before, what has been
// reached counts if corrections have become smaller than `error`, relative to the values: where all of
// them are small, a correction of their own size is no convergence.
struct IndexOneLimits {
  double error = 1e-7;
  int iterations = 50;
  std::vector<bool> pattern = {};  // T: the iteration has a new matrix; empty: every one has
};

// Of project_position(), which also goes on to round-off while it may.
struct ProjectionLimits {
  double error = 0;  // largest last correction when iterations run out
  int iterations = 10;
  double rotation = std::numeric_limits<double>::infinity();  // in one iteration
  double translation = std::numeric_limits<double>::infinity();
  std::vector<bool> pattern = {};
};

class IndexOne final : private NewtonProblem {
 public:
  explicit IndexOne(const Dae&);

  void set_limits(const IndexOneLimits&);
  void set_limits(const ProjectionLimits& limits) { projection_ = limits; }

  // Fills a, λ, ẋ, y of the state from its t, q, v, x; the present ones are the starting guess.
  IndexOneReport accelerate(State&);

  // Moves q the least (in the mass norm) onto Φ = 0, by Newton from nearby.
  IndexOneReport project_position(State&);

  // Moves v the least (in the mass norm) onto Γv + Φ_t = 0, Ψ = 0; λ etc. are left alone.
  IndexOneReport project_velocity(State&);

  // All three: position, velocity, acceleration. One factorisation serves them where the matrix
  // depends on (t, q) only, because the projection moves q by next to nothing.
  IndexOneReport make_consistent(State&);

  // The part of a velocity u that position constraints forbid: w = P_N u, the least w (in the mass
  // norm) with Γw = Γu for level 0 and Γw = 0 for levels 1 and 2.
  IndexOneReport normal_part(const State&, const Vector& u, Vector& w);

  // Whether the last accelerate() was one linear solve; then Q and Γ of its state are at hand.
  bool was_linear() const { return was_linear_; }
  // Whether the Dae itself gave the accelerations; then nothing is at hand.
  bool was_fast() const { return was_fast_; }
  const Vector& action() const { return values_.action; }
  const SparseMatrix& gamma() const { return blocks_[Block::G]; }

  std::string describe_singularity() const;
  FactorCounters counters() const {
    return matrix_ ? matrix_->solver().counters() : FactorCounters{};
  }

 private:
  Outcome residual(Vector& r) override;
  Matrix renew_matrix() override;
  void solve(Vector& r) override { matrix_->solve(r); }
  double correct(const Vector& d) override;
  // A badly scaled model may not reach the tolerance; then standing still is enough.
  double stagnation() const override;
  double round_off() const override { return 1; }  // the tolerance itself is near it
  void prepare();                                  // matrix_ and blocks_
  IndexOneReport factor_at(const State&);
  bool is_linear() const;  // one solve gives a and λ
  void limit_move();       // delta_

  const Dae& dae_;
  std::optional<NewtonMatrix> matrix_;
  Blocks blocks_;
  Values values_;
  StepMap map_;
  Newton newton_;
  JacobianPlan plan_{{true}};
  double error_ = IndexOneLimits{}.error;
  ProjectionLimits projection_;
  State* state_ = nullptr;    // of the solve in progress
  bool keep_matrix_ = false;  // its factors were computed next to the state
  bool was_linear_ = false, was_fast_ = false;
  Vector rhs_, gamma_u_, delta_, q_;
  State assembled_;  // for a second try
};

}  // namespace trammel
