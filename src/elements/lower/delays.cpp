// DELAY → what is remembered of an expression, read at an earlier time.
//
//   DELAY(e, τ, h) = e(t − τ) for t > τ, else h(t − τ),  τ ≥ 0; runs start at 0           (DLY.1)
//   DELAY(e, τ, h) = e at an equilibrium, where all rates and velocities are 0             (DLY.2)
//   DELAY(e, τ, h) = e₀ of the equilibrium, a number, where one is linearised about        (DLY.3)
// SPDX-License-Identifier: BSD-3-Clause
#include <optional>
#include <span>

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

constexpr const char* too_long = "the expression is too long once its DELAYs are written out";

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
  const std::optional<Tree> given = expression::substitute(history, earlier);
  if (!given) report(model::Code::bad_expression, site, too_long);
  const Tree before = given.value_or(Tree());
  const Tree remembered[] = {expression::integer(number), then};
  const Tree began =
      expression::call(expression::history_begin_row(), std::span<const Tree>(remembered, 1));
  const Tree past = expression::call(
      "IF", {expression::difference(then, began), before, before,
             expression::call(expression::history_row(), remembered)});  // (DLY.1), (DLY.3)
  const Tree either[] = {moves(), at_rest(e), past};
  return expression::call(expression::at_rest_row(), either);  // (DLY.2)
}

Tree with_the_past(const Tree& tree) {
  const auto past = [](std::span<const Tree> arguments) { return arguments[2]; };
  return *expression::substitute_calls(tree, expression::at_rest_row(), past, tree.size());
}

Tree with_histories(Lowering& lowering, const Tree& tree, const Site& site) {
  const std::optional<Tree> result = expression::substitute_calls(
      tree, *expression::find_function("DELAY"), [&](std::span<const Tree> arguments) {
        return lowering.delayed(arguments[0], arguments[1], arguments[2], site);
      });
  if (!result) lowering.report(model::Code::bad_expression, site, too_long);
  return result.value_or(Tree());
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
