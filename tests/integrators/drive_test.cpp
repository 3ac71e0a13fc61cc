// Output, events and interruption for every registered integrator.
// SPDX-License-Identifier: BSD-3-Clause
#include "integrators/drive.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "integrators/measure.h"
#include "support/cartesian_pendulum.h"
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

// Errors of first-order methods follow ERROR^(1/2) and not ERROR^(2/3).
double slack(const IntegratorInfo& info) {
  return info.order == 1 ? 5 : 1;
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
  Driver driver(dae, *method);
  for (const auto& [time, event] : expected) {
    const DriveReport report = driver.run({.output_times = {7}}, {});
    ASSERT_TRUE(report.event.has_value()) << time;
    ASSERT_EQ(report.event->crossings.size(), 1u);
    EXPECT_EQ(report.event->crossings[0].event, event);
    EXPECT_NEAR(report.event->t, time, slack(GetParam()) * 2e-5);
    Vector g(2);
    dae.events(driver.state(), g);
    EXPECT_LT(std::abs(g[event]), 1e-8);
    ASSERT_TRUE(method->start(driver.state()).ok());
  }
  EXPECT_TRUE(driver.run({.output_times = {7}}, {}).finished());
}

// A pendulum watched in position, velocity and reaction; the same instant watched twice.
class WatchedPendulum final : public CartesianPendulum {
 public:
  int event_count() const override { return 5; }
  void events(const State& s, Vector& g) const override {
    g << s.q[0] - 0.3, s.v[0] - 0.3, s.lambda[0] - 1.5, s.t - 0.70012, 0.70012 - s.t;
  }
};

TEST_P(EveryDrivenIntegrator, finds_each_event_of_a_constrained_model_once) {
  const WatchedPendulum dae;
  IntegratorOptions options;
  options.error = 1e-8;
  const auto method = GetParam().make(dae, options);
  const double t_end = 2;

  // sign changes of the reference on a fine grid
  int expected[5] = {0, 0, 0, 0, 0};
  Vector before(5), after(5);
  dae.events(dae.initial_state(), before);
  for (int k = 1; k <= 2000; ++k) {
    dae.events(dae.exact(k * t_end / 2000), after);
    for (int e = 0; e < 5; ++e) expected[e] += before[e] * after[e] < 0;
    before = after;
  }
  int found[5] = {0, 0, 0, 0, 0};
  ASSERT_TRUE(method->start(dae.initial_state()).ok());
  Driver driver(dae, *method);
  for (int k = 0; k < 100; ++k) {
    const DriveReport report = driver.run({.output_times = {t_end}}, {});
    ASSERT_TRUE(report.last.ok()) << report.last.message;
    if (!report.event) break;
    Vector exact(5);
    dae.events(dae.exact(report.event->t), exact);
    for (const Crossing& crossing : report.event->crossings) {
      ++found[crossing.event];
      EXPECT_LT(std::abs(exact[crossing.event]), slack(GetParam()) * 2e-3)
          << "event " << crossing.event;
    }
    if (report.event->crossings.front().event == 3) {
      EXPECT_EQ(report.event->crossings.size(), 2u);
    }
    ASSERT_TRUE(method->start(driver.state()).ok());
  }
  for (int e = 0; e < 5; ++e) EXPECT_EQ(found[e], expected[e]) << "event " << e;
  EXPECT_EQ(found[3], 1);
}

TEST_P(EveryDrivenIntegrator, refuses_output_times_that_cannot_be_met) {
  const TestProblem& p = test_problem("rod_pendulum");
  const auto method = GetParam().make(*p.dae, {});
  ASSERT_TRUE(method->start(p.start).ok());
  Driver driver(*p.dae, *method);
  EXPECT_FALSE(driver.run({.output_times = {0.2, 0.1}}, {}).last.ok());
  EXPECT_FALSE(driver.run({.output_times = {-1}}, {}).last.ok());
  EXPECT_FALSE(driver.run({.output_times = {std::nan("")}}, {}).last.ok());
}

// Steps cut short by 10⁻¹ … 10⁻⁸ do no harm to what follows.
TEST_P(EveryDrivenIntegrator, survives_very_short_steps) {
  for (const char* name :
       {"rod_pendulum", "double_pendulum_springs", "lagged_pendulum", "heavy_top"}) {
    const TestProblem& p = test_problem(name);
    const double scale = std::max(1.0, p.start.lambda.cwiseAbs().maxCoeff());
    for (bool fixed : {false, true}) {
      for (int k = 1; k <= 8; ++k) {
        SCOPED_TRACE(::testing::Message() << name << " fixed " << fixed << " cut 1e-" << k);
        IntegratorOptions options;
        options.error = 1e-6;
        if (fixed) options.step.fixed = p.t_end / 2000;
        const auto method = GetParam().make(*p.dae, options);
        ASSERT_TRUE(method->start(p.start).ok());
        while (method->state().t < p.t_end / 4) ASSERT_TRUE(method->step(p.t_end / 4).ok());
        const double h = p.t_end / 2000;
        ASSERT_TRUE(method->step(method->state().t + h * std::pow(10, -k)).ok());
        double worst = 0;
        for (int n = 0; n < 10; ++n) {
          const StepReport report = method->step(p.t_end);
          ASSERT_TRUE(report.ok()) << report.message;
          const State exact = p.reference(method->state().t);
          worst = std::max(worst,
                           (method->state().lambda - exact.lambda).cwiseAbs().maxCoeff() / scale);
        }
        EXPECT_LT(worst, 0.1);
      }
    }
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
