// Other ways to an equilibrium: the funnel, and a motion that settles.
// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/settling.h"

#include <gmock/gmock.h>

#include <numbers>
#include <random>

#include "analysis/equilibrium.h"
#include "analysis/settled.h"
#include "analysis/stopped_clock.h"

namespace trammel::analysis {
namespace {

using std::numbers::pi;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// A mechanism with motions that depend on time, a constraint by a function, a damper and a state.
const std::string moving = FourBar{.extra = R"(
MOTION/1, ROTATIONAL, JOINT = 1, FUNCTION = 90D + 0.3*SIN(5*TIME)
PART/5, MASS = 2, CM = 500, IP = 1, 2, 3, QG = 0, 0, 1, VX = 0.3
MARKER/500, PART = 5
GCON/1, FUNCTION = DX(500, 101) - 0.5*TIME**2*DY(500, 101) - 0.2*TIME
SPRINGDAMPER/1, TRANSLATION, I = 500, J = 403, K = 20, C = 3, LENGTH = 1
DIFF/1, IC = 0.3, FUNCTION = DZ(500, 101) - DIF(1)*TIME
)"}
                               .text();

// Along q(h) = retract(q, h v + ½h²a), v(h) = v + h a: c₁ is the rate of c₀ and c₂ that of c₁, of a time that does
// not count. Differences are central.
TEST(StoppedClock, rates_of_constraints_are_those_of_the_motion_alone) {
  Loaded model(moving);
  ASSERT_TRUE(model.assemble().ok()) << lines(model.session->state().findings);
  const StoppedClock clock(*model.session->state().system, 0.7);
  State s = model.session->state().state;
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  for (Vector* x : {&s.v, &s.a})
    for (double& value : *x) value = normal(random);
  const auto at = [&](double h) {
    State moved = s;
    moved.t = 2 + h;
    clock.retract(s.q, h * s.v + 0.5 * h * h * s.a, moved.q);
    moved.v = s.v + h * s.a;
    Values values = make_values(clock.layout());
    EXPECT_EQ(clock.evaluate(moved, Ask::position | Ask::velocity | Ask::acceleration, values),
              Outcome::ok);
    return values;
  };
  const double h = 1e-4;
  const Values here = at(0), before = at(-h), after = at(h);
  EXPECT_LT((here.c1 - (after.c0 - before.c0) / (2 * h)).cwiseAbs().maxCoeff(), 1e-6);
  EXPECT_LT((here.c2 - (after.c1 - before.c1) / (2 * h)).cwiseAbs().maxCoeff(), 1e-6);
}

// C and Gq against differences; without damping, forces are those of the system.
TEST(StoppedClock, derivatives_are_those_of_its_values) {
  Loaded model(moving);
  ASSERT_TRUE(model.assemble().ok());
  const system::System& system = *model.session->state().system;
  StoppedClock clock(system, 0.7);
  clock.set_damping(2.5);
  State s = model.session->state().state;
  std::mt19937 random(4);
  std::normal_distribution<double> normal;
  for (double& value : s.v) value = normal(random);
  Blocks blocks = make_blocks(clock);
  ASSERT_EQ(clock.linearise(s, mask(Block::C) | mask(Block::Gq), blocks), Outcome::ok);
  const auto differences = [&](const auto& move, const auto& field) {
    const double h = 1e-5;
    Matrix result(field(make_values(clock.layout())).size(), clock.layout().n);
    for (int j = 0; j < clock.layout().n; ++j) {
      Values values[2] = {make_values(clock.layout()), make_values(clock.layout())};
      for (const int side : {0, 1}) {
        State moved = s;
        move(moved, j, side == 0 ? -h : h);
        EXPECT_EQ(clock.evaluate(moved, Ask::forces | Ask::velocity, values[side]), Outcome::ok);
      }
      result.col(j) = (field(values[1]) - field(values[0])) / (2 * h);
    }
    return result;
  };
  const Matrix by_velocity = differences([](State& x, int j, double h) { x.v[j] += h; },
                                         [](const Values& v) { return v.action; });
  EXPECT_LT((blocks[Block::C].dense() + by_velocity).cwiseAbs().maxCoeff(), 1e-6);
  const Matrix by_position =
      differences([&](State& x, int j,
                      double h) { clock.retract(s.q, h * Vector::Unit(clock.layout().n, j), x.q); },
                  [](const Values& v) { return v.c1; });
  EXPECT_LT((blocks[Block::Gq].dense() - by_position).cwiseAbs().maxCoeff(), 1e-6);
}

TEST(Funnel, goes_from_lax_to_strict_by_tenths) {
  model::EquilibriumSettings given;
  given.alimit = 0.05;
  const auto stages = funnel_stages(given);
  ASSERT_EQ(stages.size(), 6U);
  for (std::size_t k = 0; k < 6; ++k) {
    const double lax = std::pow(10.0, 5 - double(k));
    EXPECT_NEAR(stages[k].stability, 1e-5 * lax, 1e-12);
    EXPECT_NEAR(stages[k].error, 1e-4 * lax, 1e-9);
    EXPECT_NEAR(stages[k].imbalance, 1e-4 * lax, 1e-9);
    EXPECT_EQ(stages[k].maxit, 250);
    EXPECT_EQ(stages[k].alimit, 0.05);
  }
  given.stability = 5;
  given.maxit = 1000;
  EXPECT_EQ(funnel_stages(given).size(), 2U);
  EXPECT_EQ(funnel_stages(given).front().stability, 50);
  EXPECT_EQ(funnel_stages(given).back().maxit, 1000);
  given.stability = 0;
  EXPECT_EQ(funnel_stages(given).back().stability, 0);
}

// Every one ends hanging, to round-off; where the funnel itself does not end there, that is said. It does so
// more often than Newton with the usual settings.
TEST(Funnel, finds_how_chains_hang) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> angle(-pi, pi);
  int by_funnel = 0, by_newton = 0;
  for (int k = 0; k < 10; ++k) {
    std::vector<double> angles(4);
    for (double& a : angles) a = angle(random);
    const Settled run("EQUILIBRIUM/FUNNEL\n" + chain(angles) + end_of(4));
    ASSERT_EQ(run.report.status, Status::ok) << lines(run.findings);
    EXPECT_NEAR(run.results.at(0)[2], -4, 1e-9);
    by_funnel += run.findings.empty();
    by_newton += Settled(chain(angles) + end_of(4)).findings.empty();
    if (run.findings.empty())
      EXPECT_THAT(run.report.notes, Contains(HasSubstr("in 6 stages")));
    else
      EXPECT_THAT(lines(run.findings), HasSubstr("the funnel "));
  }
  EXPECT_GT(by_funnel, by_newton);
}

TEST(Funnel, says_in_which_stage_it_ended) {
  const Settled run(ground + R"(
EQUILIBRIUM/FUNNEL
PART/2, MASS = 2, CM = 201, IP = 1, 1, 1
MARKER/201, PART = 2
JOINT/1, TRANSLATIONAL, I = 201, J = 101
ACCGRAV/KGRAV = -9.81
)");
  EXPECT_EQ(run.report.status, Status::failed);
  EXPECT_THAT(lines(run.findings), HasSubstr("the funnel ended in stage 1 of 6"));
}

const std::string dynamic = "EQUILIBRIUM/DYNAMIC\n";

TEST(Settling, chains_come_to_rest_hanging) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> angle(-pi, pi);
  for (const char* settings : {"EQUILIBRIUM/DYNAMIC\n", "EQUILIBRIUM/DYNAMIC, GLOBAL_DAMPING = 3\n",
                               "EQUILIBRIUM/DYNAMIC\nINTEGRATOR/GSTIFF\n"}) {
    std::vector<double> angles(3);
    for (double& a : angles) a = angle(random);
    const Settled run(settings + chain(angles) + end_of(3));
    ASSERT_EQ(run.report.status, Status::ok) << settings << lines(run.findings);
    EXPECT_THAT(run.findings, IsEmpty()) << lines(run.findings);
    EXPECT_NEAR(run.results.at(0)[1], 0, 1e-9);
    EXPECT_NEAR(run.results.at(0)[2], -3, 1e-9);
    EXPECT_THAT(run.report.notes, Contains(HasSubstr("The model settled within")));
    EXPECT_EQ(run.report.time, 0);
  }
}

