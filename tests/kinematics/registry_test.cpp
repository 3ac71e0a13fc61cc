// The table of measures as the parser of expressions sees it.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "kinematics/measure.h"

namespace trammel::kinematics {
namespace {

TEST(MeasureRegistry, finds_functions_by_name_and_kind) {
  std::set<std::string_view> names;
  for (const Measure& row : measures()) {
    EXPECT_EQ(&measure(row.kind), &row);
    if (row.access != Access::function) continue;
    EXPECT_TRUE(names.insert(row.name).second) << row.name << " is there twice";
    EXPECT_EQ(find_function(row.name), &row);
  }
  EXPECT_EQ(find_function("ORIENT"), nullptr);
  EXPECT_EQ(find_function("xi.yj"), nullptr);
  EXPECT_EQ(find_function(""), nullptr);
}

TEST(MeasureRegistry, says_which_marker_each_argument_is) {
  for (const Measure& row : measures()) {
    EXPECT_EQ(row.slots.find_first_not_of("ijkl"), std::string_view::npos) << row.name;
    EXPECT_EQ(row.slots.front(), 'i') << row.name;
    EXPECT_GE(row.slots.size(), row.required_arguments) << row.name;
    EXPECT_FALSE(row.formula.empty()) << row.name;
    EXPECT_FALSE(row.help.empty()) << row.name;
    Gradient n;
    row.gradient(Markers(ground_marker), n);
    for (const auto& term : n) {
      const char letter = "ijkl"[static_cast<int>(term.of.slot)];
      EXPECT_NE(row.slots.find(letter), std::string_view::npos)
          << row.name << " depends on marker " << letter << ", which is no argument";
    }
  }
  EXPECT_EQ(find_function("VM")->slots, "ijl") << "the third argument of VM is the observer";
}

TEST(MeasureRegistry, counts_turns_of_the_angles_about_one_axis_only) {
  std::set<std::string_view> counted;
  for (const Measure& row : measures())
    if (row.accumulates) counted.insert(row.name);
  EXPECT_EQ(counted, (std::set<std::string_view>{"AX", "AY", "AZ"}));
}

TEST(MeasureRegistry, refuses_orientation_systems_it_does_not_know) {
  for (const int system : {-1, 0, 28, 1000}) EXPECT_EQ(orient(system, 1), nullptr);
  for (const int component : {-1, 0, 4, 5}) EXPECT_EQ(orient(1, component), nullptr);
  EXPECT_EQ(orient(25, 4), nullptr);
  EXPECT_EQ(orient(26, 4), nullptr);
  EXPECT_EQ(orient(27, 5), nullptr);
  for (int component = 1; component <= 4; ++component) EXPECT_NE(orient(27, component), nullptr);
}

TEST(MeasureRegistry, numbers_direction_cosines_by_their_axes) {
  EXPECT_EQ(direction_cosine(Axis::z, Axis::x).name, "zi.xj");
  EXPECT_EQ(direction_cosine(Axis::x, Axis::y).name, "xi.yj");
  MarkerMotion i, j;
  i.A = Eigen::AngleAxisd(0.3, Vec3::UnitY()).toRotationMatrix();
  EXPECT_DOUBLE_EQ(direction_cosine(Axis::z, Axis::x).value(Markers(i, j)), std::sin(0.3));
}

}  // namespace
}  // namespace trammel::kinematics
