// FRICTION in motion: blocks that stick, and the limit cycle of a block on a belt against a solution
// with exact switching between rest and sliding.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "analysis/datasets.h"
#include "integrators/registry.h"

namespace trammel::analysis {
namespace {

std::vector<State> run(Loaded& model, const std::string& integrator, double error, double end,
                       int steps) {
  const InitialConditions& ic = model.assemble();
  EXPECT_TRUE(ic.ok()) << lines(ic.findings);
  RunSettings settings;
  settings.integrator = integrator;
  settings.options.error = error;
  settings.output_times = output_times(0, {end, steps, {}});
  std::vector<State> states;
  const RunReport report = model.session->run(
      Kind::dynamic, settings, [&](const system::System&, const State& s) { states.push_back(s); });
  EXPECT_EQ(report.status, Status::ok) << lines(report.findings);
  return states;
}

// 20 degrees, of 26.6 at which it would slide. The moments of this joint are nothing but rounding,
// which methods of index 3 enlarge where steps are short ("How fine", docs/theory/friction.md).
TEST(Friction, a_block_on_an_incline_creeps_less_than_a_micrometre_with_every_damped_integrator) {
  for (const IntegratorInfo& row : integrators()) {
    if (!row.is_stiff) continue;  // would follow them in any case
    Loaded model(ground + R"(
MARKER/102, PART = 1, REULER = 90D, 110D, 0
PART/2, MASS = 2, CM = 201, IP = 0.01, 0.01, 0.01, REULER = 90D, 110D, 0
MARKER/201, PART = 2
JOINT/1, TRANSLATIONAL, I = 201, J = 102
FRICTION/1, JOINT = 1, MU_STATIC = 0.5, MU_DYNAMIC = 0.4, FORMULATION = LUGRE
, STICTION_TRANSITION_VELOCITY = 1E-3, MAX_STICTION_DEFORMATION = 1E-7, INPUTS = REACTION_FORCE
ACCGRAV/KGRAV = -9.81
)");
    const std::vector<State> states = run(model, std::string(row.name), 1e-6, 10, 20);
    ASSERT_EQ(states.size(), 20u) << row.name;
    for (const State& state : states)
      EXPECT_LT(state.q.head<3>().norm(), 1e-6) << row.name << " at " << state.t;
  }
}

// A block of 1 kg lies on a belt that moves with u and is held by a spring; Coulomb's friction.
constexpr double k = 100, u = 0.1, N = 10, mu_s = 0.4, mu_d = 0.2, omega = 10;

// Arcs in closed form; where they end is found to rounding.
class CoulombBlock {
 public:
  // From one break-away to the next, and the largest excursion from where sliding balances.
  double period = 0, amplitude = 0;

  CoulombBlock() {
    double broke_away = 0;
    for (int cycle = 0; cycle < 3; ++cycle) {
      stick();
      period = t_ - broke_away;
      broke_away = t_;
      slip();
    }
  }

 private:
  void stick() {
    t_ += (mu_s * N / k - x_) / u;
    x_ = mu_s * N / k;
  }
  // Behind the belt, so that friction pulls forward, until the block is as fast as the belt.
  void slip() {
    const double centre = mu_d * N / k, c = x_ - centre, s = u / omega;
    const auto lag = [&](double tau) {
      return u - omega * (s * std::cos(omega * tau) - c * std::sin(omega * tau));
    };
    double before = 1e-3, after = 2 * std::acos(-1.0) / omega;
    for (double step = 1e-3; lag(before + step) > 0;) before += step;
    after = before + 1e-3;
    for (int halving = 0; halving < 60; ++halving) {
      const double middle = 0.5 * (before + after);
      (lag(middle) > 0 ? before : after) = middle;
    }
    amplitude = std::hypot(c, s);
    x_ = centre + c * std::cos(omega * before) + s * std::sin(omega * before);
    t_ += before;
    ASSERT_LT(std::abs(k * x_), mu_s * N) << "it would not stick";
  }

