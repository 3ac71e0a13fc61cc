// SPDX-License-Identifier: BSD-3-Clause
#include "app/interrupt.h"

#include <csignal>

namespace trammel::app {

namespace {

volatile std::sig_atomic_t interrupted = 0;

void remember(int signal) {
  interrupted = 1;
  std::signal(signal, SIG_DFL);
}

}  // namespace

void catch_interrupts() {
  std::signal(SIGINT, remember);
  std::signal(SIGTERM, remember);
  // A terminal that closes; what runs under nohup goes on.
  if (std::signal(SIGHUP, remember) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
}

bool is_interrupted() {
  return interrupted != 0;
}

}  // namespace trammel::app
