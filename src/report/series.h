// Numbers over time, packed so that they deflate well: the smooth motion of 200 parts over 10,000 outputs
// takes a fifth of its 32-bit numbers.
//
// A column v(t) becomes whole numbers  k = round((v − offset)/scale)  of some 24 bits. Of the differences of
// order 0 to 6 of k the order with the smallest numbers is kept, as byte planes: bytes 0 of all rows, then
// bytes 1, …; a smooth motion leaves zeros in all but the lowest. viewer/src/data/series.ts unpacks.
//
//   block: f64 offset[columns], f64 scale[columns], u8 order[columns], padding to 8 bytes, then 4 planes of
//   `rows` bytes for every column that is not constant (order 255)
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace trammel::report {

// Rows of numbers; a value that is not finite does not exist.
struct Table {
  std::size_t rows = 0, columns = 0;
  // Row by row into count × columns numbers.
  std::function<void(std::size_t first, std::size_t count, std::span<double> out)> read;
};

// Every `stride`-th row from the first, and the last one.
std::size_t rows_with_stride(std::size_t rows, std::size_t stride);

inline constexpr unsigned char constant_column = 255;
inline constexpr int missing_value = 0x7fffffff;

std::vector<unsigned char> pack(const Table&, std::size_t stride, int bits);

// What the viewer does, for tests: column by column.
std::vector<double> unpack(std::span<const unsigned char> block, std::size_t rows,
                           std::size_t columns);

}  // namespace trammel::report
