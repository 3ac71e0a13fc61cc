// `trammel run [MODEL.adm] SCRIPT.acf`: commands one after the other, their results in one table, and a
// message file that has every command and what came of it.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "app/run.h"
#include "io/acf/script.h"

namespace trammel::app {

ExitCode run_script(const RunOptions&);

// What a script, or else the command line, names.
struct ScriptNames {
  std::string model;   // path; empty: none
  std::string prefix;  // of the results
};
ScriptNames find_names(const std::string& model_of_command_line, const acf::Script&);
// Complains, among the messages of the script, of a prefix that leads out of the folder of the results.
void check_prefix(acf::Script&, const std::string& folder);

}  // namespace trammel::app
