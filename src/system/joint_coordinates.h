// The equations of a mechanism whose joints form a tree in the coordinates of the joints: no constraints,
// accelerations in O(n). What forces depend on and what users see are still all bodies.
// Theory: docs/theory/trees.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <memory>
#include <mutex>
#include <vector>

#include "numerics/reduction.h"
#include "system/system.h"
#include "system/tree_motion.h"

namespace trammel::system {

class JointCoordinates final : public Reduction, private QuaternionDae {
 public:
  // Null: the joints of the system form no tree (system/tree.h), or forces need more than positions,
  // velocities and states. The system outlives it.
  static std::unique_ptr<JointCoordinates> make(const System&);
  ~JointCoordinates() override;

  const Dae& dae() const override { return *this; }
  bool reduce(const State& full, State& reduced) const override;
  void expand(const State& reduced, State& full) const override;

  const Tree& tree() const { return tree_; }

 private:
  struct Workspace;
  class Lease;
  class Expanded;

  JointCoordinates(const System&, Tree);

  const Layout& layout() const override { return layout_; }
  const Pattern& pattern(Block b) const override { return patterns_[std::size_t(b)]; }
  // Constraints, of which there are none; forces are part of accelerate().
  Outcome evaluate(const State&, unsigned ask, Values&) const override;
  Outcome linearise(const State&, BlockMask, Blocks&) const override;
  void reaction(const State& at, const Vector& lambda, Vector& out) const override;
  Acceleration accelerate(State&) const override;
  double largest_step(const State&) const override;
  double largest_turn(const State& from, const State& to) const override;
  void commit(State&, const Interpolant&) const override;
  std::string row_name(int row) const override;
  std::string column_name(int column) const override;

  void shape_patterns();
  void place(const State&, Workspace&) const;
  // F and N of all nodes; ẋ. False: a force has no value.
  bool apply_forces(const State&, Workspace&) const;
  void show(const State& reduced, Workspace&, State& full) const;  // q, v, a
  std::string entry_name(int entry) const;

  const System& system_;
  Tree tree_;
  Layout layout_;
  std::array<Pattern, block_count> patterns_;
  std::vector<int> markers_;  // that forces and states read
  bool has_forces_ = false;   // besides weight
  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<Workspace>> idle_;
};

}  // namespace trammel::system
