// The time derivative of an expression that is linear in states, written with their rates.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "expression/tree.h"

namespace trammel::elements {

// Sums of numbers, numbers times TIME and numbers times DIF(id); none for anything else.
std::optional<expression::Tree> linear_rate(const expression::Tree& tree);

}  // namespace trammel::elements
