// DELAY → what is remembered of an expression, read at an earlier time.
//
//   DELAY(e, τ, h) = e(t − τ) for t > τ, else h(t − τ),  τ ≥ 0; runs start at 0           (DLY.1)
// SPDX-License-Identifier: BSD-3-Clause
#include <utility>

#include "elements/lower/families.h"
#include "elements/lower/lowering.h"
#include "elements/lower/resolve.h"
#include "expression/compose.h"
#include "expression/leaves.h"
#include "expression/substitute.h"

namespace trammel::elements {

using expression::Tree;

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
  return expression::call(
      "IF", {then, before, before, expression::call(expression::history_row(), remembered)});
}  // (DLY.1)

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
