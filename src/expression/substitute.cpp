// SPDX-License-Identifier: BSD-3-Clause
#include "expression/substitute.h"

#include <utility>
#include <vector>

namespace trammel::expression {

namespace {

const Tree* replacement_of(const Tree& tree, std::size_t index, const Replacement& replacement) {
  const Node& node = tree.node(index);
  if (node.kind != NodeKind::call || node.function->quantity == QuantityKind::none) return nullptr;
  return replacement(quantity_at(tree, index));
}

}  // namespace

std::optional<Tree> substitute(const Tree& tree, const Replacement& replacement,
                               std::size_t max_nodes) {
  std::vector<Node> nodes;
  std::vector<std::uint32_t> sizes;  // of the complete subtrees at the end of `nodes`
  for (std::size_t index = 0; index < tree.size(); ++index) {
    Node node = tree.node(index);
    std::uint32_t size = 1;
    for (std::uint32_t k = 0; k < node.arguments; ++k) {
      size += sizes.back();
      sizes.pop_back();
    }
    if (const Tree* other = replacement_of(tree, index, replacement)) {
      nodes.resize(nodes.size() + 1 - size);  // the ids of the quantity go with it
      for (Node copy : other->nodes()) {
        copy.origin = node.origin;
        nodes.push_back(copy);
      }
      size = static_cast<std::uint32_t>(other->size());
    } else {
      node.size = size;
      nodes.push_back(node);
    }
    sizes.push_back(size);
    if (nodes.size() > max_nodes) return std::nullopt;
  }
  return Tree(std::move(nodes));
}

}  // namespace trammel::expression
