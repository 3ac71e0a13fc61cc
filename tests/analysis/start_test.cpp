// What the start of a simulation is told about: settings of IC and KINEMATICS, MODE, initial
// conditions of joints, and what users hear about it.
// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>

#include "analysis/datasets.h"

namespace trammel::analysis {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string hinged = R"(
PART/2, MASS = 1, CM = 200, IP = 1, 1, 1, QG = 1, 0, 0
MARKER/200, PART = 2
MARKER/201, PART = 2, QP = -1, 0, 0
)";

RunReport run(Loaded& model, Kind kind, double end, const Output& output) {
  const InitialConditions& ic = model.assemble();
  EXPECT_TRUE(ic.ok()) << lines(ic.findings);
  Findings findings;
  RunSettings settings = run_settings(model.reading.model, {}, findings);
  settings.output_times = output_times(0, {end, 4, {}});
  return model.session->run(kind, settings, output);
}

TEST(Mode, says_which_analysis_it_is) {
  const std::string request = "REQUEST/1, F1 = MODE\n";
  Loaded pushed(ground + hinged + request +
                "SFORCE/1, TRANSLATIONAL, ACTIONONLY, I = 200, J = 101, FUNCTION = MODE\n");
  EXPECT_NEAR(pushed.assemble().state.a[2], 3, 1e-12);
  std::vector<double> values(8);
  const auto read = [&](const system::System& system, const State& s) {
    system.requests(s, values);
  };
  double a = 0;
  run(pushed, Kind::dynamic, 0.1, [&](const system::System& system, const State& s) {
    read(system, s);
    a = s.a[2];
  });
  EXPECT_EQ(values[0], 4);
  EXPECT_NEAR(a, 4, 1e-9);
  Loaded driven(ground + hinged + request +
                "JOINT/1, REVOLUTE, I = 201, J = 101\nMOTION/1, JOINT = 1, FUNCTION = TIME\n");
  run(driven, Kind::kinematic, 0.1, read);
  EXPECT_EQ(values[0], 1);
}

TEST(Mode, of_the_first_output_is_that_of_the_run) {
  Loaded model(ground + hinged +
               "SFORCE/1, TRANSLATIONAL, ACTIONONLY, I = 200, J = 101, FUNCTION = MODE\n");
  model.assemble();
  model.session->prepare(Kind::dynamic);
  EXPECT_NEAR(model.session->state().state.a[2], 4, 1e-12);
}

// y = 0.5 cos(y) + 0.1 y³ has to be iterated.
const std::string loop =
    "VARIABLE/1, IC = 0, FUNCTION = 0.5*COS(VARVAL(1)) + 0.1*VARVAL(1)**3\n"
    "SFORCE/1, TRANSLATIONAL, ACTIONONLY, I = 200, J = 101, FUNCTION = VARVAL(1)\n";

TEST(IcSettings, amaxit_and_aerror) {
  Loaded model(ground + hinged + loop);
  EXPECT_TRUE(model.assemble().ok());
  Loaded hasty("IC/AMAXIT = 1\n" + ground + hinged + loop);
  EXPECT_EQ(hasty.assemble().status, Status::impossible);
  EXPECT_THAT(lines(hasty.session->state().findings), HasSubstr("VARIABLE/1"));
  Loaded modest("IC/AMAXIT = 2, AERROR = 10\n" + ground + hinged + loop);
  EXPECT_TRUE(modest.assemble().ok());
  Loaded lazy("IC/APATTERN = T:F:F:F, AMAXIT = 50\n" + ground + hinged + loop);
  EXPECT_TRUE(lazy.assemble().ok());
}

