// A Dae without mechanics: random blocks on random sparse patterns, rotations between vector-like
// coordinates, constraints of all levels, states and algebraic unknowns. It exercises addresses
// that the small textbook DAEs with their full patterns do not.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <random>

#include "support/small_dae.h"

namespace trammel::testing {

class ScatteredDae : public QuaternionDae {
 public:
  explicit ScatteredDae(unsigned seed) {
    std::mt19937 random(seed);
    const auto up_to = [&](int most) {
      return std::uniform_int_distribution<int>(0, most)(random);
    };
    Layout& l = layout_;
    for (int group = 0; group < 5; ++group) {
      const int vector_like = up_to(3);
      l.n += vector_like, l.n_q += vector_like;
      l.kinds.insert(l.kinds.end(), std::size_t(vector_like), Kind::length);
      if (up_to(2) == 0) continue;
      l.rotations.push_back({l.n_q, l.n});
      l.n += 3, l.n_q += 4;
      l.kinds.insert(l.kinds.end(), 3, Kind::angle);
    }
    l.m0 = up_to(3), l.m1 = up_to(3), l.m2 = up_to(3), l.n_x = up_to(3), l.n_y = up_to(3);
    l.forces_use_a = l.forces_use_lambda = true;

    const Patterns full = full_patterns(l);
    for (std::size_t b = 0; b < block_count; ++b) {
      std::vector<std::pair<int, int>> entries;
      for (int j = 0; j < full[Block(b)].n_columns(); ++j)
        for (const int i : full[Block(b)].column(j))
          if (up_to(3) == 0) entries.emplace_back(i, j);
      patterns_[Block(b)] =
          Pattern::from_entries(full[Block(b)].n_rows(), full[Block(b)].n_columns(), entries);
    }
    std::uniform_real_distribution<double> uniform(-1, 1);
    for (std::size_t b = 0; b < block_count; ++b) {
      blocks_[Block(b)] = SparseMatrix(patterns_[Block(b)]);
      for (double& value : blocks_[Block(b)].values()) value = uniform(random);
    }
  }

  const Layout& layout() const override { return layout_; }
  const Pattern& pattern(Block b) const override { return patterns_[b]; }
  Outcome evaluate(const State&, unsigned, Values&) const override { return Outcome::ok; }
  Outcome linearise(const State&, BlockMask wanted, Blocks& out) const override {
    for (std::size_t b = 0; b < block_count; ++b)
      if (wanted & mask(Block(b))) out[Block(b)] = blocks_[Block(b)];
    return Outcome::ok;
  }
  void reaction(const State&, const Vector&, Vector&) const override {}
  std::string row_name(int row) const override { return default_row_name(layout_, row); }
  std::string column_name(int column) const override {
    return default_column_name(layout_, column);
  }

 private:
  Layout layout_;
  Patterns patterns_;
  Blocks blocks_;
};

}  // namespace trammel::testing
