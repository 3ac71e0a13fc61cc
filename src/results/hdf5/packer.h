// Chunks of doubles packed as the filters "shuffle" and "deflate" of the HDF5 library would, for a tenth of
// the time; the library unpacks them.
//
// The filters put bytes of the same significance together, in planes, and compress these. Computed numbers
// have upper bytes that repeat, and lower ones that are noise: compressing noise takes nearly all the time
// and saves nothing, so it is stored as it is (RFC 1951, blocks of type 00).
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <vector>

#include "results/hdf5/deflate.h"

namespace trammel::results::hdf5 {

class Packer {
 public:
  using Bytes = Deflate::Bytes;

  // Values from `used` on are zeros that fill the chunk up. `row`: numbers from one of an item to the next
  // one of the same item. The result never has `unwanted` bytes; it is valid until the next call.
  Bytes pack(std::span<const double> values, std::size_t used, std::size_t row,
             std::size_t unwanted = 0);

 private:
  Deflate stream_;
  std::vector<unsigned char> planes_;
  std::map<std::size_t, std::vector<unsigned char>> zeros_;  // packed, by their number of bytes
};

// Byte k of all values together, then byte k + 1.
void shuffle(std::span<const double> values, std::span<unsigned char> planes);

}  // namespace trammel::results::hdf5
