// SPDX-License-Identifier: BSD-3-Clause
#include "results/contents.h"

namespace trammel::results {

std::string Entity::display_name() const {
  const std::size_t dot = name.rfind('.');
  const std::string last = dot == std::string::npos ? name : name.substr(dot + 1);
  return last.empty() ? code() : last;
}

}  // namespace trammel::results
