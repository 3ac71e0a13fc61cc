// SPDX-License-Identifier: BSD-3-Clause
#include "app/interrupt.h"

#include <csignal>
#include <ctime>

namespace trammel::app {

namespace {

volatile std::sig_atomic_t interrupted = 0;
timespec first_heard{};

// clock_gettime, signal and raise are among the few functions that a handler may call.
void remember(int signal) {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  if (interrupted == 0) {
    first_heard = now;
    interrupted = 1;
    return;
  }
  const auto since = std::chrono::seconds(now.tv_sec - first_heard.tv_sec) +
                     std::chrono::nanoseconds(now.tv_nsec - first_heard.tv_nsec);
  if (since < same_interrupt) return;
  std::signal(signal, SIG_DFL);
  std::raise(signal);
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
