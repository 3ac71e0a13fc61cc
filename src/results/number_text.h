// Numbers as text, quickly: result files consist of little else.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

namespace trammel::results {

// Room that put_number() needs; what it writes has at most 24 characters.
inline constexpr std::size_t number_room = 48;

// The fewest digits that read back to the same double: "-0.25", "1e-09", "0" (also of −0); "NaN" of what is
// not finite. Returns their end; bytes up to the room may be overwritten.
char* put_number(double value, char* to);

}  // namespace trammel::results
