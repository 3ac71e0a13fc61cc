// SPDX-License-Identifier: BSD-3-Clause
#include "system/redundancy.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <tuple>

namespace trammel::system {

namespace {

using elements::Equations;

constexpr std::size_t most_relations = 1000;  // nobody reads more, and long ones cost time

// Without these joints other statements have no meaning.
std::set<int> joints_in_use(const model::Model& model) {
  std::set<int> ids;
  for (const model::Motion& motion : model.motions) ids.insert(motion.joint.value);
  for (const model::Coupler& coupler : model.couplers)
    for (const model::JointId joint : coupler.joints) ids.insert(joint.value);
  for (const model::Gear& gear : model.gears)
    for (const model::JointId joint : gear.joints) ids.insert(joint.value);
  return ids;
}

// Constraints of the Dae in the order in which they join the basis.
std::vector<int> order_of_preference(const System& all) {
  const std::set<int> in_use = joints_in_use(*all.equations().model);
  const auto key = [&](int constraint) {
    const int row = all.equation_row(constraint);
    const elements::Row& r = all.equations().rows[std::size_t(row)];
    const bool needed = r.owner.kind == model::Kind::joint && in_use.contains(r.owner.id);
    return std::tuple(r.initial_only, !needed, row);
  };
  std::vector<int> order(std::size_t(all.layout().m()));
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int a, int b) { return key(a) < key(b); });
  return order;
}

// Rows of joints have entries of about 1 in their units. What is this much smaller is the round-off
// of a row that does not act, e.g. on planar parts.
constexpr double round_off = 1e-10;

std::vector<bool> idle_rows(const System& all, const SparseMatrix& G, const Vector& units) {
  const Vector scales = row_scales(G, units);
  std::vector<bool> idle(std::size_t(G.n_rows()));
  for (std::size_t k = 0; k < idle.size(); ++k) {
    const elements::Row& row = all.equations().rows[std::size_t(all.equation_row(int(k)))];
    idle[k] = row.scalar < 0 && row.terms.size() == 1;
  }
  std::size_t next = 0;
  for (int j = 0; j < G.n_columns(); ++j)
    for (const int i : G.pattern().column(j))
      if (std::abs(G.values()[next++]) * units[j] * scales[i] > round_off)
        idle[std::size_t(i)] = false;
  return idle;
}

SparseMatrix with_rows_in_order(const SparseMatrix& a, const std::vector<bool>& idle,
                                const std::vector<int>& order) {
  std::vector<int> place(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) place[std::size_t(order[k])] = int(k);
  std::vector<std::pair<int, int>> entries;
  entries.reserve(a.values().size());
  for (int j = 0; j < a.n_columns(); ++j)
    for (const int i : a.pattern().column(j)) entries.emplace_back(place[std::size_t(i)], j);
  SparseMatrix result(Pattern::from_entries(a.n_rows(), a.n_columns(), std::move(entries)));
  std::size_t next = 0;
  for (int j = 0; j < a.n_columns(); ++j)
    for (const int i : a.pattern().column(j)) {
      const double value = a.values()[next++];
      if (!idle[std::size_t(i)]) result.add(place[std::size_t(i)], j, value);
    }
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

Vector row_scales(const SparseMatrix& gamma, const Vector& units) {
  Vector squares = Vector::Zero(gamma.n_rows()), least = Vector::Constant(gamma.n_rows(), 0.1);
  std::size_t next = 0;
  for (int j = 0; j < gamma.n_columns(); ++j)
    for (const int i : gamma.pattern().column(j)) {
      const double value = gamma.values()[next++] * units[j];
      squares[i] += value * value;
      if (value != 0 && units[j] != 1) least[i] = 0.1 * units[j];
    }
  // Rows that measure lengths are usually as long as the unit of length; direction cosines are about
  // 1, but 0 in the wrong position.
  return squares.cwiseSqrt().cwiseMax(least).cwiseInverse();
}

Redundancy find_redundancy(const System& all, const State& at, double length,
                           const RankOptions& options) {
  const Layout& layout = all.layout();
  Blocks blocks = make_blocks(all);
  all.linearise(at, mask(Block::G), blocks);
  const std::vector<int> order = order_of_preference(all);
  const auto row_of = [&](int place) { return all.equation_row(order[std::size_t(place)]); };
  const Vector units = tangent_units(layout, length);
  const SparseMatrix& G = blocks[Block::G];
  RankAnalysis analysis(with_rows_in_order(G, idle_rows(all, G, units), order), units, options);

  Redundancy result;
  result.rank = analysis.rank();
  result.degrees_of_freedom = layout.n - analysis.rank();
  for (const int place : analysis.independent()) result.kept.push_back(row_of(place));
  for (const int place : analysis.redundant()) result.dropped.push_back(row_of(place));
  const auto relation = [&](const Dependency& dependency) {
    Relation r{row_of(dependency.row), dependency.remainder, {}, {}};
    for (const RowTerm& term : dependency.terms) {
      r.others.push_back(row_of(term.row));
      r.coefficients.push_back(term.coefficient);
    }
    return r;
  };
  for (const Dependency& dependency : analysis.nearly_redundant())
    if (result.nearly.size() < most_relations) result.nearly.push_back(relation(dependency));
  for (const int place : analysis.redundant())
    if (result.relations.size() < most_relations)
      result.relations.push_back(relation(analysis.dependency(place)));
  std::sort(result.kept.begin(), result.kept.end());
  std::sort(result.dropped.begin(), result.dropped.end());
  const Vector scales = row_scales(G, units);
  for (const int row : result.dropped) result.scales.push_back(scales[all.constraint_of(row)]);
  return result;
}

std::string owner_label(const elements::Row& row) {
  return row.name.substr(0, row.name.rfind(": "));
}

std::string list_owners(const Equations& equations, const std::vector<int>& rows) {
  constexpr std::size_t most = 6;
  std::set<std::pair<model::Kind, int>> owners;
  std::vector<std::string> labels;
  for (const int index : rows) {
    const elements::Row& row = equations.rows[std::size_t(index)];
    if (!owners.emplace(row.owner.kind, row.owner.id).second) continue;
    if (labels.size() < most) labels.push_back(owner_label(row));
  }
  if (owners.size() > most)
    return fmt::format("{} and {} more", fmt::join(labels, ", "), owners.size() - most);
  if (labels.size() < 2) return fmt::format("{}", fmt::join(labels, ""));
  const std::string last = labels.back();
  labels.pop_back();
  return fmt::format("{} and {}", fmt::join(labels, ", "), last);
}

std::string list_suspects(const Equations& equations, std::vector<int> rows) {
  std::sort(rows.begin(), rows.end());
  std::stable_partition(rows.begin(), rows.end(),
                        [&](int row) { return equations.rows[std::size_t(row)].scalar >= 0; });
  return list_owners(equations, rows);
}

}  // namespace trammel::system
