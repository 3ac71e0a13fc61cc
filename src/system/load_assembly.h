// Applied forces of a System: scalars times directions (elements/load.h).
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "elements/equations.h"
#include "elements/scalar_bank.h"
#include "system/instant.h"
#include "system/scatter.h"
#include "system/structure.h"

namespace trammel::system {

class LoadAssembly {
 public:
  LoadAssembly(const elements::Equations&, const elements::ScalarBank&, const Structure&);

  // Wrenches on the bodies about their frames, in global axes, by body. Bank values must have been evaluated.
  void add_wrenches(const Instant&, std::span<Vec6> of_bodies) const;
  // The same of some bundles, their contributions left by slot.
  void leave_wrenches(const Instant&, int begin, int end, std::span<Vec6> wrenches) const;
  // Bodies of the slots, bundle by bundle.
  const std::vector<int>& slot_bodies() const { return slot_bodies_; }
  int size() const { return int(members_.size()); }
  int bundles() const { return int(bundles_.size()); }
  // Adds to A, C, K, Ql, Qx, Qy. Bank gradients and, where they are used, reactions with theirs must
  // have been evaluated.
  void linearise(BlockMask, const Instant&, Blocks&) const;

 private:
  struct Member {
    const elements::Load* load;
    int scalar;       // member of the bank
    int first_place;  // into places_
  };
  // Loads one after the other that act at the same place and are measured by the same axes, as the
  // six of a bushing: one force and one torque.
  struct Bundle {
    int first, last;       // members, one beyond the last
    int acting, reacting;  // bodies; −1: the ground, or none
    int first_slot;        // into slot_bodies_: of the acting, then of the reacting body
  };
  void bundle(int member);
  elements::LoadWrenches wrenches(const Bundle&, const Instant&) const;

  void place_leaf(int v, const elements::Leaf&);
  void linearise_load(const Member&, BlockMask, const Instant&, Blocks&) const;
  // Adds −D ∂f/∂leaf · ∂leaf; returns the place behind those it used.
  int linearise_leaf(const elements::ScalarBank::LeafPlace&, double f_k, const Vec6& D, int rows,
                     int place, BlockMask, const Instant&, Blocks&) const;

  const elements::Equations& equations_;
  const elements::ScalarBank& bank_;
  const Structure& structure_;
  std::vector<Member> members_;
  std::vector<Bundle> bundles_;
  std::vector<Place> places_;
  std::vector<int> slot_bodies_;
};

}  // namespace trammel::system
