// Rows of joints, primitives, couplings, motions and general constraints.
// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

#include "elements/lowered.h"

namespace trammel::elements {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;

constexpr double pi = std::numbers::pi;

struct RowsOfType {
  std::string type;
  std::vector<std::string> names;
  std::size_t codirections;
};

const RowsOfType joints[] = {
    {"SPHERICAL", {"X Delta", "Y Delta", "Z Delta"}, 0},
    {"REVOLUTE", {"X Delta", "Y Delta", "Z Delta", "Zi.Xj", "Zi.Yj"}, 1},
    {"HOOKE", {"X Delta", "Y Delta", "Z Delta", "Xi.Yj"}, 0},
    {"UNIVERSAL", {"X Delta", "Y Delta", "Z Delta", "Zi.Zj"}, 0},
    {"CYLINDRICAL", {"X Delta", "Y Delta", "Zi.Xj", "Zi.Yj"}, 1},
    {"TRANSLATIONAL", {"X Delta", "Y Delta", "Zi.Xj", "Zi.Yj", "Xi.Yj"}, 2},
    {"PLANAR", {"Z Delta", "Zi.Xj", "Zi.Yj"}, 1},
    {"FIXED", {"X Delta", "Y Delta", "Z Delta", "Zi.Xj", "Zi.Yj", "Xi.Yj"}, 2},
    {"SCREW, PITCH=0.1", {"screw"}, 0},
    {"RACKPIN, PD=0.1", {"rack and pinion"}, 0},
};
const RowsOfType primitives[] = {
    {"ATPOINT", {"X Delta", "Y Delta", "Z Delta"}, 0},
    {"INLINE", {"X Delta", "Y Delta"}, 0},
    {"INPLANE", {"Z Delta"}, 0},
    {"ORIENTATION", {"Zi.Xj", "Zi.Yj", "Xi.Yj"}, 2},
    {"PARALLEL_AXES", {"Zi.Xj", "Zi.Yj"}, 0},
    {"PERPENDICULAR", {"Zi.Zj"}, 0},
};

void expect_rows(const std::string& statement, const RowsOfType& expected) {
  SCOPED_TRACE(expected.type);
  const Lowered lowered(two_parts() + statement + "/7, " + expected.type + ", I=21, J=31");
  std::vector<std::string> names;
  for (const std::string& name : expected.names) names.push_back(statement + "/7: " + name);
  EXPECT_THAT(lowered.row_names(), ElementsAreArray(names));
  EXPECT_EQ(lowered.equations.codirections.size(), expected.codirections);
  for (const Row& row : lowered.equations.rows) {
    EXPECT_EQ(row.level, 0);
    EXPECT_EQ(row.owner.id, 7);
    EXPECT_EQ(row.i, lowered.equations.marker({21}));
    EXPECT_EQ(row.j, lowered.equations.marker({31}));
  }
}

TEST(LowerConstraints, joints_are_lists_of_primitives) {
  for (const RowsOfType& type : joints) expect_rows("JOINT", type);
  for (const RowsOfType& type : primitives) expect_rows("JPRIM", type);
}

// The value of a row's terms; functions are added by the tests that have them.
double terms(const Lowered& lowered, const Row& row) {
  double sum = 0;
  for (const RowTerm& term : row.terms)
    sum +=
        term.weight * value(lowered.equations.readings[static_cast<std::size_t>(term.reading)],
                            lowered.motion, Vector::Zero(std::max(1, lowered.equations.n_memory)));
  return sum;
}

TEST(LowerConstraints, displacements_are_in_ground_axes_only_where_origins_coincide) {
  const Lowered lowered(two_parts() +
                        "JOINT/1, SPHERICAL, I=21, J=31\nJOINT/2, CYLINDRICAL, I=21, J=31\n");
  const auto &i = lowered.marker(21), &j = lowered.marker(31);
  const Vec3 d = i.r - j.r;
  const std::vector<Row>& rows = lowered.equations.rows;
  for (int k = 0; k < 3; ++k)
    EXPECT_NEAR(terms(lowered, rows[static_cast<std::size_t>(k)]), d[k], 1e-14);
  EXPECT_NEAR(terms(lowered, rows[3]), d.dot(j.A.col(0)), 1e-14);
  EXPECT_NEAR(terms(lowered, rows[4]), d.dot(j.A.col(1)), 1e-14);
  EXPECT_NEAR(terms(lowered, rows[5]), i.A.col(2).dot(j.A.col(0)), 1e-14);
}

// Both shafts turn by the same angle, whichever way the z axes point.
TEST(LowerConstraints, constant_velocity_joint_transmits_turns_one_to_one) {
  const double bend = 0.3, turn = 0.8;
  for (const bool outward : {false, true}) {
    // Shaft 2 along z, shaft 3 bent about x; both turned by the same angle about their axes.
    const std::string flip = outward ? ", REULER=0,180D,0" : "";
    const std::string angles = std::to_string(turn);
    const Lowered lowered("PART/2\nMARKER/20, PART=2, REULER=" + angles +
                          ",0,0\nPART/3, REULER=0," + std::to_string(bend) + "," + angles +
                          "\nMARKER/30, PART=3" + flip + "\nJOINT/1, CONVEL, I=20, J=30");
    ASSERT_EQ(lowered.equations.rows.size(), 4u);
    EXPECT_NEAR(terms(lowered, lowered.equations.rows.back()), 0, 1e-6) << outward;
    const Lowered other("PART/2\nMARKER/20, PART=2, REULER=0.5,0,0\nPART/3, REULER=0," +
                        std::to_string(bend) + ",0.8\nMARKER/30, PART=3" + flip +
                        "\nJOINT/1, CONVEL, I=20, J=30");
    EXPECT_GT(std::abs(terms(other, other.equations.rows.back())), 0.1) << outward;
  }
}

TEST(LowerConstraints, initial_conditions_of_joints_hold_in_their_analysis_only) {
  const Lowered lowered(two_parts() +
                        "JOINT/1, CYLINDRICAL, I=21, J=31, ICROT=7,0.5, ICTRAN=0.2,0.3\n");
  const auto& rows = lowered.equations.rows;
  ASSERT_EQ(rows.size(), 8u);
  for (std::size_t r = 0; r < 8; ++r) EXPECT_EQ(rows[r].initial_only, r >= 4);
  EXPECT_EQ(rows[4].name, "JOINT/1: ICROT");
  EXPECT_EQ(rows[4].level, 0);
  EXPECT_EQ(rows[5].level, 1);
  EXPECT_NEAR(lowered.value(rows[4].scalar), -7, 0);
  EXPECT_NEAR(lowered.value(rows[5].scalar), -0.5, 0);
  EXPECT_NEAR(lowered.value(rows[6].scalar), -0.2, 0);
  EXPECT_NEAR(lowered.value(rows[7].scalar), -0.3, 0);
  ASSERT_EQ(lowered.equations.n_memory, 1);
  EXPECT_EQ(lowered.equations.initial_memory[0], 7);
}

TEST(LowerConstraints, initial_conditions_stand_beside_motions_and_choose_the_first_turn) {
  const Lowered lowered(two_parts() +
                        "JOINT/1, REVOLUTE, I=21, J=31, ICROT=7,0.5\n"
                        "MOTION/1, JOINT=1, ROTATION, FUNCTION=VARVAL(1)+TIME\n"
                        "VARIABLE/1, FUNCTION=20\n"
                        "JOINT/2, TRANSLATIONAL, I=20, J=30, ICTRAN=0.2,0.3\n"
                        "MOTION/2, JOINT=2, VELOCITY, FUNCTION=TIME**2\n");
  std::vector<std::string> initial;
  for (const Row& row : lowered.equations.rows)
    if (row.initial_only) initial.push_back(row.name);
  EXPECT_THAT(initial, ElementsAre("JOINT/1: ICROT", "JOINT/1: ICROT", "JOINT/2: ICTRAN",
                                   "JOINT/2: ICTRAN"));
  EXPECT_EQ(lowered.equations.initial_memory.at(0), 7);  // ICROT still says which turn

  const Lowered driven(two_parts() +
                       "JOINT/1, REVOLUTE, I=21, J=31\n"
                       "MOTION/1, JOINT=1, FUNCTION=20+TIME\n");
  EXPECT_EQ(driven.equations.initial_memory.at(0), 20);
  EXPECT_EQ(driven.value(driven.equations.rows.back().scalar, 1.5), -21.5);
}

TEST(LowerConstraints, motions_have_a_measure_on_each_level) {
  const char* axes[] = {"X", "Y", "Z", "B1", "B2", "B3"};
  const char* levels[] = {"DISPLACEMENT", "VELOCITY", "ACCELERATION"};
  for (const char* axis : axes)
    for (int level = 0; level < 3; ++level) {
      const std::string text = two_parts() + "MOTION/4, I=21, J=31, " + axis + ", " +
                               levels[level] + ", FUNCTION=TIME\n";
      const Lowered lowered(text);
      ASSERT_EQ(lowered.equations.rows.size(), 1u) << text;
      const Row& row = lowered.equations.rows[0];
      EXPECT_EQ(row.level, level);
      int highest = -1;
      for (const RowTerm& term : row.terms)
        highest = std::max(
            highest, lowered.equations.readings[static_cast<std::size_t>(term.reading)].level());
      EXPECT_EQ(highest, level);
    }
}

// Rates of the 1-2-3 angles against differences along a rotation.
TEST(LowerConstraints, rates_of_sequence_angles_are_exact) {
  for (int k = 1; k <= 3; ++k) {
    const std::string motion = "MOTION/4, I=21, J=31, B" + std::to_string(k);
    const Lowered lowered(two_parts() + motion + ", VELOCITY, FUNCTION=0*TIME\n");
    const double rate = lowered.value(lowered.equations.rows[0].scalar);
    const auto &i = lowered.marker(21), &j = lowered.marker(31);
    const auto angle = [&](double t) {
      const auto turned = [&](const kinematics::MarkerMotion& m) {
        kinematics::MarkerMotion result = m;
        const double w = m.omega.norm();
        if (w > 0) result.A = Eigen::AngleAxisd(w * t, m.omega / w).toRotationMatrix() * m.A;
        return result;
      };
      const kinematics::MarkerMotion a = turned(i), b = turned(j);
      return kinematics::orient(1, k)->value(kinematics::Markers(a, b));
    };
    const double h = 1e-4;
    EXPECT_NEAR(rate, (angle(h) - angle(-h)) / (2 * h), 1e-6) << k;

    const Lowered second(two_parts() + motion + ", ACCELERATION, FUNCTION=0*TIME\n");
    const double acceleration = second.value(second.equations.rows[0].scalar);
    EXPECT_NEAR(acceleration, (angle(h) - 2 * angle(0) + angle(-h)) / (h * h), 1e-5) << k;
  }
}

TEST(LowerConstraints, couplers_tie_displacements_with_their_scales) {
  const Lowered lowered(two_parts() +
                        "JOINT/1, REVOLUTE, I=21, J=10\nJOINT/2, TRANSLATIONAL, I=31, J=10\n"
                        "COUPLER/1, JOINTS=1,2, SCALES=2,-3\n");
  const Row& row = lowered.equations.rows.back();
  EXPECT_EQ(row.name, "COUPLER/1");
  ASSERT_EQ(row.terms.size(), 2u);
  const auto& readings = lowered.equations.readings;
  EXPECT_EQ(readings[static_cast<std::size_t>(row.terms[0].reading)].measure->name, "AZ");
  EXPECT_EQ(readings[static_cast<std::size_t>(row.terms[1].reading)].measure->name, "DZ");
  EXPECT_EQ(row.terms[0].weight, 2);
  EXPECT_EQ(row.terms[1].weight, -3);
}

// Wheels of radius 2 and 1 about z at 0 and 3: they turn in opposite ways, 1 : 2.
TEST(LowerConstraints, gears_take_their_ratio_from_the_place_of_the_tooth) {
  const std::string parts =
      "PART/2\nMARKER/20, PART=2\nPART/3, QG=3,0,0\nMARKER/30, PART=3, REULER=0.4,0,0\n"
      "MARKER/11, PART=1, QP=3,0,0\nMARKER/12, PART=1, QP=2,0,0, REULER=0,-90D,0\n";
  const Lowered outer(parts +
                      "JOINT/1, REVOLUTE, I=20, J=10\nJOINT/2, REVOLUTE, I=30, J=11\n"
                      "GEAR/1, JOINTS=1,2, CV=12\n");
  const Row& row = outer.equations.rows.back();
  EXPECT_NEAR(row.terms[0].weight, 2, 1e-14);
  EXPECT_NEAR(row.terms[1].weight, 1, 1e-14);
  EXPECT_NEAR(outer.value(row.scalar), -0.4, 1e-14);  // meshes as it stands

  const Lowered turned(parts +
                       "JOINT/1, REVOLUTE, I=20, J=10\nJOINT/2, REVOLUTE, I=11, J=30\n"
                       "GEAR/1, JOINTS=1,2, CV=12\n");
  EXPECT_NEAR(turned.equations.rows.back().terms[1].weight, -1, 1e-14);
}

TEST(LowerConstraints, screws_engage_on_the_turn_where_they_stand) {
  const Lowered lowered(
      "PART/2, QG=0,0,0.52\nMARKER/20, PART=2\n"
      "JOINT/1, SCREW, I=20, J=10, PITCH=0.1\n");
  const Row& row = lowered.equations.rows[0];
  EXPECT_NEAR(row.terms[1].weight, -0.1 / (2 * pi), 1e-16);
  EXPECT_NEAR(*lowered.equations.initial_memory.at(0), 2 * pi * 5.2, 1e-12);
}

// A pinion of radius 0.1 that turns by a moves the rack by +0.1 a along z of J.
TEST(LowerConstraints, rack_follows_the_pinion) {
  const auto row_at = [](double angle, double travel) {
    // x of I along z of J (global x); pinion axis = global z.
    const Lowered lowered(
        "PART/2, REULER=" + std::to_string(angle) +
        ",0,0\nMARKER/20, PART=2\nPART/3, QG=" + std::to_string(travel) +
        ",-0.1,0\nMARKER/30, PART=3, REULER=90D,90D,0\nJOINT/1, RACKPIN, I=20, J=30, PD=0.2\n");
    const Row& row = lowered.equations.rows[0];
    return terms(lowered, row);
  };
  EXPECT_NEAR(row_at(0.5, 0.3 + 0.05), row_at(0, 0.3), 1e-7);
  EXPECT_GT(std::abs(row_at(0.5, 0.3 - 0.05) - row_at(0, 0.3)), 0.09);
}

TEST(LowerConstraints, general_constraints_have_the_level_of_their_function) {
  const auto level = [](const std::string& function) {
    const Lowered lowered(two_parts() + "GCON/1, I=21, FUNCTION=" + function +
                          "\nVARIABLE/1, FUNCTION=VX(21,31)\n");
    return lowered.equations.rows.at(0).level;
  };
  EXPECT_EQ(level("DM(21,31)-2"), 0);
  EXPECT_EQ(level("VARVAL(1)+DX(21)"), 1);
  const Lowered loop(two_parts() +
                     "GCON/1, I=21, FUNCTION=DX(21)+VARVAL(1)\n"
                     "VARIABLE/1, FUNCTION=0.5*VARVAL(1)+TIME\n");
  EXPECT_TRUE(loop.reports(model::Code::motion_depends_on_state));
  const Lowered empty(two_parts() + "GCON/1, I=21, FUNCTION=TIME-1\n");
  EXPECT_TRUE(empty.reports(model::Code::motion_depends_on_state));
}

}  // namespace
}  // namespace trammel::elements
