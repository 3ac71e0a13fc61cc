// Interrupts: one that is heard twice asks once, a later one ends the program.
// SPDX-License-Identifier: BSD-3-Clause
#include "app/interrupt.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <thread>

namespace {

using trammel::app::catch_interrupts;
using trammel::app::is_interrupted;

// Each body runs in a process of its own (EXPECT_EXIT): the handlers stay there.

TEST(Interrupts, an_echo_does_not_end_the_program) {
  EXPECT_EXIT(
      {
        catch_interrupts();
        if (is_interrupted()) std::_Exit(1);
        for (const int signal : {SIGINT, SIGINT, SIGTERM}) std::raise(signal);
        std::_Exit(is_interrupted() ? 0 : 2);
      },
      testing::ExitedWithCode(0), "");
}

TEST(Interrupts, a_second_one_ends_the_program) {
  EXPECT_EXIT(
      {
        catch_interrupts();
        std::raise(SIGINT);
        std::this_thread::sleep_for(2 * trammel::app::same_interrupt);
        std::raise(SIGINT);
        std::_Exit(0);
      },
      testing::KilledBySignal(SIGINT), "");
}

}  // namespace
