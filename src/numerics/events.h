// Finds where event functions of a Dae change their sign inside a step.
//
// Each event has a side: the sign of g. An event happens when a state that satisfies its constraints
// is on the other side; interpolated states are brought onto their constraints before they are
// judged. All events that have happened by the earliest of them are reported together.
// Theory: docs/theory/steps.md#events
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

#include "numerics/dae.h"
#include "numerics/index_one.h"
#include "numerics/interpolant.h"

namespace trammel {

struct Crossing {
  int event;
  int direction;  // +1 rising, −1 falling
};

struct EventReport {
  double t;  // just on the far side
  std::vector<Crossing> crossings;
};

class EventLocator {
 public:
  EventLocator(const Dae&, IndexOne&);
  bool empty() const { return sides_.empty(); }

  // Sides of a consistent state. An event whose g is exactly zero has no side until it leaves zero.
  void start(const State&);

  // After an event: whatever round-off says, it is on the far side.
  void start_behind(const State&, const EventReport&);

  // The earliest events in the step behind `from`, to the tolerance in time; nothing is changed in
  // the step.
  std::optional<EventReport> find(const Interpolant&, double from, const State& end,
                                  double tolerance);

  // Goes on in the same step: what was found is on its far side.
  void pass(const EventReport&);

 private:
  void evaluate(double t, const Interpolant&);  // g of the consistent state at t, into g_
  bool has_crossed(int event) const;            // according to g_

  const Dae& dae_;
  IndexOne& index_one_;
  std::vector<int> sides_;
  std::vector<char> is_at_edge_;  // it has crossed just now: zero and round-off are no new crossing
  Vector g_;
  State state_, raw_;
};

}  // namespace trammel
