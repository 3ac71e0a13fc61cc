// SPDX-License-Identifier: BSD-3-Clause
#include "report/series.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

static_assert(std::endian::native == std::endian::little, "blocks are little-endian");

namespace trammel::report {
namespace {

constexpr std::size_t chunk_values = 1 << 20;  // read at once
constexpr int highest_order = 6;

std::size_t source_row(std::size_t row, std::size_t stride, std::size_t rows) {
  return std::min(row * stride, rows - 1);
}

// Column by column.
std::vector<float> read_columns(const Table& table, std::size_t stride) {
  const std::size_t kept = rows_with_stride(table.rows, stride);
  std::vector<float> values(kept * table.columns);
  const std::size_t chunk =
      std::clamp<std::size_t>(chunk_values / std::max<std::size_t>(table.columns, 1), 1,
                              std::max<std::size_t>(table.rows, 1));
  std::vector<double> rows(chunk * table.columns);
  std::size_t next = 0;
  for (std::size_t first = 0; first < table.rows && next < kept; first += chunk) {
    const std::size_t count = std::min(chunk, table.rows - first);
    if (source_row(next, stride, table.rows) >= first + count) continue;
    table.read(first, count, std::span(rows).first(count * table.columns));
    for (; next < kept && source_row(next, stride, table.rows) < first + count; ++next) {
      const double* row =
          rows.data() + (source_row(next, stride, table.rows) - first) * table.columns;
      for (std::size_t c = 0; c < table.columns; ++c) values[c * kept + next] = float(row[c]);
    }
  }
  return values;
}

struct Range {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  bool has_missing = false;
};

Range range_of(std::span<const float> column) {
  Range range;
  for (const float value : column) {
    if (std::isfinite(value)) {
      range.low = std::min(range.low, double(value));
      range.high = std::max(range.high, double(value));
    } else {
      range.has_missing = true;
    }
  }
  return range;
}

using Whole = std::uint32_t;  // differences wrap around, and back when they are summed

std::vector<Whole> whole_numbers(std::span<const float> column, double offset, double scale) {
  std::vector<Whole> whole(column.size());
  for (std::size_t r = 0; r < column.size(); ++r)
    whole[r] = std::isfinite(column[r])
                   ? Whole(scale > 0 ? std::llround((double(column[r]) - offset) / scale) : 0)
                   : Whole(missing_value);
  return whole;
}

Whole zigzag(Whole value) {
  return (value << 1) ^ Whole(std::int32_t(value) >> 31);
}

void difference(std::vector<Whole>& values) {
  for (std::size_t r = values.size(); r-- > 1;) values[r] -= values[r - 1];
}

long bits_needed(const std::vector<Whole>& values) {
  long bits = 0;
  for (const Whole value : values) bits += std::bit_width(zigzag(value));
  return bits;
}

// The differences of the order that needs the fewest bits; returns the order.
int shorten(std::vector<Whole>& values) {
  std::vector<Whole> next = values;
  long best = bits_needed(values);
  int order = 0;
  for (int trial = 1; trial <= highest_order; ++trial) {
    difference(next);
    const long bits = bits_needed(next);
    if (bits >= best) break;
    best = bits;
    order = trial;
    values = next;
  }
  return order;
}

void append_planes(std::vector<unsigned char>& block, const std::vector<Whole>& values) {
  for (int shift = 0; shift < 32; shift += 8)
    for (const Whole value : values)
      block.push_back(static_cast<unsigned char>(zigzag(value) >> shift));
}

std::size_t padded(std::size_t bytes) {
  return (bytes + 7) / 8 * 8;
}

}  // namespace

std::size_t rows_with_stride(std::size_t rows, std::size_t stride) {
  return rows == 0 ? 0 : (rows - 1 + stride - 1) / stride + 1;
}

std::vector<unsigned char> pack(const Table& table, std::size_t stride, int bits) {
  const std::size_t n = table.columns, rows = rows_with_stride(table.rows, stride);
  const std::vector<float> values = read_columns(table, stride);
  std::vector<double> numbers(2 * n);  // offsets, scales
  std::vector<unsigned char> orders(n), planes;
  for (std::size_t c = 0; c < n; ++c) {
    const std::span column = std::span(values).subspan(c * rows, rows);
    const Range range = range_of(column);
    const bool is_empty = range.low > range.high;
    numbers[c] = is_empty ? std::numeric_limits<double>::quiet_NaN() : range.low;
    numbers[n + c] = is_empty ? 0 : std::ldexp(range.high - range.low, -bits);
    orders[c] = constant_column;
    if (is_empty || (range.low == range.high && !range.has_missing)) continue;
    std::vector<Whole> whole = whole_numbers(column, numbers[c], numbers[n + c]);
    orders[c] = static_cast<unsigned char>(shorten(whole));
    append_planes(planes, whole);
  }
  std::vector<unsigned char> block(16 * n + padded(n) + planes.size());
  if (n == 0) return block;
  std::memcpy(block.data(), numbers.data(), 16 * n);
  std::copy(orders.begin(), orders.end(), block.begin() + std::ptrdiff_t(16 * n));
  std::copy(planes.begin(), planes.end(), block.end() - std::ptrdiff_t(planes.size()));
  return block;
}

std::vector<double> unpack(std::span<const unsigned char> block, std::size_t rows,
                           std::size_t columns) {
  std::vector<double> out(rows * columns), numbers(2 * columns);
  if (columns == 0) return out;
  std::memcpy(numbers.data(), block.data(), 16 * columns);
  std::size_t at = 16 * columns + padded(columns);
  for (std::size_t c = 0; c < columns; ++c) {
    const unsigned char order = block[16 * columns + c];
    std::array<Whole, highest_order> sums{};
    for (std::size_t r = 0; r < rows; ++r) {
      double& result = out[c * rows + r];
      result = numbers[c];
      if (order == constant_column) continue;
      Whole value = 0;
      for (std::size_t k = 0; k < 4; ++k) value |= Whole(block[at + k * rows + r]) << (8 * k);
      value = (value >> 1) ^ (~(value & 1) + 1);
      for (int k = order; k-- > 0;) value = sums[std::size_t(k)] += value;
      result = value == Whole(missing_value) ? std::numeric_limits<double>::quiet_NaN()
                                             : numbers[c] + numbers[columns + c] * value;
    }
    if (order != constant_column) at += 4 * rows;
  }
  return out;
}

}  // namespace trammel::report
