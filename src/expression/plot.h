// Small pictures of functions for the reference manual: their examples, drawn over TIME.
//
// Functions of numbers alone are drawn here; those that read a model are drawn from a run of a dataset in
// docs/reference/models, which only an analysis can make: it hands its numbers to draw().
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

// What a picture shows: nothing (operators, symbols, what Trammel does not have), the example by itself, or its
// value in a run of driven.adm or states.adm.
enum class Picture : unsigned char { none, example, driven, states };
Picture picture_of(const Function&);

// Runs of models are drawn from time 0 to this.
constexpr double picture_end = 4;
// Values of a curve, at equal distances from the first time to the last.
constexpr int picture_samples = 181;

// One curve; three of a vector, x, y, z.
Plot draw(const Function&, double from, double to, const std::vector<std::vector<double>>& curves);

// Of every function that is drawn by itself, in the order of the registry.
std::vector<Plot> function_plots();
std::string plot_file(const Function&);

// The statements that examples of splines and curves read.
std::string_view example_data();

}  // namespace trammel::expression
