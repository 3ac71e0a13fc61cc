// SPDX-License-Identifier: BSD-3-Clause
#include "io/adm/splitter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace trammel::adm {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> split(std::string_view text) {
  Splitter splitter(text);
  StatementText statement;
  std::vector<std::string> statements;
  while (splitter.next(statement)) statements.push_back(statement.text());
  return statements;
}

TEST(Splitter, the_first_line_is_the_title_whatever_it_contains) {
  const std::string text = "!PART/1, GROUND\nPART/2\nEND\n";
  EXPECT_EQ(Splitter(text).title(), "!PART/1, GROUND");
  EXPECT_THAT(split(text), ElementsAre("PART/2"));
  EXPECT_EQ(Splitter("\nPART/2\nEND\n").title(), "");
}

TEST(Splitter, nothing_after_end_is_read) {
  EXPECT_THAT(split("t\nPART/1\n  end  \nPART/2\n"), ElementsAre("PART/1"));
  EXPECT_THAT(split("t\nPART/1; END; PART/2\n"), ElementsAre("PART/1"));
  EXPECT_THAT(split("t\nPART/1\nEnd /\nPART/2\n"), ElementsAre("PART/1"));
}

TEST(Splitter, three_ways_to_continue) {
  EXPECT_THAT(split("t\nA/1\n, B\n , C\nD/2\nEND"), ElementsAre("A/1\n, B\n, C", "D/2"));
  EXPECT_THAT(split("t\nA/1,\nB,\nC\nD/2\nEND"), ElementsAre("A/1,\nB,\nC", "D/2"));
  EXPECT_THAT(split("t\nA/1 &\n, B &\nC\nD/2\nEND"), ElementsAre("A/1\n, B\nC", "D/2"));
}

TEST(Splitter, comments_and_blank_lines_stand_anywhere) {
  EXPECT_THAT(split("t\n! c\nA/1 ! c\n\n!c\n\t! , X\n, B!c\n   \n, C\nD/2!\nEND"),
              ElementsAre("A/1\n, B\n, C", "D/2"));
  EXPECT_THAT(split("t\nA/1, S = \"a!b;c\", T ! d\nEND"), ElementsAre("A/1, S = \"a!b;c\", T"));
  EXPECT_THAT(split("t\nA/1, S = 5\" pipe ! d\nEND"), ElementsAre("A/1, S = 5\" pipe"));
}

TEST(Splitter, semicolons_end_statements) {
  EXPECT_THAT(split("t\nA/1, B; C/2 ;; D/3;\nE/4\nEND"),
              ElementsAre("A/1, B", "C/2", "D/3", "E/4"));
}

TEST(Splitter, both_line_ends_are_known) {
  EXPECT_THAT(split("t\r\nA/1\r\n, B\r\nC/2\r\nEND\r\n"), ElementsAre("A/1\n, B", "C/2"));
  EXPECT_EQ(Splitter("title\r\nEND").title(), "title");
}

TEST(Splitter, continuation_of_nothing_is_noticed) {
  Splitter splitter("t\n, A\nB/1;\n, C\nEND\n");
  StatementText statement;
  while (splitter.next(statement)) EXPECT_EQ(statement.text(), "B/1");
  ASSERT_EQ(splitter.stray_continuations().size(), 2u);
  EXPECT_EQ(splitter.stray_continuations()[0], (model::Location{2, 1}));
  EXPECT_EQ(splitter.stray_continuations()[1], (model::Location{4, 1}));
  EXPECT_TRUE(splitter.found_end());
}

std::vector<std::string> names(std::string_view text) {
  Splitter splitter(text);
  StatementText statement;
  std::vector<std::string> result;
  while (splitter.next(statement)) result.emplace_back(statement.view_name());
  return result;
}

TEST(Splitter, a_special_comment_names_the_next_statement) {
  EXPECT_THAT(names("t\n!   adams_view_name='ground'\nPART/1\n, GROUND\nPART/2\nEND"),
              ElementsAre("ground", ""));
  EXPECT_THAT(names("t\n! adams_view_name='a.b c'\n! adams_view_units='mm'\n!\nPART/1\nEND"),
              ElementsAre("a.b c"));
  // A statement that was commented out takes its name with it.
  EXPECT_THAT(names("t\n! adams_view_name='old'\n!GRAPHICS/1\nPART/1\nEND"), ElementsAre(""));
}

TEST(StatementText, every_byte_knows_its_place) {
  Splitter splitter("t\n  A/1 ! c\n\n\t, B &\n!\n   C\nEND");
  StatementText statement;
  ASSERT_TRUE(splitter.next(statement));
  ASSERT_EQ(statement.text(), "A/1\n, B\nC");
  EXPECT_EQ(statement.start(), (model::Location{2, 3}));
  EXPECT_EQ(statement.locate(2), (model::Location{2, 5}));
  EXPECT_EQ(statement.locate(4), (model::Location{4, 2}));
  EXPECT_EQ(statement.locate(8), (model::Location{6, 4}));
}

}  // namespace
}  // namespace trammel::adm
