// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/doctor/softened.h"

namespace trammel::analysis::doctor {
namespace {

using expression::Tree;

// Has the product at `root` the subtree `x` as a factor?
bool has_factor(const Tree& tree, std::size_t root, std::size_t x) {
  if (is_same(tree, root, x)) return true;
  const bool is_product = is_operator(tree, root, "*");
  if (!is_product && !is_negation(tree, root)) return false;
  const std::vector<std::size_t> factors = tree.arguments(root);
  return std::any_of(factors.begin(), factors.end(),
                     [&](std::size_t f) { return has_factor(tree, f, x); });
}

}  // namespace

Corner softened(const Tree& tree, std::size_t n) {
  const std::vector<std::size_t> above = parents(tree);
  const std::vector<std::size_t> arguments = tree.arguments(n);
  for (std::size_t child = n, parent = above[n]; child != tree.root();
       child = parent, parent = above[parent]) {
    if (is_operator(tree, parent, "**")) {
      const std::vector<std::size_t> both = tree.arguments(parent);
      const auto exponent = literal(tree, both[1]);
      if (both[0] == child && exponent && *exponent > 1)
        return *exponent < 3 ? Corner::in_the_slope : Corner::smooth;
    }
    if (is_negation(tree, parent)) continue;
    if (is_operator(tree, parent, "/") && tree.arguments(parent)[0] == child) continue;
    if (!is_operator(tree, parent, "*")) return Corner::sharp;
    for (const std::size_t factor : tree.arguments(parent)) {
      if (factor == child) continue;
      if (is_same(tree, factor, n))
        return tree.node(n).function->name == "ABS" ? Corner::smooth : Corner::in_the_slope;
      for (const std::size_t x : arguments)
        if (changes(tree, x) && has_factor(tree, factor, x)) return Corner::in_the_slope;
    }
  }
  return Corner::sharp;
}

}  // namespace trammel::analysis::doctor
