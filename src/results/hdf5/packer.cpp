// SPDX-License-Identifier: BSD-3-Clause
#include "results/hdf5/packer.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

static_assert(std::endian::native == std::endian::little, "numbers in the file are little-endian");

namespace trammel::results::hdf5 {
namespace {

constexpr std::size_t number_bytes = sizeof(double);

// Would deflate shorten it? Not when all bytes are about equally frequent (their chance to be equal is
// then 1/256) and do not repeat what the row before has.
bool is_noise(Packer::Bytes plane, std::size_t row) {
  constexpr std::size_t enough =
      600;  // bytes to look at, evenly spread; odd steps miss no component
  const std::size_t step = plane.size() / enough | 1;
  std::array<std::uint16_t, 256> count{};
  std::uint32_t n = 0, equal = 0, repeated = 0, compared = 0;  // equal: pairs
  for (std::size_t k = 0; k < plane.size(); k += step, ++n) equal += count[plane[k]]++;
  if (n < 64 || equal > n * (n - 1) / (2 * 150)) return false;
  for (std::size_t k = row; k < plane.size(); k += step, ++compared)
    repeated += plane[k] == plane[k - row];
  return 16 * repeated <= compared;
}

bool is_zero(std::span<const double> values) {
  static constexpr std::array<double, 64> zeros{};
  for (; !values.empty(); values = values.subspan(std::min(values.size(), zeros.size())))
    if (std::memcmp(values.data(), zeros.data(),
                    std::min(values.size(), zeros.size()) * number_bytes) != 0)
      return false;
  return true;
}

// 8 by 8 bytes, transposed: squares of 4, of 2, and single bytes change places.
void transpose(std::array<std::uint64_t, 8>& w) {
  const auto exchange = [&](std::size_t a, std::size_t b, int shift, std::uint64_t mask) {
    const std::uint64_t moved = ((w[a] >> shift) ^ w[b]) & mask;
    w[b] ^= moved;
    w[a] ^= moved << shift;
  };
  for (std::size_t k = 0; k < 4; ++k) exchange(k, k + 4, 32, 0x00000000ffffffff);
  for (const std::size_t k : {0u, 1u, 4u, 5u}) exchange(k, k + 2, 16, 0x0000ffff0000ffff);
  for (const std::size_t k : {0u, 2u, 4u, 6u}) exchange(k, k + 1, 8, 0x00ff00ff00ff00ff);
}

}  // namespace

void shuffle(std::span<const double> values, std::span<unsigned char> planes) {
  const std::size_t n = values.size(), whole = n / 8 * 8;
  std::array<std::uint64_t, 8> square;
  for (std::size_t k = 0; k < whole; k += 8) {
    std::memcpy(square.data(), values.data() + k, sizeof square);
    transpose(square);
    for (std::size_t b = 0; b < 8; ++b)
      std::memcpy(planes.data() + b * n + k, &square[b], sizeof square[b]);
  }
  for (std::size_t k = whole; k < n; ++k) {
    const auto bits = std::bit_cast<std::uint64_t>(values[k]);
    for (std::size_t b = 0; b < 8; ++b)
      planes[b * n + k] = static_cast<unsigned char>(bits >> (8 * b));
  }
}

Packer::Bytes Packer::pack(std::span<const double> values, std::size_t used, std::size_t row,
                           std::size_t unwanted) {
  const std::size_t n = values.size(), bytes = n * number_bytes;
  const bool zero = is_zero(values);
  if (const auto known = zero ? zeros_.find(bytes) : zeros_.end();
      known != zeros_.end() && known->second.size() != unwanted)
    return known->second;
  planes_.resize(bytes);
  shuffle(values, planes_);
  stream_.begin(planes_, row);
  std::size_t waiting = 0;  // bytes that are compressed together
  for (std::size_t begin = 0; begin < bytes; begin += n) {
    if (is_noise(Bytes(planes_).subspan(begin, used), row)) {
      stream_.compress(waiting);
      stream_.store(used);
      waiting = n - used;
    } else {
      waiting += n;
    }
  }
  stream_.compress(waiting);
  const Bytes packed = stream_.end(unwanted);
  if (zero) zeros_[bytes].assign(packed.begin(), packed.end());
  return packed;
}

}  // namespace trammel::results::hdf5
