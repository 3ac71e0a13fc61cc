// External functions in tapes: the same numbers as the formula they stand for.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "expression/batch.h"
#include "expression/compose.h"
#include "expression/leaves.h"
#include "expression/substitute.h"
#include "sample.h"

namespace trammel::expression {
namespace {

// Two results of (x, y): x²y + sin y, and x y.
class TwoResults final : public External {
 public:
  double value(int result, std::span<const double> u) const override {
    ++calls;
    if (u[0] > 100) return std::numeric_limits<double>::quiet_NaN();
    return result == 0 ? u[0] * u[0] * u[1] + std::sin(u[1]) : u[0] * u[1];
  }
  void gradient(int result, std::span<const double> u, std::span<double> g) const override {
    g[0] = result == 0 ? 2 * u[0] * u[1] : u[1];
    g[1] = result == 0 ? u[0] * u[0] + std::cos(u[1]) : u[0];
  }
  void hessian_times(int result, std::span<const double> u, std::span<const double> d,
                     std::span<double> p) const override {
    p[0] = result == 0 ? 2 * u[1] * d[0] + 2 * u[0] * d[1] : d[1];
    p[1] = result == 0 ? 2 * u[0] * d[0] - std::sin(u[1]) * d[1] : d[0];
  }
  std::string fault() const override { return "x is too large"; }

  mutable int calls = 0;
};

Tree result(int which, const Tree& x, const Tree& y) {
  const Tree arguments[] = {x, y};
  return external(7, which, arguments);
}

// 3 f(a b, c + 1) − g(c, a)**2, once with the formulas and once with external functions.
struct Pair {
  const Tree a = tree_of("VARVAL(1)"), b = tree_of("VARVAL(2)"), c = tree_of("VARVAL(3)");
  const Tree x = product(a, b), y = sum({c, Tree::constant(1)});
  const Tree outside = difference(product(3, result(0, x, y)),
                                  call("SIN", {product(result(1, c, a), result(1, c, a))}));
  const Tree inside = tree_of(
      "3*((VARVAL(1)*VARVAL(2))**2*(VARVAL(3)+1)+SIN(VARVAL(3)+1))-SIN((VARVAL(3)*VARVAL(1))**2)");

  TwoResults function;
  ShapeTable shapes;
  Tape external_tape = compile(outside, shapes), formula = compile(inside, shapes);
  std::vector<const External*> externals = {&function};
  Workspace workspace;
  std::vector<double> u = {0.7, -1.3, 0.4};

  Inputs at_external() const { return {u, {}, externals}; }
  Inputs at_formula() const { return {u, {}, {}}; }
};

TEST(External, has_value_and_derivatives_of_its_formula) {
  Pair p;
  ASSERT_EQ(p.external_tape.externals, std::vector<int>{7});
  double f = 0, expected = 0;
  std::vector<double> g(3), g_expected(3), H(9), H_expected(9);
  ASSERT_TRUE(evaluate_gradient(p.external_tape, p.at_external(), p.workspace, f, g).ok());
  ASSERT_TRUE(evaluate_gradient(p.formula, p.at_formula(), p.workspace, expected, g_expected).ok());
  EXPECT_NEAR(f, expected, 1e-14);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(g[k], g_expected[k], 1e-13) << k;
  ASSERT_TRUE(evaluate_hessian(p.external_tape, p.at_external(), 1.5, p.workspace, H).ok());
  ASSERT_TRUE(evaluate_hessian(p.formula, p.at_formula(), 1.5, p.workspace, H_expected).ok());
  for (std::size_t k = 0; k < 9; ++k) EXPECT_NEAR(H[k], H_expected[k], 1e-12) << k;
  const std::vector<double> rates = {0.3, 1.1, -0.8}, second = {0.2, -0.5, 0.9};
  TimeSeries s, s_expected;
  ASSERT_TRUE(
      evaluate_series(p.external_tape, p.at_external(), rates, second, p.workspace, s).ok());
  ASSERT_TRUE(
      evaluate_series(p.formula, p.at_formula(), rates, second, p.workspace, s_expected).ok());
  EXPECT_NEAR(s.first, s_expected.first, 1e-13);
  EXPECT_NEAR(s.second, s_expected.second, 1e-12);
}

TEST(External, of_equal_arguments_is_called_once) {
  Pair p;
  double f = 0;
  ASSERT_TRUE(evaluate_value(p.external_tape, p.at_external(), p.workspace, f).ok());
  EXPECT_EQ(p.function.calls, 2);
}

TEST(External, works_in_batches_and_after_substitution) {
  Pair p;
  const Tape* tapes[] = {&p.external_tape, &p.external_tape};
  Batch batch(tapes);
  batch.set_external(0, 0, &p.function);
  batch.set_external(1, 0, &p.function);
  // By quantity: VARVAL(1) of both, VARVAL(2) of both, …
  const std::vector<double> u = {0.7, 0.2, -1.3, 0.6, 0.4, 1.9};
  std::vector<double> f(2), g(6), single(3);
  ASSERT_TRUE(batch.gradients(u, p.workspace, f, g).ok());
  p.u = {0.2, 0.6, 1.9};
  double expected = 0;
  ASSERT_TRUE(evaluate_gradient(p.formula, p.at_formula(), p.workspace, expected, single).ok());
  EXPECT_NEAR(f[1], expected, 1e-14);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(g[2 * k + 1], single[k], 1e-13);

  const Tree time = tree_of("TIME");
  const auto replaced = substitute(p.outside, [&](const Quantity& q) -> const Tree* {
    return q.kind() == QuantityKind::variable && q.ids[0] == 2 ? &time : nullptr;
  });
  ASSERT_TRUE(replaced);
  EXPECT_TRUE(summarise(*replaced).uses_time);
}

TEST(External, tells_why_it_has_no_value) {
  Pair p;
  p.u = {20, 20, 1};
  double f = 0;
  const Fault fault = evaluate_value(p.external_tape, p.at_external(), p.workspace, f);
  ASSERT_FALSE(fault.ok());
  EXPECT_EQ(describe(p.external_tape, fault, p.externals).message, "x is too large");
}

}  // namespace
}  // namespace trammel::expression
