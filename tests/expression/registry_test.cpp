// The rows of the registry are complete and consistent.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "expression/function.h"
#include "expression/sample.h"
#include "expression/text.h"
#include "kinematics/measure.h"

namespace trammel::expression {

namespace {

// A call with the least, or the most, arguments.
std::string example(const Function& row, int count) {
  std::string text = std::string(row.name) + "(";
  for (int k = 0; k < count; ++k) {
    const Argument& argument = row.argument(k);
    const std::string separator = k == 0                                              ? ""
                                  : k == 1 && row.notation == Notation::arithmetic_if ? ":"
                                                                                      : ",";
    const int integer = argument.kind == ArgumentKind::integer ? std::max(argument.low, 1) : 7;
    text += separator + (argument.kind == ArgumentKind::real     ? "TIME"
                         : argument.kind == ArgumentKind::vector ? "DXYZ(7)"
                                                                 : std::to_string(integer));
  }
  return text + ")";
}

TEST(Registry, has_names_that_are_unique_and_found_in_any_case) {
  std::set<std::string_view> names;
  for (const Family& family : families()) {
    EXPECT_FALSE(family.functions.empty()) << family.title;
    for (const Function& row : family.functions) {
      EXPECT_TRUE(names.insert(row.name).second) << row.name;
      EXPECT_TRUE(refusal(row.name).empty()) << row.name;
      if (row.notation == Notation::infix || row.notation == Notation::prefix) continue;
      std::string lower(row.name);
      for (char& c : lower) c = static_cast<char>(std::tolower(c));
      EXPECT_EQ(find_function(lower), &row);
    }
  }
}

TEST(Registry, documents_every_row) {
  for (const Family& family : families()) {
    for (const Function& row : family.functions) {
      EXPECT_FALSE(row.help.empty()) << row.name;
      EXPECT_TRUE(row.notation == Notation::infix || row.notation == Notation::prefix ||
                  !row.formula.empty())
          << row.name;
      EXPECT_FALSE(usage(row).empty());
    }
  }
}

TEST(Registry, rows_compute_or_read_or_stand_for_vectors) {
  for (const Family& family : families())
    for (const Function& row : family.functions)
      EXPECT_EQ((row.lower != nullptr) + (row.quantity != QuantityKind::none) +
                    (row.vector != VectorRule::none),
                1)
          << row.name;
}

TEST(Registry, rows_parse_with_their_least_and_most_arguments) {
  for (const Family& family : families()) {
    for (const Function& row : family.functions) {
      if (row.notation != Notation::call && row.notation != Notation::arithmetic_if) continue;
      for (const int count : {row.min_arguments, row.max_arguments}) {
        if (row.vector != VectorRule::none) {
          EXPECT_NE(parse(example(row, count)).ok(), parse_vector(example(row, count)).ok())
              << row.name;
          continue;
        }
        const Tree tree = tree_of(example(row, count));
        EXPECT_EQ(tree.node(tree.root()).function, &row);
        EXPECT_EQ(tree.node(tree.root()).arguments, static_cast<unsigned>(count));
      }
      EXPECT_FALSE(parse(example(row, row.min_arguments - 1)).ok()) << row.name;
      EXPECT_FALSE(parse(example(row, row.max_arguments + 1)).ok()) << row.name;
    }
  }
}

TEST(Registry, has_a_row_for_every_function_of_marker_motion) {
  for (const kinematics::Measure& measure : kinematics::measures()) {
    if (measure.access != kinematics::Access::function) continue;
    const Function* row = find_function(measure.name);
    ASSERT_NE(row, nullptr) << measure.name;
    EXPECT_EQ(row->measure, &measure);
    EXPECT_EQ(row->level, measure.level);
  }
}

TEST(Registry, names_the_statement_of_every_entity) {
  for (int k = 1; k <= static_cast<int>(Entity::plant_output); ++k)
    EXPECT_FALSE(statement_name(static_cast<Entity>(k)).empty()) << k;
}

TEST(Registry, finds_near_names_and_no_far_ones) {
  EXPECT_EQ(nearest_function("IMPCAT"), "IMPACT");
  EXPECT_EQ(nearest_function("varvla"), "VARVAL");
  EXPECT_EQ(nearest_function("SQR"), "SQRT");
  EXPECT_EQ(nearest_function("XD"), "DX") << "two neighbours swapped are one slip";
  EXPECT_EQ(nearest_function("SINN"), "SIN") << "not SIGN or SINH, which are as near";
  EXPECT_EQ(nearest_function("DMM"), "DM");
  EXPECT_EQ(nearest_function("ABSOLUTE"), "ABS") << "too far, but it begins like it";
  EXPECT_EQ(nearest_function("Q"), "");
  EXPECT_EQ(nearest_function("SOMETHINGELSE"), "");
  EXPECT_EQ(nearest_function(std::string(100000, 'A')), "");
}

}  // namespace

}  // namespace trammel::expression
