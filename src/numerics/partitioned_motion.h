// The equations of motion as ordinary differential equations of independent coordinates.
//
// A partition names tangent entries as dependent: as many as constraints, chosen by full pivoting of
// Γ (PART.1). Given the others, everything follows:
//   q ← retract(q̂, δ),  δ_i = 0,  Φ(t, q) = 0       by Newton, from a predicted q̂        (PART.3)
//   v ← v̂ + δ,          δ_i = 0,  Γv + Φ_t = 0, Ψ = 0                                    (PART.4)
//   a, λ, ẋ, y          from the index-1 system (IDX.1)
// A partition is worn when a probing motion of all independent entries, each about its weight Y_i, moves
// any dependent one far more than it did at the choice,
//   ρ_d = |(Γ_d⁻¹ Γ_i w_i)_d| / Y_d                                                        (PART.6)
// Formulas may be applied to all coordinates: a partition only says which of the results count.
// Theory: docs/theory/partitioning.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "numerics/index_one.h"
#include "numerics/partition_matrix.h"
#include "numerics/pivot_columns.h"

namespace trammel {

class PartitionedMotion {
 public:
  explicit PartitionedMotion(const Dae&);

  // A partition for the state; `weights`: what counts as much in each tangent entry.
  IndexOneReport choose(const State&, const Vector& weights);
  // After evaluate() of the state: factors of its Γ for what follows, and how worn the partition is there.
  void refresh(const State&);
  bool is_worn() const;  // dependent coordinates move much more than they did at the choice
  long choices() const { return choices_; }
  // (PART.7) of position constraints after refresh(): it vanishes where they depend on each other.
  double closeness() { return layout_.m0 > 0 && is_factored_ ? position_.closeness() : 1; }

  // Dependent q and v of a state whose independent ones are right and the others predicted.
  IndexOneReport complete(State&);
  IndexOneReport complete_velocity(State&);  // v alone
  // The same, then a, λ, ẋ, y.
  IndexOneReport evaluate(State&);

  // From now on evaluate() moves all coordinates, the least in the mass norm, onto their constraints (IDX.2),
  // (IDX.3), as long as that is possible: next to a singular pose noise then stays out of the motion. Not where the
  // Dae itself gives accelerations.
  void project(bool wanted) { projects_ = wanted && !index_one_.was_fast(); }
  bool projects() const { return projects_; }
  // Removes what constraints of the state forbid, in the mass norm.
  bool keep_tangential(const State&, Vector& tangent);

  // Zero in dependent entries.
  void keep_independent_position(Vector& tangent) const;
  void keep_independent_velocity(Vector& tangent) const;
  // Zero but where the position is independent and the velocity is not.
  void keep_imposed(Vector& tangent) const;

  const IndexOne& index_one() const { return index_one_; }
  FactorCounters counters() const;  // of all matrices

 private:
  struct Level;  // position or velocity
  IndexOneReport correct(State&, const Level&);
  IndexOneReport renew(const State&);
  bool factor(const SparseMatrix& gamma);
  // (PART.6); `at_choice` is set where it is empty.
  double leverage(PartitionMatrix&, const SparseMatrix& gamma, int rows, Vector& at_choice);

  const Dae& dae_;
  const Layout& layout_;
  IndexOne index_one_;
  PivotColumns columns_;
  PartitionMatrix position_, velocity_;
  Blocks blocks_;
  Values values_;
  bool is_factored_ = false, projects_ = false;
  double leverage_ = 0;  // the largest beside that at the choice …
  // … of each entry, in positions and in velocities: it counts as 1 at least; empty: not known yet.
  Vector position_leverage_, velocity_leverage_;
  long choices_ = 0;
  Vector weights_, probe_, response_;
  Vector origin_, total_, delta_, normal_;
};

}  // namespace trammel
