// Auxiliary equations of a System: differential states, then algebraic unknowns.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "elements/equations.h"
#include "elements/scalar_bank.h"
#include "system/instant.h"
#include "system/scatter.h"
#include "system/structure.h"

namespace trammel::system {

class AuxiliaryAssembly {
 public:
  AuxiliaryAssembly(const elements::Equations&, const elements::ScalarBank&, const Structure&);

  // d | y − f. Bank values must have been evaluated.
  void fill(const elements::Point&, const Instant&, Vector& aux) const;
  // Adds to the blocks S*.
  void linearise(const elements::Point&, BlockMask, const Instant&, Blocks&) const;

 private:
  struct Member {
    int scalar;          // member of the bank
    double sign;         // −1: unknown minus expression; +1: the expression itself
    bool has_own_entry;  // ẋ or y stands in front
    int own_place;       // in Sxd or Sy
    int first_place;
    bool is_held_at_rest = false;
  };

  void place_row(int row, int scalar, bool implicit, Block own, int own_column);
  static bool is_held(const Member&, const elements::Point&);
  void linearise_row(const Member&, bool is_state, BlockMask, const Instant&, Blocks&) const;

  const elements::Equations& equations_;
  const elements::ScalarBank& bank_;
  const Structure& structure_;
  std::vector<Member> members_;  // by row
  std::vector<Place> places_;
};

}  // namespace trammel::system
