// SPDX-License-Identifier: BSD-3-Clause
#include "bench/papers/pendulum_errors.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "bench/planar_reference.h"

namespace trammel::bench::papers {

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();
constexpr double longest_step = 2e-4;  // of Runge-Kutta steps of order 4, whose error is then 1e-14

struct Motion {
  double angle, rate;
};

Motion advance(const Rod& rod, Motion m, double span) {
  const int n = std::max(1, int(std::ceil(span / longest_step)));
  const double h = span / n;
  const auto rates = [&](const Motion& y) {
    return Motion{y.rate, rod.acceleration(y.angle, y.rate)};
  };
  const auto moved = [](const Motion& y, const Motion& f, double by) {
    return Motion{y.angle + by * f.angle, y.rate + by * f.rate};
  };
  for (int k = 0; k < n; ++k) {
    const Motion a = rates(m), b = rates(moved(m, a, h / 2)), c = rates(moved(m, b, h / 2)),
                 d = rates(moved(m, c, h));
    m = {m.angle + h / 6 * (a.angle + 2 * b.angle + 2 * c.angle + d.angle),
         m.rate + h / 6 * (a.rate + 2 * b.rate + 2 * c.rate + d.rate)};
  }
  return m;
}

double turn(double a, double b) {
  return std::abs(std::remainder(a - b, 2 * std::numbers::pi));
}

}  // namespace

PendulumErrors rod_errors(const Rod& rod, std::string_view integrator,
                          const IntegratorOptions& options, const std::vector<double>& steps,
                          int skip) {
  const Mechanism mechanism(rod_dataset(rod));
  PendulumErrors e;
  Motion exact{rod.angle, rod.rate};
  double t = 0;
  int step = 0;
  const Run run = run_steps(mechanism, integrator, options, steps, [&](const State& s) {
    exact = advance(rod, exact, s.t - t);
    t = s.t;
    if (step++ < skip) return;
    e.angle = std::max(e.angle, turn(Mechanism::angle(s, 0), exact.angle));
    e.rate = std::max(e.rate, std::abs(Mechanism::angle_rate(s, 0) - exact.rate));
    e.acceleration = std::max(e.acceleration, std::abs(Mechanism::angle_acceleration(s, 0) -
                                                       rod.acceleration(exact.angle, exact.rate)));
  });
  return run.ok ? e : PendulumErrors{none, none, none};
}

PendulumErrors double_pendulum_errors(const PlanarDoublePendulum& p, std::string_view integrator,
                                      const IntegratorOptions& options,
                                      const std::vector<double>& steps) {
  const Mechanism mechanism(double_pendulum_dataset(p));
  std::vector<State> states;
  std::vector<double> times;
  const Run run = run_steps(mechanism, integrator, options, steps,
                            [&](const State& s) { states.push_back(s), times.push_back(s.t); });
  if (!run.ok) return {none, none, none};
  const std::vector<CosineNode> exact = planar_reference(p, times);
  PendulumErrors e;
  for (std::size_t k = 0; k < states.size(); ++k)
    for (int rod = 0; rod < 2; ++rod) {
      const auto at = std::size_t(rod);
      e.angle = std::max(e.angle, turn(Mechanism::angle(states[k], rod), exact[k].angle[at]));
      e.rate =
          std::max(e.rate, std::abs(Mechanism::angle_rate(states[k], rod) - exact[k].rate[at]));
    }
  e.acceleration = none;
  return e;
}

}  // namespace trammel::bench::papers
