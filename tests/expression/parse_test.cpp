// Grammar, numbers, limits and messages of the parser.
// SPDX-License-Identifier: BSD-3-Clause
#include "expression/parse.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>
#include <string>

#include "expression/function.h"
#include "expression/print.h"
#include "expression/sample.h"

namespace trammel::expression {

namespace {

constexpr double pi = std::numbers::pi;

// The only error of a text; fails when there are more or none.
ParseError error_of(std::string_view text) {
  const ParseResult result = parse(text);
  EXPECT_EQ(result.errors.size(), 1u) << text;
  EXPECT_FALSE(result.ok()) << text;
  return result.errors.empty() ? ParseError{} : result.errors.front();
}

// The part of the text the only error points at.
std::string_view fault_in(std::string_view text) {
  const ParseError error = error_of(text);
  return text.substr(error.offset, error.length);
}

TEST(Parser, honours_precedence_and_associativity) {
  EXPECT_EQ(value_of("2 + 3*4"), 14);
  EXPECT_EQ(value_of("(2 + 3)*4"), 20);
  EXPECT_EQ(value_of("10 - 4 - 3"), 3);
  EXPECT_EQ(value_of("24/4/3"), 2);
  EXPECT_EQ(value_of("24/4*3"), 18);
  EXPECT_EQ(value_of("2**3**2"), 512);
  EXPECT_EQ(value_of("2*3**2"), 18);
}

TEST(Parser, binds_powers_tighter_than_signs) {
  EXPECT_EQ(value_of("-2**2"), -4);
  EXPECT_EQ(value_of("(-2)**2"), 4);
  EXPECT_EQ(value_of("2**-1"), 0.5);
  EXPECT_EQ(value_of("2**-2**2"), 1.0 / 16);
  EXPECT_EQ(value_of("--3"), 3);
  EXPECT_EQ(value_of("-+-3"), 3);
  EXPECT_EQ(value_of("8/-2*3"), -12);
  EXPECT_EQ(value_of("5 - -3"), 8);
}

TEST(Parser, divides_reals_even_when_they_look_like_integers) {
  EXPECT_EQ(value_of("1/2"), 0.5);
  EXPECT_EQ(value_of("1./2.0"), 0.5);
}

TEST(Parser, reads_fortran_numbers) {
  EXPECT_EQ(value_of("1"), 1);
  EXPECT_EQ(value_of("1."), 1);
  EXPECT_EQ(value_of("-.1"), -0.1);
  EXPECT_EQ(value_of("1.5E-003"), 1.5e-3);
  EXPECT_EQ(value_of("0.00000000000000000e+000"), 0);
  EXPECT_EQ(value_of("1D3"), 1000);
  EXPECT_EQ(value_of("1.0D+3"), 1000);
  EXPECT_EQ(value_of("1.0d-3"), 1e-3);
  EXPECT_EQ(value_of("1E-400"), 0);
}

TEST(Parser, takes_a_d_after_a_number_as_degrees) {
  EXPECT_DOUBLE_EQ(value_of("90D"), pi / 2);
  EXPECT_DOUBLE_EQ(value_of("30.0d * time", {}, 2), pi / 3);
  EXPECT_DOUBLE_EQ(value_of("1E1D"), pi / 18);
  EXPECT_DOUBLE_EQ(value_of("20 D"), pi / 9);
  EXPECT_DOUBLE_EQ(value_of("90D+TIME", {}, 1), pi / 2 + 1);
  EXPECT_DOUBLE_EQ(value_of("90D + 5"), pi / 2 + 5);
  EXPECT_DOUBLE_EQ(value_of("SIN(90D)"), 1);
  EXPECT_DOUBLE_EQ(value_of("90D+1.5"), pi / 2 + 1.5);
  EXPECT_EQ(value_of("90D+1"), 900) << "a sign with a digit makes it an exponent";
}

TEST(Parser, accepts_a_power_split_by_blanks) {
  EXPECT_EQ(value_of("3* *2"), 9);
  EXPECT_EQ(value_of("3 *  * 2"), 9);
}

TEST(Parser, ignores_case) {
  EXPECT_EQ(value_of("max(1, Min(5, 7))"), 5);
  EXPECT_EQ(value_of("Pi*rtod"), 180);
}

TEST(Parser, treats_continuation_lines_as_one_line) {
  EXPECT_EQ(value_of("1 +\n, 2"), 3);
  EXPECT_EQ(value_of("MAX(1,\r\n , 2)"), 2);
  EXPECT_EQ(value_of("1 + & ! first\n 2 ! second\n\n, + 3"), 6);
  EXPECT_EQ(value_of("IF(MODE-5: 7,\n, 8,\n,\t9)"), 7);
}

TEST(Parser, reads_the_arithmetic_if) {
  for (const double mode : {4.0, 5.0, 6.0}) {
    const Sample sample("IF(MODE-5: 10, 20, IF( TIME :1,2,3))");
    EXPECT_EQ(sample.value(sample.inputs({}, -1, mode)), mode == 4 ? 10 : mode == 5 ? 20 : 1);
  }
}

TEST(Parser, ignores_leading_zeros_of_ids) {
  EXPECT_EQ(tree_of("DX(0201, 0101)"), tree_of("DX(201,101)"));
}

TEST(Parser, keeps_the_place_of_every_node) {
  const std::string_view text = " 2 + SIN( TIME )*DX(12)";
  const Tree tree = tree_of(text);
  const auto spelled = [&](std::size_t k) {
    return text.substr(tree.node(k).origin.offset, tree.node(k).origin.length);
  };
  ASSERT_EQ(tree.size(), 7u);
  EXPECT_EQ(spelled(0), "2");
  EXPECT_EQ(spelled(1), "TIME");
  EXPECT_EQ(spelled(2), "SIN( TIME )");
  EXPECT_EQ(spelled(3), "12");
  EXPECT_EQ(spelled(4), "DX(12)");
  EXPECT_EQ(spelled(5), "SIN( TIME )*DX(12)");
  EXPECT_EQ(spelled(6), "2 + SIN( TIME )*DX(12)");
}

TEST(ParserErrors, name_the_nearest_function) {
  const std::string text = "1 + STPE(TIME, 0, 0, 1, 1)";
  const ParseError error = error_of(text);
  EXPECT_EQ(error.offset, 4u);
  EXPECT_EQ(error.length, 4u);
  EXPECT_NE(error.message.find("STPE"), std::string::npos);
  EXPECT_EQ(error.hint, "did you mean STEP?");
}

TEST(ParserErrors, say_how_many_arguments_are_wanted) {
  const ParseError error = error_of("STEP(TIME, 0, 0, 1)");
  EXPECT_EQ(error.message, "STEP takes 5 arguments, but 4 are given");
  EXPECT_EQ(error.hint, "STEP(x, x0, h0, x1, h1)");
  EXPECT_EQ(error_of("SIN()").message, "SIN takes 1 argument, but 0 are given");
  EXPECT_EQ(error_of("DX(1,2,3,4)").message, "DX takes 1 to 3 arguments, but 4 are given");
}

TEST(ParserErrors, point_at_the_fault) {
  EXPECT_EQ(fault_in("DX(1.5, 2)"), "1.5");
  EXPECT_EQ(fault_in("DX(1, 2+3)"), "2+3");
  EXPECT_EQ(fault_in("DX(-1)"), "-1");
  EXPECT_EQ(fault_in("DX(99999999999)"), "99999999999");
  EXPECT_EQ(fault_in("DX(0, 1)"), "0");
  EXPECT_EQ(fault_in("JOINT(1, 2, 3, 4)"), "2");
  EXPECT_EQ(fault_in("ARYVAL(3, 0)"), "0");
  EXPECT_EQ(fault_in("1 2"), "2");
  EXPECT_EQ(fault_in("1 + 2)"), ")");
  EXPECT_EQ(fault_in("(1 + 2"), "(");
  EXPECT_EQ(fault_in("MAX(1, 2"), "(");
  EXPECT_EQ(fault_in("1 + 2E"), "2E");
  EXPECT_EQ(fault_in("1 + 1E400"), "1E400");
  EXPECT_EQ(fault_in("1 # 2"), "#");
  EXPECT_EQ(fault_in("2 + α"), "α");
  EXPECT_EQ(fault_in("SIN + 1"), "SIN");
  EXPECT_EQ(fault_in("TIME(1)"), "TIME");
  EXPECT_EQ(fault_in("ORIENT(26, 4, 2)"), "ORIENT(26, 4, 2)");
  EXPECT_EQ(fault_in("MAX(1: 2)"), ":");
  EXPECT_EQ(fault_in("IF(TIME, 1, 2, 3)"), ",");
  EXPECT_EQ(fault_in("2DX(1)"), "DX");
}

TEST(ParserErrors, at_the_end_point_behind_the_text) {
  const std::string_view text = "1 + ";
  EXPECT_EQ(error_of(text).offset, text.size());
  EXPECT_EQ(error_of("").message, "the expression is empty");
  EXPECT_EQ(error_of(" \n").message, "the expression is empty");
}

TEST(ParserErrors, come_several_at_a_time) {
  const ParseResult result = parse("FOO(1) + DX(1.5) + STEP(1, 2 3, BAR) + 1E");
  ASSERT_EQ(result.errors.size(), 6u);
  EXPECT_EQ(result.errors[0].offset, 0u);
  EXPECT_EQ(result.errors[1].offset, 12u);
  EXPECT_EQ(result.errors[2].offset, 29u);  // 3: an operator is missing
  EXPECT_EQ(result.errors[3].offset, 32u);  // BAR
  EXPECT_EQ(result.errors[4].offset, 19u);  // STEP: three arguments
  EXPECT_EQ(result.errors[5].offset, 39u);  // 1E
}

TEST(ParserErrors, explain_a_comma_lost_to_continuation) {
  const ParseResult result = parse("MAX(1\n, 2)");
  ASSERT_EQ(result.errors.size(), 2u);
  EXPECT_NE(result.errors[0].hint.find("comma"), std::string::npos);
}

TEST(ParserErrors, refuse_names_that_cannot_be_evaluated_with_the_reason) {
  for (const char* name : {"USER", "FXMODE", "HSIZE"}) {
    const ParseError error = error_of(std::string(name) + "(1, 2)");
    EXPECT_NE(error.message.find("cannot be evaluated"), std::string::npos) << name;
    EXPECT_FALSE(error.hint.empty()) << name;
    EXPECT_EQ(find_function(name), nullptr) << name;
  }
}

std::string repeated(std::string_view part, std::size_t count) {
  std::string result;
  for (std::size_t k = 0; k < count; ++k) result += part;
  return result;
}

TEST(ParserLimits, stop_deep_nesting_with_one_message) {
  for (const char* opening : {"(", "-(", "SIN(", "2**(", "MAX(1,"}) {
    const std::string text = repeated(opening, 10000) + "1" + repeated(")", 10000);
    EXPECT_NE(error_of(text).message.find("nested deeper than 500"), std::string::npos) << opening;
  }
  EXPECT_NE(error_of(repeated("2**", 10000) + "2").message.find("nested"), std::string::npos);
  EXPECT_NE(error_of(repeated("(", 10000)).message.find("nested"), std::string::npos);
}

TEST(ParserLimits, allow_what_people_write) {
  EXPECT_EQ(value_of(repeated("(", 400) + "1" + repeated(")", 400)), 1);
  EXPECT_EQ(value_of(repeated("-", 10000) + "1"), 1);
  EXPECT_EQ(value_of(repeated("1+", 20000) + "1"), 20001);
}

TEST(ParserLimits, stop_huge_expressions) {
  const std::string text = repeated("1+", 200000) + "1";
  EXPECT_NE(error_of(text).message.find("more than 100000 terms"), std::string::npos);
}

TEST(ParserLimits, report_no_flood_of_errors) {
  EXPECT_EQ(parse(repeated("A+", 5000) + "1").errors.size(), ParseLimits{}.errors);
}

// Any text gives a tree or errors with offsets inside the text; a tree survives printing.
TEST(ParserFuzz, random_texts_are_parsed_or_refused) {
  const std::vector<std::string> pieces = {"1",         "2.5E3",
                                           "90D",       "1E",
                                           "(",         ")",
                                           ",",         ":",
                                           "+",         "-",
                                           "*",         "**",
                                           "/",         "\n",
                                           "! x\n",     "&\n",
                                           "TIME",      "SIN(",
                                           "IF(",       "STEP(",
                                           "DX(",       "STPE",
                                           "MAX(",      " ",
                                           "\t",        "7",
                                           "$",         "\xff",
                                           ".",         "D",
                                           "E",         "\n, ",
                                           "PI",        "JOINT(1,0,2,0)",
                                           "VARVAL(1)", "=",
                                           "\\"};
  std::mt19937 random(7);
  std::uniform_int_distribution<std::size_t> any(0, pieces.size() - 1), length(0, 25);
  int parsed = 0;
  for (int trial = 0; trial < 50000; ++trial) {
    std::string text;
    for (std::size_t k = length(random); k-- > 0;) text += pieces[any(random)];
    const ParseResult result = parse(text);
    ASSERT_EQ(result.ok(), result.errors.empty()) << text;
    for (const ParseError& error : result.errors)
      ASSERT_LE(error.offset + error.length, text.size());
    if (!result.ok()) continue;
    ++parsed;
    const ParseResult again = parse(print(*result.tree));
    ASSERT_TRUE(again.ok() && *again.tree == *result.tree) << text << "\n" << print(*result.tree);
  }
  EXPECT_GT(parsed, 500);
}

}  // namespace

}  // namespace trammel::expression
