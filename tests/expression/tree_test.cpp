// Printing, inspecting and substituting trees.
// SPDX-License-Identifier: BSD-3-Clause
#include "expression/tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <regex>
#include <span>
#include <string>
#include <vector>

#include "expression/compose.h"
#include "expression/inspect.h"
#include "expression/print.h"
#include "expression/sample.h"
#include "expression/substitute.h"
#include "kinematics/measure.h"

namespace trammel::expression {

namespace {

TEST(Printing, needs_no_superfluous_parentheses) {
  EXPECT_EQ(print(tree_of("((1+(2*3)))-(4)")), "1 + 2*3 - 4");
  EXPECT_EQ(print(tree_of("1-(2-3)")), "1 - (2 - 3)");
  EXPECT_EQ(print(tree_of("2**(3**4)")), "2**3**4");
  EXPECT_EQ(print(tree_of("(2**3)**4")), "(2**3)**4");
  EXPECT_EQ(print(tree_of("-(2**2)")), "-2**2");
  EXPECT_EQ(print(tree_of("(-2)**2")), "(-2)**2");
  EXPECT_EQ(print(tree_of("-(time+pi)")), "-(TIME + PI)");
  EXPECT_EQ(print(tree_of("if(mode-5:1,90d,dx(02,1))")), "IF(MODE - 5: 1, 90D, DX(2, 1))");
}

TEST(Printing, keeps_every_digit) {
  for (const double number : {0.1, 1.0 / 3, 1e300, 5e-324, 123456789.0, 1e22})
    EXPECT_EQ(value_of(print(Tree::constant(number))), number);
  EXPECT_EQ(value_of(print(Tree::constant(-0.1))), -0.1);
}

// A random expression of the given depth.
std::string random_text(int depth, std::mt19937& random) {
  const auto pick = [&](int count) {
    return std::uniform_int_distribution<int>(0, count - 1)(random);
  };
  const auto part = [&] { return random_text(depth - 1, random); };
  if (depth == 0) {
    static const std::vector<std::string> leaves = {"2",  "1.5E-3",    "90D",     "TIME",
                                                    "PI", "VARVAL(1)", "DX(1,2)", "JOINT(1,0,2,3)"};
    return leaves[static_cast<std::size_t>(pick(static_cast<int>(leaves.size())))];
  }
  switch (pick(9)) {
    case 0:
      return part() + " + " + part();
    case 1:
      return part() + " - " + part();
    case 2:
      return part() + "*" + part();
    case 3:
      return "(" + part() + ")/" + part();
    case 4:
      return "(" + part() + ")**(" + part() + ")";
    case 5:
      return "-" + part();
    case 6:
      return "SIN(" + part() + ")";
    case 7:
      return "IF(" + part() + ":" + part() + "," + part() + "," + part() + ")";
    default:
      return "(" + part() + ")";
  }
}

TEST(Printing, parses_back_to_the_same_tree) {
  std::mt19937 random(3);
  for (int trial = 0; trial < 3000; ++trial) {
    const Tree tree = tree_of(random_text(1 + trial % 6, random));
    EXPECT_EQ(tree_of(print(tree)), tree) << print(tree);
  }
}

// Function arguments of real datasets: FUNCTION = …\ and FX = …\ up to the end of the statement.
std::vector<std::string> expressions_of(const std::filesystem::path& dataset) {
  std::ifstream file(dataset, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  static const std::regex start("(FUNCTION|[FT][XYZ])[ ]*=[ ]*", std::regex::icase);
  std::vector<std::string> result;
  for (std::sregex_iterator it(text.begin(), text.end(), start), end; it != end; ++it) {
    const auto begin = static_cast<std::size_t>(it->position() + it->length());
    std::size_t stop = begin;
    while (stop < text.size() && text[stop] != '\\' && text[stop] != '!' && text[stop] != '=') {
      // A line that does not begin with a comma or a blank starts the next statement.
      if (text[stop] == '\n' && stop + 1 < text.size() && text[stop + 1] != ',' &&
          text[stop + 1] != ' ' && text[stop + 1] != '\t')
        break;
      ++stop;
    }
    if (stop < text.size() && text[stop] == '=') continue;  // another argument follows
    result.push_back(text.substr(begin, stop - begin));
  }
  return result;
}

TEST(Printing, survives_the_expressions_of_real_datasets) {
  const std::filesystem::path folder = std::filesystem::path(TRAMMEL_SHARED_DIR) / "realworld";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << folder << " is not there";
  int parsed = 0, refused = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".adm") continue;
    for (const std::string& text : expressions_of(entry.path())) {
      const ParseResult result = parse(text);
      if (text.find("USER") != std::string::npos) {
        EXPECT_FALSE(result.ok());
        ++refused;
        continue;
      }
      ASSERT_TRUE(result.ok()) << entry.path() << "\n" << text << "\n" << result.errors[0].message;
      ++parsed;
      EXPECT_EQ(tree_of(print(*result.tree)), *result.tree);
    }
  }
  EXPECT_GT(parsed, 500);
}

TEST(Inspection, finds_every_id_with_its_place) {
  const std::string text = "DX(12, 0, 7) + JOINT(3, 0, 2, 9)*VARVAL(5) + CUBSPL(TIME, 0, 4)";
  const std::vector<Reference> found = references(tree_of(text));
  const std::vector<std::pair<Entity, int>> wanted = {{Entity::marker, 12},  {Entity::marker, 7},
                                                      {Entity::joint, 3},    {Entity::marker, 9},
                                                      {Entity::variable, 5}, {Entity::spline, 4}};
  ASSERT_EQ(found.size(), wanted.size());
  for (std::size_t k = 0; k < found.size(); ++k) {
    EXPECT_EQ(found[k].entity, wanted[k].first);
    EXPECT_EQ(found[k].id, wanted[k].second);
    EXPECT_EQ(text.substr(found[k].origin.offset, found[k].origin.length),
              std::to_string(found[k].id));
  }
  EXPECT_EQ(found[2].function->name, "JOINT");
}

TEST(Inspection, lists_calls_in_the_order_of_the_text) {
  const std::vector<FunctionCall> calls = function_calls(tree_of("SIN(TIME) + MAX(1, COS(2))"));
  std::string names;
  for (const FunctionCall& call : calls) names += std::string(call.function->name) + " ";
  EXPECT_EQ(names, "SIN TIME MAX COS ");
}

TEST(Inspection, summarises_what_model_checks_ask) {
  const Summary time = summarise(tree_of("STEP(TIME, 0, 0, 1, 1) + MODE"));
  EXPECT_TRUE(time.only_time && time.uses_time && time.uses_mode && !time.constant);
  EXPECT_EQ(time.continuity, Continuity::smooth);
  EXPECT_EQ(time.level, -1);
  const Summary constant = summarise(tree_of("2*PI"));
  EXPECT_TRUE(constant.constant && constant.only_time && !constant.uses_time);
  const Summary motion = summarise(tree_of("DX(1) + ACCX(1)*ABS(VX(1))"));
  EXPECT_EQ(motion.level, 2);
  EXPECT_EQ(motion.continuity, Continuity::kink);
  EXPECT_FALSE(motion.only_time);
  EXPECT_EQ(summarise(tree_of("AZ(1,2)")).continuity, Continuity::smooth) << "turns are counted";
  EXPECT_EQ(summarise(tree_of("PSI(1,2)")).continuity, Continuity::jump);
  const Summary states = summarise(tree_of("DIF1(1) + VARVAL(2) + FX(1,2) + SENVAL(1)"));
  EXPECT_TRUE(states.uses_diff && states.uses_diff_rate && states.uses_variables &&
              states.uses_forces && states.uses_sensors);
  EXPECT_EQ(summarise(tree_of("IF(TIME: 1, 2, 3)")).continuity, Continuity::jump);
}

TEST(Inspection, resolves_measures_and_their_markers) {
  const auto measured = [](std::string_view text) {
    const Tree tree = tree_of(text);
    return quantity_at(tree, tree.root());
  };
  EXPECT_EQ(measure_of(measured("VM(1, 2, 3)"))->kind, kinematics::MeasureKind::VM);
  EXPECT_EQ(markers_of(measured("VM(1, 2, 3)")), (std::array<int, 4>{1, 2, 0, 3}));
  EXPECT_EQ(markers_of(measured("DX(1, 0, 3)")), (std::array<int, 4>{1, 0, 3, 0}));
  EXPECT_EQ(measure_of(measured("ORIENT(27, 4, 11, 12)")), kinematics::orient(27, 4));
  EXPECT_EQ(markers_of(measured("ORIENT(27, 4, 11, 12)")), (std::array<int, 4>{11, 12, 0, 0}));
  EXPECT_EQ(measure_of(measured("VARVAL(1)")), nullptr);
}

TEST(Substitution, replaces_variables) {
  const Tree tree = tree_of("2*VARVAL(1) - VARVAL(2)**2"), one = tree_of("TIME + 1");
  const auto replaced = substitute(tree, [&](const Quantity& quantity) -> const Tree* {
    return quantity.kind() == QuantityKind::variable && quantity.ids[0] == 1 ? &one : nullptr;
  });
  ASSERT_TRUE(replaced);
  EXPECT_EQ(print(*replaced), "2*(TIME + 1) - VARVAL(2)**2");
  const auto time =
      std::find_if(replaced->nodes().begin(), replaced->nodes().end(),
                   [](const Node& node) { return node.function == find_function("TIME"); });
  ASSERT_NE(time, replaced->nodes().end());
  EXPECT_EQ(time->origin.offset, 2u);
}

TEST(Substitution, replaces_the_whole_tree) {
  const Tree one = tree_of("TIME + 1");
  const auto replaced = substitute(tree_of("VARVAL(1)"), [&](const Quantity&) { return &one; });
  ASSERT_TRUE(replaced);
  EXPECT_EQ(*replaced, one);
}

TEST(Substitution, refuses_to_explode) {
  const Tree doubled = tree_of("VARVAL(1)*VARVAL(1)");
  Tree tree = doubled;
  for (int k = 0; k < 40; ++k) {
    const auto next = substitute(tree, [&](const Quantity&) { return &doubled; });
    if (!next) return;
    tree = *next;
  }
  FAIL() << "grew to " << tree.size() << " nodes";
}

// f(a, b) → b − a, inner calls first; the rest keeps its form and its place in the text.
TEST(Substitution, replaces_calls_and_those_within_their_arguments) {
  const Tree tree = tree_of("3*MOD(TIME, MOD(2, DX(1))) + SIN(MOD(4, 5))");
  int calls = 0;
  const auto replaced =
      substitute_calls(tree, *find_function("MOD"), [&](std::span<const Tree> arguments) {
        ++calls;
        EXPECT_EQ(arguments.size(), 2u);
        return difference(arguments[1], arguments[0]);
      });
  ASSERT_TRUE(replaced);
  EXPECT_EQ(calls, 3);
  const Tree wanted = tree_of("3*(DX(1) - 2 - TIME) + SIN(5 - 4)");
  EXPECT_EQ(*replaced, wanted) << print(*replaced);
  ASSERT_EQ(replaced->size(), wanted.size());
  for (std::size_t k = 0; k < wanted.size(); ++k)
    EXPECT_EQ(replaced->node(k).size, wanted.node(k).size) << k;
  const auto sine =
      std::find_if(replaced->nodes().begin(), replaced->nodes().end(),
                   [](const Node& node) { return node.function == find_function("SIN"); });
  ASSERT_NE(sine, replaced->nodes().end());
  EXPECT_EQ(sine->origin.offset, 29u);
}

TEST(Substitution, leaves_other_calls_alone) {
  const Tree tree = tree_of("MAX(1, 2, COS(TIME), 4) - VARVAL(3)");
  const auto replaced =
      substitute_calls(tree, *find_function("MOD"), [](std::span<const Tree>) { return Tree(); });
  ASSERT_TRUE(replaced);
  EXPECT_EQ(*replaced, tree);
}

TEST(Substitution, of_calls_refuses_to_explode) {
  std::string text = "TIME";
  for (int k = 0; k < 40; ++k) text = "SIN(" + text + ")";
  std::size_t largest = 0;
  const auto replaced =
      substitute_calls(tree_of(text), *find_function("SIN"), [&](std::span<const Tree> arguments) {
        largest = std::max(largest, arguments[0].size());
        return sum({arguments[0], arguments[0]});
      });
  EXPECT_FALSE(replaced);
  EXPECT_LE(largest, 100000u);
}

}  // namespace

}  // namespace trammel::expression
