// Where blocks of elements stand in the matrices.
//
// All columns of a body have the same rows, so a block of body b's rows and body c's columns is
// reached by one address and one stride; a refill is a straight loop.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "elements/body.h"
#include "numerics/pattern.h"

namespace trammel::system {

// Entry (i, j) of a block is value[base + j * stride + i].
struct Place {
  int base = -1, stride = 0;
};

inline Place find_place(const Pattern& pattern, int row, int column) {
  return {pattern.find(row, column), static_cast<int>(pattern.column(column).size())};
}

inline void add_block(std::span<double> values, const Place& at, const Mat6& block, int rows,
                      int columns) {
  for (int j = 0; j < columns; ++j) {
    double* column = values.data() + at.base + j * at.stride;
    for (int i = 0; i < rows; ++i) column[i] += block(i, j);
  }
}

// factor · u wᵀ.
inline void add_product(std::span<double> values, const Place& at, double factor, const Vec6& u,
                        int rows, const Vec6& w, int columns) {
  for (int j = 0; j < columns; ++j) {
    double* column = values.data() + at.base + j * at.stride;
    const double f = factor * w[j];
    for (int i = 0; i < rows; ++i) column[i] += f * u[i];
  }
}

// A single row: entry j at base + j * stride.
inline void add_row(std::span<double> values, const Place& at, double factor, const Vec6& w,
                    int columns) {
  for (int j = 0; j < columns; ++j)
    values[static_cast<std::size_t>(at.base + j * at.stride)] += factor * w[j];
}

// A single column: entry i at base + i.
inline void add_column(std::span<double> values, const Place& at, double factor, const Vec6& u,
                       int rows) {
  for (int i = 0; i < rows; ++i) values[static_cast<std::size_t>(at.base + i)] += factor * u[i];
}

}  // namespace trammel::system
