// SPDX-License-Identifier: BSD-3-Clause
#include "io/adm/keyword.h"

#include <gtest/gtest.h>

#include <set>
#include <tuple>

#include "io/adm/statements.h"

namespace trammel::adm {
namespace {

const std::vector<Keyword> words{Keyword("C(OMMENT)"), Keyword("CNAMES"), Keyword("CLABELS"),
                                 Keyword("F1"),        Keyword("FORCE"),  Keyword("F")};

std::string meant(std::string_view word) {
  const Match m = match(word, words);
  if (m.index >= 0) return words[static_cast<std::size_t>(m.index)].name();
  return m.candidates.empty() ? "unknown" : "ambiguous";
}

TEST(Keyword, equal_then_unique_prefix_then_notation) {
  EXPECT_EQ(meant("comment"), "COMMENT");
  EXPECT_EQ(meant("CN"), "CNAMES");
  EXPECT_EQ(meant("C"), "COMMENT");
  EXPECT_EQ(meant("F"), "F");
  EXPECT_EQ(meant("FO"), "FORCE");
  EXPECT_EQ(meant("X"), "unknown");
  EXPECT_EQ(meant("COMMENTS"), "unknown");
  EXPECT_EQ(meant(""), "unknown");
  EXPECT_EQ(match("S", {Keyword("SCREW"), Keyword("SPHERICAL")}).candidates.size(), 2u);
}

TEST(Keyword, nearest_forgives_small_slips_only) {
  const std::vector<std::string_view> names{"JOINT", "MARKER", "REVOLUTE", "I"};
  EXPECT_EQ(suggestion("JIONT", names), "did you mean JOINT?");
  EXPECT_EQ(suggestion("makrer", names), "did you mean MARKER?");
  EXPECT_EQ(suggestion("REVOLUT3", names), "did you mean REVOLUTE?");
  EXPECT_EQ(suggestion("WIDGET", names), "");
  EXPECT_EQ(suggestion("X", names), "");
  EXPECT_EQ(suggestion(std::string(1000, 'A'), names), "");
}

std::string statement(std::string_view word) {
  const FoundStatement found = find_statement(word);
  if (found.syntax) return found.syntax->name();
  return found.refused ? std::string(found.refused->name) : "";
}

// The shortest forms that other readers of the language accept.
TEST(Abbreviations, of_statements) {
  const std::pair<const char*, const char*> cases[] = {
      {"ACC", "ACCGRAV"},      {"AR", "ARRAY"},
      {"BE", "BEAM"},          {"EQU", "EQUILIBRIUM"},
      {"GF", "GFORCE"},        {"J", "JOINT"},
      {"JP", "JPRIM"},         {"M", "MARKER"},
      {"OUT", "OUTPUT"},       {"P", "PART"},
      {"POI", "POINT_MASS"},   {"R", "REQUEST"},
      {"RES", "RESULTS"},      {"SF", "SFORCE"},
      {"SPR", "SPRINGDAMPER"}, {"UNI", "UNITS"},
      {"VAR", "VARIABLE"},     {"VF", "VFORCE"},
      {"VT", "VTORQUE"},       {"SPRING", "SPRINGDAMPER"},
      {"INT", "INTEGRATOR"},   {"EQUIL", "EQUILIBRIUM"},
      {"ACCG", "ACCGRAV"},     {"MREQ", "MREQUEST"},
      {"FU", "FUNCTION"},      {"IC", "IC"},
      {"mark", "MARKER"},
  };
  for (const auto& [word, name] : cases) EXPECT_EQ(statement(word), name) << word;
}

TEST(Abbreviations, of_arguments) {
  const std::tuple<const char*, const char*, const char*> cases[] = {
      {"JOINT", "CONV", "CONVEL"},
      {"JOINT", "C", "CYLINDRICAL"},
      {"JOINT", "FIX", "FIXED"},
      {"JOINT", "HO", "HOOKE"},
      {"JOINT", "PL", "PLANAR"},
      {"JOINT", "RA", "RACKPIN"},
      {"JOINT", "RE", "REVOLUTE"},
      {"JOINT", "SC", "SCREW"},
      {"JOINT", "PI", "PITCH"},
      {"JOINT", "SP", "SPHERICAL"},
      {"JOINT", "T", "TRANSLATIONAL"},
      {"JOINT", "U", "UNIVERSAL"},
      {"JOINT", "ICT", "ICTRAN"},
      {"JOINT", "ICR", "ICROT"},
      {"JOINT", "IC", "IC"},
      {"JPRIM", "AT", "ATPOINT"},
      {"JPRIM", "INL", "INLINE"},
      {"JPRIM", "INP", "INPLANE"},
      {"JPRIM", "OR", "ORIENTATION"},
      {"JPRIM", "PAR", "PARALLEL_AXES"},
      {"JPRIM", "PERP", "PERPENDICULAR"},
      {"MARKER", "P", "PART"},
      {"MARKER", "FLO", "FLOATING"},
      {"MARKER", "POI", "POINT_MASS"},
      {"MARKER", "Q", "QP"},
      {"MARKER", "Z", "ZP"},
      {"MARKER", "X", "XP"},
      {"MARKER", "R", "REULER"},
      {"PART", "G", "GROUND"},
      {"PART", "M", "MASS"},
      {"PART", "Q", "QG"},
      {"PART", "R", "REULER"},
      {"PART", "EX", "EXACT"},
      {"EQUILIBRIUM", "AL", "ALIMIT"},
      {"EQUILIBRIUM", "ERR", "ERROR"},
      {"EQUILIBRIUM", "IM", "IMBALANCE"},
      {"EQUILIBRIUM", "MAX", "MAXIT"},
      {"EQUILIBRIUM", "PAT", "PATTERN"},
      {"EQUILIBRIUM", "ST", "STABILITY"},
      {"EQUILIBRIUM", "STAB", "STABILITY"},
      {"EQUILIBRIUM", "TL", "TLIMIT"},
      {"IC", "AERR", "AERROR"},
      {"IC", "AL", "ALIMIT"},
      {"IC", "AMAX", "AMAXIT"},
      {"IC", "APAT", "APATTERN"},
      {"IC", "VER", "VERROR"},
      {"SFORCE", "TR", "TRANSLATIONAL"},
      {"SFORCE", "ROT", "ROTATIONAL"},
      {"SFORCE", "A", "ACTIONONLY"},
      {"SFORCE", "FUNC", "FUNCTION"},
      {"SPRINGDAMPER", "TR", "TRANSLATIONAL"},
      {"SPRINGDAMPER", "RO", "ROTATIONAL"},
      {"SPRINGDAMPER", "F", "FORCE"},
      {"SPRINGDAMPER", "L", "LENGTH"},
      {"SPRINGDAMPER", "TO", "TORQUE"},
      {"SPRINGDAMPER", "A", "ANGLE"},
      {"REQUEST", "D", "DISPLACEMENT"},
      {"REQUEST", "V", "VELOCITY"},
      {"REQUEST", "A", "ACCELERATION"},
      {"REQUEST", "F", "FORCE"},
      {"REQUEST", "C", "COMMENT"},
      {"REQUEST", "T", "TITLE"},
      {"REQUEST", "F1", "F1"},
      {"OUTPUT", "REQ", "REQSAVE"},
      {"OUTPUT", "GRS", "GRSAVE"},
      {"OUTPUT", "GR5", "GR521SAV"},
      {"OUTPUT", "C", "CHART"},
      {"OUTPUT", "V", "VPR"},
      {"OUTPUT", "VS", "VSCALE"},
      {"OUTPUT", "NOP", "NOPRINT"},
      {"OUTPUT", "NOS", "NOSEPARATOR"},
      {"UNITS", "FOR", "FORCE"},
      {"UNITS", "SYS", "SYSTEM"},
      {"GRAPHICS", "COR", "CORNER"},
      {"GRAPHICS", "XS", "XSCALE"},
  };
  for (const auto& [name, word, expected] : cases) {
    const Syntax& syntax = *find_statement(name).syntax;
    std::vector<Keyword> keywords;
    for (const ArgumentRow& row : syntax.arguments()) keywords.push_back(row.keyword);
    const Match m = match(word, keywords);
    ASSERT_GE(m.index, 0) << name << ' ' << word;
    EXPECT_EQ(keywords[static_cast<std::size_t>(m.index)].name(), expected) << name << ' ' << word;
  }
}

TEST(StatementTables, are_consistent) {
  std::set<std::string> names;
  for (const RefusedStatement& statement : refused_statements())
    EXPECT_TRUE(names.insert(std::string(statement.name)).second) << statement.name;
  for (const SyntaxPointer& syntax : statements()) {
    EXPECT_TRUE(names.insert(syntax->name()).second) << syntax->name();
    EXPECT_FALSE(syntax->help().empty()) << syntax->name();
    std::set<std::string_view> arguments;
    for (const ArgumentRow& row : syntax->arguments())
      EXPECT_TRUE(arguments.insert(row.keyword.name()).second)
          << syntax->name() << ' ' << row.keyword.name();
    const auto known = [&](std::string_view name) {
      EXPECT_TRUE(arguments.count(name)) << syntax->name() << " has no row " << name;
    };
    for (const ArgumentRow& row : syntax->arguments()) {
      for (const std::string_view name : row.rule.with) known(name);
      for (const std::string_view name : row.rule.required_with) known(name);
    }
    for (const auto* groups : {&syntax->exactly_one_of(), &syntax->at_most_one_of()})
      for (const auto& group : *groups)
        for (const std::string_view name : group) known(name);
  }
}

}  // namespace
}  // namespace trammel::adm
