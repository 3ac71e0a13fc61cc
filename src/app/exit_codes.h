// What the program returns to the shell.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace trammel::app {

enum ExitCode : int {
  success = 0,
  wrong_usage = 1,
  wrong_input = 2,
  analysis_failed = 3,  // or interrupted; results up to there are kept
  file_error = 4,
};

}  // namespace trammel::app
