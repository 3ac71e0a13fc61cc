// SPDX-License-Identifier: BSD-3-Clause
#include "io/adm/rule.h"

#include <fmt/format.h>

#include <cmath>

namespace trammel::adm {

std::string range_text(const Rule& rule) {
  if (std::isfinite(rule.low) && std::isfinite(rule.high))
    return fmt::format("from {:.6g} to {:.6g}", rule.low, rule.high);
  if (std::isfinite(rule.low))
    return rule.low_excluded ? fmt::format("above {:.6g}", rule.low)
                             : fmt::format("{:.6g} or more", rule.low);
  return std::isfinite(rule.high) ? fmt::format("{:.6g} or less", rule.high) : "";
}

}  // namespace trammel::adm
