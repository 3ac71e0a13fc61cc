// Published and high-precision reference results that live outside the repository. Tests that use
// them skip when they are absent:
//
//   const auto table = reference_table("p02a_simple_pendulum");
//   if (!table) GTEST_SKIP() << reference_data_missing;
//
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "math/vec.h"

namespace trammel::testing {

inline constexpr const char* reference_data_missing = "the reference data are not installed";

struct ReferenceTable {
  std::vector<std::string> columns;
  Matrix values;  // one row per line of the file

  int rows() const { return int(values.rows()); }
  double at(int row, const std::string& column) const;  // throws for an unknown column
};

std::optional<ReferenceTable> reference_table(const std::string& name);  // <name>.csv

// A number of <name>.json by its path, "/undamped_case/period".
std::optional<double> reference_number(const std::string& name, const std::string& path);

}  // namespace trammel::testing
