// A moment as an interpolant: for commit() where no step was made.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "numerics/interpolant.h"

namespace trammel::analysis {

class Standstill final : public Interpolant {
 public:
  explicit Standstill(const State& state) : state_(state) {}

  double begin() const override { return state_.t; }
  double end() const override { return state_.t; }
  void at(double, State& out) const override { out = state_; }

 private:
  const State& state_;
};

}  // namespace trammel::analysis
