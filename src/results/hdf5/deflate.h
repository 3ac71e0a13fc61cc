// A stream of zlib (RFC 1950, 1951) made in one pass without any search: a byte repeats the one before it,
// or the one a row before it, or is written as it is; noise is stored in blocks. For planes of bytes of
// numbers (packer.h) this finds nearly all that a search would, in a tenth of its time.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace trammel::results::hdf5 {

class Deflate {
 public:
  using Bytes = std::span<const unsigned char>;

  // Begins a stream of `bytes`, which are added in order. `row`: how far back bytes repeat beside 1.
  void begin(Bytes bytes, std::size_t row);
  // The next `count` bytes.
  void compress(std::size_t count);
  void store(std::size_t count);
  // The stream never has `unwanted` bytes; it is valid until the next begin().
  Bytes end(std::size_t unwanted = 0);

 private:
  void put(std::uint64_t bits, unsigned count);
  void align();
  void literal(unsigned char byte);
  void match(std::size_t length, bool is_row);
  void put_stored(Bytes part);

  Bytes bytes_;
  std::size_t at_ = 0, row_ = 1;
  std::uint64_t row_bits_ = 0;  // code of that distance
  unsigned row_count_ = 0;
  std::vector<unsigned char> out_;
  unsigned char* to_ = nullptr;
  std::uint64_t bits_ = 0;
  unsigned count_ = 0;  // of bits that wait
};

}  // namespace trammel::results::hdf5