// No acceleration satisfies it, however small the force.
TEST(IcSettings, aerror_is_relative_to_small_accelerations) {
  const std::string free = ground +
                           "PART/2, MASS = 1, CM = 201, IP = 1, 1, 1\n"
                           "MARKER/201, PART = 2\n"
                           "VFORCE/1, I = 201, JFLOAT = 102, RM = 101, FY = 0\\FZ = 0\\FX = "
                           "1E-5*";
  const std::string floating = "\nMARKER/102, PART = 1, FLOATING\n";
  Loaded jumping(free + "IF(ACCX(201): 1, 1, -1)" + floating);
  EXPECT_EQ(jumping.assemble().status, Status::impossible);
  Loaded smooth(free + "(1 - 1E5*ACCX(201)**3)" + floating);
  EXPECT_TRUE(smooth.assemble().ok()) << lines(smooth.session->state().findings);
  EXPECT_NEAR(smooth.session->state().state.a[0], 1e-5, 1e-12);
}

// Whether it is on the ground or not, the marker J feels the reaction.
TEST(Forces, on_the_side_of_j_are_opposite_also_on_the_ground) {
  Loaded model(ground +
               "PART/2, MASS = 1, CM = 201, IP = 1, 1, 1\nMARKER/201, PART = 2\n"
               "MARKER/102, PART = 1, FLOATING\n"
               "VFORCE/1, I = 201, JFLOAT = 102, RM = 101, FX = 2\\FY = 0\\FZ = 0\n"
               "REQUEST/1, F2 = VFORCE(1, 0, 2, 0)\\F3 = VFORCE(1, 1, 2, 0)\n");
  const InitialConditions& ic = model.assemble();
  std::vector<double> values(8);
  EXPECT_TRUE(ic.system->requests(ic.state, values));
  EXPECT_EQ(values[1], 2);
  EXPECT_EQ(values[2], -2);
}

TEST(IcSettings, maxit_and_verror_of_nonlinear_velocity_constraints) {
  const std::string text =
      ground + hinged + "GCON/1, I = 200, FUNCTION = VX(200)**2 + VY(200)**2 - 400\n";
  std::string moving = text;
  moving.replace(moving.find("QG = 1, 0, 0"), 12, "QG = 1, 0, 0, VX = 1");
  Loaded model(moving);
  EXPECT_TRUE(model.assemble().ok()) << lines(model.session->state().findings);
  Loaded hasty("IC/MAXIT = 2\n" + moving);
  EXPECT_EQ(hasty.assemble().status, Status::impossible);
  EXPECT_THAT(lines(hasty.session->state().findings), HasSubstr("not found in 2 iterations"));
  Loaded modest("IC/MAXIT = 2, VERROR = 10\n" + moving);
  EXPECT_TRUE(modest.assemble().ok());
}

TEST(IcSettings, pattern_reuses_matrices_and_still_assembles) {
  FourBar bar;
  bar.coupler = "QG = 0, 1.1, -0.1, REULER = 30D, 0, 0";
  bar.rocker = "QG = 2.8, 0.1, 0, REULER = 105D, 0, 0";
  Loaded every(bar.text()), some("IC/PATTERN = T:F:F\n" + bar.text());
  ASSERT_TRUE(every.assemble().ok());
  ASSERT_TRUE(some.assemble().ok());
  EXPECT_LT(violation(some.session->state()), 1e-10);
}

const std::string slider_crank = ground + hinged + R"(
JOINT/1, REVOLUTE, I = 201, J = 101
MOTION/1, JOINT = 1, FUNCTION = 0.3*TIME + 0.02*TIME**3
)";

TEST(KinematicsSettings, hmax_limits_the_step) {
  const auto steps = [](const std::string& text) {
    Loaded model(text);
    return run(model, Kind::kinematic, 1, [](const system::System&, const State&) {})
        .statistics.steps;
  };
  EXPECT_EQ(steps(slider_crank), 4);
  EXPECT_GE(steps("KINEMATICS/HMAX = 0.05\n" + slider_crank), 20);
}

