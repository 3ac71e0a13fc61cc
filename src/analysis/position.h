// Assembly: the pose nearest to the given one that satisfies the position constraints.
//
//   minimise ½ (q − q⁰)ᵀ W (q − q⁰)  subject to  Φ(q, t⁰) = 0, c(q) = 0                    (IC.3)
//
// with c the coordinates that are held, by steps (IC.2) with (Φ, c) as residual and ε = κ |RΦ|, which
// converge quadratically even where constraints repeat each other. No coordinate moves more than
// ALIMIT or TLIMIT in a step; a step is shortened until |RΦ| becomes smaller, so that a pose never
// gets worse. Where |RΦ| has a minimum that is not zero, ΓᵀR²Φ = 0: the rows with Φ ≠ 0 contradict
// each other (IC.4), unless a small push shows that the pose was only an unlucky one.
// Theory: docs/theory/initial_conditions.md#positions
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "analysis/position_rows.h"
#include "analysis/weighted_projection.h"

namespace trammel::analysis {

struct PositionLimits {
  double error = 1e-10;   // of RΦ: lengths in units of the typical length
  double rotation = 0.5;  // in one step [rad]
  double translation = 1e10;
  int iterations = 100;            // from one push to the next
  std::vector<bool> pattern = {};  // T: the iteration has a new matrix; empty: every one has
};

// A row that contradicts others: a constraint of the Dae, or, beyond these, a held coordinate.
struct Culprit {
  int row = 0;
  double share = 0;  // |RΦ|
};

struct PositionReport {
  static constexpr double smallest_share = 0.05;  // of a culprit, relative to the worst

  enum class Status : unsigned char { assembled, conflict, not_converged, domain_error };
  Status status = Status::assembled;
  int iterations = 0;
  double violation = 0;           // largest |RΦ|
  std::vector<Culprit> culprits;  // worst first
  bool ok() const { return status == Status::assembled; }
};

// Rows of a share above the smallest, worst first.
std::vector<Culprit> culprits_of(const Vector& scaled);

class PositionAnalysis {
 public:
  // `held` is kept by reference.
  PositionAnalysis(const system::System&, const std::vector<elements::ExactCoordinate>& held,
                   const SparseMatrix& weights, const Vector& units, const PositionLimits&);

  // Changes q and memory; q is never worse than before.
  PositionReport run(State&);

 private:
  enum class Descent : unsigned char { assembled, stationary, out_of_patience, no_value };

  Descent descend(State&, PositionReport&);
  bool improve(State&, double& kappa, bool with_new_matrix);
  bool try_step(State&, double before, bool& at_once);
  void limit_step();
  bool measure(const State&);  // |RΦ|, into norm_
  void push(State&, unsigned number) const;
  PositionReport finish(const State&, PositionReport::Status, PositionReport);

  const system::System& system_;
  Vector units_;
  PositionLimits limits_;
  PositionRows rows_;
  WeightedProjection projection_;
  bool has_matrix_ = false;
  Vector scales_, errors_, delta_;
  State trial_;
  double norm_ = 0, largest_ = 0;  // of RΦ as last measured
};

}  // namespace trammel::analysis
