// Variables and DIFFs: what is put in place, what becomes an unknown; requests; initial values.
// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>

#include <cmath>

#include "elements/exact_coordinate.h"
#include "elements/lowered.h"
#include "math/euler313.h"
#include "math/rotation.h"
#include "model/mass.h"

namespace trammel::elements {
namespace {

TEST(LowerStates, variables_are_put_in_place_in_the_order_of_their_dependence) {
  const Lowered lowered(two_parts() +
                        "SFORCE/1, I=21, J=31, TRANSLATION, FUNCTION=VARVAL(1)\n"
                        "VARIABLE/1, FUNCTION=2*VARVAL(2)+ARYVAL(1,2)+ARYVAL(2,2)\n"
                        "VARIABLE/2, FUNCTION=VARVAL(3)**2\nVARIABLE/3, FUNCTION=TIME+1\n"
                        "ARRAY/1, U, VARIABLES=2,3\nARRAY/2, IC, NUMBERS=7,8,9\n");
  EXPECT_TRUE(lowered.equations.unknowns.empty());
  EXPECT_NEAR(lowered.value(lowered.equations.loads.at(0).scalar, 2), 2 * 9 + 3 + 8, 1e-14);
}

TEST(LowerStates, loops_become_unknowns) {
  const Lowered lowered(two_parts() +
                        "SFORCE/1, I=21, J=31, TRANSLATION, FUNCTION=VARVAL(1)+VARVAL(4)\n"
                        "VARIABLE/1, IC=5, FUNCTION=0.5*VARVAL(2)\n"
                        "VARIABLE/2, IC=6, FUNCTION=COS(VARVAL(1))+VARVAL(3)\n"
                        "VARIABLE/3, FUNCTION=TIME\nVARIABLE/4, FUNCTION=3*VARVAL(3)\n"
                        "VARIABLE/9, FUNCTION=VARVAL(9)\n");
  const auto& unknowns = lowered.equations.unknowns;
  ASSERT_EQ(unknowns.size(), 3u);  // VARIABLE/9, which nobody reads, for the results
  EXPECT_EQ(unknowns[0].name, "VARIABLE/1");
  EXPECT_EQ(unknowns[0].initial, 5);
  EXPECT_EQ(unknowns[1].name, "VARIABLE/2");
  const std::vector<double> y = {0.3, 0.8, 0};
  EXPECT_NEAR(lowered.value(lowered.equations.loads.at(0).scalar, 2, y), 0.3 + 6, 1e-14);
  EXPECT_NEAR(lowered.value(unknowns[0].scalar, 2, y), 0.4, 1e-14);
  EXPECT_NEAR(lowered.value(unknowns[1].scalar, 2, y), std::cos(0.3) + 2, 1e-14);
}

TEST(LowerStates, forces_that_depend_on_themselves_become_unknowns) {
  const Lowered lowered(two_parts() +
                        "SFORCE/1, I=21, J=31, ROTATION, FUNCTION=1+0.1*SFORCE(2,0,8,31)\n"
                        "SFORCE/2, I=21, J=31, ROTATION, FUNCTION=2+0.1*TZ(21,31,31)\n");
  ASSERT_EQ(lowered.equations.unknowns.size(), 2u);
  EXPECT_EQ(lowered.equations.unknowns[0].name, "SFORCE/1: FUNCTION");
  const std::vector<double> y = {1.5, 2.5};
  EXPECT_EQ(lowered.value(lowered.equations.loads.at(0).scalar, 0, y), 1.5);
  EXPECT_NEAR(lowered.value(lowered.equations.unknowns[0].scalar, 0, y), 1.25, 1e-14);
  EXPECT_NEAR(lowered.value(lowered.equations.unknowns[1].scalar, 0, y), 2.4, 1e-14);
}

std::string many_points(int count) {
  std::string text;
  for (int n = 0; n < count; ++n) {
    const std::string id = std::to_string(100 + n);
    text += "POINT_MASS/" + id + ", MASS=1, CM=" + id + ", QG=" + std::to_string(n) + ",1,2\n" +
            "MARKER/" + id + ", POINT_MASS=" + id + "\n";
  }
  return text;
}

TEST(LowerStates, wide_coupling_becomes_an_unknown_in_forces_only) {
  const std::string wide =
      "VARIABLE/1, FUNCTION=DX(100)+DX(101)+DX(102)+DX(103)+DX(104)\n"
      "VARIABLE/2, FUNCTION=2*VARVAL(1)\n";
  const Lowered shown(two_parts() + many_points(5) + wide + "REQUEST/1, F1=VARVAL(2)\n");
  EXPECT_TRUE(shown.equations.unknowns.empty());
  EXPECT_EQ(shown.request(0, 0), 20);
  const Lowered used(two_parts() + many_points(5) + wide +
                     "SFORCE/1, I=21, J=31, TRANSLATION, FUNCTION=VARVAL(2)\n");
  ASSERT_EQ(used.equations.unknowns.size(), 1u);
  EXPECT_EQ(used.equations.unknowns[0].name, "VARIABLE/1");
  EXPECT_EQ(used.value(used.equations.unknowns[0].scalar), 10);
  const Lowered narrow(two_parts() + many_points(5) +
                       "VARIABLE/1, FUNCTION=DX(100)+DX(101)+DX(102)+DX(103)+DX(103,102)\n"
                       "SFORCE/1, I=21, J=31, TRANSLATION, FUNCTION=VARVAL(1)\n");
  EXPECT_TRUE(narrow.equations.unknowns.empty());
}

// Doubling 60 times would need 2^60 nodes.
TEST(LowerStates, growth_of_expressions_is_bounded) {
  std::string text = two_parts() + "VARIABLE/1, FUNCTION=TIME\n";
  for (int n = 2; n <= 60; ++n) {
    const std::string before = std::to_string(n - 1);
    text += "VARIABLE/" + std::to_string(n) + ", FUNCTION=(VARVAL(" + before + ")+VARVAL(" +
            before + "))/2\n";
  }
  const Lowered lowered(text +
                        "SFORCE/1, I=21, J=31, TRANSLATION, FUNCTION=VARVAL(60)\n"
                        "REQUEST/1, F1=VARVAL(60)\n");
  EXPECT_FALSE(lowered.equations.unknowns.empty());
  EXPECT_LT(lowered.equations.unknowns.size(), 20u);
}

TEST(LowerStates, diffs_are_states_unless_their_rate_does_not_appear) {
  const Lowered lowered(two_parts() +
                        "DIFF/1, IC=2, FUNCTION=-3*DIF(1)\n"
                        "DIFF/2, IMPLICIT, IC=4,5, STATIC_HOLD, FUNCTION=DIF1(2)+DIF(1)\n"
                        "DIFF/3, IMPLICIT, IC=6, FUNCTION=DIF(3)-TIME\n"
                        "DIFF/4, IMPLICIT, FUNCTION=VARVAL(1)-DIF(4)\n"
                        "VARIABLE/1, FUNCTION=DIF1(4)\n"
                        "SFORCE/1, I=21, J=31, TRANSLATION, FUNCTION=DIF1(1)+DIF1(2)+DIF(3)\n");
  const auto& states = lowered.equations.states;
  ASSERT_EQ(states.size(), 3u);
  EXPECT_EQ(states[0].name, "DIFF/1");
  EXPECT_EQ(states[0].initial, 2);
  EXPECT_FALSE(states[0].implicit);
  EXPECT_TRUE(states[1].implicit);
  EXPECT_TRUE(states[1].static_hold);
  EXPECT_EQ(states[1].initial_rate, 5);
  EXPECT_EQ(states[2].name, "DIFF/4");
  EXPECT_TRUE(lowered.uses(states[2].scalar, Leaf::Kind::rate));
  EXPECT_TRUE(lowered.reports(model::Code::algebraic_diff));

  // DIFF/3 itself, and the rate of DIFF/2, which no force can read as a rate.
  const auto& unknowns = lowered.equations.unknowns;
  ASSERT_EQ(unknowns.size(), 2u);
  EXPECT_EQ(unknowns[0].name, "DIFF/3");
  EXPECT_TRUE(unknowns[0].implicit);
  EXPECT_EQ(unknowns[0].initial, 6);
  EXPECT_EQ(unknowns[1].name, "DIFF/2: rate");
  EXPECT_FALSE(unknowns[1].implicit);
  EXPECT_TRUE(lowered.uses(unknowns[1].scalar, Leaf::Kind::rate));
  const int force = lowered.equations.loads.at(0).scalar;
  EXPECT_FALSE(lowered.uses(force, Leaf::Kind::rate));
  EXPECT_TRUE(lowered.uses(force, Leaf::Kind::state));

  const Lowered none(two_parts() +
                     "DIFF/3, IMPLICIT, FUNCTION=DIF(3)**2-TIME\n"
                     "REQUEST/1, F1=DIF1(3)\n");
  EXPECT_TRUE(none.reports(model::Code::wrong_expression_use));
}

TEST(LowerStates, measures_are_read_once_and_angles_share_their_turns) {
  const Lowered lowered(two_parts() +
                        "SFORCE/1, I=21, J=31, ROTATION, FUNCTION=AZ(21,31)\n"
                        "SFORCE/2, I=21, J=31, ROTATION, FUNCTION=2*AZ(21,31)+YAW(21,31)\n"
                        "JOINT/1, REVOLUTE, I=21, J=31\nMOTION/1, JOINT=1, FUNCTION=9\n");
  EXPECT_EQ(lowered.equations.n_memory, 1);
  EXPECT_EQ(lowered.equations.initial_memory.at(0), 9);
  EXPECT_EQ(lowered.equations.readings.size(), 5u + 2u);
}

TEST(LowerStates, splines_are_shared_by_method) {
  const Lowered lowered(
      two_parts() +
      "SPLINE/1, X=0,1,2,3,4, Y=0,1,4,9,16\n"
      "SFORCE/1, I=21, J=31, TRANSLATION, FUNCTION=CUBSPL(TIME,0,1)+CUBSPL(TIME+1,0,1)\n"
      "SFORCE/2, I=21, J=31, TRANSLATION, FUNCTION=AKISPL(TIME,0,1)\n");
  EXPECT_EQ(lowered.equations.splines.size(), 2u);
  EXPECT_NEAR(lowered.value(lowered.equations.loads.at(0).scalar, 2), 4 + 9, 1e-12);
  EXPECT_NEAR(lowered.value(lowered.equations.loads.at(1).scalar, 3), 9, 1e-12);
}

TEST(LowerStates, curves_give_their_coordinates) {
  const Lowered lowered(
      two_parts() +
      "MATRIX/1, FULL=CORDER, ROWS=4, COLUMNS=3, VALUES=0,3,6,9, 0,0,0,0, 1,3,5,7\n"
      "CURVE/1, MATRIX=1\nSPLINE/1, X=1,2,4,8, Y=1,4,16,64\n"
      "SFORCE/1, I=21, J=31, TRANSLATION, FUNCTION=CURVE(TIME, 0, 3, 1) + CURVE(TIME, 1, 1, 1)\n"
      "SFORCE/2, I=21, J=31, TRANSLATION, FUNCTION=INTERP(TIME, 1, 1) + INTERP(TIME, 3, 1)\n"
      "SFORCE/3, I=21, J=31, TRANSLATION, FUNCTION=INVPSD(TIME, 1, 3, 3.5, 1, 1, 0)\n");
  EXPECT_EQ(lowered.equations.splines.size(), 5u);
  EXPECT_NEAR(lowered.value(lowered.equations.loads.at(0).scalar, 0.5), 5.5 + 4.5, 1e-13);
  EXPECT_NEAR(lowered.value(lowered.equations.loads.at(1).scalar, 2), 4 + 4, 1e-13);
  // One wave of frequency f = 3.25, whose spectrum is f² on double logarithmic paper; the first
  // phase of the generator started with 0 is that of 0xe220a8397b1dcdaf.
  const double phase = 2 * 3.14159265358979324 * 0xe220a8397b1dcdafp-64;
  EXPECT_NEAR(lowered.value(lowered.equations.loads.at(2).scalar, 0), 3.25 * std::sin(phase),
              1e-13);
}

TEST(LowerStates, spectra_need_single_curves_and_positive_numbers) {
  const Lowered lowered(
      two_parts() +
      "SPLINE/1, X=0,1,2,3, Y=0,1,4,9\nSPLINE/2, X=1,2,3,4, Y=0,1,2,3,4, Y=1,1,2,3,4\n"
      "SFORCE/1, I=21, J=31, TRANSLATION, FUNCTION=INVPSD(TIME, 1, 1, 2, 5, 1, 0)\n"
      "SFORCE/2, I=21, J=31, TRANSLATION, FUNCTION=INTERP(TIME, 1, 2)\n");
  ASSERT_EQ(lowered.equations.problems.size(), 2u);
  EXPECT_EQ(lowered.equations.problems[0].message, "SPLINE/1: logarithms need positive X and Y");
  EXPECT_EQ(lowered.equations.problems[1].message,
            "SPLINE/2: it is a family of curves, but a single one is needed");
}

TEST(LowerStates, requests_show_vectors_in_the_axes_asked_for) {
  const Lowered lowered(two_parts() +
                        "REQUEST/1, DISPLACEMENT, I=21, J=31, RM=20\n"
                        "REQUEST/2, VELOCITY, I=21, J=31\nREQUEST/3, ACCELERATION, I=21\n"
                        "REQUEST/4, F1=TIME+1\\F8=3\n");
  const auto &i = lowered.marker(21), &j = lowered.marker(31);
  const Vec3 d = lowered.marker(20).A.transpose() * (i.r - j.r);
  const Vec3 v = i.v - j.v, w = i.omega - j.omega;
  const Euler313 angles = euler313_from_matrix(j.A.transpose() * i.A);
  EXPECT_NEAR(lowered.request(0, 0), d.norm(), 1e-14);
  EXPECT_EQ(lowered.equations.requests[0][4], -1);
  EXPECT_NEAR(lowered.request(0, 5), angles.psi, 1e-14);
  EXPECT_NEAR(lowered.request(0, 6), angles.theta, 1e-14);
  EXPECT_NEAR(lowered.request(0, 7), angles.phi, 1e-14);
  EXPECT_NEAR(lowered.request(1, 0), v.norm(), 1e-14);
  EXPECT_NEAR(lowered.request(1, 4), w.norm(), 1e-14);
  for (int k = 0; k < 3; ++k) {
    const auto c = static_cast<std::size_t>(k);
    EXPECT_NEAR(lowered.request(0, 1 + c), d[k], 1e-14);
    EXPECT_NEAR(lowered.request(1, 1 + c), v[k], 1e-14);
    EXPECT_NEAR(lowered.request(1, 5 + c), w[k], 1e-14);
    EXPECT_NEAR(lowered.request(2, 1 + c), i.a[k], 1e-14);
    EXPECT_NEAR(lowered.request(2, 5 + c), i.omega_dot[k], 1e-14);
  }
  EXPECT_EQ(lowered.request(3, 0), 1);
  EXPECT_EQ(lowered.equations.requests[3][1], -1);
  EXPECT_EQ(lowered.request(3, 7), 3);
}

TEST(InitialValues, bodies_stand_at_their_centres_of_mass) {
  const Lowered lowered("UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=MILLIMETER, TIME=SECOND\n" +
                        two_parts() + many_points(1));
  const Skeleton& skeleton = lowered.equations.skeleton;
  ASSERT_EQ(skeleton.bodies.size(), 3u);
  EXPECT_EQ(skeleton.bodies[0].label, "PART/2");
  EXPECT_DOUBLE_EQ(skeleton.bodies[0].mass, 2e-3);
  EXPECT_DOUBLE_EQ(skeleton.bodies[0].inertia(1, 1), 0.8e-3);
  EXPECT_EQ(skeleton.bodies[1].q, 7);
  EXPECT_EQ(skeleton.bodies[2].q, 14);
  EXPECT_EQ(skeleton.bodies[2].v, 12);
  for (const model::Marker& marker : lowered.file.model.markers) {
    if (marker.floating) continue;
    const model::Pose pose = model::pose_in_ground(lowered.file.model, marker);
    EXPECT_LT((lowered.marker(marker.id).r - pose.r).norm(), 1e-14);
    EXPECT_LT((lowered.marker(marker.id).A - pose.A).norm(), 1e-14);
  }
  EXPECT_LT((lowered.marker(20).v - Vec3(0.3, -0.2, 0.5)).norm(), 1e-14);
  EXPECT_LT(
      (lowered.marker(20).A.transpose() * lowered.marker(20).omega - Vec3(0.4, -0.7, 0.9)).norm(),
      1e-14);
}

TEST(InitialValues, velocities_may_be_given_along_other_axes) {
  const Lowered lowered(
      "MARKER/11, PART=1, REULER=90D,0,0\n"
      "PART/2, MASS=1, CM=20, VX=2, VM=11, WX=3, WM=11, REULER=0.3,0.4,0.5\n"
      "MARKER/20, PART=2, REULER=0.2,0.7,0.1\n");
  EXPECT_LT((lowered.marker(20).v - Vec3(0, 2, 0)).norm(), 1e-14);
  EXPECT_LT((lowered.marker(20).omega - Vec3(0, 3, 0)).norm(), 1e-14);
  Vector q;
  initial_pose(lowered.equations, q);
  const Mat6 W = velocity_weights(lowered.equations, given_velocities(lowered.equations, q)).at(0);
  const Vec3 axis = lowered.marker(20).A.transpose() * Vec3(0, 1, 0);
  EXPECT_NEAR((W.topLeftCorner<3, 3>() * Vec3(0, 1, 0)).norm(), 1e4, 1e-8);
  EXPECT_NEAR((W.topLeftCorner<3, 3>() * Vec3(1, 0, 0)).norm(), 1, 1e-8);
  EXPECT_NEAR((W.bottomRightCorner<3, 3>() * axis).norm(), 1e4, 1e-8);
  EXPECT_NEAR((W.bottomRightCorner<3, 3>().trace()), 1e4 + 2, 1e-8);
}

// At the start and after a turn: the error is what has changed, its gradient the derivative of that.
void check_exact(const Lowered& lowered, const Vec3& turn, const Vec3& expected) {
  const Body& body = lowered.equations.skeleton.bodies[0];
  const std::vector<ExactCoordinate> exact = exact_coordinates(lowered.equations);
  Vector q, zero = Vector::Zero(body.n());
  initial_pose(lowered.equations, q);
  const auto turned = [&](const Vec3& by) {
    Vector there = q;
    there.segment<4>(3) = quaternion_product(q.segment<4>(3), quaternion_exp(by));
    return elements::motion(body, there, zero, zero);
  };
  int angles = 0;
  for (const ExactCoordinate& c : exact) {
    EXPECT_NEAR(error(c, turned(Vec3::Zero())), 0, 1e-15) << c.name;
    if (!c.is_angle()) continue;
    EXPECT_NEAR(error(c, turned(turn)), expected[angles], 1e-12) << c.name;
    const Vec6 g = gradient(c, body, turned(turn));
    for (int k = 0; k < 3; ++k) {
      const Vec4 there = quaternion_exp(turn);
      const auto at = [&](double h) {
        const Vec4 more = quaternion_product(there, quaternion_exp(h * Vec3::Unit(k)));
        return error(c, turned(quaternion_log(more)));
      };
      EXPECT_NEAR(g[3 + k], (at(1e-5) - at(-1e-5)) / 2e-5, 1e-9) << c.name;
    }
    ++angles;
  }
}

TEST(InitialValues, exact_angles_are_held_along_the_rotations_that_change_them) {
  const std::string part = "PART/2, MASS=1, CM=20, REULER=0.3,0.8,-0.4, EXACT=";
  const std::string marker = "\nMARKER/20, PART=2, REULER=0.2,0.7,0.1\n";
  const Mat3 centre = rotation_matrix(Euler313{0.2, 0.7, 0.1});
  const Vec3 turn(0.2, -0.1, 0.3);
  const Mat3 A = rotation_matrix(Euler313{0.3, 0.8, -0.4}) * centre *
                 rotation_matrix(quaternion_exp(turn)) * centre.transpose();
  const Euler313 e = euler313_from_matrix(A);
  check_exact(Lowered(part + "X:PSI" + marker), turn, {e.psi - 0.3, 0, 0});
  check_exact(Lowered(part + "THETA:PHI" + marker), turn, {e.theta - 0.8, e.phi + 0.4, 0});
  check_exact(Lowered(part + "PSI:THETA:PHI" + marker), turn, centre * turn);
  const std::string upright = "PART/2, MASS=1, CM=20, EXACT=";
  check_exact(Lowered(upright + "PHI\nMARKER/20, PART=2\n"), turn, {turn.z(), 0, 0});
  EXPECT_EQ(exact_coordinates(Lowered(upright + "PSI:PHI\nMARKER/20, PART=2\n").equations).size(),
            1u);
}

TEST(InitialValues, of_a_planar_part_three_coordinates_count) {
  const Lowered lowered(
      "PART/2, PLANAR, MASS=2, CM=20, IP=1,2,3, QG=1,2,3, REULER=90D,90D,0, EXACT=X:Z:PSI:THETA, "
      "VX=1, WX=5, WZ=4, WM=10\nMARKER/20, PART=2\n");
  const Body& body = lowered.equations.skeleton.bodies[0];
  EXPECT_EQ(body.kind, Body::Kind::planar);
  EXPECT_EQ(body.height, 3);
  EXPECT_NEAR(body.inertia(2, 2), 2, 1e-15) << "the y axis of the part is vertical";
  Vector q, v;
  initial_pose(lowered.equations, q);
  EXPECT_EQ(q, Vec3(1, 2, 0));
  initial_velocity(lowered.equations, q, v);
  EXPECT_LT((v - Vec3(1, 0, 4)).norm(), 1e-15);
  EXPECT_LT(
      (lowered.marker(20).A - rotation_matrix(Euler313{std::acos(0.0), std::acos(0.0), 0})).norm(),
      1e-15);
  const std::vector<GivenVelocity> given = given_velocities(lowered.equations, q);
  const Mat6 W = velocity_weights(lowered.equations, given).at(0);
  EXPECT_NEAR(W(0, 0), 1e4, 1e-8);
  EXPECT_EQ(W(1, 1), 1);
  EXPECT_NEAR(W(2, 2), 1e4, 1e-8);
  const std::vector<ExactCoordinate> exact = exact_coordinates(lowered.equations);
  ASSERT_EQ(exact.size(), 2u);
  q[2] = 0.1;
  EXPECT_NEAR(error(exact[1], elements::motion(body, q, v, v)), 0.1, 1e-15);
  EXPECT_LT(
      (gradient(exact[1], body, elements::motion(body, q, v, v)).head<3>() - Vec3::UnitZ()).norm(),
      1e-14);
}

}  // namespace
}  // namespace trammel::elements
