// For every row that computes: points in each of its branches and an independent formula.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace trammel::expression {

struct FunctionCase {
  std::string name;
  double (*formula)(const std::vector<double>& x);
  std::vector<std::vector<double>> points;  // of the real arguments, away from kinks and jumps
};

const std::vector<FunctionCase>& function_cases();

}  // namespace trammel::expression