TEST(KinematicsSettings, maxit_error_and_limits) {
  const auto rejected = [](const std::string& text) {
    Loaded model(text);
    const RunReport report =
        run(model, Kind::kinematic, 4, [](const system::System&, const State&) {});
    return report.status == Status::ok ? report.statistics.rejected_steps : -1;
  };
  EXPECT_EQ(rejected(slider_crank), 0);
  EXPECT_NE(rejected("KINEMATICS/MAXIT = 1, ERROR = 1E-12\n" + slider_crank), 0);
  EXPECT_NE(rejected("KINEMATICS/MAXIT = 3, ALIMIT = 1E-5, ERROR = 1E-12\n" + slider_crank), 0);
  EXPECT_EQ(rejected("KINEMATICS/PATTERN = T:F\n" + slider_crank), 0);
}

TEST(JointInitialConditions, that_contradict_the_motion_of_the_joint_are_named) {
  Loaded model(ground + hinged + R"(
JOINT/1, REVOLUTE, I = 201, J = 101, ICROT = 60D, 7
MOTION/1, JOINT = 1, FUNCTION = 0.5 + TIME
)");
  const InitialConditions& ic = model.assemble();
  ASSERT_TRUE(ic.ok()) << lines(ic.findings);
  EXPECT_THAT(lines(ic.findings), AllOf(HasSubstr("JOINT/1: an initial condition contradicts "
                                                  "MOTION/1 and is not used: ICROT (displacement)"),
                                        HasSubstr("ICROT (velocity)")));
  EXPECT_NEAR(ic.state.v[5], 1, 1e-9);
}

// The model is a tenth of a thousandth of a unit long: 5e-9 is much.
TEST(JointInitialConditions, are_judged_in_the_size_of_the_model) {
  Loaded model(R"(
PART/1, GROUND
MARKER/101, PART = 1
PART/2, MASS = 1, CM = 201, IP = 1, 1, 1
MARKER/201, PART = 2
MARKER/202, PART = 2, QP = 0, 0, 1E-4
JOINT/1, TRANSLATIONAL, I = 202, J = 101, ICTRAN = 1.00005E-4
MOTION/1, JOINT = 1, FUNCTION = 1E-4 + TIME
)");
  const InitialConditions& ic = model.assemble();
  ASSERT_TRUE(ic.ok()) << lines(ic.findings);
  EXPECT_THAT(lines(ic.findings), HasSubstr("JOINT/1: an initial condition contradicts MOTION/1"));
}

TEST(JointInitialConditions, that_agree_with_the_motion_need_no_word) {
  Loaded model(ground + hinged + R"(
JOINT/1, REVOLUTE, I = 201, J = 101, ICROT = 0.5, 1
MOTION/1, JOINT = 1, FUNCTION = 0.5 + TIME
)");
  const InitialConditions& ic = model.assemble();
  ASSERT_TRUE(ic.ok());
  EXPECT_THAT(lines(ic.findings), Not(HasSubstr("initial condition")));
}

TEST(JointInitialConditions, of_two_that_contradict_each_other_the_first_is_kept) {
  FourBar bar;
  std::string text = bar.text();
  text.replace(text.find("JOINT/1, REVOLUTE"), 17, "JOINT/1, REVOLUTE, ICROT = 60D");
  text.replace(text.find("JOINT/4, REVOLUTE"), 17, "JOINT/4, REVOLUTE, ICROT = 95D");
  Loaded model(text);
  const InitialConditions& ic = model.assemble();
  ASSERT_TRUE(ic.ok()) << lines(ic.findings);
  const Vec3 centre = ic.state.q.head<3>();
  EXPECT_NEAR(std::atan2(centre.y(), centre.x()) * 180 / 3.14159265358979323846, 60, 1e-9);
  EXPECT_THAT(lines(ic.findings), AllOf(HasSubstr("JOINT/4: an initial condition contradicts"),
                                        Not(HasSubstr("JOINT/1: an initial"))));
}

