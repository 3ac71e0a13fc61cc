// Walks through function expressions, for the rules that read them.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "expression/tree.h"

namespace trammel::analysis::doctor {

// visit(index of the call, its function).
template <class Visit>
void for_each_call(const expression::Tree& tree, const Visit& visit) {
  for (std::size_t n = 0; n < tree.size(); ++n)
    if (tree.node(n).kind == expression::NodeKind::call) visit(n, *tree.node(n).function);
}

inline std::span<const expression::Node> subtree(const expression::Tree& tree, std::size_t root) {
  const std::size_t size = tree.node(root).size;
  return tree.nodes().subspan(root + 1 - size, size);
}

// Is there anything in it that changes during an analysis: time, a measure, a state? MODE does not.
inline bool changes(const expression::Tree& tree, std::size_t root) {
  const auto nodes = subtree(tree, root);
  return std::any_of(nodes.begin(), nodes.end(), [](const expression::Node& node) {
    return node.kind == expression::NodeKind::call &&
           node.function->quantity != expression::QuantityKind::none &&
           node.function->quantity != expression::QuantityKind::mode;
  });
}

inline bool is_same(const expression::Tree& tree, std::size_t a, std::size_t b) {
  const auto x = subtree(tree, a), y = subtree(tree, b);
  return std::equal(x.begin(), x.end(), y.begin(), y.end(),
                    [](const expression::Node& p, const expression::Node& q) {
                      return p.kind == q.kind && p.number == q.number && p.function == q.function &&
                             p.size == q.size;
                    });
}

inline bool is_operator(const expression::Tree& tree, std::size_t n, std::string_view symbol) {
  const expression::Node& node = tree.node(n);
  return node.kind == expression::NodeKind::call &&
         node.function->notation == expression::Notation::infix && node.function->name == symbol;
}

inline bool is_negation(const expression::Tree& tree, std::size_t n) {
  const expression::Node& node = tree.node(n);
  return node.kind == expression::NodeKind::call &&
         node.function->notation == expression::Notation::prefix;
}

// The number that an argument is, with or without a sign.
inline std::optional<double> literal(const expression::Tree& tree, std::size_t n) {
  const expression::Node& node = tree.node(n);
  if (node.kind == expression::NodeKind::number || node.kind == expression::NodeKind::integer)
    return node.number;
  if (!is_negation(tree, n)) return {};
  if (const auto value = literal(tree, n - 1)) return -*value;
  return {};
}

// The call that each node is an argument of; of the root itself.
inline std::vector<std::size_t> parents(const expression::Tree& tree) {
  std::vector<std::size_t> result(tree.size(), tree.root());
  for (std::size_t n = 0; n < tree.size(); ++n)
    if (tree.node(n).kind == expression::NodeKind::call)
      for (const std::size_t argument : tree.arguments(n)) result[argument] = n;
  return result;
}

}  // namespace trammel::analysis::doctor
