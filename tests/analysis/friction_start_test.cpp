// How bristles of FRICTION stand where a motion begins: loads are carried from the first moment on.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>
#include <vector>

#include "analysis/bristles.h"
#include "analysis/datasets.h"
#include "analysis/self_locking.h"

namespace trammel::analysis {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr double g = 9.81;

// The state in which a dynamic simulation begins.
State start_of(Loaded& model) {
  const InitialConditions& ic = model.assemble();
  EXPECT_TRUE(ic.ok()) << lines(ic.findings);
  model.session->prepare(Kind::dynamic);
  return model.session->state().state;
}

State end_of(Loaded& model, double end, double error = 1e-6) {
  start_of(model);
  RunSettings settings;
  settings.integrator = "hht-i3";
  settings.options.error = error;
  settings.output_times = output_times(0, {end, 20, {}});
  State last;
  const RunReport report = model.session->run(
      Kind::dynamic, settings, [&](const system::System&, const State& s) { last = s; });
  EXPECT_EQ(report.status, Status::ok) << lines(report.findings);
  return last;
}

// A block of 2 kg, the friction with its default deformation of 1 cm unless told otherwise.
std::string block_on_an_incline(double degrees, const std::string& friction,
                                const std::string& joint = "TRANSLATIONAL") {
  return ground + fmt::format(R"(
MARKER/102, PART = 1, REULER = 90D, {0}D, 0
PART/2, MASS = 2, CM = 201, IP = 0.01, 0.01, 0.01, REULER = 90D, {0}D, 0
MARKER/201, PART = 2
JOINT/1, {2}, I = 201, J = 102
FRICTION/1, JOINT = 1, MU_STATIC = 0.5, MU_DYNAMIC = 0.4, {1}
ACCGRAV/KGRAV = {3}
)",
                              90 + degrees, friction, joint, -g);
}

TEST(FrictionAtTheStart, a_resting_block_does_not_move_at_all) {
  for (const char* form : {"LUGRE", "ORIGINAL"})
    for (const double deformation : {1e-7, 1e-4, 1e-2}) {
      Loaded model(block_on_an_incline(
          20, fmt::format("FORMULATION = {}, MAX_STICTION_DEFORMATION = {}", form, deformation)));
      const State start = start_of(model);
      EXPECT_LT(start.a.norm(), 1e-10 * g) << form;
      const double held = std::tan(20 * std::acos(-1.0) / 180) / 0.5;
      EXPECT_NEAR(std::abs(start.x[0]), held, 1e-12) << form;
      const State end = end_of(model, 10);
      EXPECT_LT(end.q.head<3>().norm(), 1e-9) << form << ' ' << deformation;
    }
}

TEST(FrictionAtTheStart, a_block_too_steep_breaks_away_with_static_friction) {
  Loaded model(block_on_an_incline(40, "FORMULATION = LUGRE, INPUTS = REACTION_FORCE"));
  const State start = start_of(model);
  const double alpha = 40 * std::acos(-1.0) / 180;
  EXPECT_NEAR(std::abs(start.x[0]), 1, 1e-12);
  EXPECT_NEAR(start.a.head<3>().norm(), g * (std::sin(alpha) - 0.5 * std::cos(alpha)), 1e-9);
}

// Sliding begins with the friction of its velocity, not with none.
TEST(FrictionAtTheStart, a_sliding_block_is_braked_from_the_first_moment) {
  for (const double v : {0.05, 0.12, 3.0}) {
    Loaded model(block_on_an_incline(0, "FORMULATION = LUGRE, INPUTS = REACTION_FORCE",
                                     fmt::format("TRANSLATIONAL, ICTRAN = 0, {}", v)));
    const State start = start_of(model);
    const double mu = 0.4 + 0.1 * std::exp(-v * v / 0.01);
    EXPECT_NEAR(start.a.head<3>().norm(), mu * g, 1e-8) << v;
    EXPECT_NEAR(start.x_dot[0], 0, 1e-8) << v;
  }
}

