// SPDX-License-Identifier: BSD-3-Clause
#include "system/row_paths.h"

#include <algorithm>
#include <functional>

namespace trammel::system {

// Estimates, not fitted to measurements: the sweep along a row's path with its share of Γ and of the factors that complete dependent
// coordinates, the products, and the factors of the sparse matrix.
double RowPaths::Work::time() const {  // (TREE.11)
  return 20. * double(stops) + 50. * double(entries) + 1. * double(products) +
         1.5 * double(operations);
}

std::optional<RowPaths> RowPaths::find(const Tree& tree, const std::vector<std::vector<int>>& nodes,
                                       double limit) {
  RowPaths found;
  if (!found.walk(tree, nodes, limit)) return std::nullopt;
  found.pair(tree);
  if (found.work_.time() > limit) return std::nullopt;
  return found;
}

// Stops and entries; gives up where there are too many.
bool RowPaths::walk(const Tree& tree, const std::vector<std::vector<int>>& nodes, double limit) {
  std::vector<int> row_at(tree.joints.size() + 1, -1), stop_at(row_at), rows_of(row_at.size(), 0);
  std::vector<int> path;
  for (std::size_t r = 0; r < nodes.size(); ++r) {
    path.clear();
    for (int node : nodes[r])
      for (; node > 0 && row_at[std::size_t(node)] != int(r);
           node = tree.joints[std::size_t(node) - 1].parent) {
        row_at[std::size_t(node)] = int(r);
        path.push_back(node);
      }
    std::sort(path.begin(), path.end(), std::greater<>());  // parents have smaller numbers
    for (std::size_t k = 0; k < path.size(); ++k) stop_at[std::size_t(path[k])] = int(k);
    for (const int node : path) {
      const TreeJoint& joint = tree.joints[std::size_t(node) - 1];
      const int next = joint.parent > 0 ? stop_at[std::size_t(joint.parent)] : -1;
      stops_.push_back({node, next, int(columns_.size())});
      for (int i = 0; i < joint.n; ++i) columns_.push_back(joint.v + i);
      work_.products += long(joint.n) * ++rows_of[std::size_t(node)];
    }
    work_.entries = long(columns_.size());
    work_.stops = long(stops_.size());
    if (work_.time() > limit) return false;
    longest_ = std::max(longest_, int(path.size()));
    first_stop_.push_back(int(stops_.size()));
    first_entry_.push_back(int(columns_.size()));
  }
  return true;
}

// Runs of entries that rows share, pair by pair.
void RowPaths::pair(const Tree& tree) {
  struct Visit {
    int row, entry;
  };
  std::vector<std::vector<Visit>> visits(tree.joints.size() + 1);
  std::vector<std::vector<Run>> runs(first_stop_.size());  // with each earlier row
  std::vector<int> others;
  std::vector<SparseCholesky::Entry> pairs;
  for (int r = 0; r < rows(); ++r) {
    others.clear();
    for (const Stop& stop : stops(r)) {
      const int size = tree.joints[std::size_t(stop.node) - 1].n;
      if (size == 0) continue;
      visits[std::size_t(stop.node)].push_back({r, stop.entry});
      for (const Visit& visit : visits[std::size_t(stop.node)]) {
        std::vector<Run>& shared = runs[std::size_t(visit.row)];
        if (shared.empty()) others.push_back(visit.row);
        if (!shared.empty() && shared.back().a + shared.back().size == visit.entry &&
            shared.back().b + shared.back().size == stop.entry)
          shared.back().size += size;
        else
          shared.push_back({visit.entry, stop.entry, size});
      }
    }
    if (others.empty()) others.push_back(r);  // a row without coordinates has a diagonal of 0
    for (const int s : others) {
      std::vector<Run>& shared = runs[std::size_t(s)];
      runs_.insert(runs_.end(), shared.begin(), shared.end());
      first_run_.push_back(int(runs_.size()));
      pairs.push_back({r, s});
      shared.clear();
    }
  }
  factors_ = SparseCholesky(rows(), pairs);
  work_.operations = factors_.operations();
}

int RowPaths::stop_at(int row, int node) const {
  const std::span<const Stop> of_row = stops(row);
  const auto found =
      std::lower_bound(of_row.begin(), of_row.end(), node,
                       [](const Stop& stop, int wanted) { return stop.node > wanted; });
  return int(found - of_row.begin());
}

void RowPaths::multiply(std::span<const double> u, std::span<const double> x,
                        std::span<double> products) const {  // (TREE.9)
  for (std::size_t k = 0; k + 1 < first_run_.size(); ++k) {
    double sum = 0;
    for (int r = first_run_[k]; r < first_run_[k + 1]; ++r) {
      const Run& run = runs_[std::size_t(r)];
      const double *left = u.data() + run.a, *right = x.data() + run.b;
      for (int i = 0; i < run.size; ++i) sum += left[i] * right[i];
    }
    products[k] = sum;
  }
}

}  // namespace trammel::system
