// Loads of forces, and force functions against the vectors they stand for.
// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>

#include <Eigen/LU>
#include <cmath>

#include "elements/lowered.h"

namespace trammel::elements {
namespace {

using ::testing::ElementsAre;

struct Wrench {
  Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
};

// All eight components of F(1, jflag, …, rm) as a request would show them.
void expect_function(const std::string& statements, const std::string& function, int jflag, int rm,
                     const Wrench& expected) {
  std::string text = two_parts() + statements + "\nREQUEST/1";
  for (int c = 1; c <= 8; ++c)
    text += ", F" + std::to_string(c) + "=" + function + "(1," + std::to_string(jflag) + "," +
            std::to_string(c) + "," + std::to_string(rm) + ")\\";
  const Lowered lowered(text);
  SCOPED_TRACE(function + " " + std::to_string(jflag) + " " + std::to_string(rm));
  const Mat3 A = rm == 0 ? Mat3(Mat3::Identity()) : lowered.marker(rm).A;
  const Vec3 F = A.transpose() * expected.force, T = A.transpose() * expected.torque;
  EXPECT_NEAR(lowered.request(0, 0), F.norm(), 1e-12);
  EXPECT_NEAR(lowered.request(0, 4), T.norm(), 1e-12);
  for (int k = 0; k < 3; ++k) {
    EXPECT_NEAR(lowered.request(0, static_cast<std::size_t>(1 + k)), F[k], 1e-12);
    EXPECT_NEAR(lowered.request(0, static_cast<std::size_t>(5 + k)), T[k], 1e-12);
  }
  EXPECT_TRUE(lowered.equations.unknowns.empty());
}

// On I and on J, in ground axes and in those of a marker.
void expect_functions(const std::string& statements, const std::string& function,
                      const Wrench& on_i, const Wrench& on_j) {
  for (const int rm : {0, 31, 21}) {
    expect_function(statements, function, 0, rm, on_i);
    expect_function(statements, function, 1, rm, on_j);
  }
}

const Lowered& base() {
  static const Lowered lowered(two_parts());
  return lowered;
}

TEST(LowerForces, single_forces_push_along_their_line_and_twist_about_z) {
  const auto &i = base().marker(21), &j = base().marker(31);
  const Vec3 d = i.r - j.r;
  const Wrench push{5 * d.norm() * d.normalized(), Vec3::Zero()};
  expect_functions("SFORCE/1, I=21, J=31, TRANSLATION, FUNCTION=5*DM(21,31)", "SFORCE", push,
                   {-push.force, Vec3::Zero()});
  const Wrench twist{Vec3::Zero(), -3 * j.A.col(2)};
  expect_functions("SFORCE/1, I=21, J=31, ROTATION, FUNCTION=-3", "SFORCE", twist,
                   {Vec3::Zero(), -twist.torque});
  expect_functions("SFORCE/1, I=21, J=31, TRANSLATION, ACTIONONLY, FUNCTION=4", "SFORCE",
                   {4 * j.A.col(2), Vec3::Zero()}, {});
  expect_functions("SFORCE/1, I=21, J=31, ROTATION, ACTIONONLY, FUNCTION=4", "SFORCE",
                   {Vec3::Zero(), 4 * j.A.col(2)}, {});
}

TEST(LowerForces, vector_forces_act_along_their_axes_and_react_where_they_act) {
  const Mat3& A = base().marker(20).A;
  const Vec3 F(1, -2, 3), T(0.5, 0, -0.7);
  expect_functions("VFORCE/1, I=21, JFLOAT=39, RM=20, FX=1\\FY=-2\\FZ=3", "VFORCE",
                   {A * F, Vec3::Zero()}, {-A * F, Vec3::Zero()});
  expect_functions("VTORQUE/1, I=21, JFLOAT=39, RM=20, TX=0.5\\TY=0\\TZ=-0.7", "VTORQ",
                   {Vec3::Zero(), A * T}, {Vec3::Zero(), -A * T});
  expect_functions("GFORCE/1, I=21, JFLOAT=39, RM=20, FX=1\\FY=-2\\FZ=3\\TX=0.5\\TY=0\\TZ=-0.7",
                   "GFORCE", {A * F, A * T}, {-A * F, -A * T});
}

TEST(LowerForces, spring_dampers_follow_their_formula) {
  const auto &i = base().marker(21), &j = base().marker(31);
  const Vec3 d = i.r - j.r, u = d.normalized();
  const double f = -2 * u.dot(i.v - j.v) - 30 * (d.norm() - 0.4) + 7;
  expect_functions("SPRINGDAMPER/1, I=21, J=31, TRANSLATION, C=2, K=30, LENGTH=0.4, FORCE=7",
                   "SPDP", {f * u, Vec3::Zero()}, {-f * u, Vec3::Zero()});
  const Vec3 z = j.A.col(2);
  const double angle = std::atan2(i.A.col(0).dot(j.A.col(1)), i.A.col(0).dot(j.A.col(0)));
  const double t = -2 * z.dot(i.omega - j.omega) - 30 * (angle - 0.4) + 7;
  expect_functions("SPRINGDAMPER/1, I=21, J=31, ROTATION, CT=2, KT=30, ANGLE=0.4, TORQUE=7", "SPDP",
                   {Vec3::Zero(), t * z}, {Vec3::Zero(), -t * z});
}

TEST(LowerForces, bushings_act_in_the_axes_of_j_and_balance_moments) {
  const auto &i = base().marker(21), &j = base().marker(31);
  const Vec3 d = i.r - j.r, K(10, 20, 30), C(1, 2, 3), F0(0.1, 0.2, 0.3);
  const Vec3 KT(4, 5, 6), CT(0.4, 0.5, 0.6), T0(-0.1, 0.4, 0.2);
  const Vec3 v = i.v - j.v - j.omega.cross(d), w = i.omega - j.omega;
  const Mat3 R = j.A.transpose() * i.A;
  const Vec3 angles(std::atan2(-R(1, 2), R(2, 2)), std::atan2(R(0, 2), R(2, 2)),
                    std::atan2(R(1, 0), R(0, 0)));
  const Vec3 F =
      j.A * Vec3(-K.cwiseProduct(j.A.transpose() * d) - C.cwiseProduct(j.A.transpose() * v) + F0);
  const Vec3 T = j.A * Vec3(-KT.cwiseProduct(angles) - CT.cwiseProduct(j.A.transpose() * w) + T0);
  expect_functions(
      "BUSHING/1, I=21, J=31, K=10,20,30, C=1,2,3, FORCE=0.1,0.2,0.3, KT=4,5,6, CT=0.4,0.5,0.6, "
      "TORQUE=-0.1,0.4,0.2",
      "BUSH", {F, T}, {-F, -T - d.cross(F)});
}

// Displacements and angles of a marker in the axes of 31, and their velocities.
struct Relative {
  Vec6 q, u;

