// SPDX-License-Identifier: BSD-3-Clause
#include "elements/lower/linear_rate.h"

#include <vector>

#include "expression/compose.h"
#include "expression/inspect.h"

namespace trammel::elements {
namespace {

using expression::Node;
using expression::NodeKind;
using expression::QuantityKind;
using expression::Tree;

// A subtree: its rate, and itself when it is a number.
struct Part {
  Tree rate;
  std::optional<Tree> number;
};

std::optional<Part> rate_of_call(const Node& node, const std::vector<Part>& operands) {
  const std::string_view name = node.function->name;
  const Part& a = operands.front();
  if (name == "neg")
    return Part{negated(a.rate), a.number ? std::optional(negated(*a.number)) : std::nullopt};
  if (operands.size() != 2) return {};
  const Part& b = operands.back();
  const bool numbers = a.number && b.number;
  const auto with = [&](Tree rate, auto operation) {
    return Part{std::move(rate),
                numbers ? std::optional(operation(*a.number, *b.number)) : std::nullopt};
  };
  if (name == "+")
    return with(expression::sum({a.rate, b.rate}), [](const Tree& x, const Tree& y) {
      return expression::sum({x, y});
    });
  if (name == "-") return with(expression::difference(a.rate, b.rate), expression::difference);
  if (name == "*" && (a.number || b.number))
    return with(
        a.number ? expression::product(*a.number, b.rate) : expression::product(*b.number, a.rate),
        [](const Tree& x, const Tree& y) { return expression::product(x, y); });
  if (name == "/" && b.number)
    return with(expression::quotient(a.rate, *b.number), expression::quotient);
  return {};
}

std::optional<Part> rate_of_leaf(const Tree& tree, std::size_t index) {
  const expression::Quantity quantity = expression::quantity_at(tree, index);
  if (quantity.kind() == QuantityKind::time) return Part{Tree::constant(1), {}};
  if (quantity.kind() != QuantityKind::diff_state) return {};
  return Part{expression::leaf(*expression::find_function("DIF1"), {quantity.ids[0]}), {}};
}

}  // namespace

std::optional<Tree> linear_rate(const Tree& tree) {
  std::vector<Part> stack;
  for (std::size_t n = 0; n < tree.size(); ++n) {
    const Node& node = tree.node(n);
    if (node.kind != NodeKind::call) {
      stack.push_back({Tree(), Tree(std::vector<Node>{node})});
      continue;
    }
    const auto first = stack.end() - static_cast<std::ptrdiff_t>(node.arguments);
    const std::vector<Part> operands(first, stack.end());
    std::optional<Part> part;
    if (node.function->quantity != QuantityKind::none)
      part = rate_of_leaf(tree, n);
    else if (!operands.empty())
      part = rate_of_call(node, operands);
    if (!part) return {};
    stack.erase(first, stack.end());
    stack.push_back(std::move(*part));
  }
  return stack.back().rate;
}

}  // namespace trammel::elements
