// The options of `trammel run`: names, help, and what is wrong with their values.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "app/run.h"

namespace CLI {
class App;
}

namespace trammel::app {

// Adds the command; the options are filled when the command line is parsed.
class RunCommand {
 public:
  explicit RunCommand(CLI::App& program);
  ~RunCommand();

  bool is_wanted() const;
  // Checks all values, then runs; complaints go to standard error.
  ExitCode execute();

 private:
  struct Words;  // values as they were typed
  std::unique_ptr<Words> words_;
  RunOptions options_;
  CLI::App* command_;
};

// Prints what `--list-integrators` promises.
void list_integrators();

}  // namespace trammel::app
