// State-time elements: coefficients against their weak form, amplification against theory, orders,
// the Newton matrix, and its growth with the length of a chain.
// SPDX-License-Identifier: BSD-3-Clause
#include "integrators/state_time.h"

#include <gtest/gtest.h>

#include <cmath>

#include "integrators/measure.h"
#include "support/dense.h"
#include "support/linear_oscillator.h"
#include "support/rod_chain.h"

namespace trammel::testing {
namespace {

using Type = TimeElement::Type;
constexpr Type all_types[] = {Type::lq, Type::qc, Type::l1h3, Type::l2h4};
constexpr const char* all_names[] = {"st-lq", "st-qc", "st-l1h3", "st-l2h4"};

// ∫ of a polynomial of degree < 8 from 0 to τ, by Gauss's rule with four points.
template <class Function>
double integral(double tau, Function f) {
  constexpr double x[] = {0.3399810435848563, 0.8611363115940526};
  constexpr double w[] = {0.6521451548625461, 0.3478548451374538};
  double sum = 0;
  for (int i = 0; i < 2; ++i)
    for (const double side : {-1.0, 1.0}) sum += w[i] / 2 * f(tau * (1 + side * x[i]) / 2);
  return tau * sum;
}

// D_j and X_j are known at the points and at the end: the polynomials through them.
double through(const TimeElement& e, int j, double tau, bool is_position) {
  const int k = e.points();
  double sum = 0;
  for (int i = is_position ? -1 : 0; i <= k; ++i) {  // X_j(0) = 0
    const auto node = [&](int n) { return n < 0 ? 0 : e.point(n); };
    double weight = 1;
    for (int n = is_position ? -1 : 0; n <= k; ++n)
      if (n != i) weight *= (tau - node(n)) / (node(i) - node(n));
    sum += weight * (i < 0 ? 0 : is_position ? e.position(i, j) : e.velocity(i, j));
  }
  return sum;
}

TEST(TimeElement, satisfies_the_weak_form) {
  for (const Type type : all_types) {
    const TimeElement e(type);
    for (int j = 0; j < e.points(); ++j) {
      const double weight = e.velocity(e.points(), j), g = e.point(j);
      for (int m = 0; m < e.points(); ++m) {  // χ = τ^m (STE.2)
        const double left = weight - integral(1, [&](double tau) {
                              const double rate = m == 0 ? 0 : m * std::pow(tau, m - 1);
                              return through(e, j, tau, false) * rate;
                            });
        EXPECT_NEAR(left, weight * std::pow(g, m), 1e-14);
      }
      for (int i = 0; i <= e.points(); ++i)
        EXPECT_NEAR(e.position(i, j),
                    integral(e.point(i), [&](double tau) { return through(e, j, tau, false); }),
                    1e-14);
      const TimeElement::Smooth end = e.smooth(1);
      EXPECT_NEAR(end.position[std::size_t(j)], weight * (1 - g), 1e-14);
      EXPECT_NEAR(e.position(e.points(), j), weight * (1 - g), 1e-14);
      EXPECT_NEAR(end.velocity[std::size_t(j)], weight, 1e-14);
    }
  }
}

// The jump of (STE.6) is the largest distance between trial and output.
TEST(TimeElement, error_is_the_distance_of_trial_and_output) {
  for (const Type type : {Type::lq, Type::qc}) {
    const TimeElement e(type);
    for (int j = 0; j < e.points(); ++j) {
      double largest = 0;
      for (double tau = 0; tau < 1; tau += 1e-3)
        largest = std::max(
            largest, std::abs(e.smooth(tau).position[std::size_t(j)] - through(e, j, tau, true)));
      EXPECT_NEAR(std::abs(e.jump(j)), largest, 2e-3 * largest);
    }
  }
}

// Largest eigenvalue of one step of length 1 in (x, v/ω).
double amplification(const char* name, double omega) {
  const LinearOscillator dae(mass_spring(omega));
  IntegratorOptions options = study_options();
  options.step.fixed = 1;
  Eigen::Matrix2d map;
  for (int c = 0; c < 2; ++c) {
    State s = make_state(dae.layout());
    s.q[0] = c == 0, s.v[0] = c == 0 ? 0 : omega;
    const auto method = find_integrator(name)->make(dae, options);
    EXPECT_TRUE(method->start(s).ok());
    EXPECT_TRUE(method->step(1).ok());
    map.col(c) << method->state().q[0], method->state().v[0] / omega;
  }
  const double half = map.trace() / 2, square = half * half - map.determinant();
  return square < 0 ? std::sqrt(map.determinant()) : std::abs(half) + std::sqrt(square);
}

TEST(StateTime, lagrange_elements_never_amplify) {
  for (const char* name : {"st-lq", "st-qc"})
    for (double omega = 0.01; omega < 2e4; omega *= 1.07) {
      const double rho = amplification(name, omega);
      EXPECT_LE(rho, 1 + 1e-9) << name << " " << omega;
      EXPECT_GT(rho, omega > 1e4 ? 1 - 1e-4 : 0) << name << " " << omega;
    }
}

TEST(StateTime, damps_an_oscillation_as_theory_says) {
  EXPECT_NEAR((amplification("st-lq", 0.1) - 1) / 1e-4, -1.0 / 144, 2e-5);
  EXPECT_NEAR((amplification("st-qc", 0.4) - 1) / std::pow(0.4, 6), -6.9e-5, 1e-6);
}

TEST(StateTime, hermite_elements_are_stable_for_resolved_oscillations_only) {
  for (const double omega : {0.1, 1.0, 2.9, 3.6, 5.9})
    EXPECT_NEAR(amplification("st-l1h3", omega), 1, 1e-9) << omega;
  for (const double omega : {3.2, 6.1, 100.0})
    EXPECT_GT(amplification("st-l1h3", omega), 1.01) << omega;
  for (const double omega : {0.1, 1.0, 3.1, 5.0, 8.0, 9.8})
    EXPECT_NEAR(amplification("st-l2h4", omega), 1, 1e-9) << omega;
  for (const double omega : {6.5, 10.0, 100.0})
    EXPECT_GT(amplification("st-l2h4", omega), 1.01) << omega;
}

struct Asymptotic {
  const char *method, *problem;
  int steps;
  double order;
};

TEST(StateTime, has_its_order_to_a_tenth_where_steps_are_short_enough) {
  const Asymptotic cases[] = {
      {"st-lq", "rod_pendulum", 100, 3},    {"st-lq", "double_pendulum_springs", 200, 3},
      {"st-lq", "nutating_top", 400, 3},    {"st-qc", "rod_pendulum", 60, 5},
      {"st-qc", "double_pendulum", 100, 5}, {"st-qc", "nutating_top", 200, 5},
      {"st-l1h3", "rod_pendulum", 80, 4},   {"st-l1h3", "double_pendulum", 200, 4},
      {"st-l2h4", "rod_pendulum", 40, 6},   {"st-l2h4", "double_pendulum_springs", 40, 6},
  };
  for (const Asymptotic& c : cases) {
    const TestProblem& p = test_problem(c.problem);
    std::vector<double> q, v, lambda;
    for (const int n : {c.steps, 2 * c.steps}) {
      const Errors e = errors_of(p, *find_integrator(c.method), constant_steps(p.t_end, n),
                                 study_options(), 0, 32);
      q.push_back(e.q), v.push_back(e.v), lambda.push_back(e.lambda);
    }
    EXPECT_NEAR(orders(q).back(), c.order, 0.15) << c.method << " " << c.problem << " " << q[1];
    EXPECT_NEAR(orders(v).back(), c.order, 0.15) << c.method << " " << c.problem << " " << v[1];
    EXPECT_NEAR(orders(lambda).back(), c.order, 0.15) << c.method << " " << c.problem;
  }
}

TEST(StateTime, newton_matrix_stays_well_conditioned_as_the_step_shrinks) {
  for (const char* name : {"rod_pendulum", "heavy_top", "cart_pendulum"})
    for (const Type type : all_types) {
      SCOPED_TRACE(name);
      const TestProblem& p = test_problem(name);
      double smallest = 1e300, largest = 0;
      for (double h = p.has_quaternions() ? 5e-3 : 5e-2; h > 0.5e-6; h /= 10) {
        IntegratorOptions options;
        options.step.fixed = h;
        StateTime method(*p.dae, options, type);
        ASSERT_TRUE(method.start(p.start).ok());
        ASSERT_TRUE(method.step(p.start.t + 10 * h).ok());
        const double condition = condition_number(method.newton_matrix().matrix().dense());
        smallest = std::min(smallest, condition);
        largest = std::max(largest, condition);
      }
      EXPECT_LT(largest / smallest, 4) << "from " << smallest << " to " << largest;
    }
}

// With a new matrix in every iteration convergence is quick: the derivatives are right.
TEST(StateTime, converges_quickly_with_new_matrices) {
  for (const char* name : all_names)
    for (const TestProblem& p : all_test_problems()) {
      if (!p.smooth || p.stiff || p.singular) continue;
      SCOPED_TRACE(std::string(name) + " " + p.name);
      IntegratorOptions options = study_options();
      options.pattern = {true};
      options.step.fixed = p.t_end / (p.has_quaternions() ? 1000 : 200);
      const auto method = find_integrator(name)->make(*p.dae, options);
      ASSERT_TRUE(method->start(p.start).ok());
      for (int k = 0; k < 20; ++k) ASSERT_TRUE(method->step(p.t_end).ok());
      EXPECT_LT(double(method->statistics().iterations) / 20, 5.0);
    }
}

TEST(StateTime, factors_grow_linearly_with_a_chain) {
  for (const Type type : all_types) {
    double entries[2];
    for (const int i : {0, 1}) {
      const RodChain chain(hanging_chain(i == 0 ? 50 : 200));
      IntegratorOptions options;
      options.step.fixed = 1e-4;
      StateTime method(chain, options, type);
      ASSERT_TRUE(method.start(chain.initial_state()).ok());
      ASSERT_TRUE(method.step(1e-4).ok());
      entries[i] = double(method.newton_matrix().solver().factor_entries());
    }
    EXPECT_LT(entries[1] / entries[0], 4 * 1.1);
  }
}

}  // namespace
}  // namespace trammel::testing
