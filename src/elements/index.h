// Numbers of elements are int, and -1 where there is none; containers count with std::size_t.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

namespace trammel::elements {

constexpr std::size_t index(int i) {
  return static_cast<std::size_t>(i);
}

}  // namespace trammel::elements
