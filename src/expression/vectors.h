// Expressions of vectors are written out in components, so that compiling and differentiating know
// numbers only: DXYZ(1, 2) becomes DX(1, 2), DY(1, 2), DZ(1, 2), and a product of vectors a sum.
// Rules: functions/vectors.cpp. Parts stand where the vectors stand in the text.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "expression/parse.h"

namespace trammel::expression {

bool has_vectors(const Tree& tree);

struct WrittenOut {
  std::vector<Tree> components;  // one of a number, three of a vector, none with errors
  std::vector<ParseError> errors;
};
WrittenOut write_out_vectors(const Tree& tree, const ParseLimits& limits);

}  // namespace trammel::expression