  double t_ = 0, x_ = 0;
};

struct Cycle {
  double period = 0, amplitude = 0;
};

// V = ε u. κ is the rate at which spring and belt load the bristles.
constexpr double kappa = k * u / (mu_s * N);
double deformation(double epsilon) {
  return std::pow(epsilon, 1.5) * epsilon * u / kappa;
}

Cycle simulated(const char* formulation, double epsilon) {
  Loaded model(ground + fmt::format(R"(
MARKER/102, PART = 1, REULER = 90D, 90D, 0
MARKER/103, PART = 1, QP = -5, 0, 0
PART/2, MASS = 1, CM = 200, IP = 1, 1, 1
MARKER/200, PART = 2, REULER = 90D, 90D, 0
JOINT/1, TRANSLATIONAL, I = 200, J = 102
MOTION/1, JOINT = 1, FUNCTION = {0} * TIME
PART/3, MASS = 1, CM = 300, IP = 1, 1, 1, VX = {0}
MARKER/300, PART = 3, REULER = 90D, 90D, 0
MARKER/301, PART = 3
JOINT/2, TRANSLATIONAL, I = 300, J = 200
FRICTION/1, JOINT = 2, MU_STATIC = {1}, MU_DYNAMIC = {2}, FORMULATION = {3}
, STICTION_TRANSITION_VELOCITY = {4}, MAX_STICTION_DEFORMATION = {5}
SPRINGDAMPER/1, TRANSLATION, I = 301, J = 103, K = {6}, LENGTH = 5
ACCGRAV/KGRAV = {7}
)",
                                    u, mu_s, mu_d, formulation, epsilon * u, deformation(epsilon),
                                    k, -N));
  const double centre = mu_d * N / k;
  Cycle cycle;
  double crossed = 0, previous_t = 0, previous_x = 0;
  for (const State& state : run(model, "gstiff-si2", 1e-5, 3, 600)) {
    const double x = state.q[7], v = state.v[6];
    if (std::abs(u - v) > 10 * epsilon * u && state.t > 1)
      cycle.amplitude = std::hypot(x - centre, v / omega);
    if (previous_x < centre && x >= centre) {  // while it sticks: a straight line
      const double t = state.t - (x - centre) / (x - previous_x) * (state.t - previous_t);
      cycle.period = t - crossed;
      crossed = t;
    }
    previous_t = state.t;
    previous_x = x;
  }
  return cycle;
}

// Regularised friction falls only when the block lags by V. Until then the spring goes on with the
// belt, for √(2 V m/(k u)), and breaks away beyond X = (μ_s − μ_d) N/k by this part of it:
double late(double epsilon, double X) {
  return u * std::sqrt(2 * epsilon) / (omega * X);
}
// Bristles of LUGRE creep, and their friction can fall before it has reached μ_s N, by this part.
double early(double epsilon, double X) {
  const double falling = 1.5 * std::sqrt(3 * (1 - mu_d / mu_s)) * std::pow(epsilon, 1.5);
  return mu_s * N / k / X * std::pow(falling, 2.0 / 3);
}

TEST(Friction, stick_slip_on_a_belt_has_the_limit_cycle_of_an_event_driven_solution) {
  const CoulombBlock coulomb;
  const double X = (mu_s - mu_d) * N / k, epsilon = 2.5e-3;
  const double p = std::asin(1.0) * 2;
  EXPECT_NEAR(coulomb.period, 2 * X / u + 2 * (p - std::atan(X * omega / u)) / omega, 1e-12);

  // A change of X by the part δ changes the amplitude √(X² + u²/ω²) and the period by these parts.
  const double amplitude_by = X * X / (coulomb.amplitude * coulomb.amplitude);
  const double period_by = 2 * X / (u * coulomb.period) * amplitude_by;

  // ORIGINAL is late by just that; what is neglected is of the next order, ε.
  const Cycle original = simulated("ORIGINAL", epsilon);
  const double delta = late(epsilon, X);
  EXPECT_NEAR(original.amplitude / coulomb.amplitude - 1, amplitude_by * delta, epsilon);
  EXPECT_NEAR(original.period / coulomb.period - 1, period_by * delta, epsilon);

  // LUGRE is both, in parts.
  const Cycle lugre = simulated("LUGRE", epsilon);
  const double least = -early(epsilon, X), most = late(epsilon, X);
  EXPECT_GT(lugre.amplitude / coulomb.amplitude - 1, amplitude_by * least);
  EXPECT_LT(lugre.amplitude / coulomb.amplitude - 1, amplitude_by * most);
  EXPECT_GT(lugre.period / coulomb.period - 1, period_by * least);
  EXPECT_LT(lugre.period / coulomb.period - 1, period_by * most);
  RecordProperty("lugre", fmt::format("amplitude {:+.2e}, period {:+.2e}",
                                      lugre.amplitude / coulomb.amplitude - 1,
                                      lugre.period / coulomb.period - 1));
}

}  // namespace
}  // namespace trammel::analysis
