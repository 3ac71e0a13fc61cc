// Constraint rows of a System: violations, reactions and their derivatives.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "elements/equations.h"
#include "system/instant.h"
#include "system/scatter.h"
#include "system/structure.h"

namespace trammel::system {

class RowAssembly {
 public:
  RowAssembly(const elements::Equations&, const Structure&);

  // Fills c0, c1, c2 as asked and, with Ask::forces, adds Γᵀλ to values.reaction.
  bool evaluate(const elements::Point&, unsigned ask, Instant&, Values&) const;
  // The same of some constraints, but for values.reaction: contributions to it are left by slot. Returns
  // the constraint that has no value (the kernel says why), or `end`.
  int evaluate_some(const elements::Point&, unsigned ask, int begin, int end, elements::RowKernel&,
                    Values&, std::span<Vec6> wrenches) const;
  // Bodies of the slots, constraint by constraint.
  const std::vector<int>& slot_bodies() const { return slot_bodies_; }
  int size() const { return int(members_.size()); }
  int scalar(int constraint) const { return members_[std::size_t(constraint)].row->scalar; }
  // out += Γᵀ lambda.
  bool add_reaction(const elements::Point&, const Vector& lambda, Instant&, Vector& out) const;
  // Adds to G, Gq, Gv, Kg and (levels 1 and 2) C.
  bool linearise(const elements::Point&, BlockMask, Instant&, Blocks&) const;

 private:
  struct Member {
    const elements::Row* row;
    int first_constraint_place;  // into constraint_places_: one per body of each term
    int first_gv_place;          // into gv_places_, level 2 only
    int first_reaction_place;    // into reaction_places_, order of for_each_reaction_block
    int first_slot;              // into slot_bodies_: one per body of each term of the row's level
  };

  bool fill_row(const Member&, int constraint, unsigned ask, elements::RowKernel&, Values&) const;
  // put(body, factor, g) with factor · g of Γᵀλ on it, in the order of its slots.
  template <class Put>
  bool put_reaction(const elements::Row&, double lambda, elements::RowKernel&, const Put&) const;
  bool linearise_row(const Member&, double lambda, const elements::Point&, BlockMask, Instant&,
                     Blocks&) const;
  void add_constraint_blocks(const Member&, const elements::Point&, BlockMask, Instant&,
                             Blocks&) const;
  void add_stiffness(const Member&, double lambda, BlockMask, Instant&, Blocks&) const;
  void add_expression_stiffness(const Member&, double lambda, const elements::Point&, BlockMask,
                                Instant&, Blocks&, int place) const;

  int slot_count(int k) const {
    const bool is_last = k + 1 == int(members_.size());
    return (is_last ? int(slot_bodies_.size()) : members_[std::size_t(k + 1)].first_slot) -
           members_[std::size_t(k)].first_slot;
  }
  const elements::Reading& reading(const elements::RowTerm& term) const {
    return equations_.readings[std::size_t(term.reading)];
  }
  const elements::Body& body(const elements::Reading& r, int b) const {
    return equations_.skeleton.bodies[std::size_t(r.bodies[std::size_t(b)])];
  }

  const elements::Equations& equations_;
  std::vector<Member> members_;  // by constraint
  std::vector<Place> constraint_places_, gv_places_, reaction_places_;
  std::vector<int> slot_bodies_;
};

}  // namespace trammel::system
