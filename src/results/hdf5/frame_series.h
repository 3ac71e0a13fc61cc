// A dataset of an .h5 file with a row of items for each output: n × items × components.
//
// A chunk has one component of neighbouring items over some outputs: numbers of a kind, which compress best
// beside each other, and reading the course of one number does not unpack all others. Chunks are packed
// here (packer.h) and handed to the library whole; one that is not full is written again, to another
// place, when it has grown, and its old place stays empty.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "results/hdf5/columns.h"
#include "results/hdf5/packer.h"

namespace trammel::results::hdf5 {

class FrameSeries {
 public:
  FrameSeries() = default;
  // `width`: components of an item. With one, the dataset has two dimensions.
  FrameSeries(hid_t file, const char* path, std::size_t items, std::size_t width);

  // `row` has all components of the first item, then of the next.
  void append(std::span<const double> row, Packer&);
  // Hands what is pending to the library.
  void write(Packer&);

 private:
  void write_chunks(Packer&);

  Handle dataset_;
  std::size_t items_ = 0, width_ = 1;
  std::size_t rows_ = 1, block_ = 1, blocks_ = 0;  // a chunk has `rows_` × `block_` numbers
  hsize_t first_ = 0;                              // row of the present chunks
  std::size_t filled_ = 0, written_ = 0;           // rows of these, and those in the file
  std::vector<double> pending_;                    // by component, block, row, item
  std::vector<std::size_t> sizes_;                 // of the present chunks in the file; 0: none
};

}  // namespace trammel::results::hdf5
