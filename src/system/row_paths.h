// Where constraints act that are left beside a tree: from the bodies they pull at along their joints to the root.
//
// Paths of a row join where they meet, and the stops of a row stand in the order in which forces pass them, the
// outermost first. A row has an entry for every coordinate of its stops, in u, in D⁻¹u and in G alike; two rows
// share an entry of G M⁻¹ Gᵀ where they share a stop:
//   (G M⁻¹ Gᵀ)_rs = Σ u_rᵀ D⁻¹ u_s   over stops of both                                        (TREE.9)
// Everything that depends on the tree alone is found once. Where loops are short, all of it is proportional to
// their number. Theory: docs/theory/trees.md#rows-beside-the-tree
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "numerics/sparse_cholesky.h"
#include "system/tree.h"

namespace trammel::system {

class RowPaths {
 public:
  struct Stop {
    int node;
    int next;   // stop of the same row to which forces go on, −1: ground
    int entry;  // the first of its joint's coordinates
  };
  struct Work {
    long stops = 0;       // nodes on the paths of rows
    long entries = 0;     // of G
    long products = 0;    // of u and D⁻¹u
    long operations = 0;  // of the factorisation
    double time() const;  // (TREE.11), ns
  };

  // The nodes at which each row pulls. None: an evaluation would take longer than `limit`, in ns.
  static std::optional<RowPaths> find(const Tree&, const std::vector<std::vector<int>>& nodes,
                                      double limit);

  int rows() const { return int(first_stop_.size()) - 1; }
  std::span<const Stop> stops(int row) const {
    return {stops_.data() + first_stop_[std::size_t(row)],
            std::size_t(first_stop_[std::size_t(row) + 1] - first_stop_[std::size_t(row)])};
  }
  int longest() const { return longest_; }  // stops of one row
  int stop_at(int row, int node) const;     // of the row; it must pass the node
  int first_entry(int row) const { return first_entry_[std::size_t(row)]; }
  // Coordinates of all entries.
  const std::vector<int>& columns() const { return columns_; }
  const Work& work() const { return work_; }

  // For the matrix of (TREE.9): factors without values.
  const SparseCholesky& factors() const { return factors_; }
  std::size_t products_size() const { return first_run_.size() - 1; }
  // The matrix, as the factors want it, from u and x = D⁻¹u by entry.
  void multiply(std::span<const double> u, std::span<const double> x,
                std::span<double> products) const;

 private:
  struct Run {  // entries of two rows that follow each other in both
    int a, b, size;
  };

  bool walk(const Tree&, const std::vector<std::vector<int>>& nodes, double limit);
  void pair(const Tree&);

  std::vector<Stop> stops_;
  std::vector<int> first_stop_ = {0}, first_entry_ = {0};
  std::vector<int> columns_;
  std::vector<Run> runs_;
  std::vector<int> first_run_ = {0};  // by pair of rows
  SparseCholesky factors_;
  int longest_ = 0;
  Work work_;
};

}  // namespace trammel::system
