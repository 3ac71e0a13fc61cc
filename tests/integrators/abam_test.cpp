// What is special about abam: its orders, its costs, what it does near the limit of stability.
// SPDX-License-Identifier: BSD-3-Clause
#include "integrators/abam.h"

#include <gtest/gtest.h>

#include <cmath>

#include "integrators/measure.h"
#include "support/linear_oscillator.h"
#include "support/small_dae.h"

namespace trammel::testing {
namespace {

// q̈ = −sin q from (1, ½).
class SinePendulum final : public SmallDae<1> {
 public:
  SinePendulum() : SmallDae(vector_layout({Kind::angle})) {}
  State start() const {
    State s = make_state(layout());
    s.q << 1;
    s.v << 0.5;
    return s;
  }

 protected:
  Outcome terms(const State& s, Terms& e) const override {
    e.M(0, 0) = 1;
    e.Q[0] = -std::sin(s.q[0]);
    e.K(0, 0) = std::cos(s.q[0]);
    return Outcome::ok;
  }
};

// The largest error at the times k h and later until t = 2, from exact past rates.
double error_at_order(int k, double h) {
  const SinePendulum dae;
  const auto run = [&](IntegratorOptions options, auto&& look) {
    const auto method = find_integrator("abam")->make(dae, options);
    EXPECT_TRUE(method->start(dae.start()).ok());
    while (method->state().t < 2 - 1e-9) {
      EXPECT_TRUE(method->step(2).ok());
      look(method->state());
    }
  };
  std::vector<double> exact;
  IntegratorOptions fine;
  fine.step.fixed = h / 16;
  fine.fixed_order = 12;
  run(fine, [&](const State& s) { exact.push_back(s.q[0]); });
  IntegratorOptions options;
  options.step.fixed = h;
  options.fixed_order = k;
  double worst = 0;
  std::size_t n = 0;
  run(options, [&](const State& s) {
    n += 16;
    worst = std::max(worst, std::abs(s.q[0] - exact[n - 1]));
  });
  return worst;
}

TEST(Abam, with_the_predictor_of_order_k_has_order_k_plus_1) {
  for (int k = 1; k <= 7; ++k)
    EXPECT_NEAR(std::log2(error_at_order(k, 0.05) / error_at_order(k, 0.025)), k + 1, 0.3) << k;
}

// An ellipse of eccentricity 0.3 about the origin, in unrestrained coordinates.
class Kepler final : public SmallDae<2> {
 public:
  Kepler() : SmallDae(vector_layout({Kind::length, Kind::length})) {}
  static constexpr double eccentricity = 0.3;
  State start() const {
    State s = make_state(layout());
    s.q << 1 - eccentricity, 0;
    s.v << 0, std::sqrt((1 + eccentricity) / (1 - eccentricity));
    return s;
  }
  static double anomaly(double t) {
    double E = t;
    for (int k = 0; k < 50; ++k)
      E -= (E - eccentricity * std::sin(E) - t) / (1 - eccentricity * std::cos(E));
    return E;
  }
  static Eigen::Vector2d exact(double t) {
    const double E = anomaly(t);
    return {std::cos(E) - eccentricity, std::sqrt(1 - eccentricity * eccentricity) * std::sin(E)};
  }
  static Eigen::Vector2d exact_rate(double t) {
    const double E = anomaly(t), rate = 1 / (1 - eccentricity * std::cos(E));
    return rate *
           Eigen::Vector2d(-std::sin(E), std::sqrt(1 - eccentricity * eccentricity) * std::cos(E));
  }

