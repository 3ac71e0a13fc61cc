// DELAY → what is remembered of an expression, read at an earlier time.
//
//   DELAY(e, τ, h) = e(t − τ) for t > τ, else h(t − τ),  τ ≥ 0; runs start at 0           (DLY.1)
//   DELAY(e, τ, h) = e at an equilibrium, where all rates and velocities are 0             (DLY.2)
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <utility>

#include "elements/lower/constraint_functions.h"
#include "elements/lower/families.h"
#include "elements/lower/lowering.h"
#include "elements/lower/resolve.h"
#include "expression/compose.h"
#include "expression/leaves.h"
#include "expression/substitute.h"

namespace trammel::elements {

using expression::Tree;

namespace {

// (MODE − 5)(MODE − 6), which is 0 in statics and quasi-statics.
Tree moves() {
  const Tree mode = expression::leaf(*expression::find_function("MODE"), {});
  const auto beside = [&](double value) {
    return expression::difference(mode, Tree::constant(value));
  };
  return expression::product(beside(5), beside(6));
}

// e without what is 0 at an equilibrium: equations would have to carry it for nothing.
Tree at_rest(const Tree& e) {
  static const Tree zero = Tree::constant(0);
  const auto vanishes = [&](const expression::Quantity& quantity) -> const Tree* {
    const bool is_rate =
        quantity.kind() == expression::QuantityKind::diff_rate ||
        (quantity.kind() == expression::QuantityKind::measure && quantity.function->level > 0);
    return is_rate ? &zero : nullptr;
  };
  return expression::substitute(e, vanishes).value_or(e);
}

bool is_at_rest(const expression::Node& node) {
  return node.kind == expression::NodeKind::call && node.function == &expression::at_rest_row();
}

}  // namespace

Tree Lowering::delayed(const Tree& e, const Tree& delay, const Tree& history, const Site& site) {
  const Tree time = expression::leaf(*expression::find_function("TIME"), {});
  const auto number = static_cast<int>(delays.size());
  delays.push_back({site, e, delay});
  equations.delays.push_back({0, 0, std::make_shared<expression::History>()});
  const Tree then =
      expression::difference(time, expression::call("MAX", {delay, Tree::constant(0)}));
  const auto earlier = [&](const expression::Quantity& quantity) -> const Tree* {
    return quantity.kind() == expression::QuantityKind::time ? &then : nullptr;
  };
  const Tree before = expression::substitute(history, earlier).value_or(Tree());
  const Tree remembered[] = {expression::integer(number), then};
  const Tree past = expression::call(
      "IF",
      {then, before, before, expression::call(expression::history_row(), remembered)});  // (DLY.1)
  const Tree either[] = {moves(), at_rest(e), past};
  return expression::call(expression::at_rest_row(), either);  // (DLY.2)
}

Tree with_the_past(const Tree& tree) {
  if (std::none_of(tree.nodes().begin(), tree.nodes().end(), is_at_rest)) return tree;
  std::vector<Tree> stack;
  for (const expression::Node& node : tree.nodes()) {
    if (node.kind != expression::NodeKind::call) {
      stack.push_back(Tree({node}));
      continue;
    }
    const std::vector<Tree> arguments(stack.end() - static_cast<std::ptrdiff_t>(node.arguments),
                                      stack.end());
    stack.resize(stack.size() - node.arguments);
    stack.push_back(is_at_rest(node) ? arguments[2] : expression::call(*node.function, arguments));
  }
  return std::move(stack.back());
}

void finish_delays(Lowering& lowering) {
  for (std::size_t k = 0; k < lowering.delays.size(); ++k) {  // grows: a DELAY within a DELAY
    const Lowering::PendingDelay pending = lowering.delays[k];
    const auto scalar = [&](const Tree& tree) {
      const Tree resolved = resolve(lowering, tree, pending.site);
      return lowering.scalar(lowering.definitions.expanded(resolved, Definitions::Use::output),
                             pending.site);
    };
    const int e = scalar(pending.e), delay = scalar(pending.delay);
    lowering.equations.delays[k].scalar = e;
    lowering.equations.delays[k].delay = delay;
  }
}

}  // namespace trammel::elements
