// GCON → a row whose level is that of its function.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "elements/lower/constraint_functions.h"
#include "elements/lower/families.h"
#include "elements/lower/lowering.h"
#include "elements/lower/resolve.h"
#include "expression/inspect.h"

namespace trammel::elements {
namespace {

using expression::QuantityKind;
using expression::Tree;
using model::Code;

// Why the quantity may not stand in a constraint; "" when it may.
std::string objection(const Lowering& lowering, const expression::Quantity& quantity) {
  switch (quantity.kind()) {
    case QuantityKind::time:
    case QuantityKind::mode:
    case QuantityKind::measure:
    case QuantityKind::sensor_value:
      return "";
    case QuantityKind::definition:
      return fmt::format("the function depends on {}, which depends on itself",
                         lowering.definitions.site(quantity.ids[0]).label);
    case QuantityKind::reaction:
      return "the function depends on a reaction";
    default:
      return "the function depends on a differential state";
  }
}

// Of the function, besides I; ascending.
std::vector<int> other_markers(const model::GeneralConstraint& constraint) {
  std::vector<int> ids;
  expression::for_each_reference(
      constraint.function.tree, [&](const expression::Reference& reference) {
        if (reference.entity == expression::Entity::marker && reference.id != constraint.i.value)
          ids.push_back(reference.id);
      });
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

}  // namespace

std::optional<Tree> constraint_function(Lowering& lowering, const Tree& tree, const Site& site) {
  const Tree result = with_the_past(
      lowering.definitions.expanded(resolve(lowering, tree, site), Definitions::Use::output));
  for (std::size_t n = 0; n < result.size(); ++n) {
    const expression::Node& node = result.node(n);
    if (node.kind != expression::NodeKind::call || node.function->quantity == QuantityKind::none)
      continue;
    const std::string reason = objection(lowering, expression::quantity_at(result, n));
    if (reason.empty()) continue;
    lowering.report(Code::motion_depends_on_state, site, reason,
                    "constraints are functions of time, positions and velocities",
                    static_cast<int>(node.origin.offset));
    return {};
  }
  return result;
}

void declare_general_constraints(Lowering& lowering) {
  for (const model::GeneralConstraint& constraint : lowering.model().general_constraints) {
    const Site site = site_of(constraint);
    lowering.add_row(lowering.row_of(site, constraint.i.value));
    Connection connection;
    connection.owner = site.owner;
    connection.i = constraint.i.value;
    connection.constraint = true;
    connection.others = other_markers(constraint);
    lowering.connections.add(std::move(connection));
  }
}

void finish_general_constraints(Lowering& lowering) {
  for (const model::GeneralConstraint& constraint : lowering.model().general_constraints) {
    const Site site = site_of(constraint, "FUNCTION");
    const auto allowed = constraint_function(lowering, constraint.function.tree, site);
    const Tree function = allowed.value_or(Tree());
    const int level = expression::summarise(function).level;
    if (allowed && level < 0)
      lowering.report(Code::motion_depends_on_state, site,
                      "the function does not depend on positions or velocities",
                      "nothing could hold it at zero");
    const int number = lowering.rows_of(site.owner).front();
    lowering.equations.rows[static_cast<std::size_t>(number)].level = std::max(level, 0);
    lowering.set_function(number, function, site);
  }
}

}  // namespace trammel::elements
