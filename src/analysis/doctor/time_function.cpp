// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/doctor/time_function.h"

#include <cmath>

#include "expression/compile.h"
#include "expression/evaluate.h"
#include "expression/inspect.h"

namespace trammel::analysis::doctor {
namespace {

using expression::Tree;

Tree cut_out(const Tree& tree, std::size_t root) {
  const auto nodes = subtree(tree, root);
  return Tree({nodes.begin(), nodes.end()});
}

bool is_step(const expression::Function& f) {
  return f.name == "STEP" || f.name == "STEP5" || f.name == "HAVSIN";
}

}  // namespace

bool reads_time_only(const Tree& tree, std::size_t root) {
  const auto nodes = subtree(tree, root);
  return std::all_of(nodes.begin(), nodes.end(), [](const expression::Node& node) {
    if (node.kind != expression::NodeKind::call) return true;
    if (node.function->quantity == expression::QuantityKind::time) return true;
    const auto& arguments = node.function->arguments;
    return node.function->quantity == expression::QuantityKind::none && node.function->lower &&
           std::all_of(arguments.begin(), arguments.end(), [](const expression::Argument& a) {
             return a.kind == expression::ArgumentKind::real;
           });
  });
}

TimeFunction::TimeFunction(const Tree& tree, std::size_t root) {
  if (!reads_time_only(tree, root)) return;
  expression::ShapeTable shapes;
  tape_ = expression::compile(cut_out(tree, root), shapes);
  if (!tape_->externals.empty() || !tape_->splines.empty()) tape_.reset();
}

std::optional<double> TimeFunction::at(double time) const {
  if (!tape_) return {};
  const std::vector<double> quantities(tape_->quantities.size(), time);
  expression::Workspace workspace;
  double value = 0;
  if (!evaluate_value(*tape_, {.quantities = quantities}, workspace, value).ok()) return {};
  return value;
}

std::optional<double> TimeFunction::moment_of(double x) const {
  const auto a = at(0), b = at(1), c = at(3);
  if (!a || !b || !c) return {};
  const double slope = *b - *a;
  if (slope == 0 || std::abs(*a + 3 * slope - *c) > 1e-9 * (std::abs(*a) + std::abs(slope)))
    return {};
  return (x - *a) / slope;
}

void TimeSum::add(const Tree& tree, std::size_t n, double sign) {
  terms_.push_back({sign, TimeFunction(tree, n)});
  const std::size_t first = n + 1 - tree.node(n).size;
  for (std::size_t k = first; k <= n; ++k) {
    if (tree.node(k).kind != expression::NodeKind::call) continue;
    const expression::Function& f = *tree.node(k).function;
    const bool is_if = f.notation == expression::Notation::arithmetic_if;
    if (!is_if && !is_step(f)) continue;
    const std::vector<std::size_t> arguments = tree.arguments(k);
    const TimeFunction clock(tree, arguments[0]);
    if (is_if) {
      if (const auto moment = clock.zero()) switches_.push_back(*moment);
      continue;
    }
    for (const std::size_t edge : {arguments[1], arguments[3]}) {
      if (changes(tree, edge)) continue;
      const auto x = TimeFunction(tree, edge).at(0);
      if (!x) continue;
      if (const auto moment = clock.moment_of(*x)) switches_.push_back(*moment);
    }
  }
}

void TimeSum::collect(const Tree& tree, std::size_t n, double sign, TimeSum& sum,
                      std::vector<TimeSum>& others) {
  if (tree.node(n).kind == expression::NodeKind::integer) return;  // an id
  if (reads_time_only(tree, n)) return sum.add(tree, n, sign);
  const std::vector<std::size_t> arguments = tree.arguments(n);
  if (is_operator(tree, n, "+") || is_operator(tree, n, "-")) {
    collect(tree, arguments[0], sign, sum, others);
    collect(tree, arguments[1], is_operator(tree, n, "-") ? -sign : sign, sum, others);
    return;
  }
  if (is_negation(tree, n)) return collect(tree, arguments[0], -sign, sum, others);
  for (const std::size_t argument : arguments) {
    TimeSum own;
    collect(tree, argument, 1, own, others);
    others.push_back(std::move(own));
  }
}

std::vector<TimeSum> TimeSum::all_of(const Tree& tree) {
  std::vector<TimeSum> sums;
  TimeSum outer;
  collect(tree, tree.root(), 1, outer, sums);
  sums.push_back(std::move(outer));
  std::erase_if(sums, [](const TimeSum& sum) { return sum.switches_.empty(); });
  for (TimeSum& sum : sums) {
    std::vector<double>& times = sum.switches_;
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());
  }
  return sums;
}

std::optional<double> TimeSum::at(double time) const {
  double sum = 0;
  for (const Term& term : terms_) {
    const auto value = term.function.at(time);
    if (!value) return {};
    sum += term.sign * *value;
  }
  return sum;
}

}  // namespace trammel::analysis::doctor
