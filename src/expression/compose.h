// Building expressions from expressions.
//
// Zeros and ones vanish: sums leave out zeros, products with 0 are 0 and with 1 the other factor, so
// that a coefficient of 0 leaves no trace.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

#include "expression/tree.h"

namespace trammel::expression {

// Is it the number itself, not an expression that happens to have this value?
bool is_zero(const Tree& tree);

// An id, or another integer that a function wants.
Tree integer(int value);
Tree leaf(const Function& row, std::initializer_list<int> ids);
Tree call(const Function& row, std::span<const Tree> arguments);
Tree call(std::string_view function, std::initializer_list<Tree> arguments);

Tree negated(const Tree& a);
Tree sum(std::span<const Tree> terms);
Tree sum(std::initializer_list<Tree> terms);
Tree difference(const Tree& a, const Tree& b);
Tree product(const Tree& a, const Tree& b);
Tree product(double a, const Tree& b);
Tree quotient(const Tree& a, const Tree& b);

}  // namespace trammel::expression
