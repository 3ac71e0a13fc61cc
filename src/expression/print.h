// Tree → text that parses to the same tree.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "expression/tree.h"

namespace trammel::expression {

// Numbers in their shortest form that reads back exactly; parentheses only where they are needed.
std::string print(const Tree& tree);

}  // namespace trammel::expression