TEST(Settling, leaves_an_unstable_equilibrium_where_it_starts) {
  const Settled run(dynamic + chain({pi / 2, pi / 2}) + end_of(2));
  ASSERT_EQ(run.report.status, Status::ok) << lines(run.findings);
  EXPECT_NEAR(run.results.at(0)[2], -2, 1e-9);
}

// Of two wells the motion ends in the one below which it starts; the force of the spring is cubic.
TEST(Settling, ends_in_the_well_in_which_it_starts) {
  for (const double start : {0.3, -0.3}) {
    const Settled run(dynamic + ground +
                      fmt::format(R"(
PART/2, MASS = 2, CM = 201, IP = 1, 1, 1, QG = 0, 0, {}
MARKER/201, PART = 2
JOINT/1, TRANSLATIONAL, I = 201, J = 101
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I = 201, J = 101
, FUNCTION = 40*DZ(201, 101) - 40*DZ(201, 101)**3
REQUEST/1, DISPLACEMENT, I = 201, J = 101
)",
                                  start));
    ASSERT_EQ(run.report.status, Status::ok) << lines(run.findings);
    EXPECT_NEAR(run.results.at(0)[3], start > 0 ? 1 : -1, 1e-9);
  }
}

// A pendulum on a pivot that MOTION moves: at each output time it hangs below, whatever the speed.
TEST(Settling, follows_a_motion_from_equilibrium_to_equilibrium) {
  const Settled run(dynamic + ground + R"(
ACCGRAV/JGRAV = -9.81
MARKER/102, PART = 1, REULER = 90D, 90D, 0
PART/2, MASS = 1, CM = 201, IP = 1, 1, 1
MARKER/201, PART = 2, REULER = 90D, 90D, 0
MARKER/202, PART = 2
JOINT/1, TRANSLATIONAL, I = 201, J = 102
MOTION/1, TRANSLATIONAL, JOINT = 1, FUNCTION = 3*TIME + TIME**2
PART/3, MASS = 1, CM = 301, IP = 1, 1, 1, REULER = 30D, 0, 0
MARKER/301, PART = 3, QP = 0, -1, 0
MARKER/302, PART = 3
JOINT/2, REVOLUTE, I = 302, J = 202
REQUEST/1, DISPLACEMENT, I = 301, J = 101
)",
                    {1, 2});
  ASSERT_EQ(run.report.status, Status::ok) << lines(run.findings);
  ASSERT_EQ(run.results.size(), 3U);
  for (std::size_t k = 0; k < 3; ++k) {
    const double t = double(k);
    EXPECT_NEAR(run.results[k][1], 3 * t + t * t, 1e-9);
    EXPECT_NEAR(run.results[k][2], -1, 1e-9);
  }
}

