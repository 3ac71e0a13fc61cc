// A function expression of the dataset: the text in one line, and what it means.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
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

// FXYZ = …: the text of a vector, and what its components mean.
struct VectorExpression {
  std::array<Expression, 3> components;  // each with the whole text

  explicit operator bool() const { return bool(components[0]); }
  friend bool operator==(const VectorExpression&, const VectorExpression&) = default;
};

}  // namespace trammel::model
