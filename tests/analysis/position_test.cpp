// Assembly: from bad starts, with EXACT coordinates, against contradictions.
// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/position.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <random>

#include "analysis/datasets.h"
#include "analysis/weights.h"
#include "math/rotation.h"
#include "system/redundancy.h"

namespace trammel::analysis {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Vec3 place(const InitialConditions& ic, int body) {
  return ic.state.q.segment<3>(ic.system->equations().skeleton.bodies[std::size_t(body)].q);
}

TEST(Position, an_assembled_model_stays_where_it_is) {
  Loaded model(ground + R"(
PART/2, MASS = 1, CM = 200, IP = 1, 1, 1, QG = 0.1, 0.2, 0.3
MARKER/200, PART = 2
MARKER/102, PART = 1, QP = 0.1, 0.2, 0.3
JOINT/1, SPHERICAL, I = 200, J = 102
)");
  const InitialConditions& ic = model.assemble();
  ASSERT_TRUE(ic.ok()) << lines(ic.findings);
  EXPECT_EQ(place(ic, 0), Vec3(0.1, 0.2, 0.3));
  EXPECT_EQ(ic.degrees_of_freedom, 3);
}

TEST(Position, four_bar_from_a_rough_start) {
  FourBar bar;
  bar.crank = "QG = 0.3, -0.2, 0.1, REULER = 70D, 10D, 5D";
  bar.coupler = "QG = 0, 1.3, -0.2, REULER = 40D, 0, 0";
  bar.rocker = "QG = 2.5, 0.3, 0, REULER = 120D, 0, 0";
  Loaded model(bar.text());
  const InitialConditions& ic = model.assemble();
  ASSERT_TRUE(ic.ok()) << lines(ic.findings);
  EXPECT_LT(violation(ic), 1e-12);
  EXPECT_EQ(ic.degrees_of_freedom, 1);
  EXPECT_EQ(ic.redundancy.dropped.size(), 3u);
}

// Also when the last iteration is the one that gets there.
TEST(Position, what_is_within_the_error_is_assembled) {
  FourBar bar;
  bar.crank = "QG = 0.3, -0.2, 0.1, REULER = 70D, 10D, 5D";
  Loaded model(bar.text());
  const InitialConditions& ic = model.assemble();
  ASSERT_TRUE(ic.ok());
  const system::System& system = *ic.system;
  const Vector units = system::tangent_units(system.layout(), ic.length);
  const auto& skeleton = system.equations().skeleton;
  for (int iterations = 1; iterations <= 8; ++iterations) {
    PositionLimits limits;
    limits.iterations = iterations;
    const std::vector<elements::ExactCoordinate> none;
    PositionAnalysis analysis(system, none, equal_weights(skeleton, units), units, limits);
    State s = system.initial_state();
    const PositionReport report = analysis.run(s);
    EXPECT_EQ(report.ok(), report.violation <= limits.error) << iterations << " iterations";
  }
}

TEST(Position, random_starts_assemble_or_say_why_not) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> shift(-1, 1), turn(-70, 70);
  int assembled = 0;
  const int trials = 60;
  for (int k = 0; k < trials; ++k) {
    const auto pose = [&](double x, double y, double angle) {
      return fmt::format("QG = {}, {}, {}, REULER = {}D, {}D, {}D", x + shift(random),
                         y + shift(random), shift(random), angle + turn(random), turn(random) / 2,
                         turn(random) / 2);
    };
    FourBar bar;
    bar.crank = pose(0, 0, 90);
    bar.coupler = pose(0, 1, 20);
    bar.rocker = pose(3, 0, 95);
    Loaded model(bar.text());
    const InitialConditions& ic = model.assemble();
    EXPECT_TRUE(ic.state.q.allFinite());
    if (ic.ok())
      EXPECT_LT(violation(ic), 1e-10);
    else
      EXPECT_THAT(lines(ic.findings), HasSubstr("error: JOINT/"));
    assembled += ic.ok();
  }
  EXPECT_GE(assembled, trials * 8 / 10);
}

TEST(Position, a_right_angle_off_is_no_dead_end) {
  // Both direction cosines have no gradient along the way out.
  Loaded model(ground + R"(
PART/2, MASS = 1, CM = 200, IP = 1, 1, 1, REULER = 90D, 90D, 0
MARKER/200, PART = 2
JOINT/1, REVOLUTE, I = 200, J = 101
)");
  const InitialConditions& ic = model.assemble();
  ASSERT_TRUE(ic.ok()) << lines(ic.findings);
  EXPECT_LT(violation(ic), 1e-12);
}

