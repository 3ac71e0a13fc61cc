// Output, events and interruption for every registered integrator.
// SPDX-License-Identifier: BSD-3-Clause
#include "integrators/drive.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "integrators/measure.h"
#include "support/linear_oscillator.h"

namespace trammel::testing {
namespace {

// q = cos t with two event functions: q − 0.5 and q̇ (zero at t = 0: already handled).
class Watched final : public LinearOscillator {
 public:
  Watched() : LinearOscillator(mass_spring(1)) {}
  int event_count() const override { return 2; }
  void events(const State& s, Vector& g) const override { g << s.q[0] - 0.5, s.v[0]; }
};

std::vector<double> every(double dt, int n) {
  std::vector<double> times;
  for (int k = 1; k <= n; ++k) times.push_back(k * dt);
  return times;
}

class EveryDrivenIntegrator : public ::testing::TestWithParam<IntegratorInfo> {};

TEST_P(EveryDrivenIntegrator, reports_consistent_states_at_the_times_asked_for) {
  for (const char* name :
       {"double_pendulum_springs", "heavy_top", "knife_edge", "lagged_pendulum"}) {
    const TestProblem& p = test_problem(name);
    for (bool interpolate : {true, false}) {
      SCOPED_TRACE(::testing::Message() << name << " interpolate " << interpolate);
      IntegratorOptions options;
      options.error = 1e-7;
      const auto method = GetParam().make(*p.dae, options);
      ASSERT_TRUE(method->start(p.start).ok());
      Driver driver(*p.dae, *method);
      Values values = make_values(p.dae->layout());
      std::vector<double> seen;
      double position_residual = 0, velocity_residual = 0, acceleration_residual = 0, error = 0;
      Vector delta(p.dae->layout().n);
      const auto look = [&](const State& s) {
        seen.push_back(s.t);
        p.dae->evaluate(s, Ask::position | Ask::velocity | Ask::acceleration, values);
        if (values.c0.size() > 0)
          position_residual = std::max(position_residual, values.c0.cwiseAbs().maxCoeff());
        if (values.c1.size() > 0)
          velocity_residual = std::max(velocity_residual, values.c1.cwiseAbs().maxCoeff());
        if (values.c2.size() > 0)
          acceleration_residual = std::max(acceleration_residual, values.c2.cwiseAbs().maxCoeff());
        p.dae->difference(s.q, p.reference(s.t).q, delta);
        error = std::max(error, delta.cwiseAbs().maxCoeff());
        return true;
      };
      const auto times = every(p.t_end / 40, 40);
      const DriveReport report =
          driver.run({.output_times = times, .interpolate = interpolate}, look);
      EXPECT_TRUE(report.finished()) << report.last.message;
      ASSERT_EQ(seen.size(), times.size());
      for (std::size_t k = 0; k < times.size(); ++k) EXPECT_NEAR(seen[k], times[k], 1e-12);
      EXPECT_LT(position_residual, 1e-12);
      EXPECT_LT(velocity_residual, 1e-10);
      EXPECT_LT(acceleration_residual, 1e-6);
      EXPECT_LT(error, 5e-3);
    }
  }
}

TEST_P(EveryDrivenIntegrator, stops_at_every_event_in_order) {
  const Watched dae;
  IntegratorOptions options;
  options.error = 1e-9;
  const auto method = GetParam().make(dae, options);
  ASSERT_TRUE(method->start(dae.initial_state()).ok());
  using std::numbers::pi;
  const std::pair<double, int> expected[] = {{pi / 3, 0}, {pi, 1}, {5 * pi / 3, 0}, {2 * pi, 1}};
  for (const auto& [time, event] : expected) {
    Driver driver(dae, *method);
    const DriveReport report = driver.run({.output_times = {7}}, {});
    ASSERT_TRUE(report.event.has_value()) << time;
    EXPECT_EQ(report.event->event, event);
    EXPECT_NEAR(report.event->t, time, 2e-5);
    // the state handed over is just behind the event
    Vector g(2);
    dae.events(driver.state(), g);
    EXPECT_LT(std::abs(g[event]), 1e-8);
    ASSERT_TRUE(method->start(driver.state()).ok());
  }
}

TEST_P(EveryDrivenIntegrator, can_be_interrupted) {
  const TestProblem& p = test_problem("rod_pendulum");
  const auto method = GetParam().make(*p.dae, {});
  ASSERT_TRUE(method->start(p.start).ok());
  Driver driver(*p.dae, *method);
  int calls = 0;
  const DriveReport report =
      driver.run({.output_times = every(0.1, 20)}, [&](const State&) { return ++calls < 5; });
  EXPECT_TRUE(report.interrupted);
  EXPECT_EQ(calls, 5);
  EXPECT_NEAR(driver.state().t, 0.5, 1e-12);
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryDrivenIntegrator,
                         ::testing::ValuesIn(integrators().begin(), integrators().end()),
                         [](const auto& i) {
                           std::string name(i.param.name);
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace trammel::testing
