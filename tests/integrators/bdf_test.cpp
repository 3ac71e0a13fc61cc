// GSTIFF and WSTIFF against the numbers of docs/theory/bdf.md: errors at fixed order, what a change
// of step does to multipliers, conditioning, constraints, and the options of variable order.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "integrators/bdf_i3.h"
#include "integrators/bdf_si2.h"
#include "integrators/measure.h"
#include "support/dense.h"
#include "support/rod_chain.h"

namespace trammel::testing {
namespace {

double largest(const Vector& v) {
  return v.size() > 0 ? v.cwiseAbs().maxCoeff() : 0;
}

IntegratorOptions fixed(int order, double h) {
  IntegratorOptions options = study_options();
  options.fixed_order = order;
  options.step.fixed = h;
  return options;
}

Errors fixed_order_errors(const char* method, const TestProblem& p, int k, int n, bool skip) {
  return errors_at_order(p, *find_integrator(method), k, n, skip);
}

// Two digits: 5.47e-3 stands for anything from 5.41e-3 to 5.53e-3.
void expect_two_digits(const char* what, double ours, double published) {
  EXPECT_NEAR(ours / published, 1, 0.012)
      << what << ": ours " << ours << ", published " << published;
}

struct PendulumRow {
  int order, steps;  // at first; then twice and four times as many
  double i3_q[3], i3_lambda[3], si2_q[3];
};
const PendulumRow pendulum_table[] = {
    {1, 100, {4.06e-1, 2.42e-1, 1.34e-1}, {5.19, 3.07, 1.82}, {3.28e-1, 1.87e-1, 1.00e-1}},
    {2, 100, {1.15e-2, 3.37e-3, 9.02e-4}, {3.25e-1, 8.92e-2, 2.32e-2}, {9.74e-3, 2.77e-3, 7.33e-4}},
    {3, 100, {3.60e-3, 4.44e-4, 5.48e-5}, {5.52e-2, 6.59e-3, 8.02e-4}, {2.48e-3, 3.06e-4, 3.78e-5}},
    {4, 100, {1.31e-4, 7.63e-6, 4.60e-7}, {1.96e-3, 1.66e-4, 1.17e-5}, {9.64e-5, 5.66e-6, 3.42e-7}},
    {5, 50, {1.28e-3, 4.57e-5, 1.45e-6}, {2.66e-2, 8.34e-4, 2.46e-5}, {8.53e-4, 3.07e-5, 9.80e-7}},
    {6, 50, {2.50e-4, 3.05e-6, 4.59e-8}, {4.01e-3, 6.09e-5, 9.05e-7}, {1.74e-4, 2.30e-6, 3.50e-8}},
};

TEST(Bdf, reproduces_the_errors_on_the_rod_pendulum) {
  const TestProblem& p = test_problem("rod_pendulum");
  for (const PendulumRow& row : pendulum_table)
    for (int j = 0; j < 3; ++j) {
      SCOPED_TRACE(::testing::Message() << "order " << row.order << ", row " << j);
      const int n = row.steps << j;
      const Errors i3 = fixed_order_errors("gstiff-i3", p, row.order, n, true);
      expect_two_digits("index 3", i3.q, row.i3_q[j]);
      expect_two_digits("index 3, lambda", i3.lambda, row.i3_lambda[j]);
      const Errors si2 = fixed_order_errors("gstiff-si2", p, row.order, n, true);
      expect_two_digits("index 2", si2.q, row.si2_q[j]);
    }
}

TEST(Bdf, reproduces_the_errors_on_the_free_top) {
  const double table[5][3] = {{8.79e-2, 4.42e-2, 2.22e-2},
                              {4.39e-3, 1.09e-3, 2.71e-4},
                              {6.31e-5, 7.84e-6, 9.77e-7},
                              {5.31e-6, 3.31e-7, 2.07e-8},
                              {2.15e-7, 6.62e-9, 2.05e-10}};
  const TestProblem& p = test_problem("free_top");
  for (int k = 1; k <= 5; ++k)
    for (int j = 0; j < 3; ++j) {
      SCOPED_TRACE(::testing::Message() << "order " << k << ", row " << j);
      const int n = (k == 1 ? 400 : 200) << j;
      expect_two_digits("rotation", fixed_order_errors("gstiff-i3", p, k, n, false).rotation,
                        table[k - 1][j]);
    }
}

TEST(Bdf, reproduces_the_errors_on_the_heavy_top) {
  const TestProblem& p = test_problem("heavy_top");
  const auto rotation = [&](const char* method, int k, int n) {
    return fixed_order_errors(method, p, k, n, false).rotation;
  };
  expect_two_digits("k = 1", rotation("gstiff-i3", 1, 4000), 3.39e-2);
  expect_two_digits("k = 2", rotation("gstiff-i3", 2, 2000), 9.47e-3);
  expect_two_digits("k = 3", rotation("gstiff-i3", 3, 2000), 2.60e-5);
  expect_two_digits("k = 4", rotation("gstiff-i3", 4, 2000), 2.25e-6);
  expect_two_digits("k = 5", rotation("gstiff-i3", 5, 2000), 1.56e-8);
  expect_two_digits("k = 5", rotation("gstiff-si2", 5, 1000), 3.49e-7);
  expect_two_digits("k = 5", rotation("gstiff-si2", 5, 2000), 1.12e-8);
}

TEST(Bdf, has_the_order_it_is_told_to_have) {
  struct Case {
    const char* problem;
    int steps[5];  // at first, for orders 1 … 5
    double tolerance;
  };
  const Case cases[] = {
      {"rod_pendulum", {3200, 400, 200, 400, 100}, 0.15},
      // Its errors reach the round-off of Newton, c² times 1e-15, before k = 5 is asymptotic.
      {"manufactured_index3", {800, 200, 100, 50, 50}, 0.25},
      {"heavy_top", {4000, 2000, 1000, 1000, 800}, 0.15}};
  for (const char* method : {"gstiff-i3", "wstiff-si2"})
    for (const Case& c : cases)
      for (int k = 1; k <= 5; ++k) {
        if (c.steps[k - 1] >= 2000 && !long_tests_are_wanted()) continue;
        SCOPED_TRACE(::testing::Message() << method << " " << c.problem << " order " << k);
        std::vector<double> q, v, lambda;
        for (int j = 0; j < 2; ++j) {
          const int n = c.steps[k - 1] << j;
          const Errors e = fixed_order_errors(method, test_problem(c.problem), k, n, true);
          q.push_back(e.q), v.push_back(e.v), lambda.push_back(e.lambda);
        }
        EXPECT_NEAR(orders(q).back(), k, c.tolerance) << q[0] << " " << q[1];
        EXPECT_NEAR(orders(v).back(), k, c.tolerance) << v[0] << " " << v[1];
        const double noise = 1e-6 * std::max(1.0, largest(test_problem(c.problem).start.lambda));
        if (lambda.back() > noise) {  // of Newton, divided by h²
          EXPECT_NEAR(orders(lambda).back(), k, c.tolerance) << lambda[0] << " " << lambda[1];
        }
      }
}

// Steps h, 2h, h, … Variable coefficients keep their order. Fixed ones take values of the polynomial for
// the past: order is kept up to 3, beyond that they are not stable with such steps.
TEST(Bdf, keeps_its_order_when_steps_alternate) {
  const TestProblem& p = test_problem("rod_pendulum");
  const auto expect_order = [&](const char* method, int k) {
    SCOPED_TRACE(::testing::Message() << method << " order " << k);
    std::vector<double> q, v;
    for (const int n : {k == 1 ? 3200 : 200, k == 1 ? 6400 : 400}) {
      IntegratorOptions options = study_options();
      options.fixed_order = k;
      const Errors e =
          errors_of(p, *find_integrator(method), alternating_steps(p.t_end, n), options);
      q.push_back(e.q), v.push_back(e.v);
    }
    EXPECT_NEAR(orders(q).back(), k, 0.1) << q[0] << " " << q[1];
    EXPECT_NEAR(orders(v).back(), k, 0.1) << v[0] << " " << v[1];
  };
  for (int k = 1; k <= 6; ++k) expect_order("wstiff-si2", k);
  for (int k = 1; k <= 5; ++k) expect_order("wstiff-i3", k);
  for (int k = 1; k <= 3; ++k) {
    expect_order("gstiff-i3", k);
    expect_order("gstiff-si2", k);
  }
}

// With equal steps the coefficients are the same.
// Stretching modes of the rod, a few mm/s at 3e4 rad/s beside a crank of 150 rad/s: rounding of sums,
// of the time and of the start values would add up to 5e-12 m/s.
TEST(Bdf, sums_ten_thousand_steps_without_their_rounding) {  // (BDF.22)
  const TestProblem& p = test_problem("flexible_slider_crank");
  IntegratorOptions options = fixed(6, 5e-7);
  options.error = 1e-13;
  for (const char* name : {"gstiff-si2", "wstiff-si2"}) {
    const auto method = find_integrator(name)->make(*p.dae, options);
    ASSERT_TRUE(method->start(p.start).ok());
    for (int n = 0; n < 10000; ++n) ASSERT_TRUE(method->step(1).ok());
    const State exact = p.reference(method->state().t);
    EXPECT_LT(largest((method->state().v - exact.v).tail(2)), 5e-13) << name;
  }
}

TEST(Bdf, fixed_and_variable_coefficients_agree_at_equal_steps) {
  const TestProblem& p = test_problem("double_pendulum_springs");
  for (int k : {2, 5}) {
    EXPECT_NEAR(fixed_order_errors("gstiff-i3", p, k, 200, true).q /
                    fixed_order_errors("wstiff-i3", p, k, 200, true).q,
                1, 1e-3);
    EXPECT_NEAR(fixed_order_errors("gstiff-si2", p, k, 200, true).q /
                    fixed_order_errors("wstiff-si2", p, k, 200, true).q,
                1, 1e-3);
  }
}

// Relative errors of the multipliers in the steps that follow a change from h to h/2.
std::vector<double> after_step_change(const char* method, int k, int n) {
  const TestProblem& p = test_problem("rod_pendulum");
  constexpr double h = 0.004;
  const auto integrator = find_integrator(method)->make(*p.dae, fixed(k, h));
  EXPECT_TRUE(integrator->start(p.reference(1 - 11 * h)).ok());
  for (int step = 0; step < 11; ++step) EXPECT_TRUE(integrator->step(2).ok());
  integrator->set_fixed_step(h / 2);
  std::vector<double> errors;
  for (int step = 0; step < n; ++step) {
    EXPECT_TRUE(integrator->step(2).ok());
    const Vector& ours = integrator->state().lambda;
    errors.push_back(largest(ours - p.reference(integrator->state().t).lambda) / largest(ours));
  }
  return errors;
}

TEST(Bdf, multipliers_of_index_3_spike_after_a_change_of_step_and_those_of_index_2_do_not) {
  const auto expect = [](const char* method, int k, const std::vector<double>& published) {
    SCOPED_TRACE(::testing::Message() << method << " order " << k);
    const std::vector<double> ours = after_step_change(method, k, int(published.size()));
    for (std::size_t i = 0; i < published.size(); ++i)
      EXPECT_NEAR(ours[i] / published[i], 1, 0.05) << ours[i] << " against " << published[i];
  };
  expect("gstiff-i3", 1, {2.3e-1, 1.5e-3});
  expect("gstiff-i3", 2, {9.6e-3, 5.2e-3, 5.9e-4, 6.0e-5});
  expect("gstiff-i3", 3, {3.7e-4, 4.0e-4, 2.0e-4, 5.0e-5});
  expect("gstiff-si2", 1, {1.1e-3});
  expect("gstiff-si2", 2, {3.6e-5, 4.3e-5});
  expect("gstiff-si2", 3, {1.3e-6, 2.9e-7});
}

double condition(const SparseMatrix& matrix) {
  return condition_number(matrix.dense());
}

template <class Method>
double condition_at(const Dae& dae, const State& start, double h) {
  Method method(dae, fixed(1, h), Nordsieck::Spacing::equal);
  EXPECT_TRUE(method.start(start).ok());
  EXPECT_TRUE(method.step(start.t + 10 * h).ok());
  return condition(method.newton_matrix().matrix());
}

TEST(Bdf, newton_matrices_stay_well_conditioned_as_the_step_shrinks) {
  RodChainParameters parameters = rod_pendulum();
  parameters.rods[0].angle = 0.7;
  const RodChain pendulum(parameters);
  for (double h = 1e-3; h > 0.5e-7; h /= 10)  // published: 2.99 and bounded
    EXPECT_NEAR(condition_at<BdfI3>(pendulum, pendulum.initial_state(), h), 2.99, 0.02);

  const TestProblem& top = test_problem("heavy_top");
  const auto expect_bounded = [](auto at, double first) {
    double low = 1e300, high = 0;
    for (double h = first; h > 0.5e-8; h /= 10) {
      low = std::min(low, at(h));
      high = std::max(high, at(h));
    }
    EXPECT_LT(high / low, 3) << "from " << low << " to " << high;
  };
  expect_bounded([&](double h) { return condition_at<BdfI3>(*top.dae, top.start, h); }, 1e-3);
  expect_bounded([&](double h) { return condition_at<BdfSi2>(*top.dae, top.start, h); }, 1e-3);
  expect_bounded(
      [&](double h) { return condition_at<BdfSi2>(pendulum, pendulum.initial_state(), h); }, 1e-1);
}

struct Health {
  double velocity_constraints = 0, mu = 0;  // largest of a run
};

Health health_of_index_2(const TestProblem& p, const IntegratorOptions& options) {
  BdfSi2 method(*p.dae, options, Nordsieck::Spacing::equal);
  EXPECT_TRUE(method.start(p.start).ok());
  Values values = make_values(p.dae->layout());
  Health health;
  while (method.state().t < p.t_end) {
    const StepReport report = method.step(p.t_end);
    EXPECT_TRUE(report.ok()) << report.message;
    if (!report.ok()) break;
    p.dae->evaluate(method.state(), Ask::velocity, values);
    health.velocity_constraints = std::max(health.velocity_constraints, largest(values.c1));
    health.mu = std::max(health.mu, largest(method.mu()));
  }
  return health;
}

TEST(Bdf, index_2_satisfies_velocity_constraints) {
  for (const char* name :
       {"heavy_top", "double_pendulum", "rod_pendulum_driven", "cart_pendulum"}) {
    SCOPED_TRACE(name);
    const TestProblem& p = test_problem(name);
    const double speed = std::max(1.0, largest(p.start.v));
    EXPECT_LT(health_of_index_2(p, fixed(3, p.t_end / 1000)).velocity_constraints, 1e-12 * speed);
    IntegratorOptions options;
    options.error = 1e-6;
    const Health coarse = health_of_index_2(p, options);
    EXPECT_LT(coarse.velocity_constraints, options.error * speed);
    options.error = 1e-8;
    EXPECT_LT(health_of_index_2(p, options).mu, 0.3 * coarse.mu);  // the extra multipliers vanish
  }
}

// Same formula, same equations, v eliminated or not: the states after equal steps agree to what Newton leaves.
TEST(Bdf, index_2_without_position_constraints_needs_no_unknown_velocities) {
  int compared = 0;
  for (const TestProblem& p : all_test_problems()) {
    const Layout& l = p.dae->layout();
    if (l.m0 > 0) continue;
    SCOPED_TRACE(p.name);
    const IntegratorOptions options = fixed(3, p.t_end / 400);
    BdfSi2 whole(*p.dae, options, Nordsieck::Spacing::equal);
    BdfI3 small(*p.dae, options, Nordsieck::Spacing::equal, BdfI3::Control::velocities_too);
    for (Integrator* method : {static_cast<Integrator*>(&whole), static_cast<Integrator*>(&small)})
      EXPECT_TRUE(method->start(p.start).ok());
    for (int k = 0; k < 40; ++k)
      for (Integrator* method :
           {static_cast<Integrator*>(&whole), static_cast<Integrator*>(&small)})
        ASSERT_TRUE(method->step(p.t_end).ok());
    const State &a = whole.state(), &b = small.state();
    EXPECT_LT(largest(a.q - b.q), 1e-9 * std::max(1.0, largest(a.q)));
    EXPECT_LT(largest(a.v - b.v), 1e-7 * std::max(1.0, largest(a.v)));
    EXPECT_LT(small.newton_matrix().matrix().n_columns(), whole.newton_matrix().size());
    const auto listed = find_integrator("wstiff-si2")->make(*p.dae, options);
    EXPECT_TRUE(dynamic_cast<BdfI3*>(listed.get()));
    ++compared;
  }
  EXPECT_GT(compared, 2);
}

TEST(Bdf, respects_the_highest_order) {
  const TestProblem& p = test_problem("double_pendulum");
  for (const char* name : {"gstiff-i3", "wstiff-i3", "gstiff-si2", "wstiff-si2"})
    for (const int highest : {1, 2, 4}) {
      IntegratorOptions options;
      options.error = 1e-4;
      options.max_order = highest;
      const auto method = find_integrator(name)->make(*p.dae, options);
      ASSERT_TRUE(method->start(p.start).ok());
      int reached = 0;
      while (method->state().t < p.t_end) {
        ASSERT_TRUE(method->step(p.t_end).ok());
        reached = std::max(reached, method->order());
      }
      EXPECT_EQ(reached, highest) << name;
    }
}

TEST(Bdf, refuses_orders_it_does_not_have) {
  const IntegratorInfo& info = *find_integrator("gstiff-i3");
  IntegratorOptions options;
  EXPECT_EQ(check_options(info, options), "");
  options.max_order = 7;
  EXPECT_NE(check_options(info, options).find("KMAX"), std::string::npos);
  options.max_order = {};
  options.fixed_order = 3;
  EXPECT_NE(check_options(info, options).find("fixed step"), std::string::npos);
  options.step.fixed = 0.01;
  EXPECT_EQ(check_options(info, options), "");
}

}  // namespace
}  // namespace trammel::testing
