// Expressions built from expressions, and the leaves that only equations have.
// SPDX-License-Identifier: BSD-3-Clause
#include "expression/compose.h"

#include <gtest/gtest.h>

#include <vector>

#include "expression/compile.h"
#include "expression/inspect.h"
#include "expression/leaves.h"
#include "expression/parse.h"

namespace trammel::expression {

namespace {

Tree parsed(std::string_view text) {
  return *parse(text).tree;
}

TEST(Compose, gives_the_tree_of_the_text) {
  const Tree a = parsed("DX(1,2)"), b = parsed("TIME"), c = parsed("3");
  EXPECT_EQ(sum({a, b, c}), parsed("DX(1,2)+TIME+3"));
  EXPECT_EQ(difference(a, product(b, c)), parsed("DX(1,2)-TIME*3"));
  EXPECT_EQ(quotient(negated(a), b), parsed("(-DX(1,2))/TIME"));
  EXPECT_EQ(call("MAX", {a, b}), parsed("MAX(DX(1,2),TIME)"));
  EXPECT_EQ(leaf(measure_row(kinematics::MeasureKind::DX), {1, 2}), a);
  EXPECT_EQ(product(-2, b), parsed("(-2)*TIME"));
}

TEST(Compose, zeros_and_ones_vanish) {
  const Tree zero, one = Tree::constant(1), x = parsed("TIME");
  EXPECT_TRUE(is_zero(zero));
  EXPECT_FALSE(is_zero(parsed("0*TIME")));
  EXPECT_EQ(sum({zero, x, zero}), x);
  EXPECT_TRUE(is_zero(sum({zero, zero})));
  EXPECT_EQ(difference(x, zero), x);
  EXPECT_EQ(difference(zero, x), negated(x));
  EXPECT_EQ(product(one, x), x);
  EXPECT_EQ(product(x, one), x);
  EXPECT_TRUE(is_zero(product(x, zero)));
  EXPECT_TRUE(is_zero(product(-0.0, x)));
  EXPECT_TRUE(is_zero(quotient(zero, x)));
  EXPECT_TRUE(is_zero(negated(zero)));
}

TEST(Compose, sums_of_many_terms_are_sums_of_two) {
  const std::vector<Tree> terms(1000, parsed("TIME"));
  const Tree total = sum(terms);
  EXPECT_EQ(total.size(), 1999u);
  ShapeTable shapes;
  EXPECT_EQ(compile(total, shapes).quantities.size(), 1u);
}

TEST(Leaves, read_by_number_or_by_markers) {
  const Tree tree =
      sum({leaf(definition_row(), {7}), leaf(reaction_row(), {3}),
           leaf(direction_cosine_row(kinematics::Axis::z, kinematics::Axis::x), {11, 12})});
  ShapeTable shapes;
  const Tape tape = compile(tree, shapes);
  ASSERT_EQ(tape.quantities.size(), 3u);
  EXPECT_EQ(tape.quantities[0].kind(), QuantityKind::definition);
  EXPECT_EQ(tape.quantities[0].ids[0], 7);
  EXPECT_EQ(tape.quantities[1].kind(), QuantityKind::reaction);
  EXPECT_EQ(tape.quantities[1].ids[0], 3);
  EXPECT_EQ(measure_of(tape.quantities[2]),
            &kinematics::direction_cosine(kinematics::Axis::z, kinematics::Axis::x));
  EXPECT_EQ(markers_of(tape.quantities[2]), (std::array<int, 4>{11, 12, 0, 0}));
  EXPECT_EQ(find_function("definition"), nullptr);
  EXPECT_EQ(find_function("reaction"), nullptr);
}

}  // namespace

}  // namespace trammel::expression