// A rod of 1 m and 1 kg that leans away from the joint: each joint must hold its weight.
TEST(FrictionAtTheStart, joints_of_every_kind_hold) {
  for (const char* joint : {"REVOLUTE", "CYLINDRICAL", "SPHERICAL", "UNIVERSAL", "HOOKE"}) {
    const std::string reuler = std::string(joint) == "UNIVERSAL" ? "90D, 90D, 0" : "0, 0, 0";
    Loaded model(ground + fmt::format(R"(
PART/2, MASS = 1, CM = 201, IP = 0.1, 0.2, 0.3
MARKER/201, PART = 2, QP = 0.3, 0.2, 0.1
MARKER/202, PART = 2, REULER = {1}
MARKER/102, PART = 1
JOINT/1, {0}, I = 202, J = 102
FRICTION/1, JOINT = 1, MU_STATIC = 0.9, MU_DYNAMIC = 0.4, FORMULATION = LUGRE
, PIN_RADIUS = 1, FRICTION_ARM = 1, BALL_RADIUS = 1, BENDING_REACTION_ARM = 1, INITIAL_OVERLAP = 1
ACCGRAV/IGRAV = 1, JGRAV = -5, KGRAV = 2
)",
                                      joint, reuler));
    const State start = start_of(model);
    EXPECT_LT(start.a.norm(), 1e-9) << joint;
    EXPECT_GT(start.x.norm(), 1e-3) << joint;
    EXPECT_LT(start.x.norm(), 1) << joint;
  }
}

// One freedom and four frictions: how they share the load is not determined by equilibrium.
TEST(FrictionAtTheStart, a_four_bar_with_friction_in_all_of_its_joints_holds) {
  FourBar four_bar;
  for (int k = 1; k <= 4; ++k)
    four_bar.extra += fmt::format(
        "FRICTION/{0}, JOINT = {0}, MU_STATIC = 0.9, MU_DYNAMIC = 0.5, FRICTION_TORQUE_PRELOAD = "
        "3\n",
        k);
  Loaded model(four_bar.text());
  const State start = start_of(model);
  EXPECT_LT(start.a.norm(), 1e-8);
  EXPECT_LT(start.x.cwiseAbs().maxCoeff(), 1);
}

// On a turntable with 2 rad/s, 0.3 m from its axis: the bristles pull inward with m ω² r.
TEST(FrictionAtTheStart, a_block_rides_on_a_turntable) {
  Loaded model(ground + R"(
PART/2, MASS = 1, CM = 200, IP = 1, 1, 1
MARKER/200, PART = 2
MARKER/202, PART = 2, REULER = 90D, 90D, 0
JOINT/1, REVOLUTE, I = 200, J = 101
MOTION/1, JOINT = 1, FUNCTION = 2 * TIME
PART/3, MASS = 1.5, CM = 300, IP = 1, 1, 1, QG = 0.3, 0, 0, VY = 0.6, WZ = 2
MARKER/300, PART = 3, REULER = 90D, 90D, 0
JOINT/2, TRANSLATIONAL, I = 300, J = 202
FRICTION/1, JOINT = 2, MU_STATIC = 0.5, MU_DYNAMIC = 0.4, INPUTS = REACTION_FORCE
ACCGRAV/KGRAV = -9.81
)");
  const State start = start_of(model);
  EXPECT_NEAR(start.a[6], -4 * 0.3, 1e-8);
  EXPECT_NEAR(std::abs(start.x[0]), 4 * 0.3 / (0.5 * g), 1e-8);
}

std::string jammed_slide(double overlap) {
  return ground + fmt::format(R"(
MARKER/102, PART = 1, REULER = 90D, 110D, 0
PART/2, MASS = 1, CM = 200, IP = 1, 1, 1, QG = 0, -0.1, 0
MARKER/200, PART = 2
MARKER/201, PART = 2, QP = 0, 0.1, 0, REULER = 90D, 110D, 0
JOINT/1, TRANSLATIONAL, I = 201, J = 102
FRICTION/1, JOINT = 1, MU_STATIC = 0.3, MU_DYNAMIC = 0.2, INITIAL_OVERLAP = {}
, INPUTS = REACTION_FORCE : BENDING_MOMENT
ACCGRAV/KGRAV = {}
)",
                              overlap, -g);
}

// A slide whose friction presses it against its guide: the more it carries, the more it can carry, so that it
// holds with a small part of s. With F = m g sin α: s = F/(μ_s (N + 2·0.1 F/X)).
TEST(FrictionAtTheStart, a_slide_that_jams_holds) {
  for (const double overlap : {1e-1, 1e-3, 1e-6}) {
    Loaded model(jammed_slide(overlap));
    const State start = start_of(model);
    const double alpha = 20 * std::acos(-1.0) / 180, F = g * std::sin(alpha),
                 s = F / (0.3 * (g * std::cos(alpha) + 0.2 * F / overlap));
    EXPECT_LT(start.a.norm(), 1e-7) << overlap;
    EXPECT_NEAR(std::abs(start.x[0]) / s, 1, 1e-7) << overlap;
  }
}

