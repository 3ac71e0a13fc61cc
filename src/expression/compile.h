// Tree → tape.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "expression/shape.h"
#include "expression/tree.h"

namespace trammel::expression {

// Trees of equal form (same functions and operators; any numbers and ids) share a shape of
// `shapes`.
Tape compile(const Tree& tree, ShapeTable& shapes);

}  // namespace trammel::expression
