// SPDX-License-Identifier: BSD-3-Clause
#include "expression/inspect.h"

#include <algorithm>
#include <cassert>

#include "kinematics/measure.h"

namespace trammel::expression {

void for_each_reference(const Tree& tree, const std::function<void(const Reference&)>& visit) {
  for (std::size_t index = 0; index < tree.size(); ++index) {
    const Node& call = tree.node(index);
    if (call.kind != NodeKind::call) continue;
    std::size_t which = 0;
    for (const std::size_t argument : tree.arguments(index)) {
      const Node& node = tree.node(argument);
      const Argument* rule = node.kind == NodeKind::integer
                                 ? &call.function->argument(static_cast<int>(which))
                                 : nullptr;
      if (rule != nullptr && rule->kind == ArgumentKind::id && node.integer() != 0)
        visit({rule->entity, node.integer(), node.origin, call.function});
      ++which;
    }
  }
}

std::vector<Reference> references(const Tree& tree) {
  std::vector<Reference> result;
  for_each_reference(tree, [&](const Reference& reference) { result.push_back(reference); });
  return result;
}

std::vector<FunctionCall> function_calls(const Tree& tree) {
  std::vector<FunctionCall> result;
  for (const Node& node : tree.nodes()) {
    if (node.kind != NodeKind::call) continue;
    const Notation notation = node.function->notation;
    if (notation != Notation::infix && notation != Notation::prefix)
      result.push_back({node.function, node.origin});
  }
  std::stable_sort(result.begin(), result.end(), [](const FunctionCall& a, const FunctionCall& b) {
    return a.origin.offset < b.origin.offset;
  });
  return result;
}

Quantity quantity_at(const Tree& tree, std::size_t index) {
  const Node& call = tree.node(index);
  assert(call.kind == NodeKind::call && call.function->quantity != QuantityKind::none);
  Quantity result{.function = call.function};
  std::size_t which = 0;
  for (const std::size_t argument : tree.arguments(index))
    result.ids[which++] = tree.node(argument).integer();
  return result;
}

const kinematics::Measure* measure_of(const Quantity& quantity) {
  if (quantity.kind() != QuantityKind::measure) return nullptr;
  if (quantity.function->measure != nullptr) return quantity.function->measure;
  return kinematics::orient(quantity.ids[0], quantity.ids[1]);
}

std::array<int, 4> markers_of(const Quantity& quantity) {
  std::array<int, 4> markers{};
  const kinematics::Measure* measure = measure_of(quantity);
  if (measure == nullptr) return markers;
  const std::size_t first = quantity.function->measure != nullptr ? 0 : 2;
  for (std::size_t k = 0; k < measure->slots.size() && first + k < quantity.ids.size(); ++k)
    markers[static_cast<std::size_t>(measure->slots[k] - 'i')] = quantity.ids[first + k];
  return markers;
}

Summary summarise(const Tree& tree) {
  Summary result;
  for (const Node& node : tree.nodes()) {
    if (node.kind != NodeKind::call) continue;
    const Function& row = *node.function;
    result.continuity = std::max(result.continuity, row.continuity);
    result.level = std::max(result.level, row.level);
    if (row.quantity == QuantityKind::none) continue;
    result.constant = false;
    if (row.quantity != QuantityKind::time && row.quantity != QuantityKind::mode)
      result.only_time = false;
    switch (row.quantity) {
      case QuantityKind::time:
        result.uses_time = true;
        break;
      case QuantityKind::mode:
        result.uses_mode = true;
        break;
      case QuantityKind::variable:
      case QuantityKind::array_entry:
      case QuantityKind::plant_input:
      case QuantityKind::plant_output:
        result.uses_variables = true;
        break;
      case QuantityKind::diff_rate:
        result.uses_diff_rate = true;
        [[fallthrough]];
      case QuantityKind::diff_state:
      case QuantityKind::state:
        result.uses_diff = true;
        break;
      case QuantityKind::element_force:
      case QuantityKind::marker_force:
      case QuantityKind::reaction:
        result.uses_forces = true;
        break;
      case QuantityKind::sensor_value:
      case QuantityKind::memory:
        result.uses_sensors = true;
        break;
      case QuantityKind::measure:
      case QuantityKind::definition:
      case QuantityKind::none:
        break;
    }
  }
  return result;
}

}  // namespace trammel::expression
