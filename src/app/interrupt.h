// Ctrl-C: the first one asks the run to stop and keep its results, the second one ends the program.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace trammel::app {

void catch_interrupts();
bool is_interrupted();

}  // namespace trammel::app
