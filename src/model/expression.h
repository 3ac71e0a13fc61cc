// A function expression of the dataset: the text in one line, and what it means.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "expression/tree.h"

namespace trammel::model {

struct Expression {
  std::string text;                               // continuation marks removed; empty: not given
  expression::Tree tree;                          // 0 for USER(…)
  std::optional<std::vector<double>> parameters;  // of USER(…)

  explicit operator bool() const { return !text.empty(); }
  bool is_user() const { return parameters.has_value(); }
  friend bool operator==(const Expression& a, const Expression& b) { return a.text == b.text; }
};

}  // namespace trammel::model
