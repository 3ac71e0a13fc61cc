// `trammel plot RESULT … CHANNEL …`: curves over time as SVG and PNG.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "app/exit_codes.h"

namespace trammel::app {

struct PlotOptions {
  std::string result;              // .h5
  std::vector<std::string> words;  // channels, and further result files
  std::string output;              // without .svg and .png; empty: named as the first result
  std::string title;
  bool difference = false;  // of the second run to the first
  bool list = false;        // the channels
};

// Prints the names of the files.
ExitCode plot(const PlotOptions&);

}  // namespace trammel::app
