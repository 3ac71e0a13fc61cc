// SPDX-License-Identifier: BSD-3-Clause
#include "results/hdf5/frame_series.h"

#include <algorithm>

namespace trammel::results::hdf5 {
namespace {

// Numbers of a chunk. Larger ones pack hardly better and leave larger holes in files of slow runs.
constexpr std::size_t chunk_numbers = 2048;
constexpr std::size_t fewest_rows = 8, most_rows = 1024;

}  // namespace

FrameSeries::FrameSeries(hid_t file, const char* path, std::size_t items, std::size_t width)
    : items_(items), width_(width) {
  const std::size_t widest = chunk_numbers / fewest_rows;
  blocks_ = (items + widest - 1) / widest;
  block_ = blocks_ == 0 ? 1 : (items + blocks_ - 1) / blocks_;
  rows_ = std::clamp(chunk_numbers / block_, fewest_rows, most_rows);
  pending_.assign(width * blocks_ * rows_ * block_, 0.0);
  sizes_.assign(width * blocks_, 0);
  Shape shape = {0, items}, most = {H5S_UNLIMITED, std::max<hsize_t>(items, 1)};
  Shape chunk = {rows_, block_};
  if (width > 1) {
    shape.push_back(width);
    most.push_back(width);
    chunk.push_back(1);
  }
  const Handle space(H5Screate_simple(int(shape.size()), shape.data(), most.data()), H5Sclose);
  const Handle list = compressed(chunk, rows_);
  dataset_ = {H5Dcreate2(file, path, H5T_IEEE_F64LE, space, H5P_DEFAULT, list, H5P_DEFAULT),
              H5Dclose};
}

void FrameSeries::append(std::span<const double> row, Packer& packer) {
  const std::size_t chunk = rows_ * block_;
  for (std::size_t b = 0; b < blocks_; ++b) {
    const std::size_t begin = b * block_, end = std::min(begin + block_, items_);
    for (std::size_t c = 0; c < width_; ++c) {
      double* to = pending_.data() + (c * blocks_ + b) * chunk + filled_ * block_;
      const double* from = row.data() + begin * width_ + c;
      for (std::size_t i = begin; i < end; ++i, from += width_) *to++ = *from;
    }
  }
  if (++filled_ == rows_) write(packer);
}

void FrameSeries::write(Packer& packer) {
  if (filled_ == written_) return;
  Shape shape = {first_ + filled_, items_};
  if (width_ > 1) shape.push_back(width_);
  check(H5Dset_extent(dataset_, shape.data()));
  write_chunks(packer);
  written_ = filled_;
  if (filled_ < rows_) return;
  first_ += rows_;
  filled_ = written_ = 0;
  std::fill(sizes_.begin(), sizes_.end(), 0);
}

void FrameSeries::write_chunks(Packer& packer) {
  const std::size_t chunk = rows_ * block_, used = filled_ * block_;
  for (std::size_t k = 0; k < sizes_.size(); ++k) {
    const std::span values = std::span(pending_).subspan(k * chunk, chunk);
    std::fill(values.begin() + std::ptrdiff_t(used), values.end(), 0.0);
    // Of another size it goes to another place: what the file has stays whole until its index changes.
    const auto packed = packer.pack(values, used, block_, sizes_[k]);
    const Shape offset = {first_, k % blocks_ * block_, k / blocks_};
    check(H5Dwrite_chunk(dataset_, H5P_DEFAULT, 0, offset.data(), packed.size(), packed.data()));
    sizes_[k] = packed.size();
  }
}

}  // namespace trammel::results::hdf5
