// How fast a run advances: a chattering force must not keep it busy for ever. A run may be long; one
// that is long because its attempts keep failing is not worth waiting for.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <utility>

#include "integrators/integrator.h"
#include "numerics/times.h"

namespace trammel::analysis {

class Pace {
 public:
  // The longest interval decides: outputs may be dense where much happens.
  Pace(const Integrator& integrator, const Times& outputs, std::size_t next)
      : integrator_(integrator),
        t_(integrator.state().t),
        t_end_(outputs.back()),
        interval_(std::max(outputs[next] - t_, outputs.from(next).longest_interval())) {}

  bool is_hopeless() {
    const Statistics& s = integrator_.statistics();
    const long failures = s.rejected_steps + s.convergence_failures;
    const long attempts = s.steps + failures;
    if (attempts - attempts_ < window) return false;
    const double t = integrator_.state().t, advance = t - std::exchange(t_, t);
    attempts_ = attempts;
    failed_share_ = double(failures - std::exchange(failures_, failures)) / double(window);
    const auto needs = [&](double interval, double most) {
      return double(window) * interval > most * advance;
    };
    return needs(interval_, most_per_output) ||
           (failed_share_ > often && needs(t_end_ - t, most_failing));
  }
  double failed_share() const { return failed_share_; }

 private:
  static constexpr long window = 20000;                                            // attempts
  static constexpr double most_per_output = 1e7, most_failing = 1e7, often = 0.1;  // attempts

  const Integrator& integrator_;
  double t_, t_end_, interval_, failed_share_ = 0;
  long attempts_ = 0, failures_ = 0;
};

}  // namespace trammel::analysis
