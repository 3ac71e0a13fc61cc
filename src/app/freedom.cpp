// SPDX-License-Identifier: BSD-3-Clause
#include "app/freedom.h"

#include <fmt/format.h>

#include <iterator>
#include <map>
#include <string_view>
#include <utility>

namespace trammel::app {
namespace {

constexpr std::size_t most_redundant = 100;

// "JOINT" of "JOINT/3 (hinge): Zi.Xj".
std::string_view statement_of(std::string_view name) {
  return name.substr(0, name.find('/'));
}

// Elements that bring or take equally many, by statement.
using Groups = std::map<std::pair<std::string_view, int>, int>;

Groups parts_of(const elements::Equations& equations) {
  Groups groups;
  for (const elements::Body& body : equations.skeleton.bodies)
    ++groups[{statement_of(body.label), body.n()}];
  return groups;
}

// Rows of an element follow each other.
Groups constraints_of(const elements::Equations& equations) {
  Groups groups;
  const auto& rows = equations.rows;
  for (std::size_t k = 0; k < rows.size();) {
    const std::size_t first = k;
    int count = 0;
    for (; k < rows.size() && rows[k].owner == rows[first].owner; ++k)
      count += rows[k].active && !rows[k].initial_only;
    if (count > 0) ++groups[{statement_of(rows[first].name), count}];
  }
  return groups;
}

}  // namespace

std::string count_freedom(const analysis::InitialConditions& ic) {
  const elements::Equations& equations = ic.system->equations();
  std::string text = "degrees of freedom\n";
  const auto out = std::back_inserter(text);
  int sum = 0;
  const auto list = [&](const Groups& groups, int sign) {
    for (const auto& [group, count] : groups) {
      sum += sign * count * group.second;
      fmt::format_to(out, "{:>+8}  {} {} with {} each\n", sign * count * group.second, count,
                     group.first, group.second);
    }
  };
  list(parts_of(equations), 1);
  list(constraints_of(equations), -1);
  const std::vector<int>& dropped = ic.redundancy.dropped;
  for (std::size_t k = 0; k < dropped.size() && k < most_redundant; ++k)
    fmt::format_to(out, "{:>+8}  redundant: {}\n", 1, equations.rows[std::size_t(dropped[k])].name);
  if (dropped.size() > most_redundant)
    fmt::format_to(out, "{:>+8}  more redundant ones\n", long(dropped.size() - most_redundant));
  sum += int(dropped.size());
  fmt::format_to(out, "{:>8}  {}\n", sum,
                 sum == ic.degrees_of_freedom
                     ? std::string("in all")
                     : fmt::format("in this pose; {} nearby", ic.degrees_of_freedom));
  return text;
}

}  // namespace trammel::app
