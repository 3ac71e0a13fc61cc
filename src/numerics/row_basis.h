// A basis of sparse rows that grows one row at a time, by elimination in a given order of columns.
//
//   a = Σ c_j a_j + r,   r = 0 in every pivot column of the basis                       (RANK.1)
//
// Each member is stored as an echelon row: its pivot comes before all its other entries in the
// order of columns. A new row is swept in that order; it loses its entry in each pivot column it
// meets and stops at the first free column with an entry large enough to be its own pivot. So the
// fill is that of the triangular factor for this order of columns, in whatever order the rows
// arrive. A free column whose entry is too small to be the pivot, or which shares its position, moves
// behind it, which keeps every echelon row one.
// Theory: docs/theory/linear_algebra.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace trammel {

struct RowTerm {
  int row;
  double coefficient;
};

class RowBasis {
 public:
  explicit RowBasis(const std::vector<int>& position_of_column);

  // Sweeps a row of about unit norm. Returns ‖r‖ when that is below `certainly_independent`, and
  // otherwise any larger lower bound of it. The row stays current until the next call.
  double reduce(std::span<const int> columns, std::span<const double> values);

  void accept(int row);                // makes the current row a member, under this number
  std::vector<RowTerm> combination();  // (row, c_j) of the current row, when its ‖r‖ is small
  int size() const { return int(members_.size()); }
  long entries() const { return long(echelon_.size()); }

  static constexpr double certainly_independent = 0.01;

 private:
  struct Entry {
    int index;
    double value;
  };
  struct Member {
    int row;
    double pivot;                            // a_row = pivot · echelon row + earlier multiples
    std::size_t echelon_begin, echelon_end;  // in echelon_; the pivot column first, value 1
    std::size_t upper_begin, upper_end;      // in upper_: other members and their multiples
  };

  void clear_current();
  void add(int column, double value);
  bool comes_after(int a, int b) const;
  int pop_first_column();
  bool is_good_pivot(int column) const;
  int best_pivot() const;
  double free_norm() const;
  bool is_free(int column) const { return member_of_column_[std::size_t(column)] < 0; }

  std::vector<std::int64_t> position_;  // of every column
  std::int64_t deferrals_ = 0;
  std::vector<int> member_of_column_;  // whose pivot it is, −1: free
  std::vector<Member> members_;
  std::vector<Entry> echelon_, upper_;

  // The current row: dense, zero outside touched_.
  std::vector<double> x_;
  std::vector<char> is_touched_;
  std::vector<int> touched_;
  std::vector<int> ahead_;            // heap of touched columns the sweep has not met
  std::vector<Entry> current_upper_;  // members and their multiples taken out so far
  int pivot_ = -1;

  std::vector<double> c_;  // per member, workspace of combination()
  std::vector<char> is_queued_;
};

}  // namespace trammel
