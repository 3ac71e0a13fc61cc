// SPLINE from a file.
// SPDX-License-Identifier: BSD-3-Clause
#include "io/adm/spline_file.h"

#include <gmock/gmock.h>

namespace trammel::adm {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

model::Spline from_file(std::string block = "", std::optional<int> channel = {}) {
  model::Spline spline;
  spline.file = "points.txt";
  spline.block = std::move(block);
  spline.channel = channel;
  return spline;
}

constexpr std::string_view two_blocks =
    "$ measured\r\n[HEADER]\n FILE_TYPE = 'spl'\n[Front]\n{x y1 y2}\n 0, 1 10\n1;2;20 ! comment\n"
    "+2.5 -3d0 3.0E+1\n\n[REAR]\n5 6\n";

TEST(SplineFile, has_rows_of_numbers_in_blocks) {
  model::Spline spline = from_file();
  EXPECT_EQ(parse_spline_file(two_blocks, spline), "");
  EXPECT_THAT(spline.x, ElementsAre(0, 1, 2.5));
  EXPECT_THAT(spline.blocks, ElementsAre(ElementsAre(1, 2, -3)));
  EXPECT_TRUE(spline.is_read());
  spline = from_file("front", 2);
  EXPECT_EQ(parse_spline_file(two_blocks, spline), "");
  EXPECT_THAT(spline.blocks, ElementsAre(ElementsAre(10, 20, 30)));
  spline = from_file("Rear");
  EXPECT_EQ(parse_spline_file(two_blocks, spline), "");
  EXPECT_THAT(spline.x, ElementsAre(5));
}

TEST(SplineFile, says_what_is_wrong_with_it) {
  const auto problem = [](std::string_view text, model::Spline spline) {
    return parse_spline_file(text, spline);
  };
  EXPECT_EQ(problem("0 1\n1 2\n2 x3\n", from_file()), "line 3: x3 is no number");
  EXPECT_EQ(problem("0 1\n1 2 3\n", from_file()), "line 2: 3 numbers, but the rows before have 2");
  EXPECT_EQ(problem("7\n", from_file()), "line 1: a row needs x and y");
  EXPECT_EQ(problem("0 1 2\n", from_file("", 3)),
            "line 1: there is no CHANNEL 3: a row has x and 2 y");
  EXPECT_EQ(problem("! nothing\n", from_file()), "there are no rows of numbers");
  EXPECT_EQ(problem(two_blocks, from_file("left")),
            "there is no block LEFT with numbers; the file has HEADER, FRONT, REAR");
  EXPECT_THAT(problem(std::string_view("0 1\0", 4), from_file()), HasSubstr("not text"));
}

}  // namespace
}  // namespace trammel::adm
