// Blocks of a Dae at chosen places of a larger matrix, each times a scalar: patterns are merged and
// addresses computed once, values are added without searching.
//
// In the columns of a rotation a block may be multiplied from the right by a 3×3 of that rotation
// instead of a scalar (the tangent operator of a method). Theory: docs/theory/equations.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <initializer_list>
#include <span>
#include <utility>
#include <vector>

#include "numerics/dae.h"

namespace trammel {

class BlockScatter {
 public:
  struct Place {
    int row, column;          // of the block's corner in the matrix
    int first_row, last_row;  // rows of the block that are taken
  };
  struct Term {
    Block block;
    Place place;
    int scalar;  // index of the scalar the block is multiplied by
    bool transposed = false;
    bool other = false;  // values from `other` of combine(), on the pattern of the block
    int turns = -1;      // columns of rotations: by a 3×3 of this set in place of the scalar …
    int turned_scalar = 0;  // … and this scalar
    int set = 0;            // which of the Blocks of combine()
  };

  explicit BlockScatter(const Layout&);

  void add(const Dae&, const Term&);  // blocks without entries are left out
  SparseMatrix finish(const Dae&, int size);

  using Turns = std::span<const Mat3>;  // one 3×3 per rotation

  // out ← Σ of the terms.
  void combine(const Blocks&, std::span<const double> scalars, std::initializer_list<Turns>,
               SparseMatrix& out, const SparseMatrix* other = nullptr) const;
  // The same of several points in time.
  void combine(std::span<const Blocks* const> sets, std::span<const double> scalars,
               std::span<const Turns>, SparseMatrix& out,
               const SparseMatrix* other = nullptr) const;

 private:
  struct TurnedRow {  // what a row has in the three columns of a rotation; −1: no such entry
    std::array<int, 3> source, target;
    int rotation;
  };
  struct Addressed {
    Term term;
    std::vector<int> source = {}, target = {};
    std::vector<TurnedRow> turned = {};
  };
  using Entry = std::pair<int, int>;  // row and column
  struct Destinations {
    std::vector<Entry> of_source, of_turned;  // the first column of these
  };

  Destinations find_sources(const Dae&, int size, Addressed&) const;

  int rotation_of(const Term&, int column) const;  // −1: the entry has a scalar

  std::vector<Rotation> rotations_;
  std::vector<int> rotation_of_column_;  // tangent column → rotation index, −1: none
  std::vector<Addressed> terms_;
};

}  // namespace trammel
