// SPDX-License-Identifier: BSD-3-Clause
#include "expression/tree.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

namespace trammel::expression {

namespace {

bool same_node(const Node& a, const Node& b) {
  return a.kind == b.kind && a.arguments == b.arguments && a.size == b.size &&
         a.number == b.number && a.function == b.function;
}

}  // namespace

Tree::Tree() : nodes_(1) {}

Tree::Tree(std::vector<Node> nodes) : nodes_(std::move(nodes)) {
  assert(!nodes_.empty() && nodes_.back().size == nodes_.size());
}

Tree Tree::constant(double value) {
  assert(std::isfinite(value));
  std::vector<Node> nodes(1);
  nodes[0].number = std::abs(value);
  if (std::signbit(value)) {  // the grammar has no negative numbers, only the sign operator
    Node minus;
    minus.kind = NodeKind::call;
    minus.function = &operator_row("neg");
    minus.arguments = 1;
    minus.size = 2;
    nodes.push_back(minus);
  }
  return Tree(std::move(nodes));
}

std::vector<std::size_t> Tree::arguments(std::size_t index) const {
  std::vector<std::size_t> result(nodes_[index].arguments);
  std::size_t at = index - 1;
  for (std::size_t k = result.size(); k-- > 0; at -= nodes_[at].size) result[k] = at;
  return result;
}

bool operator==(const Tree& a, const Tree& b) {
  return std::equal(a.nodes_.begin(), a.nodes_.end(), b.nodes_.begin(), b.nodes_.end(), same_node);
}

}  // namespace trammel::expression
