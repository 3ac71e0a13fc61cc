// Shapes, parameters and quantities of compiled expressions.
// SPDX-License-Identifier: BSD-3-Clause
#include "expression/compile.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "expression/sample.h"

namespace trammel::expression {

namespace {

bool same_shape(std::string_view a, std::string_view b) {
  ShapeTable shapes;
  return compile(tree_of(a), shapes).shape == compile(tree_of(b), shapes).shape;
}

TEST(Shapes, do_not_depend_on_numbers_and_ids) {
  EXPECT_TRUE(same_shape("-1E5*DZ(1,2,2) + 3", "-2*DZ(7,8,8) + 0"));
  EXPECT_TRUE(same_shape("IMPACT(DM(1,2), VR(1,2), 10, 1E5, 1.5, 1E2, .001)",
                         "IMPACT(DM(3,4), VR(3,4), 1, 2, 2.2, 0, 0)"));
  EXPECT_TRUE(same_shape("2*TIME + 2", "2*TIME + 3")) << "equal constants are not merged";
  EXPECT_TRUE(same_shape("STEP(TIME, 0, 0, 1, 5)", "STEP(TIME, 1, 2, 3, 4)"));
  EXPECT_TRUE(same_shape("2*PI*TIME", "5*TIME")) << "constants are folded";
  EXPECT_TRUE(same_shape("30D*TIME", "0.5*TIME"));
}

TEST(Shapes, depend_on_functions_and_structure) {
  EXPECT_FALSE(same_shape("DX(1,2)", "DY(1,2)"));
  EXPECT_FALSE(same_shape("DX(1,2) + DX(1,2)", "DX(1,2) + DX(1,3)"));
  EXPECT_FALSE(same_shape("TIME + 1", "1 + TIME"));
  EXPECT_FALSE(same_shape("CUBSPL(TIME,0,1)", "AKISPL(TIME,0,1)"));
  EXPECT_FALSE(same_shape("CUBSPL(TIME,0,1)", "CUBSPL(TIME,0,1,1)"));
  EXPECT_FALSE(
      same_shape("CUBSPL(TIME,0,1)+CUBSPL(TIME,1,1)", "CUBSPL(TIME,0,1)+CUBSPL(TIME,1,2)"));
}

TEST(Shapes, are_kept_once) {
  ShapeTable shapes;
  for (int k = 1; k <= 100; ++k)
    compile(tree_of(std::to_string(k) + "*DX(" + std::to_string(k) + ")"), shapes);
  EXPECT_EQ(shapes.size(), 1u);
}

TEST(Tapes, list_every_quantity_once) {
  const Sample sample("DX(1,2)*DX(01,02) + DX(1,2,0) + VARVAL(3) + TIME*TIME + JOINT(1,0,2,5)");
  const std::vector<Quantity>& quantities = sample.tape().quantities;
  ASSERT_EQ(quantities.size(), 4u);
  EXPECT_EQ(quantities[0].ids, (std::array<int, 4>{1, 2, 0, 0}));
  EXPECT_EQ(quantities[1].kind(), QuantityKind::variable);
  EXPECT_EQ(quantities[2].kind(), QuantityKind::time);
  EXPECT_EQ(quantities[3].kind(), QuantityKind::element_force);
  EXPECT_EQ(quantities[3].ids, (std::array<int, 4>{1, 0, 2, 5}));
}

TEST(Tapes, share_equal_subexpressions) {
  const Sample sample("SIN(TIME*VARVAL(1)) + SIN(TIME*VARVAL(1))**2");
  EXPECT_EQ(sample.tape().shape->instructions.size(), 4u);  // product, sine, square, sum
}

TEST(Tapes, fold_constants_that_exist) {
  EXPECT_EQ(Sample("2*PI/SQRT(4) + MAX(1, 2)").tape().shape->instructions.size(), 0u);
  EXPECT_EQ(Sample("2*PI/SQRT(-4)").tape().shape->instructions.size(), 2u);
}

TEST(Tapes, put_a_sign_into_the_constant_factor) {
  const Sample sample("-(2*VARVAL(1))");
  EXPECT_EQ(sample.tape().shape->instructions.size(), 1u);
  EXPECT_EQ(sample.value({3}), -6);
}

TEST(Tapes, keep_only_what_the_result_needs) {
  const Sample sample("(SIN(VARVAL(1))*EXP(TIME))**0 + DX(3)");
  EXPECT_EQ(sample.tape().quantities.size(), 1u);
  EXPECT_EQ(sample.tape().shape->instructions.size(), 1u);
}

TEST(Tapes, of_constants_and_of_bare_quantities_evaluate) {
  const Sample constant("42"), bare("VARVAL(1)");
  EXPECT_EQ(constant.value({}), 42);
  EXPECT_TRUE(constant.gradient({}).empty());
  EXPECT_EQ(bare.value({7}), 7);
  EXPECT_EQ(bare.gradient({7}), std::vector<double>{1});
  EXPECT_EQ(bare.hessian({7}), std::vector<double>{0});
  TimeSeries series;
  ASSERT_TRUE(bare.series({7}, {8}, {9}, series).ok());
  EXPECT_EQ(series.first, 8);
  EXPECT_EQ(series.second, 9);
}

// A composite with every kind of instruction chain: forward and reverse agree on many variables.
TEST(Tapes, differentiate_long_expressions) {
  std::string text = "VARVAL(1)";
  for (int k = 2; k <= 12; ++k) {
    const std::string v = "VARVAL(" + std::to_string(k) + ")";
    text = "SIN(" + text + "*" + v + ") + " + v + "**2/(2 + COS(" + text + "))";
    if (text.size() > 20000) break;
  }
  const Sample sample(text);
  std::vector<double> u, rates(sample.size()), zero(sample.size(), 0.0);
  for (std::size_t k = 0; k < sample.size(); ++k) {
    u.push_back(0.3 + 0.1 * static_cast<double>(k));
    rates[k] = 1 - 0.2 * static_cast<double>(k);
  }
  const std::vector<double> g = sample.gradient(u), h = sample.hessian(u);
  TimeSeries series;
  ASSERT_TRUE(sample.series(u, rates, zero, series).ok());
  double first = 0, second = 0;
  for (std::size_t i = 0; i < u.size(); ++i) {
    first += g[i] * rates[i];
    for (std::size_t j = 0; j < u.size(); ++j) {
      second += rates[i] * h[i + j * u.size()] * rates[j];
      EXPECT_EQ(h[i + j * u.size()], h[j + i * u.size()]);
    }
  }
  EXPECT_NEAR(series.first, first, 1e-12 * (1 + std::abs(first)));
  EXPECT_NEAR(series.second, second, 1e-11 * (1 + std::abs(second)));
}

}  // namespace

}  // namespace trammel::expression
