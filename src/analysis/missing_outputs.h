// Outputs at which reactions have no value, as a function of a force has none or nothing determines them: they are
// left out of the results, counted and named (docs/decisions/0008).
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <fmt/format.h>

#include <string>

#include "analysis/finding.h"
#include "analysis/suspects.h"

namespace trammel::analysis {

class MissingOutputs {
 public:
  // After an evaluation of the system has ended with a domain error.
  void add(const system::System& system, double time) {
    add(time, empty() ? system.fault() : "", empty() ? place_of_fault(system) : at_);
  }
  // The first reason is told.
  void add(double time, const std::string& reason, const model::Location& at) {
    if (outputs_++ == 0) first_ = time, reason_ = reason, at_ = at;
    last_ = time;
  }

  bool empty() const { return outputs_ == 0; }
  // `what`: "reactions"; `consequence`: for all that is shown.
  Finding finding(const char* what, const char* consequence) const {
    const std::string when = outputs_ == 1 ? fmt::format("at time {:.8g}", first_)
                                           : fmt::format("at {} outputs from time {:.8g} to {:.8g}",
                                                         outputs_, first_, last_);
    return {model::Severity::warning, "", at_,
            fmt::format("{} {} have no value: {}", when, what, reason_),
            fmt::format("their fields are empty there; {}", consequence)};
  }

 private:
  long outputs_ = 0;
  double first_ = 0, last_ = 0;  // times
  std::string reason_;
  model::Location at_;
};

}  // namespace trammel::analysis
