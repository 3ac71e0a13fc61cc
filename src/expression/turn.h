// Angles that are known up to whole turns.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "expression/tree.h"

namespace trammel::expression {

// What the value may differ by and mean the same: 2π of an angle between markers or of ATAN2, times the
// constant it is multiplied by, as in RTOD*AZ(21, 11). 0: it is no such angle.
double turn_of(const Tree& tree);

}  // namespace trammel::expression
