// Newmark's method: orders for both kinds of γ, damping, the parameters it refuses.
// SPDX-License-Identifier: BSD-3-Clause
#include "integrators/newmark.h"

#include <gtest/gtest.h>

#include <cmath>

#include "integrators/measure.h"
#include "support/linear_oscillator.h"

namespace trammel::testing {
namespace {

const IntegratorInfo& newmark() {
  return *find_integrator("newmark");
}

IntegratorOptions with(double beta, double gamma) {
  IntegratorOptions options = study_options();
  options.beta = beta;
  options.gamma = gamma;
  return options;
}

TEST(Newmark, with_gamma_one_half_has_order_two_and_so_have_multipliers_from_a_natural_start) {
  for (const char* name : {"rod_pendulum", "rod_pendulum_driven", "double_pendulum_springs",
                           "cartesian_pendulum", "lagged_pendulum", "damped_pair"}) {
    for (const double beta : {0.25, 0.3}) {
      SCOPED_TRACE(::testing::Message() << name << ", beta " << beta);
      const TestProblem& p = test_problem(name);
      std::vector<double> q, v, lambda, x;
      for (int n : {400, 800}) {
        IntegratorOptions options = with(beta, 0.5);
        options.error = 1e-13;  // nothing is damped, what Newton leaves included
        const Errors e = errors_of(p, newmark(), constant_steps(p.t_end, n), options);
        q.push_back(e.q), v.push_back(e.v), lambda.push_back(e.lambda), x.push_back(e.x);
      }
      EXPECT_NEAR(orders(q).back(), 2, 0.1);
      EXPECT_NEAR(orders(v).back(), 2, 0.1);
      if (p.has_multipliers()) {
        EXPECT_NEAR(orders(lambda).back(), 2, 0.1);
      }
      if (p.has_states()) {
        EXPECT_NEAR(orders(x).back(), 2, 0.1);
      }
    }
  }
}

// Positions and velocities keep their order when steps change, multipliers never forget a change.
TEST(Newmark, with_gamma_one_half_positions_have_order_two_with_alternating_steps) {
  const TestProblem& p = test_problem("double_pendulum_springs");
  std::vector<double> q, v;
  for (int n : {400, 800}) {
    const Errors e = errors_of(p, newmark(), alternating_steps(p.t_end, n), with(0.3, 0.5));
    q.push_back(e.q), v.push_back(e.v);
  }
  EXPECT_NEAR(orders(q).back(), 2, 0.1);
  EXPECT_NEAR(orders(v).back(), 2, 0.1);
}

TEST(Newmark, with_a_quarter_and_a_half_is_undamped_hht) {
  const TestProblem& p = test_problem("double_pendulum_springs");
  const auto one = newmark().make(*p.dae, with(0.25, 0.5));
  IntegratorOptions same = study_options();
  same.alpha = 0;
  const auto other = find_integrator("hht-i3")->make(*p.dae, same);
  ASSERT_TRUE(one->start(p.start).ok() && other->start(p.start).ok());
  for (int k = 0; k < 50; ++k) {
    ASSERT_TRUE(one->step(p.t_end).ok() && other->step(p.t_end).ok());
    ASSERT_EQ(one->state().q, other->state().q);
    ASSERT_EQ(one->state().lambda, other->state().lambda);
  }
  EXPECT_EQ(one->order(), 2);
}

// With hω → ∞ positions obey q_{n+2} = t q_{n+1} − d q_n, t and d as in docs/theory/hht.md.
TEST(Newmark, has_the_roots_of_theory_at_infinity) {
  for (const auto& [beta, gamma] : {std::pair{0.36, 0.7}, {0.25, 0.5}, {0.5, 0.6}, {0.49, 0.9}}) {
    SCOPED_TRACE(::testing::Message() << beta << " " << gamma);
    const LinearOscillator oscillator(mass_spring(1e6));
    IntegratorOptions options = with(beta, gamma);
    options.corrector = Corrector::modified;
    options.hht.start = HhtVariants::Start::plain;
    options.step.fixed = 1;
    Newmark method(oscillator, options);
    ASSERT_TRUE(method.start(oscillator.initial_state()).ok());
    double q[4];
    for (double& value : q) {
      ASSERT_TRUE(method.step(1e9).ok());
      value = method.state().q[0];
    }
    const double t = 2 - (gamma + 0.5) / beta, d = 1 + (0.5 - gamma) / beta;
    for (int k = 0; k < 2; ++k) EXPECT_NEAR(q[k + 2], t * q[k + 1] - d * q[k], 1e-4);
  }
}

TEST(Newmark, refuses_parameters_that_are_not_stable) {
  IntegratorOptions options;
  EXPECT_EQ(check_options(newmark(), options), "");
  options.gamma = 0.9;  // β follows
  EXPECT_EQ(check_options(newmark(), options), "");
  options.beta = 0.36;
  EXPECT_NE(check_options(newmark(), options).find("BETA"), std::string::npos);
  options.gamma = 0.4;
  EXPECT_NE(check_options(newmark(), options).find("GAMMA"), std::string::npos);
  options.gamma = std::nan("");
  EXPECT_NE(check_options(newmark(), options).find("GAMMA"), std::string::npos);
}

}  // namespace
}  // namespace trammel::testing
