// SPDX-License-Identifier: BSD-3-Clause
#include "expression/substitute.h"

#include <numeric>
#include <utility>
#include <vector>

namespace trammel::expression {

namespace {

const Tree* replacement_of(const Tree& tree, std::size_t index, const Replacement& replacement) {
  const Node& node = tree.node(index);
  if (node.kind != NodeKind::call || node.function->quantity == QuantityKind::none) return nullptr;
  return replacement(quantity_at(tree, index));
}

// The complete subtrees at the end of the nodes, in their order, taken off them.
std::vector<Tree> take_trees(std::vector<Node>& nodes, std::span<const std::uint32_t> sizes) {
  std::vector<Tree> trees;
  auto from = nodes.end();
  for (const std::uint32_t size : sizes) from -= size;
  const auto first = from;
  for (const std::uint32_t size : sizes) {
    trees.emplace_back(std::vector<Node>(from, from + size));
    from += size;
  }
  nodes.erase(first, nodes.end());
  return trees;
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

std::optional<Tree> substitute_calls(const Tree& tree, const Function& function,
                                     const CallReplacement& replacement, std::size_t max_nodes) {
  std::vector<Node> nodes;
  std::vector<std::uint32_t> sizes;  // of the complete subtrees at the end of `nodes`
  for (Node node : tree.nodes()) {
    const std::size_t first = sizes.size() - node.arguments;
    if (node.kind == NodeKind::call && node.function == &function) {
      const std::vector<Tree> arguments = take_trees(nodes, std::span(sizes).subspan(first));
      const Tree other = replacement(arguments);
      nodes.insert(nodes.end(), other.nodes().begin(), other.nodes().end());
      node.size = static_cast<std::uint32_t>(other.size());
    } else {
      node.size = std::accumulate(sizes.begin() + static_cast<std::ptrdiff_t>(first), sizes.end(),
                                  std::uint32_t{1});
      nodes.push_back(node);
    }
    sizes.resize(first);
    sizes.push_back(node.size);
    if (nodes.size() > max_nodes) return std::nullopt;
  }
  return Tree(std::move(nodes));
}

}  // namespace trammel::expression
