// Functions as text, for messages and for the reference manual.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

#include "expression/function.h"

namespace trammel::expression {

// "STEP(x, x0, h0, x1, h1)", "DX(i[, j][, k])", "POLY(x, x0, a0[, a1], ...)", "TIME".
std::string usage(const Function& function);

// An expression that calls it: its own example, or the function of likely ids, "DX(21, 11, 11)".
std::string example(const Function& function);

}  // namespace trammel::expression
