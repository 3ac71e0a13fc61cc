// Small pictures of functions for the reference manual: their examples, drawn over TIME.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "expression/function.h"

namespace trammel::expression {

struct Plot {
  std::string file;  // "step.svg"
  std::string svg;
};

// Of every function whose example has a range, in the order of the registry.
std::vector<Plot> function_plots();
std::string plot_file(const Function&);

// The statements that examples of splines and curves read.
std::string_view example_data();

}  // namespace trammel::expression
