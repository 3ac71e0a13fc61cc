// The equations of a mechanism in the coordinates of joints that form a tree: accelerations in O(n), no
// constraints but those that close loops, drive or couple. What forces depend on and what users see are still
// all bodies.
//
//   M z̈₀ = Q,   r = G z̈₀ − γ,   G M⁻¹ Gᵀ λ = r,   z̈ = z̈₀ − M⁻¹ Gᵀ λ                            (TREE.10)
//
// Theory: docs/theory/trees.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "numerics/reduction.h"
#include "system/system.h"
#include "system/tree_motion.h"

namespace trammel::system {

struct Instant;

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
  const RowPaths& paths() const { return paths_; }

 private:
  struct Workspace;
  class Lease;
  class Expanded;

  JointCoordinates(const System&, Tree);

  const Layout& layout() const override { return layout_; }
  const Pattern& pattern(Block b) const override { return patterns_[std::size_t(b)]; }
  // Constraints; forces are part of accelerate().
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
  void list_markers();
  bool find_paths();  // where rows act; false: all coordinates are faster
  void pose(const State&, Workspace&) const;
  void place(const State&, Workspace&) const;  // velocities, too
  // What somebody reads of the motion.
  struct Shown {
    std::vector<int> nodes, markers;
  };
  // Bodies and markers, with accelerations where they are known.
  void show_bodies(const Workspace&, const Shown&, Instant&) const;
  void show_poses(const Workspace&, const Shown&, Instant&) const;
  // F and N of all nodes; ẋ. False: a force has no value.
  bool apply_forces(const State&, Workspace&) const;
  void show(const State& reduced, Workspace&, State& full) const;  // all but λ
  std::string entry_name(int entry) const;
  int full_number(int number) const;

  // Rows (joint_rows.cpp). False: one has no value.
  std::span<TreeMotion::Pull> carried_pulls(int row, Workspace&) const;  // at all stops of the row
  bool evaluate_rows(const elements::Point&, unsigned ask, Instant&, Values&) const;
  bool fill_pulls(const elements::Point&, Instant&, Workspace&) const;
  // (TREE.10), after TreeMotion::accelerate().
  Acceleration constrain(State&, Workspace&) const;
  // Forces on nodes with what rows with these multipliers do, times `sign`.
  bool add_reactions(const State&, double sign, Workspace&) const;

  const System& system_;
  Tree tree_;
  Layout layout_;
  std::array<Pattern, block_count> patterns_;
  Shown for_forces_;  // and states
  Shown for_rows_;
  std::vector<int> node_of_body_;
  // Where a row pulls; the pulls of one row after the other.
  struct Hold {
    int node, stop;  // of the row
  };
  std::vector<Hold> holds_;
  std::vector<int> first_hold_;  // by row, one beyond the last
  std::vector<int> hold_of_;     // of each body of each reading of the row's level, row by row
  std::vector<const elements::Row*> rows_;
  RowPaths paths_;
  std::vector<int> entry_in_G_;  // by entry of the paths
  bool has_forces_ = false;      // besides weight
  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<Workspace>> idle_;
};

}  // namespace trammel::system
