// Which constraints repeat others, and what a user is told about it.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/redundancy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/adm/reader.h"

namespace trammel::system {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

struct Found {
  explicit Found(const std::string& statements)
      : reading(adm::read({"test.adm", "test\nPART/1, GROUND\nMARKER/101, PART = 1\n" + statements +
                                           "\nEND\n"})) {
    EXPECT_TRUE(reading.ok()) << reading.messages();
    equations = std::make_shared<const elements::Equations>(elements::lower(reading.model));
    const System all(equations, dynamic_rows(*equations));
    const double length = typical_length(equations->skeleton);
    const State start = all.initial_state();
    redundancy = find_redundancy(all, start, length);
    advice = advise(*equations, length, {{redundancy, start.q}});
  }

  adm::Reading reading;
  std::shared_ptr<const elements::Equations> equations;
  Redundancy redundancy;
  std::vector<Advice> advice;
};

// A rod from (x0, y0) to (x1, y1); markers <id>00 at its start, <id>01 at its end.
std::string rod(int id, double x0, double y0, double x1, double y1) {
  const std::string n = std::to_string(id);
  const auto point = [](double x, double y) {
    return std::to_string(x) + ", " + std::to_string(y) + ", 0";
  };
  return "PART/" + n + ", MASS = 1, CM = " + n + "00, IP = 1, 1, 1, QG = " + point(x0, y0) +
         "\nMARKER/" + n + "00, PART = " + n + "\nMARKER/" + n + "01, PART = " + n +
         ", QP = " + point(x1 - x0, y1 - y0) + "\n";
}

const std::string four_bar_parts = rod(2, 0, 0, 0, 1) + rod(3, 0, 1, 3, 2) + rod(4, 3, 0, 3, 2) +
                                   "MARKER/102, PART = 1, QP = 3, 0, 0\n";

TEST(Redundancy, a_tree_has_none) {
  const Found found(four_bar_parts +
                    "JOINT/1, REVOLUTE, I = 200, J = 101\nJOINT/2, REVOLUTE, I = 300, J = 201\n"
                    "JOINT/3, SPHERICAL, I = 401, J = 301\n");
  EXPECT_THAT(found.redundancy.dropped, IsEmpty());
  EXPECT_EQ(found.redundancy.degrees_of_freedom, 5);
  EXPECT_THAT(found.advice, IsEmpty());
}

TEST(Redundancy, planar_four_bar_with_four_revolutes) {
  const Found found(four_bar_parts +
                    "JOINT/1, REVOLUTE, I = 200, J = 101\nJOINT/2, REVOLUTE, I = 300, J = 201\n"
                    "JOINT/3, REVOLUTE, I = 401, J = 301\n! adams_view_name='rocker pin'\n"
                    "JOINT/4, REVOLUTE, I = 400, J = 102\n");
  EXPECT_EQ(found.redundancy.degrees_of_freedom, 1);
  EXPECT_THAT(found.redundancy.dropped, SizeIs(3));
  ASSERT_THAT(found.advice, SizeIs(1));
  EXPECT_EQ(found.advice[0].label, "JOINT/4 (rocker pin)");
  EXPECT_EQ(
      found.advice[0].text,
      "partly redundant: REVOLUTE also removes the translation along global z and the "
      "rotations about x and y of marker 102, already removed by JOINT/1, JOINT/2 and JOINT/3");
  EXPECT_EQ(found.advice[0].remedy, "replace it by JPRIM INLINE");
  EXPECT_GT(found.advice[0].at.line, 0);
}

TEST(Redundancy, the_remedy_removes_the_redundancy) {
  const Found found(four_bar_parts +
                    "JOINT/1, REVOLUTE, I = 200, J = 101\nJOINT/2, REVOLUTE, I = 300, J = 201\n"
                    "JOINT/3, REVOLUTE, I = 401, J = 301\nJPRIM/4, INLINE, I = 400, J = 102\n");
  EXPECT_THAT(found.redundancy.dropped, IsEmpty());
  EXPECT_EQ(found.redundancy.degrees_of_freedom, 1);
}

TEST(Redundancy, door_on_two_hinges) {
  const Found found(
      "PART/2, MASS = 1, CM = 200, IP = 1, 1, 1\nMARKER/200, PART = 2\nMARKER/201, PART = 2, QP = "
      "0, 0, 2\nMARKER/102, PART = 1, QP = 0, 0, 2\nJOINT/1, REVOLUTE, I = 200, J = 101\n"
      "JOINT/2, REVOLUTE, I = 201, J = 102\n");
  EXPECT_EQ(found.redundancy.degrees_of_freedom, 1);
  EXPECT_THAT(found.redundancy.dropped, SizeIs(5));
  ASSERT_THAT(found.advice, SizeIs(1));
  EXPECT_EQ(found.advice[0].label, "JOINT/2");
  EXPECT_THAT(found.advice[0].text, HasSubstr("redundant: REVOLUTE also removes the translations "
                                              "along global x, y, z and the rotations about x and "
                                              "y of marker 102, already removed by JOINT/1"));
  EXPECT_THAT(found.advice[0].remedy, HasSubstr("remove it"));
}

TEST(Redundancy, a_hinge_that_is_nearly_aligned) {
  const Found found(
      "PART/2, MASS = 1, CM = 200, IP = 1, 1, 1\nMARKER/200, PART = 2\nMARKER/201, PART = 2, QP = "
      "0, 0, 2, REULER = 0, 1E-4, 0\nMARKER/102, PART = 1, QP = 0, 0, 2, REULER = 0, 1E-4, 0\n"
      "JOINT/1, REVOLUTE, I = 200, J = 101\nJOINT/2, REVOLUTE, I = 201, J = 102\n");
  EXPECT_EQ(found.redundancy.degrees_of_freedom, 0);
  ASSERT_THAT(found.redundancy.nearly, SizeIs(1));
  EXPECT_LT(found.redundancy.nearly[0].remainder, 2e-4);
  EXPECT_GT(found.redundancy.nearly[0].remainder, 1e-5);
}

TEST(Redundancy, parallelogram_with_three_cranks) {
  const Found found(rod(2, 0, 0, 0, 1) + rod(3, 1, 0, 1, 1) + rod(4, 2, 0, 2, 1) +
                    rod(5, 0, 1, 2, 1) +
                    "MARKER/102, PART = 1, QP = 1, 0, 0\nMARKER/103, PART = 1, QP = 2, 0, 0\n"
                    "MARKER/502, PART = 5, QP = 1, 0, 0\n"
                    "JOINT/1, REVOLUTE, I = 200, J = 101\nJOINT/2, REVOLUTE, I = 300, J = 102\n"
                    "JOINT/3, REVOLUTE, I = 400, J = 103\nJOINT/4, REVOLUTE, I = 500, J = 201\n"
                    "JOINT/5, REVOLUTE, I = 502, J = 301\nJOINT/6, REVOLUTE, I = 501, J = 401\n");
  EXPECT_EQ(found.redundancy.degrees_of_freedom, 1);
  EXPECT_THAT(found.redundancy.dropped, SizeIs(7));
  ASSERT_THAT(found.advice, SizeIs(2));
  EXPECT_EQ(found.advice[0].remedy, "replace it by JPRIM INLINE");
  EXPECT_EQ(found.advice[1].label, "JOINT/6");
}

TEST(Redundancy, a_second_motion_is_what_gives_way) {
  const Found found(
      "PART/2, MASS = 1, CM = 200, IP = 1, 1, 1\nMARKER/200, PART = 2\nJOINT/1, REVOLUTE, I = 200, "
      "J = 101\nMOTION/1, JOINT = 1, FUNCTION = TIME\nMOTION/2, JOINT = 1, FUNCTION = 1*TIME\n");
  ASSERT_THAT(found.advice, SizeIs(1));
  EXPECT_EQ(found.advice[0].label, "MOTION/2");
  EXPECT_THAT(found.advice[0].text, HasSubstr("prescribed already by "));
}

TEST(Redundancy, lists_of_names_stay_short) {
  std::string text;
  for (int k = 2; k < 12; ++k)
    text += rod(k, 0, 0, 1, 0) + "JOINT/" + std::to_string(k) +
            ", FIXED, I = " + std::to_string(k) + "00, J = 101\n";
  const Found found(text);
  std::vector<int> rows;
  for (int k = 0; k < int(found.equations->rows.size()); ++k) rows.push_back(k);
  EXPECT_EQ(list_owners(*found.equations, rows),
            "JOINT/2, JOINT/3, JOINT/4, JOINT/5, JOINT/6, JOINT/7 and 4 more");
}

}  // namespace
}  // namespace trammel::system
