// The options of `trammel run` as they were typed, and what is wrong with them.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "app/run.h"

namespace trammel::app {

struct RunWords {
  RunOptions options;  // what needs no further reading
  std::string analysis, pattern, corrector, formulation, coordinates, interpolate;
};

// Checks all values, then runs; complaints go to standard error.
ExitCode run(const RunWords&);

// In capitals as well.
bool is_script(const std::string& path);   // .acf
bool is_dataset(const std::string& path);  // .adm

std::string integrator_names();  // "hht-i3, newmark"
// Prints what `--list-integrators` promises.
void list_integrators();

}  // namespace trammel::app
