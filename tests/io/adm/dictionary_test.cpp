// The dictionaries of the fuzzers know every word of the language.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "expression/function.h"
#include "io/adm/source.h"
#include "io/adm/statements.h"

namespace trammel::adm {
namespace {

std::set<std::string> dictionary(const std::string& name) {
  std::istringstream lines(
      read_source(std::string(TRAMMEL_SOURCE_DIR) + "/tests/fuzz/" + name).text);
  std::set<std::string> words;
  for (std::string line; std::getline(lines, line);)
    if (line.size() > 2 && line.front() == '"') words.insert(line.substr(1, line.size() - 2));
  return words;
}

TEST(Dictionary, of_datasets_has_every_statement_and_argument) {
  const std::set<std::string> words = dictionary("adm.dict");
  for (const SyntaxPointer& syntax : statements()) {
    EXPECT_TRUE(words.count(syntax->name() + '/')) << syntax->name();
    for (const ArgumentRow& row : syntax->arguments())
      if (row.treatment == Treatment::bound) {
        EXPECT_TRUE(words.count(row.keyword.name())) << syntax->name() << ' ' << row.keyword.name();
      }
  }
  for (const RefusedStatement& statement : refused_statements())
    EXPECT_TRUE(words.count(std::string(statement.name) + '/')) << statement.name;
}

TEST(Dictionary, of_expressions_has_every_function) {
  const std::set<std::string> words = dictionary("expression.dict");
  using expression::Notation;
  for (const expression::Family& family : expression::families())
    for (const expression::Function& row : family.functions) {
      if (row.notation == Notation::infix || row.notation == Notation::prefix) continue;
      const std::string word =
          std::string(row.name) + (row.notation == Notation::symbol ? "" : "(");
      EXPECT_TRUE(words.count(word)) << word;
    }
}

}  // namespace
}  // namespace trammel::adm
