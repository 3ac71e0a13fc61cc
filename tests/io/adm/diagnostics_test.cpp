// SPDX-License-Identifier: BSD-3-Clause
#include "io/adm/diagnostics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "datasets.h"

namespace trammel::adm {
namespace {

TEST(Diagnostics, message_source_line_caret_and_hint) {
  const Reading reading =
      read_lines("! adams_view_name='hinge'\nJOINT/3\n, REVOLUT\n, I = 304\n, J = 1");
  EXPECT_EQ(reading.messages(),
            "model.adm:11:7: error: JOINT/3 (hinge): marker 304 is not defined [E102]\n"
            "  , I = 304\n"
            "        ^\n");
}

TEST(Diagnostics, hints_follow_the_place) {
  EXPECT_EQ(read_lines("JIONT/3").messages(),
            "model.adm:8:1: error: unknown statement JIONT [E006]\n"
            "  JIONT/3\n"
            "  ^\n"
            "  hint: did you mean JOINT?\n");
}

TEST(Diagnostics, tabs_and_wide_characters_keep_the_caret_in_place) {
  EXPECT_EQ(read_lines("\tMARKER/3,\tPART = 1, QP = 1, y\xc3\xa9, 2").messages(),
            "model.adm:8:30: error: MARKER/3: expected a number, found 'y' [E040]\n"
            "  \tMARKER/3,\tPART = 1, QP = 1, y\xc3\xa9, 2\n"
            "  \t         \t                  ^\n");
}

TEST(Diagnostics, of_a_long_line_a_window_is_shown) {
  const Reading reading =
      read_lines("STRING/1, " + std::string(300, ' ') + "STRONG = a, X" + std::string(300, 'y'));
  const std::string messages = reading.messages();
  EXPECT_THAT(messages, testing::HasSubstr("\n  ..."));
  EXPECT_THAT(messages, testing::HasSubstr("...\n"));
  EXPECT_LT(messages.size(), 500u);
}

TEST(Diagnostics, messages_come_in_the_order_of_the_file) {
  const Reading reading = read_lines(
      "JOINT/1, FIXED, I = 99, J = 1\nWIDGET/1\nMARKER/5, PART = 8\nJOINT/2, FIXED, I = x, J = 1");
  int line = 0;
  for (const Message& message : reading.diagnostics.messages()) {
    EXPECT_GT(message.at.line, line);
    line = message.at.line;
  }
  EXPECT_EQ(reading.diagnostics.errors(), 4u);
}

TEST(Diagnostics, control_characters_do_not_reach_the_terminal) {
  const std::string messages = read_lines("MARKER/3, PART = \x1b[31m").messages();
  EXPECT_EQ(messages.find('\x1b'), std::string::npos);
  EXPECT_THAT(messages, testing::HasSubstr("the byte 0x1b"));
}

TEST(Diagnostics, only_characters_are_printed) {
  EXPECT_EQ(printable("a\xc3\xa4\xe2\x82\xac\xf0\x9f\x99\x82z"),
            "a\xc3\xa4\xe2\x82\xac\xf0\x9f\x99\x82z");
  EXPECT_EQ(printable("\x1b[31m\x7f\t"), "?[31m??");
  EXPECT_EQ(printable("\x80\xff\xc2\x85"), "????");       // C1 control characters in both forms
  EXPECT_EQ(printable("\xc0\xaf\xe0\x80\x80"), "?????");  // longer than need be
  EXPECT_EQ(printable("\xed\xa0\x80\xf4\x90\x80\x80"), "???????");  // beyond Unicode
  EXPECT_EQ(printable("\xe2\x82"), "??");                           // cut short
}

}  // namespace
}  // namespace trammel::adm
