// Constraint rows of a System: violations, reactions and their derivatives.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

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
  };

  bool evaluate_row(const Member&, int constraint, const elements::Point&, unsigned ask, Instant&,
                    Values&) const;
  bool add_row_reaction(const elements::Row&, double lambda, elements::RowKernel&, Instant&,
                        const Vector& memory, Vector& out) const;
  bool linearise_row(const Member&, double lambda, const elements::Point&, BlockMask, Instant&,
                     Blocks&) const;
  void add_constraint_blocks(const Member&, const elements::Point&, BlockMask, Instant&,
                             Blocks&) const;
  void add_stiffness(const Member&, double lambda, BlockMask, Instant&, Blocks&) const;
  void add_expression_stiffness(const Member&, double lambda, const elements::Point&, BlockMask,
                                Instant&, Blocks&, int place) const;

  const elements::Reading& reading(const elements::RowTerm& term) const {
    return equations_.readings[std::size_t(term.reading)];
  }
  const elements::Body& body(const elements::Reading& r, int b) const {
    return equations_.skeleton.bodies[std::size_t(r.bodies[std::size_t(b)])];
  }

  const elements::Equations& equations_;
  std::vector<Member> members_;  // by constraint
  std::vector<Place> constraint_places_, gv_places_, reaction_places_;
};

}  // namespace trammel::system
