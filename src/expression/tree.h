// A parsed expression: an immutable tree, stored as its nodes in post-order.
//
// A subtree is a contiguous run that ends in its root, so that every walk (printing, compiling,
// substituting) is a loop; no depth of nesting can overflow the stack.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "expression/function.h"

namespace trammel::expression {

enum class NodeKind : unsigned char {
  number,
  degrees,  // a number with the suffix D; `number` is as written, in degrees
  integer,  // an id, or an integer such as the component of ORIENT
  call,     // function, operator or symbol
};

// Where a node stands in the text it was read from.
struct Origin {
  std::uint32_t offset = 0;
  std::uint32_t length = 0;
};

struct Node {
  NodeKind kind = NodeKind::number;
  std::uint32_t arguments = 0;  // of a call
  std::uint32_t size = 1;       // nodes of the subtree, this one included
  double number = 0;
  const Function* function = nullptr;  // of a call
  Origin origin;

  int integer() const { return static_cast<int>(number); }
};

class Tree {
 public:
  // The constant 0.
  Tree();
  // `nodes` must be in post-order with consistent sizes and argument counts.
  explicit Tree(std::vector<Node> nodes);

  static Tree constant(double value);

  std::span<const Node> nodes() const { return nodes_; }
  std::size_t size() const { return nodes_.size(); }
  std::size_t root() const { return nodes_.size() - 1; }
  const Node& node(std::size_t index) const { return nodes_[index]; }

  // The roots of the arguments of the call at `index`, in order.
  std::vector<std::size_t> arguments(std::size_t index) const;

  // Same expression; origins are not compared.
  friend bool operator==(const Tree& a, const Tree& b);

 private:
  std::vector<Node> nodes_;
};

}  // namespace trammel::expression