 protected:
  Outcome terms(const State& s, Terms& e) const override {
    const double r = s.q.norm();
    e.M.setIdentity();
    e.Q = -s.q / (r * r * r);
    const Eigen::Vector2d u = s.q / r;
    e.K = (Eigen::Matrix2d::Identity() - 3 * u * u.transpose()) / (r * r * r);
    return Outcome::ok;
  }
};

struct KeplerRun {
  long steps = 0, evaluations = 0, rejected = 0;
  double miss = 0, inside = 0;  // largest errors of all entries, at the ends of steps and between
  int highest = 0;
};

KeplerRun follow_ellipse(double error, AdamsVariants::Norm norm) {
  const Kepler dae;
  IntegratorOptions options;
  options.error = error;
  options.adams.norm = norm;
  const auto method = find_integrator("abam")->make(dae, options);
  EXPECT_TRUE(method->start(dae.start()).ok());
  KeplerRun run;
  State between = dae.start();
  const auto miss = [](const State& s) {
    return std::max((s.q - Kepler::exact(s.t)).cwiseAbs().maxCoeff(),
                    (s.v - Kepler::exact_rate(s.t)).cwiseAbs().maxCoeff());
  };
  while (method->state().t < 12) {
    EXPECT_TRUE(method->step(100).ok());
    run.highest = std::max(run.highest, method->order());
    const Interpolant& step = method->interpolant();
    run.miss = std::max(run.miss, miss(method->state()));
    step.at(0.5 * (step.begin() + step.end()), between);
    run.inside = std::max(run.inside, miss(between));
  }
  run.steps = method->statistics().steps;
  run.evaluations = method->statistics().residuals;
  run.rejected = method->statistics().rejected_steps;
  return run;
}

// Steps, evaluations and errors of an independent implementation in the norm of Shampine and Gordon.
TEST(Abam, follows_an_ellipse_as_the_reference_does_in_its_norm) {
  struct Reference {
    double error, steps, evaluations, miss;
  };
  const auto expect_two_digits = [](double value, double wanted) {
    EXPECT_NEAR(value / wanted, 1, 0.05) << value << ", not " << wanted;
  };
  for (const Reference& r : {Reference{1e-4, 70, 143, 5.8e-3}, Reference{1e-6, 115, 232, 1.3e-5},
                             Reference{1e-8, 171, 345, 7.7e-7}, Reference{1e-10, 250, 503, 1.4e-8},
                             Reference{1e-12, 341, 684, 2.2e-11}}) {
    SCOPED_TRACE(r.error);
    const KeplerRun run = follow_ellipse(r.error, AdamsVariants::Norm::printed);
    expect_two_digits(double(run.steps), r.steps);
    expect_two_digits(double(run.evaluations), r.evaluations);
    if (r.error > 1e-11)
      expect_two_digits(run.miss, r.miss);
    else
      EXPECT_LT(run.miss,
                10 * r.miss);  // sums are rounded in another order: other steps are chosen
    EXPECT_LT(run.inside, 1.01 * run.miss);
    EXPECT_LE(run.rejected, 2);
    EXPECT_GE(run.highest, r.error > 1e-5 ? 9 : 12);
  }
}

// The largest error beside the largest value, in the place of a sum beside 1 + |Y|.
TEST(Abam, needs_about_as_many_steps_in_its_own_norm) {
  for (const double error : {1e-4, 1e-6, 1e-8, 1e-10, 1e-12}) {
    SCOPED_TRACE(error);
    const KeplerRun ours = follow_ellipse(error, AdamsVariants::Norm::largest);
    const KeplerRun printed = follow_ellipse(error, AdamsVariants::Norm::printed);
    EXPECT_NEAR(double(ours.steps), double(printed.steps), 0.08 * double(printed.steps));
    EXPECT_LT(ours.miss, 10 * printed.miss);
    EXPECT_LT(ours.inside, 1.2 * ours.miss);
    EXPECT_LE(ours.rejected, 3);
  }
}

class Advice final : public Observer {
 public:
  void advise(double t, const std::string& text, double) override {
    ++count;
    when = t;
    what = text;
  }
  int count = 0;
  double when = 0;
  std::string what;
};

Advice advice_on(const Dae& dae, const State& start, double t_end, double error,
                 const char* name = "abam", double h_max = 0) {
  Advice advice;
  IntegratorOptions options;
  options.error = error;
  options.step.h_max = h_max;
  options.observer = &advice;
  const auto method = find_integrator(name)->make(dae, options);
  EXPECT_TRUE(method->start(start).ok());
  for (int k = 0; k < 25000 && method->state().t < t_end; ++k)
    EXPECT_TRUE(method->step(t_end).ok());
  return advice;
}

TEST(Abam, tells_once_that_a_model_is_stiff_and_what_to_take) {
  // A slow swing with a second mode at 1000 rad/s that is overdamped and has died out.
  LinearOscillatorParameters p = slow_and_stiff(1e3, 0);
  p.C = 2e-3 * p.K;
  const LinearOscillator dae(p);
  const Advice advice = advice_on(dae, dae.initial_state(), 2, 1e-5);
  EXPECT_EQ(advice.count, 1);
  EXPECT_LT(advice.when, 0.5);
  EXPECT_NE(advice.what.find("stiff"), std::string::npos);
  EXPECT_NE(advice.what.find("hht-i3"), std::string::npos);
}

// Undamped vibrations at 1e6 rad/s are accuracy's business; what the run will take is the user's.    (PART.8)
TEST(Abam, and_others_whose_steps_vibrations_bound_tell_of_enormous_numbers_of_steps) {
  const LinearOscillator dae(three_masses({1e6, 1e8, 1e12}));
  for (const char* name : {"abam", "rkf45", "tlismni-am3", "tlismni-bdf2"}) {
    SCOPED_TRACE(name);
    const Advice advice = advice_on(dae, dae.initial_state(), 2, 1e-5, name);
    EXPECT_EQ(advice.count, 1);
    EXPECT_LT(advice.when, 0.01);
    EXPECT_NE(advice.what.find("stiff"), std::string::npos);
    EXPECT_NE(advice.what.find("hht-i3"), std::string::npos);
    EXPECT_EQ(advice_on(dae, dae.initial_state(), 1e-4, 1e-5, name).count, 0);
  }
  const Advice damped = advice_on(dae, dae.initial_state(), 2, 1e-5, "sdirk4");
  EXPECT_EQ(damped.count, 1);  // it is implicit, and takes more than 500000 steps to 0.1 s
  EXPECT_EQ(damped.what.find("implicit"), std::string::npos);
  const LinearOscillator slow(three_masses({1, 1, 1}));  // steps as short as they were asked for
  EXPECT_EQ(advice_on(slow, slow.initial_state(), 2, 1e-5, "rkf45", 2e-5).count, 0);
}

TEST(Abam, calls_no_smooth_problem_stiff) {
  for (const TestProblem& p : all_test_problems()) {
    if (!p.smooth || p.stiff || p.singular) continue;
    for (const double error : {1e-4, 1e-7})
      EXPECT_EQ(advice_on(*p.dae, p.start, p.t_end, error).count, 0) << p.name << " " << error;
  }
}

}  // namespace
}  // namespace trammel::testing
