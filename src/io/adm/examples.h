// What the manual adds to the tables of the statements: their equations, where they are derived, an example.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string_view>

namespace trammel::adm {

struct StatementExample {
  std::string_view statement;
  std::string_view equations;  // "": it has none
  std::string_view theory;     // page in docs/theory, without its ending
  std::string_view example;
};

// In the order of the statements, one for each. Examples use the ids of example_model().
std::span<const StatementExample> statement_examples();

// Parts, markers and data that examples refer to; together with all of them it is a dataset without errors.
std::string_view example_model();

}  // namespace trammel::adm