TEST(Position, exact_coordinates_stay) {
  FourBar bar;
  bar.coupler = "QG = 0.2, 1.3, 0, REULER = 30D, 0, 0";
  bar.rocker = "QG = 2.8, 0.1, 0, REULER = 100D, 0, 0";
  for (const bool exact : {false, true}) {
    bar.crank = std::string("QG = 0, 0, 0, REULER = 80D, 0, 0") + (exact ? ", EXACT = PSI" : "");
    Loaded model(bar.text());
    const InitialConditions& ic = model.assemble();
    ASSERT_TRUE(ic.ok()) << lines(ic.findings);
    const Vec3 centre = place(ic, 0);
    const double angle = std::atan2(centre.y(), centre.x()) * 180 / 3.14159265358979323846;
    if (exact)
      EXPECT_NEAR(angle, 80, 1e-6);
    else
      EXPECT_GT(std::abs(angle - 80), 0.1);
    EXPECT_THAT(lines(ic.findings), Not(HasSubstr("given as EXACT")));
  }
}

TEST(Position, exact_coordinates_that_must_move_are_reported) {
  Loaded model(ground + R"(
!                  adams_view_name='block'
PART/2, MASS = 1, CM = 200, IP = 1, 1, 1, QG = 0.5, 0, 0, EXACT = X:Y:Z
MARKER/200, PART = 2
JOINT/1, SPHERICAL, I = 200, J = 101
)");
  const InitialConditions& ic = model.assemble();
  ASSERT_TRUE(ic.ok()) << lines(ic.findings);
  EXPECT_LT(violation(ic), 1e-12);
  EXPECT_THAT(lines(ic.findings), HasSubstr("PART/2 (block): the position given as EXACT"));
}

TEST(Position, the_unit_of_length_does_not_matter) {
  const auto assembled = [](const std::string& unit, double scale) {
    const auto point = [&](double x, double y) {
      return fmt::format("{}, {}, 0", scale * x, scale * y);
    };
    Loaded model(
        ground + "UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = " + unit +
        ", TIME = SECOND\nMARKER/102, PART = 1, QP = " + point(3, 0) +
        "\nPART/2, MASS = 1, CM = 200, IP = 1, 1, 1, QG = " + point(0.1, 0.2) +
        ", REULER = 40D, 0, 0\nMARKER/200, PART = 2\nMARKER/202, PART = 2, QP = " + point(2, 0) +
        "\nJOINT/1, REVOLUTE, I = 200, J = 101\nJPRIM/1, INPLANE, I = 202, "
        "J = 103\nMARKER/103, PART = 1, QP = " +
        point(1, 0) + ", REULER = 90D, 90D, 0\n");
    const InitialConditions ic = model.assemble();
    EXPECT_TRUE(ic.ok()) << lines(ic.findings);
    return Vector(ic.state.q.segment<4>(3));
  };
  const Vector metres = assembled("METER", 1), millimetres = assembled("MILLIMETER", 1000);
  EXPECT_LT((metres - millimetres).norm(), 1e-9);
}

TEST(Position, axes_that_are_opposite_from_the_start) {
  Loaded model(ground + R"(
PART/2, MASS = 1, CM = 200, IP = 1, 1, 1
MARKER/200, PART = 2, REULER = 0, 180D, 0
JOINT/1, REVOLUTE, I = 200, J = 101
)");
  const InitialConditions& ic = model.assemble();
  ASSERT_TRUE(ic.ok());
  EXPECT_THAT(lines(ic.findings),
              HasSubstr("warning: JOINT/1: the z axes of the joint's markers point in opposite"));
}

TEST(Position, joints_that_start_far_off_are_turned_home_not_over) {
  for (const char* joint : {"JOINT/1, FIXED", "JPRIM/1, ORIENTATION", "JOINT/1, TRANSLATIONAL",
                            "JOINT/1, REVOLUTE", "JOINT/1, CYLINDRICAL", "JOINT/1, PLANAR"})
    for (const char* angles :
         {"90D, 0, 0", "100D, 0, 0", "130D, 0, 0", "0, 90D, 0", "0, 100D, 0", "40D, 130D, 20D"}) {
      Loaded model(ground + "PART/2, MASS = 1, CM = 200, IP = 1, 1, 1, REULER = " + angles +
                   "\nMARKER/200, PART = 2\n" + joint + ", I = 200, J = 101\n");
      const InitialConditions& ic = model.assemble();
      ASSERT_TRUE(ic.ok()) << joint << " " << angles << "\n" << lines(ic.findings);
      EXPECT_LT(ic.state.q.head<3>().norm(), 1e-9)
          << joint << " " << angles;  // none of it moves it
      const Mat3 A = rotation_matrix(Vec4(ic.state.q.segment<4>(3)));
      EXPECT_NEAR(A(2, 2), 1, 1e-9) << joint << " " << angles;
      const std::string_view name = joint;
      const bool holds_x = name.ends_with("FIXED") || name.ends_with("ORIENTATION") ||
                           name.ends_with("TRANSLATIONAL");
      if (holds_x) {
        EXPECT_NEAR(A(0, 0), 1, 1e-9) << joint << " " << angles;
      }
    }
}

