// SPDX-License-Identifier: BSD-3-Clause
#include "expression/turn.h"

#include <cmath>
#include <numbers>
#include <optional>
#include <vector>

#include "expression/inspect.h"
#include "kinematics/measure.h"

namespace trammel::expression {
namespace {

constexpr double whole = 2 * std::numbers::pi, degree = std::numbers::pi / 180;

// Of a subtree: its value if it is a constant, its turn if it is an angle.
struct Facts {
  std::optional<double> constant;
  double turn = 0;

  bool is_constant() const { return constant.has_value(); }
};

Facts of_symbol(const Function& f) {
  if (f.name == "PI") return {std::numbers::pi};
  if (f.name == "DTOR") return {degree};
  if (f.name == "RTOD") return {1 / degree};
  return {};
}

Facts of_sum(const Facts& a, const Facts& b) {
  if (a.is_constant() && b.is_constant()) return {};  // never worth knowing
  if (a.is_constant()) return {{}, b.turn};
  if (b.is_constant()) return {{}, a.turn};
  return {};
}

Facts of_product(const Facts& a, const Facts& b) {
  if (a.is_constant() && b.is_constant()) return {*a.constant * *b.constant};
  if (a.is_constant()) return {{}, std::abs(*a.constant) * b.turn};
  if (b.is_constant()) return {{}, std::abs(*b.constant) * a.turn};
  return {};
}

Facts of_quotient(const Facts& a, const Facts& b) {
  if (!b.is_constant() || *b.constant == 0) return {};
  return of_product(a, {1 / *b.constant});
}

Facts of_operator(const Function& f, const Facts& a, const Facts& b) {
  if (f.name == "+" || f.name == "-") return of_sum(a, b);
  if (f.name == "*") return of_product(a, b);
  return f.name == "/" ? of_quotient(a, b) : Facts{};
}

Facts of_call(const Tree& tree, std::size_t n, const std::vector<Facts>& known) {
  const Function& f = *tree.node(n).function;
  if (f.quantity == QuantityKind::measure) {
    const kinematics::Measure* measure = measure_of(quantity_at(tree, n));
    return {{}, measure && measure->wraps ? whole : 0};
  }
  if (f.name == "ATAN2") return {{}, whole};
  if (f.notation == Notation::symbol) return of_symbol(f);
  const std::vector<std::size_t> arguments = tree.arguments(n);
  if (f.notation == Notation::prefix) return of_product({-1.0}, known[arguments[0]]);
  if (f.notation != Notation::infix) return {};
  return of_operator(f, known[arguments[0]], known[arguments[1]]);
}

}  // namespace

double turn_of(const Tree& tree) {
  std::vector<Facts> known(tree.size());
  for (std::size_t n = 0; n < tree.size(); ++n) {
    const Node& node = tree.node(n);
    if (node.kind == NodeKind::call)
      known[n] = of_call(tree, n, known);
    else
      known[n].constant = node.kind == NodeKind::degrees ? node.number * degree : node.number;
  }
  return known[tree.root()].turn;
}

}  // namespace trammel::expression
