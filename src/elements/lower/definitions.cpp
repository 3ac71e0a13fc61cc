// SPDX-License-Identifier: BSD-3-Clause
#include "elements/lower/definitions.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "elements/lower/components.h"
#include "elements/lower/lowering.h"
#include "elements/lower/resolve.h"
#include "expression/compose.h"
#include "expression/leaves.h"
#include "expression/substitute.h"

namespace trammel::elements {
namespace {

using expression::Quantity;
using expression::QuantityKind;
using expression::Tree;

template <class Visit>
void for_each_quantity(const Tree& tree, const Visit& visit) {
  for (std::size_t n = 0; n < tree.size(); ++n) {
    const expression::Node& node = tree.node(n);
    if (node.kind == expression::NodeKind::call && node.function->quantity != QuantityKind::none)
      visit(expression::quantity_at(tree, n));
  }
}

std::vector<int> definitions_in(const Tree& tree) {
  std::vector<int> result;
  for_each_quantity(tree, [&](const Quantity& quantity) {
    if (quantity.kind() == QuantityKind::definition) result.push_back(quantity.ids[0]);
  });
  return result;
}

// Are the moving bodies that the tree reads more than a few?
bool couples_too_much(const Tree& tree, const Lowering& lowering) {
  std::vector<int> bodies;
  const auto add = [&](int marker) {
    const int body = lowering.equations.skeleton.markers[static_cast<std::size_t>(marker)].body;
    if (body != ground && std::find(bodies.begin(), bodies.end(), body) == bodies.end() &&
        bodies.size() <= Definitions::max_bodies)
      bodies.push_back(body);
  };
  for_each_quantity(tree, [&](const Quantity& quantity) {
    if (quantity.kind() == QuantityKind::measure)
      for (const int id : expression::markers_of(quantity)) add(lowering.marker(id));
    if (quantity.kind() == QuantityKind::reaction) {
      const Reaction& reaction =
          lowering.equations.reactions[static_cast<std::size_t>(quantity.ids[0])];
      add(reaction.at);
      add(reaction.axes);
    }
  });
  return bodies.size() > Definitions::max_bodies;
}

}  // namespace

int Definitions::add(Site site, Tree tree, double initial) {
  Definition definition;
  definition.site = std::move(site);
  definition.tree = std::move(tree);
  definition.initial = initial;
  list_.push_back(std::move(definition));
  return static_cast<int>(list_.size()) - 1;
}

int Definitions::add_unknown(Site site, Tree tree, double initial) {
  const int definition = add(std::move(site), std::move(tree), initial);
  list_.back().stays_unknown = true;
  return definition;
}

void Definitions::settle(Lowering& lowering) {
  for (Definition& d : list_) d.tree = resolve(lowering, d.tree, d.site);
  find_loops();
  inline_all(lowering);
}

void Definitions::find_loops() {
  std::vector<std::vector<int>> successors;
  for (const Definition& d : list_) successors.push_back(definitions_in(d.tree));
  Components found = components(successors);
  order_ = std::move(found.order);
  for (std::size_t d = 0; d < list_.size(); ++d)
    if (found.in_loop[d]) list_[d].stays_unknown = true;
}

void Definitions::inline_all(const Lowering& lowering) {
  for (const int n : order_) {
    Definition& d = list_[static_cast<std::size_t>(n)];
    bool output_differs = false;
    for (const int used : definitions_in(d.tree))
      output_differs |= !at(used).stays_unknown && (at(used).stays || at(used).output);
    d.inlined = expanded(d.tree, Use::equation);
    if (output_differs) d.output = expanded(d.tree, Use::output);
    d.stays = d.inlined.size() > max_nodes || couples_too_much(d.inlined, lowering);
  }
}

Tree Definitions::expanded(const Tree& tree, Use use) const {
  const bool output = use == Use::output;
  const auto in_place = [&](const Quantity& quantity) -> const Tree* {
    if (quantity.kind() != QuantityKind::definition) return nullptr;
    const Definition& d = at(quantity.ids[0]);
    if (d.stays_unknown || (!output && d.stays)) return nullptr;
    return output && d.output ? &*d.output : &d.inlined;
  };
  // Too large a result: all definitions stay, each as an unknown.
  std::optional<Tree> result = expression::substitute(
      tree, in_place, output ? max_output_nodes + max_growth * tree.size() : max_nodes);
  return result ? std::move(*result) : tree;
}

Tree Definitions::expanded(int definition, Use use) const {
  return expanded(expression::leaf(expression::definition_row(), {definition}), use);
}

std::optional<Tree> Definitions::shown(int definition) const {
  const Definition& d = at(definition);
  if (d.stays_unknown && d.equation < 0) return {};
  Tree tree = d.equation >= 0 ? expression::leaf(expression::definition_row(), {definition})
                              : expanded(definition, Use::output);
  for (const int used : definitions_in(tree))
    if (at(used).equation < 0) return {};
  return tree;
}

bool Definitions::reads_rate(int definition, int diff_id) const {
  const auto directly = [&](int n) {
    bool reads = false;
    for_each_quantity(at(n).tree, [&](const Quantity& quantity) {
      reads |= quantity.kind() == QuantityKind::diff_rate && quantity.ids[0] == diff_id;
    });
    return reads;
  };
  std::unordered_set<int> seen = {definition};
  std::vector<int> pending = {definition};
  while (!pending.empty()) {
    const int n = pending.back();
    pending.pop_back();
    if (directly(n)) return true;
    for (const int used : definitions_in(at(n).tree))
      if (seen.insert(used).second) pending.push_back(used);
  }
  return false;
}

int Definitions::unknown(int definition, Lowering& lowering) {
  Definition& d = list_[static_cast<std::size_t>(definition)];
  if (d.equation < 0) {
    d.equation = static_cast<int>(lowering.equations.unknowns.size());
    UnknownEquation equation;
    equation.initial = d.initial;
    equation.name = d.site.name();
    equation.owner = d.site.owner;
    lowering.equations.unknowns.push_back(std::move(equation));
    pending_.push_back(definition);
  }
  return d.equation;
}

void Definitions::finish_unknowns(Lowering& lowering) {
  for (std::size_t n = 0; n < pending_.size(); ++n) {  // grows: equations ask for more unknowns
    const Definition& d = at(pending_[n]);
    const int scalar = lowering.scalar(d.inlined, d.site);
    lowering.equations.unknowns[static_cast<std::size_t>(d.equation)].scalar = scalar;
  }
}

}  // namespace trammel::elements