TEST(Position, a_part_far_from_its_joint) {
  for (const char* place : {"1E3, .3, .2", "1E4, .3, .2", "-2E6, 5E5, 1E6"})
    for (const char* joint : {"SPHERICAL", "REVOLUTE", "FIXED", "HOOKE"}) {
      Loaded model(ground + "PART/2, MASS = 1, CM = 200, IP = 1, 1, 1, QG = " + place +
                   "\nMARKER/200, PART = 2\nMARKER/201, PART = 2, QP = -1, 0.2, 0.1\nJOINT/1, " +
                   joint + ", I = 201, J = 101\n");
      const InitialConditions& ic = model.assemble();
      ASSERT_TRUE(ic.ok()) << joint << " " << place << "\n" << lines(ic.findings);
      EXPECT_LT(violation(ic), 1e-9) << joint << " " << place;
    }
}

TEST(Position, a_loop_that_cannot_close) {
  FourBar bar;
  bar.extra = "MARKER/103, PART = 1, QP = 9, 0, 0\nJPRIM/1, ATPOINT, I = 303, J = 103\n";
  Loaded model(bar.text());
  const InitialConditions& ic = model.assemble();
  EXPECT_EQ(ic.status, Status::impossible);
  EXPECT_THAT(lines(ic.findings), HasSubstr("contradict each other"));
  EXPECT_THAT(lines(ic.findings), HasSubstr("JPRIM/1"));
  EXPECT_TRUE(ic.state.q.allFinite());
}

TEST(Position, motions_that_contradict_each_other) {
  FourBar bar;
  bar.extra = "MOTION/1, JOINT = 1, FUNCTION = 90D + TIME\nMOTION/2, JOINT = 1, FUNCTION = 60D\n";
  Loaded model(bar.text());
  const InitialConditions& ic = model.assemble();
  EXPECT_EQ(ic.status, Status::impossible);
  EXPECT_THAT(lines(ic.findings), HasSubstr("MOTION/1 and MOTION/2 contradict each other"));
}

TEST(Position, an_initial_angle_gives_way_to_a_motion) {
  FourBar bar;
  bar.extra = "MOTION/1, I = 201, J = 101, B3, FUNCTION = 90D\n";
  std::string text = bar.text();
  text.replace(text.find("JOINT/1, REVOLUTE"), 17, "JOINT/1, REVOLUTE, ICROT = 60D");
  Loaded model(text);
  const InitialConditions& ic = model.assemble();
  ASSERT_TRUE(ic.ok()) << lines(ic.findings);
  EXPECT_LT(violation(ic), 1e-10);
  EXPECT_THAT(lines(ic.findings), HasSubstr("warning: JOINT/1: an initial condition contradicts"));
}

TEST(Position, an_initial_angle_is_used) {
  FourBar bar;
  std::string text = bar.text();
  text.replace(text.find("JOINT/1, REVOLUTE"), 17, "JOINT/1, REVOLUTE, ICROT = 60D");
  Loaded model(text);
  const InitialConditions& ic = model.assemble();
  ASSERT_TRUE(ic.ok()) << lines(ic.findings);
  const Vec3 centre = place(ic, 0);
  EXPECT_NEAR(std::atan2(centre.y(), centre.x()) * 180 / 3.14159265358979323846, 60, 1e-9);
}

TEST(Position, a_constraint_without_a_value) {
  Loaded model(ground + R"(
PART/2, MASS = 1, CM = 200, IP = 1, 1, 1, QG = -1, 0, 0
MARKER/200, PART = 2
GCON/1, FUNCTION = SQRT(DX(200, 101)) - 1, I = 200
)");
  const InitialConditions& ic = model.assemble();
  EXPECT_EQ(ic.status, Status::impossible);
  EXPECT_THAT(lines(ic.findings), HasSubstr("GCON/1"));
}

}  // namespace
}  // namespace trammel::analysis
