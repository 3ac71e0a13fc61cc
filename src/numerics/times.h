// Times in ascending order, given one by one or computed: a run of ten million outputs holds none of them.
//
// The k-th of n times from S to the end T is at S + (T − S)·k/n, with an interval H at S + k·H: the double
// nearest to the decimal number that a user computes from what was typed, so that 7 times 0.05 is 0.35, not
// 0.35000000000000003. The last one is T itself.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <vector>

namespace trammel {

class Times {
 public:
  Times() = default;
  Times(std::vector<double> list);
  Times(std::initializer_list<double> list) : Times(std::vector<double>(list)) {}
  // After the start, up to the end.
  static Times evenly(double start, double end, long count);
  static Times spaced(double start, double end, double interval);

  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  double operator[](std::size_t k) const;
  double front() const { return (*this)[0]; }
  double back() const { return (*this)[size_ - 1]; }

  // Ascending, finite and evenly spaced because they are computed; a list may be anything.
  bool is_computed() const;
  // Of the first one that is not before t; size(): there is none.
  std::size_t lower_bound(double t) const;
  bool contains(double t) const;
  // Between neighbours; 0: there are none.
  double longest_interval() const;

  Times from(std::size_t k) const;  // without the first k
  // Those before t, then t itself in place of all others; all, where none of them is at t or behind it.
  Times until(double t) const;

  class const_iterator {
   public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = double;
    using difference_type = std::ptrdiff_t;
    using pointer = const double*;
    using reference = double;
    const_iterator() = default;
    const_iterator(const Times& of, std::size_t k) : of_(&of), k_(k) {}
    double operator*() const { return (*of_)[k_]; }
    const_iterator& operator++() { return ++k_, *this; }
    const_iterator operator++(int) { return {*of_, k_++}; }
    bool operator==(const const_iterator&) const = default;

   private:
    const Times* of_ = nullptr;
    std::size_t k_ = 0;
  };
  using iterator = const_iterator;
  using value_type = double;
  using const_reference = double;
  const_iterator begin() const { return {*this, 0}; }
  const_iterator end() const { return {*this, size_}; }

 private:
  class Source;
  class List;
  class Grid;

  std::shared_ptr<const Source> source_;
  std::size_t first_ = 0, size_ = 0;  // of the source's
  double last_ = 0;                   // in place of the source's
};

}  // namespace trammel
