// Files that are not text.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "expression/characters.h"

namespace trammel::adm {

// Text has few control characters: of its beginning not more than a tenth.
inline bool looks_binary(std::string_view text) {
  const std::string_view head = text.substr(0, 4096);
  const auto controls = std::count_if(head.begin(), head.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 && !is_space(c);
  });
  return controls * 10 > static_cast<std::ptrdiff_t>(head.size());
}

}  // namespace trammel::adm
