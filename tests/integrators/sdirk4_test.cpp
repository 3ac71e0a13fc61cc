// What is special about sdirk4, and the orders of all methods on independent coordinates to 0.15.
// SPDX-License-Identifier: BSD-3-Clause
#include "integrators/sdirk4.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>

#include "integrators/measure.h"
#include "support/linear_oscillator.h"

namespace trammel::testing {
namespace {

// The four-bar, through changes of the partition: partition_run_test.cpp
TEST(IndependentCoordinates, have_their_orders_on_a_pendulum_and_a_top) {
  struct Case {
    const char* method;
    double order;
    int steps;
  };
  constexpr int samples = 32;
  for (const Case& c : {Case{"tlismni-trapezoidal", 2, 512}, Case{"tlismni-am3", 3, 512},
                        Case{"tlismni-am4", 4, 512}, Case{"sdirk4", 4, 128}})
    for (const char* problem : {"rod_pendulum", "heavy_top"})
      for (const auto sequence : {constant_steps, alternating_steps}) {
        SCOPED_TRACE(::testing::Message() << c.method << " on " << problem);
        const TestProblem& p = test_problem(problem);
        const auto errors = [&](int n) {
          return errors_of(p, *find_integrator(c.method), sequence(p.t_end, n), study_options(), 0,
                           samples);
        };
        const Errors coarse = errors(c.steps), fine = errors(2 * c.steps);
        EXPECT_NEAR(std::log2(coarse.q / fine.q), c.order, 0.15) << coarse.q << " " << fine.q;
        EXPECT_NEAR(std::log2(coarse.v / fine.v), c.order, 0.15) << coarse.v << " " << fine.v;
        EXPECT_NEAR(std::log2(coarse.lambda / fine.lambda), c.order, 0.15);
      }
}

// R(z) = P(z)/(1 − z/4)⁵ with the coefficients of Hairer and Wanner, evaluated by the stages.
std::complex<double> stability_function(std::complex<double> z) {
  const double a[5][5] = {{0.25},
                          {0.5, 0.25},
                          {17. / 50, -1. / 25, 0.25},
                          {371. / 1360, -137. / 2720, 15. / 544, 0.25},
                          {25. / 24, -49. / 48, 125. / 16, -85. / 12, 0.25}};
  std::complex<double> y[5];
  for (int i = 0; i < 5; ++i) {
    std::complex<double> sum = 1;
    for (int j = 0; j < i; ++j) sum += a[i][j] * z * y[j];
    y[i] = sum / (1.0 - 0.25 * z);
  }
  return y[4];
}

// Undamped vibrations shrink by |R(ihω)| a step: hardly where they are resolved, at once where not.
TEST(Sdirk4, damps_vibrations_as_its_stability_function_says) {
  const LinearOscillator dae(mass_spring(1));
  for (const double h : {0.3, 1.0, 3.0, 10.0, 100.0, 1e4}) {
    IntegratorOptions options = study_options();
    options.step.fixed = h;
    const auto method = find_integrator("sdirk4")->make(dae, options);
    const State start = dae.initial_state();
    ASSERT_TRUE(method->start(start).ok());
    const double before = std::hypot(start.q[0], start.v[0]);
    ASSERT_TRUE(method->step(1e9).ok());
    const double after = std::hypot(method->state().q[0], method->state().v[0]);
    EXPECT_NEAR(after / before, std::abs(stability_function({0, h})), 1e-9) << h;
  }
  EXPECT_LT(std::abs(stability_function({0, 1e4})), 2e-3);
}

// What Newton leaves of the stages must not be seen in a run: one more iteration changes nothing.
TEST(Sdirk4, leaves_less_than_the_error_of_its_steps) {
  const TestProblem& p = test_problem("rod_pendulum");
  const auto error_at = [&](double error) {
    IntegratorOptions options;
    options.error = error;
    const auto method = find_integrator("sdirk4")->make(*p.dae, options);
    EXPECT_TRUE(method->start(p.start).ok());
    while (method->state().t < p.t_end) EXPECT_TRUE(method->step(p.t_end).ok());
    return (method->state().q - p.reference(p.t_end).q).cwiseAbs().maxCoeff();
  };
  EXPECT_LT(error_at(1e-9), 1e-10);
  EXPECT_LT(error_at(1e-11), 1e-12);
}

// A model that is stiff and quiet is no reason for short steps.
TEST(Sdirk4, takes_long_steps_on_a_quiet_stiff_model) {
  LinearOscillatorParameters p = slow_and_stiff(1e4, 0);
  p.C = 2e-4 * p.K;
  const LinearOscillator dae(p);
  IntegratorOptions options;
  options.error = 1e-6;
  const auto method = find_integrator("sdirk4")->make(dae, options);
  ASSERT_TRUE(method->start(dae.initial_state()).ok());
  while (method->state().t < 2) ASSERT_TRUE(method->step(2).ok());
  EXPECT_LT(method->statistics().steps, 200);
}

}  // namespace
}  // namespace trammel::testing
