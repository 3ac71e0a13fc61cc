// A dataset of an HDF5 file that grows by rows while a run goes on.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "results/hdf5/columns.h"

namespace trammel::results::hdf5 {

// Bytes of a chunk. A chunk that is not full is written again when it has grown, and its old place in
// the file stays empty: larger ones would waste space in files of slow runs.
inline constexpr std::size_t series_chunk = 1 << 16;

template <class T>
class Series {
 public:
  Series() = default;
  // `row`: the shape of a row; empty: single numbers.
  Series(hid_t file, const char* path, const Shape& row, hid_t file_type) : row_(row) {
    size_ = std::size_t(volume(row));
    const std::size_t bytes = std::max<std::size_t>(size_ * sizeof(T), 1);
    Shape shape = {0}, most = {H5S_UNLIMITED};
    for (const hsize_t n : row) {
      shape.push_back(n);
      most.push_back(std::max<hsize_t>(n, 1));
    }
    const Handle space(H5Screate_simple(int(shape.size()), shape.data(), most.data()), H5Sclose);
    const Handle list =
        compressed(shape, std::clamp<hsize_t>(series_chunk / bytes, 1, largest_chunk));
    dataset_ = {H5Dcreate2(file, path, file_type, space, H5P_DEFAULT, list, H5P_DEFAULT), H5Dclose};
  }

  // `row` has as many numbers as the shape says.
  void append(std::span<const T> row) {
    hold(row);
    if (pending_.size() * sizeof(T) >= series_chunk) write();
  }
  // Keeps it until write() is called.
  void hold(std::span<const T> row) {
    pending_.insert(pending_.end(), row.begin(), row.end());
    ++rows_pending_;
  }
  void append(T value) { append(std::span<const T>(&value, 1)); }

  // In place of all rows; not fewer than there were.
  void replace(std::span<const T> rows) {
    rows_ = rows_pending_ = 0;
    pending_.assign(rows.begin(), rows.end());
    rows_pending_ = rows.size() / std::max<std::size_t>(size_, 1);
    write();
  }

  // Hands what is pending to the library.
  void write() {
    if (rows_pending_ == 0) return;
    Shape shape = {rows_ + rows_pending_}, start = {rows_}, count = {rows_pending_};
    for (const hsize_t n : row_) {
      shape.push_back(n);
      start.push_back(0);
      count.push_back(n);
    }
    check(H5Dset_extent(dataset_, shape.data()));
    if (size_ > 0) {
      const Handle space(H5Dget_space(dataset_), H5Sclose);
      check(
          H5Sselect_hyperslab(space, H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr));
      const Handle memory(H5Screate_simple(int(count.size()), count.data(), nullptr), H5Sclose);
      check(H5Dwrite(dataset_, native_type<T>(), memory, space, H5P_DEFAULT, pending_.data()));
    }
    rows_ += rows_pending_;
    rows_pending_ = 0;
    pending_.clear();
  }

  void flush() { check(H5Dflush(dataset_)); }

 private:
  static constexpr hsize_t largest_chunk = 1024;  // rows

  Handle dataset_;
  Shape row_;
  std::size_t size_ = 1;
  hsize_t rows_ = 0, rows_pending_ = 0;
  std::vector<T> pending_;
};

}  // namespace trammel::results::hdf5
