// Applied forces and auxiliary equations of a System: everything that is a scalar expression times
// something.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

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

  // Bank values must have been evaluated. action += Q.
  void add_forces(const Instant&, Vector& action) const;
  // d | y − f.
  void fill_auxiliary(const elements::Point&, const Instant&, Vector& aux) const;
  // Bank gradients must have been evaluated; reaction components by row in `unit_reactions`.
  void linearise(BlockMask, const Instant&, const std::vector<double>& unit_reactions,
                 Blocks&) const;

 private:
  struct LoadMember {
    const elements::Load* load;
    int member;       // of the bank
    int first_place;  // into places_
  };
  struct AuxiliaryMember {
    int member;
    double sign;         // −1: unknown minus expression; +1: the expression itself
    bool has_own_entry;  // ẋ or y stands in front
    int own_place;       // in Sxd or Sy
    int first_place;
  };

  void place_leaf(int v, const elements::ScalarBank::LeafPlace&);
  void place_auxiliary(int row, int scalar, bool implicit, Block own, int own_column);
  void linearise_load(const LoadMember&, BlockMask, const Instant&,
                      const std::vector<double>& unit_reactions, Blocks&) const;
  void linearise_auxiliary(const AuxiliaryMember&, bool is_state, BlockMask, const Instant&,
                           const std::vector<double>& unit_reactions, Blocks&) const;

  const elements::Equations& equations_;
  const elements::ScalarBank& bank_;
  const Structure& structure_;
  std::vector<LoadMember> loads_;
  std::vector<AuxiliaryMember> auxiliary_;  // states, then unknowns
  std::vector<Place> places_;
  std::vector<int> first_unit_;  // by reaction: into unit_reactions, one per row of the reaction
};

}  // namespace trammel::system
