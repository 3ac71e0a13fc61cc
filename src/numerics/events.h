// Finds where an event function of a Dae changes its sign inside a step.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "numerics/dae.h"
#include "numerics/interpolant.h"

namespace trammel {

struct Crossing {
  int event;
  double t;       // just on the far side of the zero
  int direction;  // +1 rising, −1 falling
};

class EventLocator {
 public:
  explicit EventLocator(const Dae&);

  void start(const State&);  // the event values to compare the next step with

  // The earliest crossing in the step, to the tolerance in time. The step's end becomes the new
  // comparison when there is none; after a crossing call start().
  std::optional<Crossing> find(const Interpolant&, const State& end, double tolerance);

 private:
  double value(int event, double t, const Interpolant&);

  const Dae& dae_;
  Vector before_, after_, inside_;
  State state_;
};

}  // namespace trammel
