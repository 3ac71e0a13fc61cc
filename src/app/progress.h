// A progress bar on the terminal: simulated time, step size, order, estimated time left.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <string>

#include "numerics/observer.h"

namespace trammel::app {

class Progress final : public Observer {
 public:
  // Draws nothing unless standard error is a terminal.
  Progress(double start, double end, bool wanted);
  ~Progress() override { clear(); }

  void attempt_begins(const AttemptEvent&) override;
  void attempt_ends(const AttemptEndEvent&) override;
  // Written at once, the first time and when ten times the steps turn out to be ahead.
  void advise(double t, const std::string&, double steps_ahead) override;
  void reached(double t);  // an output, of an analysis without steps
  void clear();            // before anything else is written to the terminal

 private:
  void draw(double t, const std::string& details);

  using Clock = std::chrono::steady_clock;

  double start_, end_;
  bool shown_;
  bool drawn_ = false, has_steps_ = false;
  bool has_advised_ = false;
  double steps_told_ = 0;
  int order_ = 0;
  Clock::time_point begin_ = Clock::now(), last_ = begin_;
};

}  // namespace trammel::app
