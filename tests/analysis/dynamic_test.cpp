// Dynamic and kinematic runs: output times, redundant constraints on the way, interruption.
// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/dynamic.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>

#include "analysis/datasets.h"
#include "analysis/kinematic.h"

namespace trammel::analysis {
namespace {

using ::testing::HasSubstr;

constexpr double pi = 3.14159265358979323846;

struct Ran {
  RunReport report;
  std::vector<State> states;
  double violation = 0;
};

Ran run(Loaded& model, Kind kind, double end, int steps, double error = 1e-6,
        std::function<bool()> stop = {}) {
  const InitialConditions& ic = model.assemble();
  EXPECT_TRUE(ic.ok()) << lines(ic.findings);
  RunSettings settings;
  settings.options.error = error;
  settings.output_times = output_times(0, {end, steps, {}});
  settings.stop_requested = std::move(stop);
  Ran ran;
  ran.report = model.session->run(kind, settings, [&](const system::System&, const State& s) {
    ran.states.push_back(s);
    ran.violation = std::max(ran.violation, dropped_violation(model.session->state(), s));
  });
  return ran;
}

TEST(Dynamic, four_bar_on_four_revolutes_keeps_its_plane_and_its_loop) {
  Loaded model(FourBar{}.text());
  const Ran ran = run(model, Kind::dynamic, 2, 40);
  EXPECT_EQ(ran.report.status, Status::ok) << lines(ran.report.findings);
  ASSERT_EQ(ran.states.size(), 40u);
  EXPECT_EQ(ran.states.back().t, 2);
  EXPECT_LT(ran.violation, 1e-9);
  EXPECT_GT(ran.report.statistics.steps, 0);
}

TEST(Dynamic, a_constraint_without_a_slope_is_named_when_it_fails) {
  for (const char* function : {"DM(200, 101)", "DX(200, 101)**2"}) {
    Loaded model(ground + "POINT_MASS/2, MASS = 1, CM = 200, VX = 1\n" +
                 "MARKER/200, POINT_MASS = 2\nGCON/1, I = 200, FUNCTION = " + function + "\n");
    const Ran ran = run(model, Kind::dynamic, 1, 10);
    EXPECT_EQ(ran.report.status, Status::failed);
    EXPECT_THAT(lines(ran.report.findings), HasSubstr("error: GCON/1: at time ")) << function;
    EXPECT_THAT(lines(ran.report.findings), HasSubstr("no slope")) << function;
  }
}

TEST(Dynamic, stops_when_asked) {
  Loaded model(FourBar{}.text());
  int asked = 0;
  const Ran ran = run(model, Kind::dynamic, 2, 40, 1e-6, [&] { return ++asked > 20; });
  EXPECT_EQ(ran.report.status, Status::interrupted);
  EXPECT_LT(ran.states.size(), 40u);
  EXPECT_LT(ran.report.time, 2);
  EXPECT_GT(ran.report.time, 0);
}

// Pulses much shorter than the steps on both sides of them: 1e4 N for 0.02 s on 2 kg, and a velocity of
// 100 for 0.01 s.
TEST(Dynamic, steps_to_jumps_of_functions_of_time_instead_of_over_them) {
  Loaded force(ground + R"(
PART/2, MASS = 2, CM = 200
MARKER/200, PART = 2
JOINT/1, TRANSLATIONAL, I = 200, J = 101
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I = 200, J = 101,
, FUNCTION = IF(TIME - 5: 0, 1E4, IF(TIME - 5.02: 1E4, 0, 0))
)");
  const Ran pushed = run(force, Kind::dynamic, 10, 10);
  ASSERT_EQ(pushed.states.size(), 10U);
  EXPECT_NEAR(pushed.states.back().v[2], 100, 1e-6);
  EXPECT_NEAR(pushed.states.back().q[2], 0.5 * 5000 * 0.02 * 0.02 + 100 * 4.98, 1e-4);
  EXPECT_EQ(pushed.states[4].t, 5);

  Loaded motion(ground + R"(
PART/2, MASS = 2, CM = 200, IP = 1, 1, 1
MARKER/200, PART = 2
JOINT/1, REVOLUTE, I = 200, J = 101
MOTION/1, ROTATION, JOINT = 1, VELOCITY, FUNCTION = IF(TIME - 5: 0, 100, IF(TIME - 5.01: 100, 0, 0))
)");
  const Ran turned = run(motion, Kind::dynamic, 10, 10);
  ASSERT_EQ(turned.states.size(), 10U) << lines(turned.report.findings);
  EXPECT_NEAR(2 * std::atan2(turned.states.back().q[6], turned.states.back().q[3]), 1, 1e-6);
}

TEST(Dynamic, a_force_that_loses_its_value_is_named_with_its_time) {
  Loaded model(ground + R"(
PART/2, MASS = 1, CM = 200, IP = 1, 1, 1
MARKER/200, PART = 2
SFORCE/7, TRANSLATIONAL, ACTIONONLY, I = 200, J = 101, FUNCTION = SQRT(1 - TIME)
)");
  const Ran ran = run(model, Kind::dynamic, 2, 20);
  EXPECT_EQ(ran.report.status, Status::failed);
  EXPECT_NEAR(ran.report.time, 1, 1e-3);
  EXPECT_EQ(ran.states.size(), 9u) << "outputs before the failure";
  EXPECT_THAT(lines(ran.report.findings), HasSubstr("SFORCE/7"));
  EXPECT_THAT(lines(ran.report.findings), HasSubstr("at time 1 with step"));
}

// A parallelogram of three cranks, flat along x: the cranks can leave this pose in several ways.
TEST(Dynamic, a_start_in_a_singular_pose) {
  Loaded model(ground + R"(
MARKER/102, PART = 1, QP = 2, 0, 0
PART/2, MASS = 1, CM = 200, IP = 0.1, 0.1, 0.1, WZ = 2
MARKER/200, PART = 2, QP = 0.5, 0, 0
MARKER/201, PART = 2
MARKER/202, PART = 2, QP = 1, 0, 0
PART/3, MASS = 1, CM = 300, IP = 0.1, 0.1, 0.1, QG = 1, 0, 0
MARKER/300, PART = 3, QP = 1, 0, 0
MARKER/302, PART = 3
MARKER/303, PART = 3, QP = 2, 0, 0
PART/4, MASS = 1, CM = 400, IP = 0.1, 0.1, 0.1, QG = 2, 0, 0, WZ = 2
MARKER/400, PART = 4, QP = 0.5, 0, 0
MARKER/401, PART = 4
MARKER/403, PART = 4, QP = 1, 0, 0
JOINT/1, REVOLUTE, I = 201, J = 101
JOINT/2, SPHERICAL, I = 302, J = 202
JPRIM/1, INLINE, I = 303, J = 403
JPRIM/2, PARALLEL_AXES, I = 303, J = 403
JOINT/4, REVOLUTE, I = 401, J = 102
)");
  const InitialConditions& ic = model.assemble();
  ASSERT_TRUE(ic.ok()) << lines(ic.findings);
  EXPECT_FALSE(ic.only_here.empty());
  EXPECT_EQ(ic.degrees_of_freedom, 1);
  EXPECT_THAT(lines(ic.findings), HasSubstr("singular position"));
  const Ran ran = run(model, Kind::dynamic, 0.5, 10);
  EXPECT_EQ(ran.report.status, Status::ok) << lines(ran.report.findings);
  EXPECT_LT(violation(model.session->state()), 1e-9);
}

TEST(Kinematic, slider_crank_follows_the_closed_form) {
  Loaded model(ground + R"(
MARKER/102, PART = 1, REULER = 90D, 90D, 0
PART/2, MASS = 1, CM = 200, IP = 1, 1, 1
MARKER/200, PART = 2
MARKER/202, PART = 2, QP = 1, 0, 0
PART/3, MASS = 1, CM = 300, IP = 1, 1, 1, QG = 1, 0, 0
MARKER/300, PART = 3
MARKER/303, PART = 3, QP = 3, 0, 0
PART/4, MASS = 2, CM = 400, IP = 1, 1, 1, QG = 4, 0, 0
MARKER/400, PART = 4
MARKER/401, PART = 4, REULER = 90D, 90D, 0
JOINT/1, REVOLUTE, I = 200, J = 101
JOINT/2, REVOLUTE, I = 300, J = 202
JPRIM/1, INLINE, I = 303, J = 400
JOINT/3, TRANSLATIONAL, I = 401, J = 102
MOTION/1, JOINT = 1, FUNCTION = 2*PI*TIME
)");
  EXPECT_EQ(model.assemble().degrees_of_freedom, 0);
  EXPECT_EQ(model.session->automatic_kind(), Kind::kinematic);
  const Ran ran = run(model, Kind::kinematic, 3, 17);
  ASSERT_EQ(ran.report.status, Status::ok) << lines(ran.report.findings);
  ASSERT_EQ(ran.states.size(), 17u);
  const int slider = model.session->equations().skeleton.bodies[2].q;
  for (const State& s : ran.states) {
    const double angle = 2 * pi * s.t, sine = std::sin(angle), cosine = std::cos(angle);
    const double root = std::sqrt(9 - sine * sine);
    EXPECT_NEAR(s.q[slider], cosine + root, 1e-9) << s.t;
    EXPECT_NEAR(s.v[12], 2 * pi * (-sine - sine * cosine / root), 1e-8) << s.t;
  }
}

TEST(Kinematic, beyond_its_reach_the_time_is_named) {
  Loaded model(ground + R"(
PART/2, MASS = 1, CM = 200, IP = 1, 1, 1, QG = 1, 0, 0
MARKER/200, PART = 2
MARKER/201, PART = 2, QP = -1, 0, 0
JOINT/1, REVOLUTE, I = 201, J = 101
MOTION/1, I = 200, J = 101, Y, FUNCTION = TIME
)");
  const Ran ran = run(model, Kind::kinematic, 2, 20);
  EXPECT_EQ(ran.report.status, Status::failed);
  EXPECT_NEAR(ran.report.time, 1, 0.06);
  EXPECT_THAT(lines(ran.report.findings), HasSubstr("at time 1"));
  for (const State& s : ran.states) EXPECT_TRUE(s.q.allFinite() && s.a.allFinite());
}

TEST(Kinematic, many_turns_between_outputs) {
  Loaded model(ground + R"(
PART/2, MASS = 1, CM = 200, IP = 1, 1, 1
MARKER/200, PART = 2
JOINT/1, REVOLUTE, I = 200, J = 101
MOTION/1, JOINT = 1, FUNCTION = 100*TIME**2
REQUEST/1, F1 = AZ(200, 101)
)");
  const Ran ran = run(model, Kind::kinematic, 2, 2);
  ASSERT_EQ(ran.report.status, Status::ok) << lines(ran.report.findings);
  std::vector<double> values(8);
  ASSERT_TRUE(model.session->state().system->requests(ran.states.back(), values));
  EXPECT_NEAR(values[0], 400, 1e-9);
}

// The spring turns over at zero length: with few outputs and steps that are long beside its period a
// corrector can land on the mirror image.
TEST(Dynamic, stiff_spring_keeps_its_side_and_its_length) {
  for (const double k : {1e6, 1e8, 1e10, 1e11, 1e12, 1e15}) {
    SCOPED_TRACE(k);
    Loaded model(
        fmt::format("PART/1, GROUND\nMARKER/101, PART = 1\nACCGRAV/JGRAV = -9.81\n"
                    "PART/2, MASS = 1, CM = 201, IP = 1, 1, 1, QG = 0, -1, 0\n"
                    "MARKER/201, PART = 2\n"
                    "SPRINGDAMPER/1, TRANSLATION, I = 201, J = 101, K = {}, LENGTH = 1\n"
                    "END\n",
                    k));
    const Ran ran = run(model, Kind::dynamic, 1, 10, 1e-5);
    ASSERT_EQ(ran.report.status, Status::ok) << lines(ran.report.findings);
    for (const State& s : ran.states) EXPECT_NEAR(s.q[1], -1 - 9.81 / k, 1.1 * 9.81 / k + 1e-15);
  }
}

TEST(Dynamic, force_without_a_solution_stops_the_run_soon) {
  Loaded model(
      "PART/1, GROUND\nMARKER/101, PART = 1\n"
      "PART/2, MASS = 1, CM = 201, IP = 0.1, 0.1, 0.1\nMARKER/201, PART = 2\n"
      "JOINT/1, REVOLUTE, I = 201, J = 101\n"
      "SFORCE/1, ROTATION, I = 201, J = 101, FUNCTION = IF(TIME - 0.5: 0.01, 0.01,\n"
      ", IF(WDTZ(201, 101, 101): 1, 1, -1))\n");
  const Ran ran = run(model, Kind::dynamic, 1, 10, 1e-5);
  EXPECT_EQ(ran.report.status, Status::failed);
  EXPECT_NEAR(ran.report.time, 0.5, 0.01);
  EXPECT_LT(ran.report.statistics.steps, 100000);
  EXPECT_THAT(lines(ran.report.findings), HasSubstr("SFORCE/1"));
}

// Far from balance a stiff spring has a geometric stiffness that is not there at the solution: a
// corrector that believes in it lets the pendulum gain energy. Against a rigid pendulum, to which it
// converges with ERROR.
TEST(Dynamic, pendulum_on_a_stiff_spring_swings_like_a_rigid_one) {
  for (const double k : {1e8, 1e10, 1e12, 1e13})
    for (const double error : {1e-5, 1e-6, 1e-7}) {
      SCOPED_TRACE(fmt::format("K {} ERROR {}", k, error));
      Loaded model(
          fmt::format("PART/1, GROUND\nMARKER/101, PART = 1\nACCGRAV/JGRAV = -9.81\n"
                      "POINT_MASS/2, MASS = 1, CM = 201, QG = 1, 0, 0\n"
                      "MARKER/201, POINT_MASS = 2\n"
                      "SPRINGDAMPER/1, TRANSLATION, I = 201, J = 101, K = {}, C = 10, LENGTH = 1\n",
                      k));
      const Ran ran = run(model, Kind::dynamic, 1.5, 30, error);
      ASSERT_EQ(ran.report.status, Status::ok) << lines(ran.report.findings);
      const double scale = std::pow(error, 2.0 / 3);
      EXPECT_NEAR(ran.states.back().q[0], -0.8841323603, 17 * scale);  // measured: up to 8.5
      EXPECT_NEAR(ran.states.back().q[1], -0.4672365241, 33 * scale);  // 16.1
    }
}

}  // namespace
}  // namespace trammel::analysis
