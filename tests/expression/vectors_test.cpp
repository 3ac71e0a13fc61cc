// Expressions of vectors are those of their components.
// SPDX-License-Identifier: BSD-3-Clause
#include "expression/vectors.h"

#include <gmock/gmock.h>

#include <string>

#include "expression/leaves.h"
#include "expression/parse.h"
#include "expression/print.h"
#include "expression/sample.h"

namespace trammel::expression {

namespace {

using ::testing::HasSubstr;

std::string parts(const std::string& text) {
  const VectorParseResult result = parse_vector(text);
  if (!result.ok()) return result.errors[0].message;
  std::string all;
  for (const Tree& part : result.components) all += (all.empty() ? "" : " | ") + print(part);
  return all;
}

std::string number(const std::string& text) {
  const ParseResult result = parse(text);
  return result.ok() ? print(*result.tree) : result.errors[0].message;
}

TEST(Vectors, of_measures_are_their_three_components) {
  EXPECT_EQ(parts("DXYZ(1,2,3)"), parts("dxyz(1, 2, 3)"));
  for (const char* stem : {"D", "V", "W", "ACC", "WDT", "F", "T"}) {
    const std::string s = stem;
    EXPECT_EQ(parts(s + "XYZ(1,2,3)"), number(s + "X(1,2,3)") + " | " + number(s + "Y(1,2,3)") +
                                           " | " + number(s + "Z(1,2,3)"));
  }
  EXPECT_EQ(parts("VXYZ(1)"), parts("+VXYZ(1)"));
}

TEST(Vectors, are_added_and_multiplied_by_numbers) {
  EXPECT_EQ(parts("2*DXYZ(1)-VXYZ(1)/TIME"), number("2*DX(1)-VX(1)/TIME") + " | " +
                                                 number("2*DY(1)-VY(1)/TIME") + " | " +
                                                 number("2*DZ(1)-VZ(1)/TIME"))
      << "a number is written where it stands";
  EXPECT_EQ(parts("IF(TIME: DXYZ(1), VXYZ(1), WXYZ(1))"),
            number("IF(TIME:DX(1),VX(1),WX(1))") + " | " + number("IF(TIME:DY(1),VY(1),WY(1))") +
                " | " + number("IF(TIME:DZ(1),VZ(1),WZ(1))"));
}

TEST(Vectors, have_products) {
  EXPECT_EQ(number("DXYZ(1).VXYZ(2)"), number("DX(1)*VX(2)+DY(1)*VY(2)+DZ(1)*VZ(2)"));
  EXPECT_EQ(number("3*DXYZ(1).VXYZ(2)"), number("(3*DXYZ(1)).VXYZ(2)")) << "as strong as *";
  EXPECT_EQ(parts("DXYZ(1)**VXYZ(2)"), number("DY(1)*VZ(2)-DZ(1)*VY(2)") + " | " +
                                           number("DZ(1)*VX(2)-DX(1)*VZ(2)") + " | " +
                                           number("DX(1)*VY(2)-DY(1)*VX(2)"));
  EXPECT_EQ(number("MAG(DXYZ(1))"), number("SQRT(DX(1)*DX(1)+DY(1)*DY(1)+DZ(1)*DZ(1))"));
  EXPECT_EQ(number("UV(DXYZ(1)).UVY(0)"), number("DY(1)/MAG(DXYZ(1))"));
}

TEST(Vectors, of_axes_are_direction_cosines) {
  EXPECT_EQ(number("DXYZ(1).UVX(0)"), "DX(1)");
  EXPECT_EQ(number("DXYZ(1).UVZ(5,5)"), "DZ(1)") << "an axis in its own axes";
  using kinematics::Axis;
  const VectorParseResult axis = parse_vector("UVY(7, 3)");
  ASSERT_TRUE(axis.ok());
  for (std::size_t b = 0; b < 3; ++b) {
    const Tree& part = axis.components[b];
    ASSERT_EQ(part.size(), 3U);
    EXPECT_EQ(part.node(2).function, &direction_cosine_row(Axis::y, static_cast<Axis>(b)));
    EXPECT_EQ(part.node(0).integer(), 7);
    EXPECT_EQ(part.node(1).integer(), 3);
  }
  EXPECT_EQ(parse_vector("TRANS(UVX(0), 7, 3)").components, parse_vector("UVX(7, 3)").components);
}

TEST(Vectors, and_numbers_are_not_mixed_up) {
  EXPECT_EQ(number("DXYZ(1)"), "the expression is a vector, not a number");
  EXPECT_EQ(parts("DX(1)"), "the expression is a number, not a vector");
  EXPECT_EQ(parts("DXYZ(1) + 1"), "'+' stands between a vector and a number");
  EXPECT_EQ(parts("DXYZ(1) * VXYZ(1)"), "'*' stands between two vectors");
  EXPECT_EQ(parts("1 / DXYZ(1)"), "/ needs numbers, not vectors");
  EXPECT_EQ(number("SIN(DXYZ(1))"), "SIN needs numbers, not vectors");
  EXPECT_EQ(number("MAG(TIME)"), "MAG needs a vector");
  EXPECT_EQ(number("DXYZ(1).TIME"), ". needs a vector");
  EXPECT_EQ(number("TIME.TIME"), ". needs a vector");
  EXPECT_EQ(parts("IF(DXYZ(1): UVX(0), UVY(0), UVZ(0))"),
            "IF needs a number before the colon and three vectors after it");
  EXPECT_THAT(number("2 . "), HasSubstr("the expression ends too early"));
  const ParseResult wrong = parse("1 + MAG(2 * TIME)");
  ASSERT_EQ(wrong.errors.size(), 1U);
  EXPECT_EQ(wrong.errors[0].offset, 4U);
  EXPECT_EQ(wrong.errors[0].length, 13U);
}

TEST(Vectors, that_grow_without_end_are_refused) {
  std::string text = "DXYZ(1)";
  for (int k = 0; k < 60; ++k) text = "UV(" + text + ")";
  EXPECT_THAT(parts(text), HasSubstr("the vectors have more than 100000 terms"));
}

}  // namespace

}  // namespace trammel::expression
