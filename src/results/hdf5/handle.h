// Ids of the HDF5 library that close themselves, and its failures as exceptions.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <hdf5.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace trammel::results::hdf5 {

// What the library says, in as few words as possible: "No space left on device".
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Failures are exceptions: the library prints nothing and does nothing at exit, where it would try
// again to write what could not be written. Before the first use in each thread.
void prepare();

// Throws for a negative id or status.
hid_t checked(hid_t id);
void check(herr_t status);

class Handle {
 public:
  using Close = herr_t (*)(hid_t);

  Handle() = default;
  Handle(hid_t id, Close how) : id_(checked(id)), close_(how) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(id_, other.id_);
    std::swap(close_, other.close_);
    return *this;
  }
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }

  operator hid_t() const { return id_; }  // as the library wants it
  explicit operator bool() const { return id_ >= 0; }
  // Throws where the destructor would be silent.
  void close() {
    if (id_ >= 0) check(close_(std::exchange(id_, -1)));
  }

 private:
  hid_t id_ = -1;
  Close close_ = nullptr;
};

// How result files are opened: without locks, which folders on some networks do not know, and with
// small caches, since there is one for each dataset.
Handle file_access();

template <class T>
hid_t native_type();
template <>
inline hid_t native_type<double>() {
  return H5T_NATIVE_DOUBLE;
}
template <>
inline hid_t native_type<int>() {
  return H5T_NATIVE_INT;
}
template <>
inline hid_t native_type<unsigned char>() {
  return H5T_NATIVE_UCHAR;
}

}  // namespace trammel::results::hdf5
