// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/suspects.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <unordered_set>

#include "system/redundancy.h"

namespace trammel::analysis {

using elements::Equations;

namespace {

constexpr std::size_t most_names = 6;

std::string joined(std::vector<std::string> names) {
  std::unordered_set<std::string> known;
  std::vector<std::string> distinct;
  for (std::string& name : names)
    if (known.insert(name).second && distinct.size() < most_names)
      distinct.push_back(std::move(name));
  const std::size_t more = known.size() - distinct.size();
  return fmt::format("{}{}", fmt::join(distinct, ", "),
                     more > 0 ? fmt::format(" and {} more", more) : "");
}

bool is_implicit(const Equations& equations, const elements::Scalar& scalar) {
  using Leaf = elements::Leaf;
  return std::any_of(scalar.leaves.begin(), scalar.leaves.end(), [&](const Leaf& leaf) {
    return leaf.kind == Leaf::Kind::reaction || leaf.kind == Leaf::Kind::unknown ||
           leaf.kind == Leaf::Kind::rate ||
           (leaf.kind == Leaf::Kind::reading &&
            equations.readings[std::size_t(leaf.index)].level() == 2);
  });
}

}  // namespace

std::vector<int> functions_of(const Equations& equations) {
  std::vector<int> scalars;
  for (const auto& load : equations.loads) scalars.push_back(load.scalar);
  for (const auto& state : equations.states) scalars.push_back(state.scalar);
  for (const auto& unknown : equations.unknowns) scalars.push_back(unknown.scalar);
  return scalars;
}

std::string largest_function(const system::System& system, const State& s) {
  const Equations& equations = system.equations();
  const std::vector<int> scalars = functions_of(equations);
  std::vector<double> values(scalars.size());
  system.values(s, scalars, values);
  int suspect = -1;
  double largest = 0;
  for (std::size_t k = 0; k < scalars.size(); ++k) {
    const std::string& name = equations.scalars[std::size_t(scalars[k])].name;
    if (!std::isfinite(values[k])) return name + " has no finite value";
    if (!(std::abs(values[k]) > largest)) continue;
    suspect = scalars[k];
    largest = std::abs(values[k]);
  }
  if (suspect < 0) {  // all are zero here; one of them may be about to change that
    std::vector<std::string> names;
    for (const int scalar : scalars) names.push_back(equations.scalars[std::size_t(scalar)].name);
    return names.empty() ? "" : "functions: " + joined(std::move(names));
  }
  return fmt::format("largest: {}, with {:.3g}", equations.scalars[std::size_t(suspect)].name,
                     largest);
}

std::string implicit_elements(const Equations& equations) {
  std::vector<std::string> names;
  for (const int scalar : functions_of(equations))
    if (const auto& function = equations.scalars[std::size_t(scalar)];
        is_implicit(equations, function))
      names.push_back(function.name);
  for (const auto& unknown : equations.unknowns) names.push_back(unknown.name);
  return joined(std::move(names));
}

namespace {

model::Location place_of_equation(const system::System& system, int k) {
  const Equations& equations = system.equations();
  const Layout& l = system.layout();
  if (k < l.n) {
    const auto& bodies = equations.skeleton.bodies;
    const auto after =
        std::upper_bound(bodies.begin(), bodies.end(), k,
                         [](int entry, const elements::Body& body) { return entry < body.v; });
    return std::prev(after)->at;
  }
  k -= l.n;
  if (k < l.m()) return equations.rows[std::size_t(system.equation_row(k))].at;
  k -= l.m();
  const int scalar = k < l.n_x ? equations.states[std::size_t(k)].scalar
                               : equations.unknowns[std::size_t(k - l.n_x)].scalar;
  return equations.scalars[std::size_t(scalar)].at;
}

}  // namespace

Suspect worst_equation(const system::System& system, const State& s) {
  const Layout& layout = system.layout();
  Values values = make_values(layout);
  const unsigned ask = Ask::forces | Ask::acceleration | (layout.n_aux() > 0 ? Ask::auxiliary : 0u);
  system.evaluate(s, ask, values);
  Vector residual(layout.n + layout.m() + layout.n_aux());
  residual << values.inertia + values.reaction - values.action, values.c2, values.aux;
  int worst = -1;
  for (int k = 0; k < residual.size(); ++k) {
    if (worst < 0 || !(std::abs(residual[k]) <= std::abs(residual[worst]))) worst = k;
    if (!std::isfinite(residual[k])) break;
  }
  if (worst < 0) return {};
  return {system.row_name(worst), place_of_equation(system, worst)};
}

model::Location place_of_fault(const system::System& system) {
  const int scalar = system.faulty_scalar();
  return scalar < 0 ? model::Location{} : system.equations().scalars[std::size_t(scalar)].at;
}

model::Location place_of_first_name(const Equations& equations, std::string_view text) {
  model::Location place;
  std::size_t first = std::string_view::npos;
  const auto offer = [&](std::string_view label, model::Location at) {
    const std::size_t found = text.find(label);
    if (label.empty() || found >= first) return;
    const std::size_t end = found + label.size();
    const bool is_part_of_another = end < text.size() && std::isdigit(text[end]);
    if (is_part_of_another) return;
    first = found;
    place = at;
  };
  const auto owner = [](std::string_view name) { return name.substr(0, name.rfind(": ")); };
  for (const elements::Body& body : equations.skeleton.bodies) offer(body.label, body.at);
  for (const elements::Row& row : equations.rows) offer(owner(row.name), row.at);
  for (const elements::Scalar& scalar : equations.scalars) offer(owner(scalar.name), scalar.at);
  return place;
}

std::string driving_elements(const Equations& equations) {
  std::vector<std::string> names;
  for (const elements::Row& row : equations.rows)
    if (row.scalar >= 0 && row.active && !row.initial_only)
      names.push_back(system::owner_label(row));
  return joined(std::move(names));
}

}  // namespace trammel::analysis
