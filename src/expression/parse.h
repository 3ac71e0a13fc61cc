// Text of a function expression → tree.
//
// The text is what stands between `FUNCTION =` and the end of the expression (the reader finds
// that end); it may span lines. Line ends, comments (`!`), a comma that begins a continuation line
// and an `&` that ends a line count as blanks, so offsets stay offsets into the raw text.
// Grammar and number rules: docs/theory/expressions.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "expression/tree.h"

namespace trammel::expression {

struct ParseError {
  std::size_t offset = 0;  // into the text, ≤ text.size()
  std::size_t length = 0;
  std::string message;
  std::string hint;              // may be empty
  bool wants_separator = false;  // a comma or an operator was expected before this place
};

struct ParseLimits {
  int depth = 500;             // nested parentheses, calls, signs and right-associative powers
  std::size_t nodes = 100000;  // numbers, ids, operators and calls
  std::size_t errors = 20;     // reported for one expression
};

struct ParseResult {
  std::optional<Tree> tree;  // exactly when there are no errors
  std::vector<ParseError> errors;

  bool ok() const { return tree.has_value(); }
};

ParseResult parse(std::string_view text, const ParseLimits& limits = {});

struct VectorParseResult {
  std::vector<Tree> components;  // three when there are no errors
  std::vector<ParseError> errors;

  bool ok() const { return errors.empty(); }
};

// Of a vector, FXYZ = ...
VectorParseResult parse_vector(std::string_view text, const ParseLimits& limits = {});

}  // namespace trammel::expression
