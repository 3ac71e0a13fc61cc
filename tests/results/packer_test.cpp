// Packed chunks of numbers: zlib unpacks them to the same bytes, whatever the numbers are, and they are
// about as small as what zlib itself makes.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>
#include <zlib.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <random>

#include "results/hdf5/deflate.h"
#include "results/hdf5/packer.h"

namespace trammel::results::hdf5 {
namespace {

using Bytes = std::vector<unsigned char>;

Bytes unpacked(std::span<const unsigned char> packed, std::size_t size) {
  Bytes bytes(size + 1);
  auto length = uLongf(bytes.size());
  EXPECT_EQ(uncompress(bytes.data(), &length, packed.data(), uLong(packed.size())), Z_OK);
  bytes.resize(length);
  return bytes;
}

std::vector<double> unshuffled(const Bytes& planes) {
  const std::size_t n = planes.size() / 8;
  std::vector<double> values(n);
  for (std::size_t k = 0; k < n; ++k) {
    std::uint64_t bits = 0;
    for (std::size_t b = 0; b < 8; ++b) bits |= std::uint64_t(planes[b * n + k]) << (8 * b);
    values[k] = std::bit_cast<double>(bits);
  }
  return values;
}

bool is_same(std::span<const double> a, std::span<const double> b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), 8 * a.size()) == 0;
}

// rows × items, as chunks are.
std::vector<double> chunk(std::size_t rows, std::size_t items,
                          const std::function<double(std::size_t row, std::size_t item)>& value) {
  std::vector<double> values;
  for (std::size_t r = 0; r < rows; ++r)
    for (std::size_t i = 0; i < items; ++i) values.push_back(value(r, i));
  return values;
}

TEST(Packer, zlib_reads_every_chunk) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  Packer packer;
  for (const auto& [rows, items] : {std::pair<std::size_t, std::size_t>{1, 1},
                                    {8, 1},
                                    {1024, 1},
                                    {7, 9},
                                    {20, 100},
                                    {8, 256},
                                    {3, 30000}}) {
    const std::vector<std::vector<double>> chunks = {
        chunk(rows, items, [](auto, auto) { return 0.0; }),
        chunk(rows, items, [](auto, auto) { return -1.5; }),
        chunk(rows, items, [&](auto, auto) { return normal(random); }),
        chunk(rows, items, [&](auto, auto) { return std::bit_cast<double>(random()); }),
        chunk(rows, items, [](auto r, auto i) { return std::sin(0.01 * double(r) + double(i)); }),
        chunk(rows, items, [&](auto, auto i) { return i % 3 == 0 ? normal(random) : 0.0; }),
        chunk(rows, items, [](auto r, auto) { return r % 5 == 0 ? std::nan("") : 1e300; }),
    };
    for (const std::vector<double>& values : chunks) {
      const auto packed = packer.pack(values, values.size(), items);
      EXPECT_TRUE(is_same(unshuffled(unpacked(packed, 8 * values.size())), values));
      // Noise grows by its headings only.
      EXPECT_LE(packed.size(), 8 * values.size() + values.size() / 8 + 100);
    }
  }
}

TEST(Packer, a_chunk_that_is_not_full_and_one_of_another_size) {
  std::mt19937_64 random(2);
  std::normal_distribution<double> normal;
  Packer packer;
  for (std::size_t rows = 1; rows <= 20; ++rows) {
    std::vector<double> values(2000);
    for (std::size_t k = 0; k < 100 * rows; ++k) values[k] = normal(random);
    const std::size_t size = packer.pack(values, 100 * rows, 100).size();
    EXPECT_LT(size, 800 * rows + 600) << rows;
    const auto other = packer.pack(values, 100 * rows, 100, size);
    EXPECT_NE(other.size(), size);
    EXPECT_TRUE(is_same(unshuffled(unpacked(other, 16000)), values));
  }
  const std::vector<double> zeros(2000);
  const std::size_t size = packer.pack(zeros, 2000, 100).size();
  EXPECT_LT(size, 200u);
  EXPECT_NE(packer.pack(zeros, 2000, 100, size).size(), size);
  EXPECT_EQ(packer.pack(zeros, 2000, 100).size(), packer.pack(zeros, 2000, 100).size());
}

// What a search for repetitions finds here the two distances find, too.
TEST(Packer, about_as_small_as_zlib) {
  const auto smooth = chunk(20, 100, [](auto r, auto i) {
    const double t = 0.01 * double(r);
    return std::cos(3 * t + 0.1 * double(i)) + t;
  });
  const auto resting = chunk(20, 100, [](auto, auto i) { return std::sin(double(i)); });
  const auto half = chunk(20, 100, [](auto r, auto i) {
    return i < 50 ? 1.0 : std::exp(0.01 * double(r)) * double(i);
  });
  Packer packer;
  for (const std::vector<double>& values : {smooth, resting, half}) {
    Bytes planes(8 * values.size());
    shuffle(values, planes);
    Bytes best(compressBound(uLong(planes.size())));
    auto length = uLongf(best.size());
    ASSERT_EQ(compress2(best.data(), &length, planes.data(), uLong(planes.size()), 1), Z_OK);
    EXPECT_LT(packer.pack(values, values.size(), 100).size(), 1.15 * double(length) + 64);
  }
}

// All lengths and distances of RFC 1951 that can occur.
TEST(Deflate, every_length_and_distance) {
  Deflate stream;
  std::mt19937 random(3);
  for (std::size_t length = 1; length < 600; ++length) {
    Bytes bytes = {7};
    bytes.resize(1 + length, 7);  // a run
    bytes.push_back(9);
    stream.begin(bytes, 1);
    stream.compress(bytes.size());
    EXPECT_EQ(unpacked(stream.end(), bytes.size()), bytes) << length;
  }
  for (std::size_t row = 1; row <= 32769; row = row < 40 ? row + 1 : row * 5 / 4) {
    Bytes bytes(row);
    for (unsigned char& byte : bytes) byte = static_cast<unsigned char>(random());
    for (std::size_t k = 0; k < 100; ++k) bytes.push_back(bytes[k]);
    stream.begin(bytes, row);
    stream.store(row / 2);
    stream.compress(bytes.size() - row / 2);
    EXPECT_EQ(unpacked(stream.end(), bytes.size()), bytes) << row;
  }
  Bytes large(200'000);
  for (unsigned char& byte : large) byte = static_cast<unsigned char>(random() % 3);
  stream.begin(large, 17);
  stream.store(150'000);
  stream.compress(50'000);
  EXPECT_EQ(unpacked(stream.end(), large.size()), large);
  stream.begin({}, 1);
  EXPECT_TRUE(unpacked(stream.end(), 0).empty());
}

}  // namespace
}  // namespace trammel::results::hdf5
