// `trammel bench integrators MODEL.adm --end T`: work and precision of every integrator on a model.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "app/exit_codes.h"

namespace trammel::app {

struct BenchOptions {
  std::string model;
  std::string folder = ".";                // of JSON and charts
  std::vector<std::string> integrators;    // empty: all
  std::vector<double> errors;              // empty: 1e-3 … 1e-7
  std::vector<std::string> user_routines;  // folders of libraries
  double end = 0, seconds = 30;
  int steps = 100;
};

// The table goes to standard output, messages to standard error.
ExitCode bench_integrators(const BenchOptions&);

}  // namespace trammel::app
