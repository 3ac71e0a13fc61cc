// The elements of one kind: in the order of the file, and found by id.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace trammel::model {

// Ids often come in regular strides, which would fall into few buckets of an identity hash.
struct IdHash {
  std::size_t operator()(int id) const {
    std::uint64_t x = static_cast<std::uint32_t>(id) * 0x9e3779b97f4a7c15ull;
    return static_cast<std::size_t>(x ^ (x >> 32));
  }
};

template <class T>
class Table {
 public:
  // False, and nothing changes, when the id is taken.
  bool add(T element) {
    if (!positions_.try_emplace(element.id, elements_.size()).second) return false;
    elements_.push_back(std::move(element));
    return true;
  }

  const T* find(int id) const {
    const auto entry = positions_.find(id);
    return entry == positions_.end() ? nullptr : &elements_[entry->second];
  }
  T* find(int id) { return const_cast<T*>(std::as_const(*this).find(id)); }

  // Position of an element in the table: 0 … size() − 1. The id must exist.
  std::size_t position(int id) const { return positions_.at(id); }

  bool contains(int id) const { return positions_.count(id) != 0; }
  bool empty() const { return elements_.empty(); }
  std::size_t size() const { return elements_.size(); }
  const T& operator[](std::size_t position) const { return elements_[position]; }
  auto begin() const { return elements_.begin(); }
  auto end() const { return elements_.end(); }

  friend bool operator==(const Table& a, const Table& b) { return a.elements_ == b.elements_; }

 private:
  std::vector<T> elements_;
  std::unordered_map<int, std::size_t, IdHash> positions_;
};

}  // namespace trammel::model
