// The tlismni- methods against the numbers of an independent implementation of the paper, and what their
// outer loop does to vibrations. SPDX-License-Identifier: BSD-3-Clause
#include "integrators/tlismni.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "integrators/measure.h"
#include "support/linear_oscillator.h"

namespace trammel::testing {
namespace {

// Rod pendulum for one second.
double pendulum_error(const char* method, const Steps& steps, const IntegratorOptions& options) {
  return errors_of(test_problem("rod_pendulum"), *find_integrator(method), steps, options).q;
}

void expect_two_digits(double value, double wanted, const std::string& what) {
  EXPECT_NEAR(value / wanted, 1, 0.05) << what << ": " << value << ", not " << wanted;
}

struct Row {
  const char* method;
  std::array<double, 3> errors;  // with steps of 0.02, 0.01, 0.005
};

TEST(Tlismni, converged_has_the_errors_of_the_reference) {
  for (const Row& row : {Row{"tlismni-trapezoidal", {6.09e-4, 1.53e-4, 3.82e-5}},
                         Row{"tlismni-am3", {1.54e-5, 1.91e-6, 2.38e-7}},
                         Row{"tlismni-am4", {9.71e-7, 6.28e-8, 3.99e-9}}})
    for (std::size_t k = 0; k < 3; ++k)
      expect_two_digits(pendulum_error(row.method, constant_steps(1, 50 << k), study_options()),
                        row.errors[k], row.method);
}

TEST(Tlismni, with_one_iteration_has_the_errors_of_the_reference) {
  IntegratorOptions options = study_options();
  options.max_iterations = 1;
  options.tlismni.truncate = true;
  expect_two_digits(pendulum_error("tlismni-trapezoidal", constant_steps(1, 50), options), 6.16e-4,
                    "trapezoidal");
  expect_two_digits(pendulum_error("tlismni-am3", constant_steps(1, 50), options), 1.56e-5, "am3");
  for (const auto& [n, error] : {std::pair{50, 2.82e-6}, {100, 1.78e-7}, {200, 1.11e-8}})
    expect_two_digits(pendulum_error("tlismni-am4", constant_steps(1, n), options), error, "am4");
}

TEST(Tlismni, needs_the_coefficients_of_the_steps_it_makes) {
  const Steps steps = alternating_steps(1, 200);
  IntegratorOptions printed = study_options();
  printed.tlismni.coefficients = TlismniVariants::Coefficients::printed;
  expect_two_digits(pendulum_error("tlismni-am3", steps, study_options()), 2.9e-7, "am3");
  expect_two_digits(pendulum_error("tlismni-am4", steps, study_options()), 5.1e-9, "am4");
  expect_two_digits(pendulum_error("tlismni-am3", steps, printed), 3.8e-4, "am3 as printed");
  expect_two_digits(pendulum_error("tlismni-am4", steps, printed), 7.2e-4, "am4 as printed");
}

// Growth of an undamped vibration in a step with hω given.
double amplification(const char* name, double h_omega, int iterations, int many) {
  const LinearOscillator dae(mass_spring(1));
  IntegratorOptions options = study_options();
  options.step.fixed = h_omega;
  options.error = 1e-13;  // of an amplitude that may die out
  options.max_iterations = iterations > 0 ? iterations : 200;
  options.tlismni.truncate = iterations > 0;
  const auto method = find_integrator(name)->make(dae, options);
  EXPECT_TRUE(method->start(dae.initial_state()).ok());
  const auto size = [&] { return std::hypot(method->state().q[0], method->state().v[0]); };
  constexpr int before = 40;
  double largest[2] = {0, 0};  // over two stretches of equal length: phases do not matter
  for (int n = 0; n < before + many; ++n) {
    EXPECT_TRUE(method->step(1e9).ok());
    if (n < before)
      largest[0] = std::max(n < before / 2 ? 0 : largest[0], size());
    else if (n >= before + many - before / 2)
      largest[1] = std::max(largest[1], size());
  }
  return std::pow(largest[1] / largest[0], 1.0 / many);
}

TEST(Tlismni, amplifies_vibrations_as_its_roots_say) {
  struct Entry {
    const char* method;
    double h_omega;
    std::array<double, 4> root;  // converged, one, two, three iterations
  };
  for (const Entry& e : {Entry{"tlismni-trapezoidal", 0.5, {1, 0.990, 0.998, 1.001}},
                         Entry{"tlismni-trapezoidal", 1.0, {1, 0.912, 0.917, 1.034}},
                         Entry{"tlismni-trapezoidal", 1.5, {1, 1.19, 0.854, 1.23}},
                         Entry{"tlismni-am3", 0.5, {1.0025, 0.993, 1.002, 1.003}},
                         Entry{"tlismni-am3", 1.0, {1.035, 0.926, 0.981, 1.049}},
                         Entry{"tlismni-am3", 1.5, {1.12, 1.50, 0.751, 1.14}},
                         Entry{"tlismni-am4", 0.5, {1.0003, 0.998, 1.001, 1.000}},
                         Entry{"tlismni-am4", 1.0, {1.020, 0.909, 1.022, 1.042}},
                         Entry{"tlismni-am4", 1.5, {1.17, 1.76, 0.971, 1.29}}})
    for (int k = 0; k < 4; ++k)
      EXPECT_NEAR(amplification(e.method, e.h_omega, k, e.root[std::size_t(k)] < 0.9 ? 60 : 160),
                  e.root[std::size_t(k)], 0.006 * e.root[std::size_t(k)])
          << e.method << " at " << e.h_omega << " with " << k << " iterations";
}

// Three masses at 1000 rad/s for 0.1 s with the rules as printed: evaluations of AM3 and of the
// trapezoidal rule beside those of AM4 fall with the number of iterations that are allowed.
TEST(Tlismni, printed_rules_show_the_trend_of_table_3) {
  const LinearOscillator dae(three_masses({1e6, 1e6, 1e6}));
  const auto evaluations = [&](const char* name, int iterations) {
    IntegratorOptions options;
    options.error = 1e-8;  // 1e-6 of the amplitude
    options.step.h_init = 1e-4;
    options.max_iterations = iterations;
    options.tlismni.rule = TlismniVariants::Rule::printed;
    const auto method = find_integrator(name)->make(dae, options);
    EXPECT_TRUE(method->start(dae.initial_state()).ok());
    while (method->state().t < 0.1) {
      const StepReport report = method->step(0.1);
      EXPECT_TRUE(report.ok()) << report.message;
      if (!report.ok()) break;
    }
    return double(method->statistics().residuals);
  };
  double before = 10;
  for (const int n : {1, 3, 7}) {
    const double am4 = evaluations("tlismni-am4", n);
    const double am3 = evaluations("tlismni-am3", n) / am4;
    EXPECT_GT(am3, 1) << n;
    EXPECT_LT(am3, before) << n;
    before = am3;
  }
}

// The second evaluation of a step shows how little a third one would change.
TEST(Tlismni, evaluates_twice_where_the_corrector_converges_at_once) {
  const LinearOscillator dae(three_masses({1, 1, 1}));
  IntegratorOptions options;
  options.error = 1e-10;
  const auto method = find_integrator("tlismni-trapezoidal")->make(dae, options);
  ASSERT_TRUE(method->start(dae.initial_state()).ok());
  while (method->state().t < 1) ASSERT_TRUE(method->step(1).ok());
  const Statistics& s = method->statistics();
  EXPECT_GT(s.steps, 100);
  EXPECT_LT(double(s.residuals), 2.1 * double(s.steps));
}

// Ends of short steps are rounded times: their difference times a velocity is no error of positions.
TEST(Tlismni, takes_the_same_steps_late_in_a_run) {
  const LinearOscillator dae(three_masses({1, 1, 1}));
  const auto statistics = [&](double start) {
    IntegratorOptions options;
    options.error = 1e-12;
    const auto method = find_integrator("tlismni-trapezoidal")->make(dae, options);
    State s = dae.initial_state();
    s.t = start;
    EXPECT_TRUE(method->start(s).ok());
    while (method->state().t < start + 1 && method->statistics().steps < 20000)
      EXPECT_TRUE(method->step(start + 1).ok());
    return method->statistics();
  };
  const Statistics early = statistics(0), late = statistics(1e7);
  EXPECT_NEAR(double(late.steps), double(early.steps), 0.02 * double(early.steps));
  EXPECT_LE(late.rejected_steps, early.rejected_steps + 2);
}

// Eq. (8) of the paper lacks a root: a step that is better than it has to be is followed by α h (h/2)³ at
// most, and the run ends there, with a message.
TEST(Tlismni, literal_rule_of_truncation_errors_makes_steps_collapse) {
  const TestProblem& p = test_problem("rod_pendulum");
  for (const char* name : {"tlismni-trapezoidal", "tlismni-am3", "tlismni-am4"}) {
    SCOPED_TRACE(name);
    IntegratorOptions options;
    options.error = 1e-4;
    options.tlismni.rule = TlismniVariants::Rule::truncation;
    const auto method = find_integrator(name)->make(*p.dae, options);
    ASSERT_TRUE(method->start(p.start).ok());
    StepReport report;
    for (int k = 0; k < 10000 && report.ok() && method->state().t < p.t_end; ++k)
      report = method->step(p.t_end);
    EXPECT_FALSE(report.ok());
    EXPECT_NE(report.message.find("at time"), std::string::npos) << report.message;
  }
}

// q̈ = −ω²q from rest: |Y⁗| of position and velocity are known. The printed formula has half the distance of
// its differences, so D is 2^p times the derivative, and the first step is half of what was meant.
TEST(Tlismni, printed_first_step_is_half_of_what_is_meant) {
  const LinearOscillator dae(mass_spring(1));
  const State start = dae.initial_state();
  const double amplitude = std::abs(start.q[0]);
  struct Case {
    const char* name;
    int p;
    double constant;
  };
  for (const Case& c : {Case{"tlismni-trapezoidal", 2, 1. / 12}, Case{"tlismni-am3", 3, 1. / 24}}) {
    SCOPED_TRACE(c.name);
    IntegratorOptions options;
    options.error = 1e-10;
    options.tlismni.rule = TlismniVariants::Rule::printed;
    const auto method = find_integrator(c.name)->make(dae, options);
    ASSERT_TRUE(method->start(start).ok());
    // As many Runge-Kutta steps as differences need, the start being the first point.
    for (int k = 0; k < c.p; ++k) ASSERT_TRUE(method->step(1e9).ok());
    const double meant = std::pow(options.error / (2 * c.constant * amplitude), 1.0 / c.p);
    EXPECT_NEAR(method->step(1e9).h / meant, 0.5, 0.02);
  }
}

TEST(Tlismni, takes_one_iteration_and_refuses_none) {
  const IntegratorInfo& am4 = *find_integrator("tlismni-am4");
  IntegratorOptions options;
  options.max_iterations = 1;
  EXPECT_EQ(check_options(am4, options), "");
  options.max_iterations = 0;
  EXPECT_NE(check_options(am4, options).find("MAXIT"), std::string::npos);
  options = {};
  options.alpha = -0.5;
  EXPECT_NE(check_options(*find_integrator("tlismni-hht"), options).find("ALPHA"),
            std::string::npos);
}

// The last evaluation of a step may be its second one: then, too, q, v and a belong together.
TEST(Tlismni, states_satisfy_their_constraints) {
  const TestProblem& p = test_problem("rod_pendulum");
  for (const IntegratorInfo& info : integrators()) {
    if (!info.name.starts_with("tlismni")) continue;
    IntegratorOptions options;
    options.error = 1e-3;
    const auto method = info.make(*p.dae, options);
    ASSERT_TRUE(method->start(p.start).ok());
    Values values = make_values(p.dae->layout());
    for (int k = 0; k < 30; ++k) {
      ASSERT_TRUE(method->step(p.t_end).ok());
      ASSERT_EQ(p.dae->evaluate(method->state(), Ask::position | Ask::velocity, values),
                Outcome::ok);
      EXPECT_LT(values.c0.cwiseAbs().maxCoeff(), 1e-12) << info.name;
      EXPECT_LT(values.c1.cwiseAbs().maxCoeff(), 1e-11) << info.name;
    }
  }
}

}  // namespace
}  // namespace trammel::testing
