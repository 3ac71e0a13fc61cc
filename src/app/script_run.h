// `trammel run [MODEL.adm] SCRIPT.acf`: commands one after the other, their results in one table, and a
// message file that has every command and what came of it.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "app/run.h"

namespace trammel::app {

ExitCode run_script(const RunOptions&);

}  // namespace trammel::app