// Its friction multiplies every change of itself by 7/(1000 overlap): what an output makes of the velocities must
// not.
TEST(FrictionAtTheStart, a_slide_that_jams_stays_at_rest) {
  for (const double overlap : {1e-3, 1e-4, 1e-5}) {
    Loaded model(jammed_slide(overlap));
    const State last = end_of(model, 0.1);
    EXPECT_LT(last.a.norm(), 1e-4) << overlap;
    EXPECT_LT(last.v.norm(), 1e-9) << overlap;
  }
}

// (LOCK.1) with g = 2·0.1 μ_s s/X, which the start makes 1 − g = N/(N + 0.2 F/X).
TEST(SelfLocking, is_measured) {
  const double tangent = std::tan(20 * std::acos(-1.0) / 180);
  for (const double overlap : {1e-4, 1e-5, 1e-6}) {
    Loaded model(jammed_slide(overlap));
    State start = start_of(model);
    const system::System& system = *model.session->state().system;
    const auto locking = self_locking(system, start);
    ASSERT_TRUE(locking) << overlap;
    EXPECT_EQ(locking->label, "FRICTION/1");
    EXPECT_GT(locking->at.line, 0);
    const double A = 1 + 0.2 * tangent / overlap;
    EXPECT_NEAR(locking->share * A, 1, 1e-6) << overlap;
    Finding finding{model::Severity::error, "", {}, "at time 3", "shorten it"};
    explain_locking(finding, system, start, *find_integrator("hht-i3"));
    EXPECT_EQ(finding.text,
              fmt::format("at time 3; FRICTION/1 locks itself: it presses its own surfaces "
                          "together, which multiplies every change of it by {:.2g}",
                          A));
    EXPECT_THAT(finding.hint, HasSubstr("such a guide jams: lengthen INITIAL_OVERLAP"));
    EXPECT_THAT(finding.hint, Not(HasSubstr("in place of")));
    EXPECT_EQ(finding.at.line, locking->at.line);
    // With all of the bristles the gain is far beyond 1.
    start.x[0] /= std::abs(start.x[0]);
    const auto beyond = self_locking(system, start);
    ASSERT_TRUE(beyond);
    EXPECT_LT(beyond->share, 0);
    EXPECT_NEAR(beyond->share, 1 - 0.2 * 0.3 / overlap, 1e-6 / overlap);
    // Nothing holds it then.
    explain_locking(finding, system, start, *find_integrator("rkf45"));
    EXPECT_THAT(finding.hint, Not(HasSubstr("in place of")));
  }
}

RunReport run_with(Loaded& model, std::string_view integrator, double end) {
  start_of(model);
  RunSettings settings;
  settings.integrator = integrator;
  settings.output_times = output_times(0, {end, 20, {}});
  return model.session->run(Kind::dynamic, settings, [](const system::System&, const State&) {});
}

// What methods say that cannot start, or hardly advance; those that they name can.
TEST(SelfLocking, is_left_to_integrators_that_hold_it) {
  for (const auto& [name, overlap] :
       {std::pair{"rkf45", 1e-10}, {"abam", 1e-10}, {"tlismni-am3", 1e-6}}) {
    Loaded model(jammed_slide(overlap));
    const RunReport report = run_with(model, name, 0.1);
    EXPECT_EQ(report.status, Status::failed) << name;
    EXPECT_THAT(
        lines(report.findings),
        HasSubstr(fmt::format("take hht-i3 or gstiff-si2 in place of {}, which hold it", name)));
    for (const char* other : {"hht-i3", "gstiff-si2"}) {
      Loaded same(jammed_slide(overlap));
      EXPECT_EQ(run_with(same, other, 0.1).status, Status::ok) << other;
    }
  }
}

// While methods settle, velocities of 1e-10 decide accelerations of 3 m/s²: what is written is right, or nothing is.
TEST(SelfLocking, leaves_out_what_velocities_below_error_decide) {
  for (const char* name : {"hht-i3", "hht-si2", "newmark", "gstiff-i3"})
    for (const double overlap : {1e-10, 1e-4}) {
      Loaded model(jammed_slide(overlap));
      start_of(model);
      RunSettings settings;
      settings.integrator = name;
      settings.output_times = output_times(0, {1, 20, {}});
      int missing = 0;
      const RunReport report =
          model.session->run(Kind::dynamic, settings, [&](const system::System&, const State& s) {
            EXPECT_LT(s.v.norm(), 1e-8) << name;
            if (std::isnan(s.a.sum()) && std::isnan(s.lambda.sum())) return void(++missing);
            EXPECT_LT(s.a.norm(), 1e-4) << name << ' ' << overlap << " at " << s.t;
          });
      EXPECT_EQ(report.status, Status::ok) << lines(report.findings);
      const bool settles = overlap == 1e-10 && name != std::string("gstiff-i3");
      EXPECT_EQ(missing > 0, settles) << name << ' ' << overlap;
      const auto says_so = HasSubstr(
          "accelerations and reactions have no value: FRICTION/1 locks itself, and velocities far "
          "below ERROR decide them | their fields are empty there");
      if (settles)
        EXPECT_THAT(lines(report.findings), says_so);
      else
        EXPECT_THAT(lines(report.findings), Not(says_so));
    }
}