  explicit Relative(int marker = 21) {
    const auto &i = base().marker(marker), &j = base().marker(31);
    const Vec3 d = i.r - j.r;
    const Mat3 R = j.A.transpose() * i.A;
    q << j.A.transpose() * d, std::atan2(-R(1, 2), R(2, 2)), std::atan2(R(0, 2), R(2, 2)),
        std::atan2(R(1, 0), R(0, 0));
    u << j.A.transpose() * Vec3(i.v - j.v - j.omega.cross(d)),
        j.A.transpose() * Vec3(i.omega - j.omega);
  }
};

void expect_along_j(const std::string& statement, const std::string& function, const Vec6& wrench) {
  const auto &i = base().marker(21), &j = base().marker(31);
  const Vec3 F = j.A * Vec3(wrench.head<3>()), T = j.A * Vec3(wrench.tail<3>());
  expect_functions(statement, function, {F, T}, {-F, -T - (i.r - j.r).cross(F)});
}

// What a clamped beam of length L gives way in one plane: deflection and slope by force and moment.
Eigen::Matrix2d flexibility(double L, double bending, double shear) {
  Eigen::Matrix2d f;
  f << L * L * L / (3 * bending) + L * shear, L * L / (2 * bending), L * L / (2 * bending),
      L / bending;
  return f;
}

TEST(LowerForces, beams_resist_as_clamped_beams_do) {
  const Relative at;
  const double L = 0.6, E = 40, G = 15, A = 0.02, ixx = 0.3, iyy = 0.2, izz = 0.1;
  const Eigen::Matrix2d xy = flexibility(L, E * izz, 1.2 / (G * A)).inverse();
  const Eigen::Matrix2d xz = flexibility(L, E * iyy, 1.1 / (G * A)).inverse();
  const auto resistance = [&](const Vec6& q) {
    const Eigen::Vector2d y = xy * Eigen::Vector2d(q[1], q[5]);
    const Eigen::Vector2d z = xz * Eigen::Vector2d(q[2], -q[4]);
    Vec6 f;
    f << E * A / L * q[0], y[0], z[0], G * ixx / L * q[3], -z[1], y[1];
    return f;
  };
  Vec6 q = at.q;
  q[0] -= L;
  const std::string beam =
      "BEAM/1, I=21, J=31, LENGTH=0.6, AREA=0.02, IXX=0.3, IYY=0.2, IZZ=0.1, ASY=1.2, ASZ=1.1, "
      "EMODULUS=40, GMODULUS=15";
  expect_along_j(beam, "BEAM", -resistance(q));
  expect_along_j(beam + ", CRATIO=0.25", "BEAM", -resistance(q + 0.25 * at.u));
  Vec6 damped = resistance(q);
  damped[0] += 2 * at.u[0] + 0.5 * at.u[2];  // c11, c13
  damped[2] += 0.5 * at.u[0];
  damped[4] += 3 * at.u[5];  // c56
  damped[5] += 3 * at.u[4] + 7 * at.u[5];
  expect_along_j(beam + ", CMATRIX=2,0,0,0.5,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,3,7", "BEAM", -damped);
}

// The gradient of its potential, by differences.
TEST(LowerForces, strings_add_the_tension_of_their_deflection) {
  const Relative at;
  const double L = 0.6, E = 40, A = 0.02;
  const auto potential = [&](const Vec6& q) {
    // ½ EA/L (e² − (x − L)²), e by Boole's rule, which is exact for squared slopes of cubics.
    constexpr double weights[] = {7, 32, 12, 32, 7};
    double lateral = 0;
    for (int k = 0; k < 5; ++k) {
      const double s = 0.25 * k, by_end = (6 * s - 6 * s * s) / L, by_turn = 3 * s * s - 2 * s;
      const double v = by_end * q[1] + by_turn * q[5], w = by_end * q[2] - by_turn * q[4];
      lateral += L * weights[k] / 90 * 0.5 * (v * v + w * w);
    }
    const double x = q[0] - L, e = x + lateral;
    return 0.5 * E * A / L * (e * e - x * x);
  };
  const std::string string =
      "BEAM/1, I=21, J=31, LENGTH=0.6, AREA=0.02, IXX=0, IYY=0, IZZ=0, EMODULUS=40, GMODULUS=15, "
      "FORMULATION=STRING";
  Vec6 force = Vec6::Zero();
  force[0] = -E * A / L * (at.q[0] - L);
  for (int k = 0; k < 6; ++k)
    for (const auto& [step, weight] : {std::pair{1, 8.0}, {-1, -8.0}, {2, -1.0}, {-2, 1.0}}) {
      Vec6 q = at.q;
      q[k] += 0.01 * step;
      force[k] -= weight / 0.12 * potential(q);  // exact: the potential has degree four
    }
  expect_along_j(string, "BEAM", force);
}

TEST(LowerForces, fields_are_linear_by_matrices_given_by_columns) {
  const Relative at;
  Mat6 K, C;
  Vec6 q0, F;
  std::string k, c;
  for (int column = 0; column < 6; ++column)
    for (int row = 0; row < 6; ++row) {
      K(row, column) = 10 * row + column + 1;
      C(row, column) = row == column ? 60 : row - 0.5 * column;
      k += (k.empty() ? "" : ",") + std::to_string(10 * row + column + 1);
      c += (c.empty() ? "" : ",") + std::to_string(C(row, column));
    }
  q0 << 0.1, 0.2, 0.3, 0.4, 0.5, std::acos(-1) / 6;
  F << 1, 2, 3, 4, 5, 6;
  const std::string field = "FIELD/1, I=21, J=31, KMATRIX=" + k;
  expect_along_j(field, "FIELD", -K * at.q);
  expect_along_j(field + ", CMATRIX=" + c + ", LENGTH=0.1,0.2,0.3,0.4,0.5,30D, FORCE=1,2,3,4,5,6",
                 "FIELD", -K * (at.q - q0) - C * at.u + F);
  expect_along_j("FIELD/1, I=21, J=31, CRATIO=0.5, KMATRIX=" + c, "FIELD",
                 -C * (at.q + 0.5 * at.u));
}

TEST(LowerForces, multi_point_forces_couple_all_their_markers) {
  Vector q(12), u(12), F = Vector::Zero(12);
  q << Relative(20).q, Relative(21).q;
  u << Relative(20).u, Relative(21).u;
  Matrix K(12, 12), C = Matrix::Zero(12, 12);
  std::string k;
  for (int row = 0; row < 12; ++row)
    for (int column = 0; column < 12; ++column) {
      K(row, column) = row == column ? 80 : 3 * row - 2 * column;
      k += (k.empty() ? "" : ",") + std::to_string(K(row, column));
    }
  C(0, 0) = C(8, 8) = 5;
  C(0, 8) = 2;
  F[1] = 3;
  F[10] = -4;
  const std::string data = "MATRIX/1, FULL=RORDER, ROWS=12, COLUMNS=12, VALUES=" + k +
                           "\nMATRIX/2, SPARSE, ROWS=12, COLUMNS=12, I=1,9,1, J=1,9,9, VALUES=5,5,2"
                           "\nMATRIX/3, SPARSE, ROWS=12, COLUMNS=1, I=2,11, J=1,1, VALUES=3,-4\n"
                           "NFORCE/1, I=20,21, J=31, KMATRIX=1, ";
  const auto expect = [&](const std::string& rest, const Vector& force) {
    const auto& j = base().marker(31);
    Wrench on_j;
    for (const int marker : {20, 21}) {
      const Vec6 own = force.segment<6>(marker == 20 ? 0 : 6);
      const Wrench on_i{j.A * Vec3(own.head<3>()), j.A * Vec3(own.tail<3>())};
      on_j.force -= on_i.force;
      on_j.torque -= on_i.torque + (base().marker(marker).r - j.r).cross(on_i.force);
      for (const int rm : {0, 31, 21}) expect_function(data + rest, "NFORCE", marker, rm, on_i);
    }
    for (const int rm : {0, 31, 21}) expect_function(data + rest, "NFORCE", 31, rm, on_j);
  };
  expect("CMATRIX=2, LENGTH=3, FORCE=3", -K * (q - F) - C * u + F);
  expect("CRATIO=0.25", -K * (q + 0.25 * u));
}

TEST(LowerForces, a_multi_point_force_is_asked_at_its_own_markers) {
  const Lowered lowered(two_parts() +
                        "MATRIX/1, SPARSE, ROWS=6, COLUMNS=6, I=1, J=1, VALUES=5\n"
                        "NFORCE/1, I=20, J=31, KMATRIX=1\nREQUEST/1, F1=NFORCE(1,21,2,0)");
  EXPECT_TRUE(lowered.reports(model::Code::wrong_expression_use));
}

TEST(LowerForces, loads_carry_markers_axes_and_reacting_bodies) {
  const Lowered lowered(two_parts() +
                        "SFORCE/1, I=21, J=31, TRANSLATION, FUNCTION=1\n"
                        "SFORCE/2, I=21, J=31, ROTATION, FUNCTION=1\n"
                        "SFORCE/3, I=21, J=31, TRANSLATION, ACTIONONLY, FUNCTION=1\n"
                        "GFORCE/4, I=21, JFLOAT=39, RM=10, FX=0\\FY=2\\FZ=0\\TX=0\\TY=0\\TZ=3\n"
                        "BUSHING/5, I=21, J=31, K=0,8,0\n");
  const std::vector<Load>& loads = lowered.equations.loads;
  ASSERT_EQ(loads.size(), 6u);  // zeros leave nothing
  using Kind = Load::Kind;
  const Kind kinds[] = {Kind::line,  Kind::torque, Kind::force,
                        Kind::force, Kind::torque, Kind::force};
  const int reacting[] = {1, 1, ground, 1, 1, 1}, axes[] = {2, 2, 2, 1, 2, 1};
  const int rm[] = {0, 31, 31, 10, 10, 31};
  for (std::size_t n = 0; n < loads.size(); ++n) {
    SCOPED_TRACE(n);
    EXPECT_EQ(loads[n].kind, kinds[n]);
    EXPECT_EQ(loads[n].i, lowered.equations.marker({21}));
    EXPECT_EQ(loads[n].reaction_body, reacting[n]);
    EXPECT_EQ(loads[n].axis, axes[n]);
    EXPECT_EQ(loads[n].rm, rm[n] == 0 ? 0 : lowered.equations.marker({rm[n]}));
  }
  EXPECT_EQ(lowered.equations.scalars[static_cast<std::size_t>(loads[3].scalar)].name,
            "GFORCE/4: FY");
}

TEST(LowerForces, forces_within_one_part_leave_no_load) {
  const Lowered lowered(two_parts() + "SFORCE/1, I=21, J=20, TRANSLATION, FUNCTION=1\n");
  EXPECT_TRUE(lowered.equations.loads.empty());
}

TEST(LowerForces, generic_functions_sum_what_acts_between_markers) {
  const std::string forces =
      "SFORCE/1, I=21, J=31, ROTATION, FUNCTION=2\n"
      "SFORCE/2, I=31, J=21, ROTATION, FUNCTION=3\n"
      "SFORCE/3, I=21, J=10, ROTATION, FUNCTION=5\n";
  const Lowered lowered(two_parts() + forces +
                        "REQUEST/1, FORCE, I=21, J=31\nREQUEST/2, FORCE, I=31, J=21, RM=20\n"
                        "REQUEST/3, F2=TX(21)\\F3=TY(21,0,20)\\F4=TZ(21)\\F5=TM(21,10)\n");
  const Vec3 z21 = lowered.marker(21).A.col(2), z31 = lowered.marker(31).A.col(2);
  const Vec3 between = 2 * z31 - 3 * z21, all = between + Vec3(0, 0, 5);
  const Mat3& A = lowered.marker(20).A;
  for (int k = 0; k < 3; ++k) {
    EXPECT_NEAR(lowered.request(0, static_cast<std::size_t>(5 + k)), between[k], 1e-14);
    EXPECT_NEAR(lowered.request(1, static_cast<std::size_t>(5 + k)), -(A.transpose() * between)[k],
                1e-14);
  }
  EXPECT_NEAR(lowered.request(0, 4), between.norm(), 1e-14);
  EXPECT_NEAR(lowered.request(2, 1), all[0], 1e-14);
  EXPECT_NEAR(lowered.request(2, 2), (A.transpose() * all)[1], 1e-14);
  EXPECT_NEAR(lowered.request(2, 3), all[2], 1e-14);
  EXPECT_NEAR(lowered.request(2, 4), 5, 1e-14);
  EXPECT_EQ(lowered.equations.requests[0][0], -1);  // no force, only torques
}

TEST(LowerForces, constraint_functions_read_the_rows_of_their_element) {
  const Lowered lowered(two_parts() +
                        "JOINT/1, REVOLUTE, I=21, J=31\nMOTION/1, JOINT=1, FUNCTION=TIME\n"
                        "JPRIM/1, INPLANE, I=20, J=10\nGCON/1, I=20, FUNCTION=DM(20,30)-1\n"
                        "REQUEST/1, F1=JOINT(1,0,3,20)\\F2=MOTION(1,1,8,0)\\F3=JPRIM(1,0,1,0)\\"
                        "F4=GCON(1,0,2,0)\\F5=FX(21,31)\n");
  const auto& reactions = lowered.equations.reactions;
  const auto& r0 = reactions.at(0);
  EXPECT_THAT(r0.rows, ElementsAre(0, 1, 2, 3, 4));
  EXPECT_EQ(r0.at, lowered.equations.marker({21}));
  EXPECT_FALSE(r0.torque);
  EXPECT_EQ(r0.axes, lowered.equations.marker({20}));
  EXPECT_EQ(r0.axis, 1);
  const auto& r1 = reactions.at(1);
  EXPECT_EQ(r1.at, lowered.equations.marker({31}));
  EXPECT_TRUE(r1.torque);
  EXPECT_EQ(r1.axis, 2);
  std::vector<double> values(reactions.size(), 0);
  values.at(2) = 3;
  values.at(4) = -4;  // x and z of the primitive
  EXPECT_EQ(lowered.value(lowered.equations.requests[0][2], 0, {}, values), 5);
  const std::vector<double> ones(reactions.size(), 1);  // joint and motion act between 21 and 31
  EXPECT_EQ(lowered.value(lowered.equations.requests[0][4], 0, {}, ones), 2);
}

// A request at a marker that carries thousands of forces shows them without new unknowns.
TEST(LowerForces, forces_at_a_hub_are_summed_in_place) {
  std::string text = two_parts();
  const int count = 3000;
  for (int n = 1; n <= count; ++n)
    text += "SFORCE/" + std::to_string(n) + ", I=21, J=10, ROTATION, FUNCTION=1+0.5*VARVAL(1)\n";
  const Lowered lowered(text + "VARIABLE/1, FUNCTION=2\nREQUEST/1, FORCE, I=10\n");
  EXPECT_TRUE(lowered.equations.unknowns.empty());
  EXPECT_EQ(lowered.request(0, 7), -2 * count);
}

TEST(LowerForces, magnitude_of_nothing_is_zero_with_a_slope) {
  const Lowered lowered(two_parts() +
                        "VFORCE/1, I=21, JFLOAT=39, RM=10, FX=0*TIME\\FY=0\\FZ=0\n"
                        "REQUEST/1, F1=VFORCE(1,0,1,0)\n");
  const Scalar& s =
      lowered.equations.scalars[static_cast<std::size_t>(lowered.equations.requests[0][0])];
  std::vector<double> u(s.leaves.size(), 0), g(s.leaves.size(), 1);
  expression::Workspace workspace;
  double value = 1;
  EXPECT_TRUE(expression::evaluate_gradient(s.tape, {u, {}}, workspace, value, g).ok());
  EXPECT_EQ(value, 0);
}

TEST(LowerForces, a_reaction_that_is_asked_for_twice_is_one) {
  const std::string joint = two_parts() + "JOINT/1, REVOLUTE, I=21, J=10\n";
  const std::string request = ", FORCE, I=21, J=10\n";
  const Lowered once(joint + "REQUEST/1" + request);
  const Lowered often(joint + "REQUEST/1" + request + "REQUEST/2" + request +
                      "REQUEST/3, F2=FX(21,10)\\F3=JOINT(1,0,2,0)\n");
  EXPECT_EQ(once.equations.reactions.size(), 6u);  // three forces, three torques
  EXPECT_EQ(often.equations.reactions.size(), 6u);
}

TEST(LowerForces, functions_without_meaning_are_reported) {
  const Lowered j_of_gcon(two_parts() +
                          "GCON/1, I=20, FUNCTION=DM(20,30)-1\n"
                          "REQUEST/1, F2=GCON(1,1,2,0)\n");
  EXPECT_TRUE(j_of_gcon.reports(model::Code::wrong_expression_use));
  const Lowered floating(two_parts() +
                         "GFORCE/4, I=21, JFLOAT=39, RM=10, FX=DX(39)\\FY=2\\FZ=0\\TX=0\\TY=0\\"
                         "TZ=3\n");
  ASSERT_TRUE(floating.reports(model::Code::floating_marker));
  EXPECT_THAT(floating.equations.problems.front().message, testing::HasSubstr("39"));
  EXPECT_EQ(floating.equations.problems.front().offset, 3);
}

}  // namespace
}  // namespace trammel::elements
