// Random matrices of the kind the solver meets: bodies with six unknowns, joints that couple two of
// them, [[M, Gᵀ], [G, 0]].
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <random>

#include "numerics/sparse_matrix.h"

namespace trammel {

struct SaddleChain {
  int bodies = 1;
  int joint_rows = 5;
  bool star = false;  // every body is joined to the first, instead of to the one before
  unsigned seed = 1;
};

inline SparseMatrix saddle_chain(const SaddleChain& chain) {
  const int n = 6 * chain.bodies, rows = chain.joint_rows;
  const auto parent = [&](int body) { return chain.star ? std::min(0, body - 1) : body - 1; };
  std::vector<std::pair<int, int>> entries;
  const auto add_block = [&](int row, int n_rows, int column, int n_columns) {
    for (int i = 0; i < n_rows; ++i)
      for (int j = 0; j < n_columns; ++j) entries.emplace_back(row + i, column + j);
  };
  for (int body = 0; body < chain.bodies; ++body) {
    add_block(6 * body, 6, 6 * body, 6);
    for (const int end : {parent(body), body}) {
      if (end < 0) continue;
      add_block(n + rows * body, rows, 6 * end, 6);
      add_block(6 * end, 6, n + rows * body, rows);
    }
  }
  const int size = n + rows * chain.bodies;
  SparseMatrix a(Pattern::from_entries(size, size, std::move(entries)));
  std::mt19937 random(chain.seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int j = 0; j < n; ++j)
    for (const int i : a.pattern().column(j)) {
      const double u = uniform(random);
      if (i == j)
        a.add(i, j, 2 + u);
      else if (i < n)
        a.add(i, j, 0.1 * u);
      else {
        a.add(i, j, u);
        a.add(j, i, u);
      }
    }
  return a;
}

}  // namespace trammel