const std::string falling = ground + R"(
PART/2, MASS = 2, CM = 201, IP = 1, 1, 1
MARKER/201, PART = 2
JOINT/1, TRANSLATIONAL, I = 201, J = 101
ACCGRAV/KGRAV = -9.81
)";

TEST(Settling, says_what_has_not_settled) {
  const Settled run("EQUILIBRIUM/DYNAMIC, SETTLING_TIME = 5\n" + falling);
  EXPECT_EQ(run.report.status, Status::failed);
  EXPECT_THAT(lines(run.findings), HasSubstr("has not settled within 5 units of time"));
  EXPECT_THAT(lines(run.findings), HasSubstr("PART/2: z accelerates by 9.81"));
  EXPECT_THAT(lines(run.findings), HasSubstr("longer SETTLING_TIME"));
}

TEST(Settling, is_the_last_way_of_the_advanced_method) {
  const Settled run("EQUILIBRIUM/METHOD = ADVANCED, SETTLING_TIME = 5\n" + falling);
  EXPECT_EQ(run.report.status, Status::failed);
  EXPECT_THAT(lines(run.findings), HasSubstr("has not settled"));
}

TEST(Settling, knows_its_tolerances_by_two_names) {
  const Loaded model(ground + "EQUILIBRIUM/DYNAMIC, ATOL = 1E-5, KETOL = 1E-7\n");
  EXPECT_EQ(model.reading.model.equilibrium.acceleration_error, 1e-5);
  EXPECT_EQ(model.reading.model.equilibrium.kinetic_energy_error, 1e-7);
}

TEST(Settling, can_be_interrupted) {
  Loaded model(dynamic + chain({1, 2}));
  ASSERT_TRUE(model.assemble().ok());
  Findings findings;
  RunSettings settings = run_settings(model.reading.model, {}, findings);
  int asked = 0;
  settings.stop_requested = [&] { return ++asked > 10; };
  const RunReport report =
      model.session->run(Kind::statics, settings, [](const system::System&, const State&) {});
  EXPECT_EQ(report.status, Status::interrupted);
}

}  // namespace
}  // namespace trammel::analysis
