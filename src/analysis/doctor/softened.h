// Corners that a product or a power takes away: x*ABS(x) and MAX(0, x)**2 have a continuous slope,
// MAX(0, x)**3 has more.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "analysis/doctor/trees.h"

namespace trammel::analysis::doctor {

// What the whole expression makes of the corner of the call at `n`.
enum class Corner : unsigned char { sharp, in_the_slope, smooth };
Corner softened(const expression::Tree& tree, std::size_t n);

}  // namespace trammel::analysis::doctor