TEST(Velocity, axes_of_wm_are_those_of_the_assembled_pose) {
  // ICROT turns the part by a right angle about z; its marker's x axis is then along y.
  Loaded model(ground + R"(
PART/2, MASS = 1, CM = 200, IP = 1, 1, 1, VX = 3, VM = 200
MARKER/200, PART = 2
JOINT/1, PLANAR, I = 200, J = 101
JPRIM/1, PERPENDICULAR, I = 202, J = 102
MARKER/202, PART = 2, REULER = 90D, 90D, 0
MARKER/102, PART = 1, REULER = 90D, 90D, 0
)");
  const InitialConditions& ic = model.assemble();
  ASSERT_TRUE(ic.ok()) << lines(ic.findings);
  const int body = ic.system->equations().marker({200});
  elements::Motion motion(ic.system->equations().skeleton);
  elements::move(ic.system->equations().skeleton, ic.state.q, ic.state.v, ic.state.a, motion);
  const Vec3 x = motion.markers[std::size_t(body)].A.col(0);
  EXPECT_LT(std::abs(x.x()), 1e-9) << "assembly has turned the part";
  EXPECT_LT((ic.state.v.head<3>() - 3 * x).norm(), 1e-7);
}

TEST(Messages, the_part_that_moved_farthest_is_named_with_place_and_units) {
  FourBar bar;
  bar.coupler = "QG = 0, 1.4, 0, REULER = 19.4712206344907D, 0, 0";
  Loaded model("UNITS/SYSTEM = MKS\n" + bar.text());
  const InitialConditions& ic = model.assemble();
  ASSERT_TRUE(ic.ok());
  EXPECT_THAT(lines(ic.findings), HasSubstr("PART/3: assembly moved it by 0."));
  EXPECT_THAT(lines(ic.findings), HasSubstr(" m and turned it by "));
  for (const Finding& f : ic.findings)
    if (f.label == "PART/3") {
      EXPECT_GT(f.at.line, 0);
    }
}

TEST(Messages, a_move_without_a_turn) {
  Loaded model(ground +
               "PART/2, MASS = 1, CM = 201, IP = 1, 1, 1, QG = 0.5, 0, 0\nMARKER/201, PART = 2\n"
               "JOINT/1, TRANSLATIONAL, I = 201, J = 101\n");
  EXPECT_THAT(lines(model.assemble().findings),
              HasSubstr("PART/2: assembly moved it by 0.5 length units to satisfy"));
}

TEST(Messages, coincident_markers_of_a_line_of_force) {
  Loaded model(ground + R"(
PART/2, MASS = 1, CM = 200, IP = 1, 1, 1
MARKER/200, PART = 2
MARKER/202, PART = 2, QP = 1, 0, 0
SPRINGDAMPER/7, TRANSLATION, I = 200, J = 101, K = 10, C = 1, LENGTH = 1
SFORCE/8, TRANSLATIONAL, I = 202, J = 101, FUNCTION = 3
SFORCE/9, TRANSLATIONAL, I = 200, J = 101, FUNCTION = 3
)");
  const InitialConditions& ic = model.assemble();
  ASSERT_TRUE(ic.ok()) << lines(ic.findings);
  EXPECT_THAT(lines(ic.findings),
              AllOf(HasSubstr("SPRINGDAMPER/7: its markers coincide"),
                    HasSubstr("SFORCE/9: its markers coincide"), Not(HasSubstr("SFORCE/8"))));
  EXPECT_GT(ic.findings.front().at.line, 0);
}

TEST(Messages, a_force_without_a_value_is_found_in_the_file) {
  Loaded model(ground + hinged +
               "SFORCE/1, TRANSLATIONAL, ACTIONONLY, I = 200, J = 101, FUNCTION = SQRT(-1-TIME)\n");
  const InitialConditions& ic = model.assemble();
  ASSERT_FALSE(ic.ok());
  EXPECT_GT(ic.findings.back().at.line, 0);
}

}  // namespace
}  // namespace trammel::analysis
