// `trammel run MODEL.adm [options]`: assembles a model, runs one analysis, writes its results.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "analysis/session.h"
#include "app/exit_codes.h"

namespace trammel::app {

inline constexpr int default_steps = 100;  // output steps

struct RunOptions {
  std::string model, script;
  std::string folder;                      // empty: the current one
  std::string csv, stats;                  // empty: named after the model, in the folder
  std::vector<std::string> user_routines;  // folders of libraries
  std::string eigen;                       // eigenvalues; empty: named as the other results
  std::optional<std::vector<std::string>> results;  // formats; none: as the model says
  std::string eprint;  // JSON lines of every step and iteration; empty: none
  analysis::Kind analysis = analysis::Kind::automatic;
  std::optional<double> end, dtout;
  std::optional<int> steps;
  std::optional<int> threads;  // none: as the model says, else one for each core
  analysis::Overrides overrides;
  bool report = false;  // a page of the results as well
  bool quiet = false, verbose = false;
};

// The summary goes to a terminal, or to standard error as messages and the progress bar do: standard output
// is for data.
ExitCode run(const RunOptions&);

}  // namespace trammel::app
