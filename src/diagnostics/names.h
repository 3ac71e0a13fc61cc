// Names of equations and variables, or their numbers where nobody has named them.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "numerics/observer.h"

namespace trammel::diagnostics {

std::string row_name(const EquationNames*, int row);
std::string column_name(const EquationNames*, int column);
std::string unknown_name(const EquationNames*, int i);  // of (a, λ, ẋ, y)

}  // namespace trammel::diagnostics
