// Assembly: the pose nearest to the given one that satisfies the position constraints.
//
//   minimise ½ (q − q⁰)ᵀ W (q − q⁰)  subject to  Φ(q, t⁰) = 0                             (IC.3)
//
// by steps (IC.2) with c = Φ and ε = κ |RΦ|, which converge quadratically even where constraints
// repeat each other. No coordinate moves more than ALIMIT or TLIMIT in a step; a step is shortened
// until |RΦ| becomes smaller, so that a pose never gets worse. Where |RΦ| has a minimum that is not
// zero, ΓᵀR²Φ = 0: the rows with Φ ≠ 0 contradict each other (IC.4), unless a small push shows
// that the pose was only an unlucky one.
// Theory: docs/theory/initial_conditions.md#positions
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "analysis/weighted_projection.h"
#include "numerics/dae.h"

namespace trammel::analysis {

struct PositionLimits {
  double error = 1e-10;   // of RΦ: lengths in units of the typical length
  double rotation = 0.5;  // in one step [rad]
  double translation = 1e10;
  int iterations = 100;  // from one push to the next
};

struct PositionReport {
  static constexpr double smallest_share = 0.05;  // of a culprit, relative to the worst

  enum class Status : unsigned char { assembled, conflict, not_converged, domain_error };
  Status status = Status::assembled;
  int iterations = 0;
  double violation = 0;       // largest |RΦ|
  std::vector<int> culprits;  // constraints of the Dae that contradict each other, worst first
  bool ok() const { return status == Status::assembled; }
};

class PositionAnalysis {
 public:
  PositionAnalysis(const Dae&, const SparseMatrix& weights, const Vector& units,
                   const PositionLimits&);

  // Changes q and memory; q is never worse than before.
  PositionReport run(State&);

 private:
  enum class Descent : unsigned char { assembled, stationary, out_of_patience, no_value };

  Descent descend(State&, PositionReport&);
  bool improve(State&, double& kappa);
  void limit_step();
  bool measure(const State&);  // |RΦ|, into norm_
  void push(State&, unsigned number) const;
  PositionReport finish(const State&, PositionReport::Status, PositionReport);

  const Dae& dae_;
  Vector units_, ease_;  // ease: 1/√W_ii
  PositionLimits limits_;
  WeightedProjection projection_;
  Values values_;
  Blocks blocks_;
  Vector scales_, delta_;
  State trial_;
  double norm_ = 0, largest_ = 0;  // of RΦ as last measured
};

}  // namespace trammel::analysis