// What a step may be wrong is a matter of each coordinate: a part that is far away excuses no other.
TEST(SelfLocking, is_judged_by_the_coordinates_that_it_moves) {
  Loaded model(jammed_slide(1e-10) + R"(
PART/9, MASS = 1, CM = 900, IP = 1, 1, 1, QG = 1E5, 0, 0
MARKER/900, PART = 9
MARKER/109, PART = 1, QP = 1E5, 0, 0
JOINT/9, FIXED, I = 900, J = 109
)");
  start_of(model);
  RunSettings settings;
  settings.output_times = output_times(0, {1, 20, {}});
  int missing = 0;
  const auto count = [&](const system::System&, const State& s) {
    missing += std::isnan(s.a.sum());
  };
  const RunReport report = model.session->run(Kind::dynamic, settings, count);
  EXPECT_EQ(report.status, Status::ok) << lines(report.findings);
  EXPECT_GT(missing, 0);
}

TEST(SelfLocking, is_not_told_of_guides_that_are_long_enough) {
  Loaded model(jammed_slide(0.1));
  const State start = start_of(model);
  const system::System& system = *model.session->state().system;
  EXPECT_FALSE(self_locking(system, start));
  Finding finding{model::Severity::error, "", {}, "at time 3", "shorten it"};
  explain_locking(finding, system, start, *find_integrator("rkf45"));
  EXPECT_EQ(finding.text, "at time 3");
  EXPECT_EQ(finding.hint, "shorten it");
}

// The plank is pulled too hard, the block on it is not: it rides along.
TEST(FrictionAtTheStart, what_cannot_hold_breaks_away_and_the_rest_holds) {
  Loaded model(ground + R"(
MARKER/102, PART = 1, REULER = 90D, 90D, 0
PART/2, MASS = 1, CM = 200, IP = 1, 1, 1
MARKER/200, PART = 2, REULER = 90D, 90D, 0
JOINT/1, TRANSLATIONAL, I = 200, J = 102
FRICTION/1, JOINT = 1, MU_STATIC = 0.2, MU_DYNAMIC = 0.1, INPUTS = REACTION_FORCE
PART/3, MASS = 1, CM = 300, IP = 1, 1, 1
MARKER/300, PART = 3, REULER = 90D, 90D, 0
JOINT/2, TRANSLATIONAL, I = 300, J = 200
FRICTION/2, JOINT = 2, MU_STATIC = 0.3, MU_DYNAMIC = 0.2, INPUTS = REACTION_FORCE
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I = 200, J = 102, FUNCTION = 6
ACCGRAV/KGRAV = -10
)");
  const State start = start_of(model);
  EXPECT_NEAR(start.a[0], 1, 1e-9);  // (6 - 0.2 · 2 · 10)/2
  EXPECT_NEAR(start.a[6], 1, 1e-9);
  EXPECT_NEAR(std::abs(start.x[0]), 1, 1e-12);
  EXPECT_NEAR(std::abs(start.x[1]), 1.0 / 3, 1e-9);
}

// Statics finds the equilibrium without friction, whatever was looked at before.
TEST(FrictionAtTheStart, bristles_are_upright_in_statics) {
  Loaded model(block_on_an_incline(20, "FORMULATION = LUGRE") +
               "SPRINGDAMPER/1, TRANSLATION, I = 201, J = 103, K = 100, LENGTH = 1\n"
               "MARKER/103, PART = 1, QP = 0.9396926, 0, 0.34202014\n");
  start_of(model);
  EXPECT_GT(model.session->state().state.x.norm(), 0.1);
  model.session->prepare(Kind::statics);
  EXPECT_EQ(model.session->state().state.x.norm(), 0);
}

// After the first motion bristles are as they were left.
TEST(FrictionAtTheStart, bristles_are_loaded_once) {
  Loaded model(block_on_an_incline(20, "FORMULATION = LUGRE"));
  end_of(model, 0.1);
  const Snapshot saved = model.session->snapshot();
  EXPECT_TRUE(saved.upright.empty());
  const double before = saved.state.x[0];
  model.session->prepare(Kind::dynamic);
  EXPECT_EQ(model.session->state().state.x[0], before);
}

}  // namespace
}  // namespace trammel::analysis
