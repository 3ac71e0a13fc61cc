// An order of elimination for matrices whose unknowns come in small groups: bodies and the multipliers
// of their joints.
//
// Atoms are neighbouring unknowns with equal neighbours in the pattern of A + Aᵀ. Atoms of one label (the
// position and the velocity of a body) are one unit. A unit with an empty diagonal (multipliers) cannot
// be a pivot by itself; it joins a neighbour that has as many unknowns left (a joint its outer body: leaves
// first). Where one finds no place, or joints close a loop between bodies and ground, the matrix can become singular
// in some pose, and fronts with fixed pivots are no way to factor it. The nodes made so are eliminated by minimum degree. Front k has the pivots of node k and the atoms R_k they are coupled with then:
//   R_k = (neighbours of k) ∪ (R_c \ k of the children c),   parent of k: the first node in R_k    (BLU.1)
// Theory: docs/theory/linear_algebra.md#fronts
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

#include "numerics/pattern.h"

namespace trammel {

struct BlockOrder {
  struct Front {
    int first = 0, n_pivots = 0;  // in the order of elimination
    std::vector<int> rest;        // places of R_k in the order, ascending
    int parent = -1;              // front that takes what is left of this one

    int size() const { return n_pivots + int(rest.size()); }
  };
  std::vector<int> order;  // place → unknown
  std::vector<Front> fronts;
  double flops = 0;  // of one factorisation; of a multiplication with an addition, 2
  long entries = 0;  // of the factors
};

// Pattern of a square matrix, a label for every unknown. Empty: multipliers without a place, or fronts too large to pay.
std::optional<BlockOrder> find_block_order(const Pattern&, const std::vector<int>& labels);

}  // namespace trammel
