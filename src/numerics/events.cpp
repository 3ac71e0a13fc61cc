// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/events.h"

#include <cmath>

#include "numerics/root_finder.h"

namespace trammel {

EventLocator::EventLocator(const Dae& dae) : dae_(dae), state_(make_state(dae.layout())) {
  before_ = after_ = inside_ = Vector::Zero(dae.event_count());
}

void EventLocator::start(const State& s) {
  if (before_.size() > 0) dae_.events(s, before_);
}

double EventLocator::value(int event, double t, const Interpolant& step) {
  step.at(t, state_);
  dae_.events(state_, inside_);
  return inside_[event];
}

std::optional<Crossing> EventLocator::find(const Interpolant& step, const State& end,
                                           double tolerance) {
  if (before_.size() == 0) return std::nullopt;
  dae_.events(end, after_);
  std::optional<Crossing> first;
  double limit = step.end();
  for (int k = 0; k < int(before_.size()); ++k) {
    // A value of exactly zero at the beginning is an event that has been handled: look from there
    // on.
    const double g0 = before_[k];
    const double g1 = first ? value(k, limit, step) : after_[k];
    const bool crosses = (g0 < 0 && g1 >= 0) || (g0 > 0 && g1 <= 0);
    if (!crosses) continue;
    const Bracket bracket = find_crossing([&](double t) { return value(k, t, step); }, step.begin(),
                                          g0, limit, g1, tolerance);
    if (!bracket.ok) continue;
    first = Crossing{k, bracket.b, g0 < 0 ? 1 : -1};
    limit = bracket.b;
  }
  if (!first) before_ = after_;
  return first;
}

}  // namespace trammel
