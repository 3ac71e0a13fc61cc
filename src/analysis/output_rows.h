// Rows on their way to the output. A sensor that acts at an output time decides what SENVAL is in that row:
// with such sensors a row waits until the run has passed its time.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <optional>
#include <utility>

#include "analysis/run.h"

namespace trammel::analysis {

class OutputRows {
 public:
  // `waits`: a sensor has EVALUATE. From a time whose row has been written.
  OutputRows(const Output& output, bool waits, double time)
      : output_(output), waits_(waits), last_(time) {}

  void write(const system::System& system, const State& s) {
    flush(system);
    last_ = s.t;
    if (waits_)
      waiting_ = s;
    else
      output_(system, s);
  }

  // The row of an event: a new one, or the one of its time, whose sensors have their new values now.
  void write_event(const system::System& system, const State& s, double end) {
    if (s.t - last_ > same_time * std::abs(end)) {
      write(system, s);
    } else if (waiting_) {
      const double t = std::exchange(waiting_, s)->t;
      waiting_->t = t;
    }
  }

  void flush(const system::System& system) {
    if (waiting_) output_(system, *waiting_);
    waiting_.reset();
  }

  static constexpr double same_time = 1e-10;  // of the end: an event there needs no row of its own

 private:
  const Output& output_;
  bool waits_;
  double last_;
  std::optional<State> waiting_;
};

}  // namespace trammel::analysis
