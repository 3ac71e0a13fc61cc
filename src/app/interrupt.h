// Ctrl-C: the first one asks the run to stop and keep its results, a later one ends the program.
// Whoever passes an interrupt on (timeout, make, a wrapper's shell) sends it to the process and to
// its group: interrupts that follow within `same_interrupt` are the first one, heard twice.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>

namespace trammel::app {

inline constexpr std::chrono::milliseconds same_interrupt{300};

void catch_interrupts();
bool is_interrupted();

}  // namespace trammel::app
