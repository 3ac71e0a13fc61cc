// Quotients by something that passes through zero.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "analysis/doctor/function_use.h"
#include "analysis/doctor/rules.h"
#include "analysis/doctor/trees.h"

namespace trammel::analysis::doctor {
namespace {

using expression::Node;
using expression::NodeKind;
using expression::QuantityKind;
using expression::Tree;

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> list) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

// What vanishes where the expression does: "DX", "TIME"; empty: nothing that is known to. A bare
// displacement or a time passes through zero; distances of parts seldom do.
std::string_view vanishing(const Tree& tree, std::size_t n) {
  const Node& node = tree.node(n);
  if (node.kind != NodeKind::call) return {};
  const expression::Function& f = *node.function;
  switch (f.quantity) {
    case QuantityKind::time:
    case QuantityKind::variable:
    case QuantityKind::diff_state:
    case QuantityKind::diff_rate:
      return f.name;
    case QuantityKind::measure:
      return f.name == "DM" ? std::string_view() : f.name;
    case QuantityKind::none:
      break;
    default:
      return {};
  }
  const std::vector<std::size_t> arguments = tree.arguments(n);
  if (is_operator(tree, n, "*")) {
    const std::string_view first = vanishing(tree, arguments[0]);
    return first.empty() ? vanishing(tree, arguments[1]) : first;
  }
  if (is_operator(tree, n, "**")) {
    const auto exponent = literal(tree, arguments[1]);
    return exponent && *exponent > 0 ? vanishing(tree, arguments[0]) : std::string_view();
  }
  // A difference of two things that both change.
  if (is_operator(tree, n, "-") && changes(tree, arguments[0]) && changes(tree, arguments[1]))
    return vanishing(tree, arguments[0]);
  if (is_operator(tree, n, "/") || is_negation(tree, n) ||
      is_one_of(f.name, {"ABS", "SQRT", "SIN", "TAN", "ASIN", "ATAN", "SINH", "TANH"}))
    return vanishing(tree, arguments[0]);
  return {};
}

}  // namespace

Findings possible_divisions_by_zero(const Patient& patient) {
  Findings findings;
  for_each_function(patient.model, [&](const auto& element, const model::Expression& function) {
    const Tree& tree = function.tree;
    for_each_call(tree, [&](std::size_t n, const expression::Function& f) {
      std::string_view what;
      if (is_operator(tree, n, "/")) what = vanishing(tree, tree.arguments(n)[1]);
      if (f.name == "LOG" || f.name == "LOG10") what = vanishing(tree, tree.arguments(n)[0]);
      if (is_operator(tree, n, "**")) {
        const auto exponent = literal(tree, tree.arguments(n)[1]);
        if (exponent && *exponent < 0) what = vanishing(tree, tree.arguments(n)[0]);
      }
      if (what.empty()) return;
      findings.push_back(
          warning(element,
                  f.name.starts_with("LOG")
                      ? fmt::format("it takes {} of {}, which may become zero", f.name, what)
                      : fmt::format("it divides by {}, which may become zero", what),
                  "keep away from zero what is divided by: SQRT(x*x + small)"));
    });
  });
  return findings;
}

}  // namespace trammel::analysis::doctor
