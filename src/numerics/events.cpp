// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/events.h"

#include <algorithm>
#include <cmath>

#include "numerics/root_finder.h"

namespace trammel {

namespace {

constexpr double pole = 1e6;  // g that grows as much on the way to its change of sign is never zero

int sign(double g) {
  return g > 0 ? 1 : g < 0 ? -1 : 0;
}

}  // namespace

EventLocator::EventLocator(const Dae& dae, IndexOne& index_one)
    : dae_(dae),
      index_one_(index_one),
      sides_(std::size_t(dae.event_count()), 0),
      is_at_edge_(sides_.size(), 0),
      g_(Vector::Zero(dae.event_count())),
      state_(make_state(dae.layout())),
      raw_(state_) {}

void EventLocator::start(const State& s) {
  if (sides_.empty()) return;
  dae_.events(s, g_);
  for (std::size_t k = 0; k < sides_.size(); ++k) sides_[k] = sign(g_[Eigen::Index(k)]);
  std::fill(is_at_edge_.begin(), is_at_edge_.end(), char(0));
}

void EventLocator::start_behind(const State& s, const EventReport& report) {
  start(s);
  pass(report);
}

void EventLocator::pass(const EventReport& report) {
  for (const Crossing& crossing : report.crossings) {
    sides_[std::size_t(crossing.event)] = crossing.direction;
    is_at_edge_[std::size_t(crossing.event)] = 1;
  }
}

void EventLocator::evaluate(double t, const Interpolant& step) {
  step.at(t, raw_);
  state_ = raw_;
  const bool consistent = index_one_.make_consistent(state_).ok();
  dae_.events(consistent ? state_ : raw_, g_);
}

bool EventLocator::has_crossed(int event) const {
  const int side = sides_[std::size_t(event)], now = sign(g_[event]);
  if (now == 0 && is_at_edge_[std::size_t(event)]) return false;
  return side != 0 && now != side && std::isfinite(g_[event]);
}

std::optional<EventReport> EventLocator::find(const Interpolant& step, double from,
                                              const State& end, double tolerance) {
  const int count = int(sides_.size());
  if (count == 0) return std::nullopt;
  dae_.events(end, g_);
  bool suspected = false;  // by the state as it is; only then the dearer look is taken
  for (int k = 0; k < count; ++k) suspected = suspected || has_crossed(k);
  double limit = step.end();
  std::vector<int> happened;
  if (suspected) {
    evaluate(limit, step);
    for (int k = 0; k < count; ++k)
      if (has_crossed(k)) happened.push_back(k);
  }
  if (happened.empty()) {
    for (std::size_t k = 0; k < sides_.size(); ++k) {
      const int now = sign(g_[Eigen::Index(k)]);
      if (sides_[k] == 0) sides_[k] = now;
      if (now == sides_[k]) is_at_edge_[k] = 0;
    }
    return std::nullopt;
  }

  for (const int k : happened) {
    evaluate(limit, step);
    if (!has_crossed(k)) continue;  // later than one already located
    const double g_end = g_[k];
    evaluate(from, step);
    if (has_crossed(k) && is_at_edge_[std::size_t(k)]) {  // it has turned back where it had crossed
      sides_[std::size_t(k)] = sign(g_end);
      is_at_edge_[std::size_t(k)] = 0;
      continue;
    }
    if (has_crossed(k)) {  // it had happened by a hair before this step
      limit = from;
      break;
    }
    const auto g = [&](double t) {
      evaluate(t, step);
      return g_[k];
    };
    const double g_begin = g_[k];
    const double b =
        find_crossing(g, from, g_begin, limit, g_end, tolerance, dae_.is_bisected(k)).b;
    evaluate(b, step);
    if (std::abs(g_[k]) > pole * std::max(std::abs(g_begin), std::abs(g_end)))
      sides_[std::size_t(k)] = sign(g_end);
    else
      limit = b;
  }
  EventReport report{limit, {}};
  evaluate(limit, step);
  for (int k = 0; k < count; ++k)
    if (has_crossed(k)) report.crossings.push_back({k, -sides_[std::size_t(k)]});
  if (report.crossings.empty()) return std::nullopt;
  return report;
}

}  // namespace trammel
