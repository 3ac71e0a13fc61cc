// SPDX-License-Identifier: BSD-3-Clause
#include "system/redundancy.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace trammel::system {

namespace {

using elements::Equations;

constexpr std::size_t most_relations = 1000;  // nobody reads more, and long ones cost time

// Constraints of the Dae in the order in which they join the basis.
std::vector<int> order_of_preference(const System& all) {
  const auto key = [&](int constraint) {
    const int row = all.equation_row(constraint);
    return std::pair(all.equations().rows[std::size_t(row)].initial_only, row);
  };
  std::vector<int> order(std::size_t(all.layout().m()));
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int a, int b) { return key(a) < key(b); });
  return order;
}

SparseMatrix with_rows_in_order(const SparseMatrix& a, const std::vector<int>& order) {
  std::vector<int> place(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) place[std::size_t(order[k])] = int(k);
  std::vector<std::pair<int, int>> entries;
  entries.reserve(a.values().size());
  for (int j = 0; j < a.n_columns(); ++j)
    for (const int i : a.pattern().column(j)) entries.emplace_back(place[std::size_t(i)], j);
  SparseMatrix result(Pattern::from_entries(a.n_rows(), a.n_columns(), std::move(entries)));
  std::size_t next = 0;
  for (int j = 0; j < a.n_columns(); ++j)
    for (const int i : a.pattern().column(j))
      result.add(place[std::size_t(i)], j, a.values()[next++]);
  return result;
}

}  // namespace

double typical_length(const elements::Skeleton& skeleton) {
  const auto mean = [&](bool on_ground) {
    double sum = 0;
    int count = 0;
    for (const elements::Marker& marker : skeleton.markers) {
      const double distance = marker.s.norm();
      if ((marker.body == elements::ground) != on_ground || distance == 0) continue;
      sum += distance;
      ++count;
    }
    return count > 0 ? sum / count : 0;
  };
  for (const double length : {mean(false), mean(true)})
    if (length > 0 && std::isfinite(length)) return length;
  return 1;
}

Vector tangent_units(const Layout& layout, double length) {
  Vector units = Vector::Ones(layout.n);
  for (int k = 0; k < layout.n; ++k)
    if (layout.kinds[std::size_t(k)] == Kind::length) units[k] = length;
  return units;
}

Redundancy find_redundancy(const System& all, const State& at, double length,
                           const RankOptions& options) {
  const Layout& layout = all.layout();
  Blocks blocks = make_blocks(all);
  all.linearise(at, mask(Block::G), blocks);
  const std::vector<int> order = order_of_preference(all);
  const auto row_of = [&](int place) { return all.equation_row(order[std::size_t(place)]); };
  RankAnalysis analysis(with_rows_in_order(blocks[Block::G], order), tangent_units(layout, length),
                        options);

  Redundancy result;
  result.rank = analysis.rank();
  result.degrees_of_freedom = layout.n - analysis.rank();
  for (const int place : analysis.independent()) result.kept.push_back(row_of(place));
  for (const int place : analysis.redundant()) result.dropped.push_back(row_of(place));
  const auto relation = [&](const Dependency& dependency) {
    Relation r{row_of(dependency.row), dependency.remainder, {}};
    for (const RowTerm& term : dependency.terms) r.others.push_back(row_of(term.row));
    return r;
  };
  for (const Dependency& dependency : analysis.nearly_redundant())
    if (result.nearly.size() < most_relations) result.nearly.push_back(relation(dependency));
  for (const int place : analysis.redundant())
    if (result.relations.size() < most_relations)
      result.relations.push_back(relation(analysis.dependency(place)));
  std::sort(result.kept.begin(), result.kept.end());
  std::sort(result.dropped.begin(), result.dropped.end());
  return result;
}

std::string owner_label(const elements::Row& row) {
  return row.name.substr(0, row.name.rfind(": "));
}

std::string list_owners(const Equations& equations, const std::vector<int>& rows) {
  constexpr std::size_t most = 6;
  std::vector<elements::Owner> owners;
  std::vector<std::string> labels;
  for (const int index : rows) {
    const elements::Row& row = equations.rows[std::size_t(index)];
    if (std::find(owners.begin(), owners.end(), row.owner) != owners.end()) continue;
    owners.push_back(row.owner);
    if (labels.size() < most) labels.push_back(owner_label(row));
  }
  if (owners.size() > most)
    return fmt::format("{} and {} more", fmt::join(labels, ", "), owners.size() - most);
  if (labels.size() < 2) return fmt::format("{}", fmt::join(labels, ""));
  const std::string last = labels.back();
  labels.pop_back();
  return fmt::format("{} and {}", fmt::join(labels, ", "), last);
}

}  // namespace trammel::system
