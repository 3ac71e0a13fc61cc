// Named quantities of the user's equations: variables, scalars of forces, rates of DIFFs.
//
// Definitions are put in the place of their names, in the order of their dependence. Where they form
// loops, or where that would tie more than `max_bodies` bodies together, the name stays: it then
// stands for an unknown y of the equations with y = f.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "elements/lower/site.h"
#include "expression/tree.h"

namespace trammel::elements {

class Lowering;

class Definitions {
 public:
  static constexpr int max_bodies = 4;
  static constexpr std::size_t max_nodes = 2000;  // of an equation
  // Of a request that names few forces, and for each node of one that names many.
  static constexpr std::size_t max_output_nodes = 20000, max_growth = 10;

  // `tree` is the user's; `initial` is the first guess of an unknown.
  int add(Site site, expression::Tree tree, double initial = 0);
  // One that is an unknown wherever it is used.
  int add_unknown(Site site, expression::Tree tree, double initial = 0);

  // Resolves and orders all definitions; none is added after that.
  void settle(Lowering&);

  enum class Use : unsigned char {
    equation,  // definitions that couple too much stay
    output,    // only loops stay
  };
  // A resolved tree with all definitions in place that this use allows; the others stay.
  expression::Tree expanded(const expression::Tree& tree, Use use) const;
  expression::Tree expanded(int definition, Use use) const;

  // Does the definition, or one it depends on, read DIF1 of this DIFF?
  bool reads_rate(int definition, int diff_id) const;
  const Site& site(int definition) const { return at(definition).site; }
  // The f of y = f.
  const expression::Tree& function(int definition) const { return at(definition).inlined; }

  // A tree for output that reads only unknowns which the equations have anyway; none where there is no
  // such tree.
  std::optional<expression::Tree> shown(int definition) const;

  // The unknown that stands for a definition; made when first asked for.
  int unknown(int definition, Lowering&);
  // Loops are solved although nobody reads them: results show them.
  void solve_loop(int definition, Lowering& lowering) {
    if (at(definition).stays_unknown) unknown(definition, lowering);
  }
  // The equations of all unknowns asked for.
  void finish_unknowns(Lowering&);

 private:
  struct Definition {
    Site site;
    expression::Tree tree;                   // of the user; resolved by settle()
    expression::Tree inlined;                // f of the equation y = f
    std::optional<expression::Tree> output;  // when it differs from `inlined`
    double initial = 0;
    bool stays_unknown = false;  // wherever it is used: of a loop
    bool stays = false;          // in equations: it couples too much
    int equation = -1;           // of the unknown
  };

  void find_loops();
  void inline_all(const Lowering&);
  const Definition& at(int definition) const { return list_[static_cast<std::size_t>(definition)]; }

  std::vector<Definition> list_;
  std::vector<int> order_;    // dependences first
  std::vector<int> pending_;  // unknowns whose equation is not written yet
};

}  // namespace trammel::elements
