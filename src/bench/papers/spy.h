// Where the entries of sparse matrices are. SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "numerics/pattern.h"

namespace trammel::bench::papers {

// Rows and columns in the order of reverse Cuthill-McKee: neighbours come close to each other.
Pattern reordered(const Pattern&);
int bandwidth(const Pattern&);  // largest |row − column|

struct Spy {
  std::string title;
  Pattern pattern;
};
std::string to_svg(const std::vector<Spy>&);  // side by side

}  // namespace trammel::bench::papers
