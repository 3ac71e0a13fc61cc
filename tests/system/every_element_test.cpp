// Every kind of element, in a small mechanism at random states: all derivatives against differences,
// action equals reaction, nothing changes when the whole model is moved.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <ostream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "elements/equations.h"
#include "elements/lower/lowering.h"
#include "io/adm/reader.h"
#include "math/rotation.h"
#include "numerics/index_one.h"
#include "support/check_blocks.h"
#include "system/system.h"

namespace trammel::system {
namespace {

struct Case {
  friend void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

  std::string name;
  std::string statements;
  bool internal = true;   // acts between moving parts only
  bool damps = false;     // what depends on velocities takes energy from the parts, or stores it
  double deflection = 0;  // of the bristles of friction: MAX_STICTION_DEFORMATION
};

// Three moving parts in general position, one point mass, markers with general axes.
std::string dataset(const std::string& statements) {
  return "every element\n"
         "PART/1, GROUND\n"
         "MARKER/10, PART=1, QP=0.3,-0.2,0.5, REULER=0.4,0.8,-0.3\n"
         "PART/2, MASS=2, CM=20, IM=21, IP=0.9,0.8,0.7,0.05,-0.02,0.03, QG=1,0.5,-0.3, "
         "REULER=0.2,0.5,0.7\n"
         "MARKER/20, PART=2, QP=0.1,0.2,0.3, REULER=0.3,0.2,0.1\n"
         "MARKER/21, PART=2, QP=0.2,-0.1,0.25, REULER=-0.5,0.7,0.2\n"
         "MARKER/22, PART=2, QP=-0.3,0.15,0.1, REULER=0.9,-0.4,1.3\n"
         "PART/3, MASS=1.5, CM=30, IP=0.3,0.4,0.5, QG=-0.4,0.8,0.6, REULER=1.1,0.9,-0.6\n"
         "MARKER/30, PART=3, QP=-0.1,0.1,0.2\n"
         "MARKER/31, PART=3, QP=0.25,0.3,-0.2, REULER=0.6,-0.3,0.4\n"
         "MARKER/32, PART=3, QP=-0.2,0.1,0.4, REULER=-1.2,0.5,0.3\n"
         "PART/4, MASS=0.7, CM=40, IP=0.1,0.2,0.15, QG=0.2,-0.9,0.4, REULER=-0.3,1.4,0.8\n"
         "MARKER/40, PART=4\n"
         "MARKER/41, PART=4, QP=0.3,0.2,0.1, REULER=0.2,0.3,-0.9\n"
         "MARKER/42, PART=4, QP=-0.1,0.35,0.2, REULER=1.2,0.1,0.5\n"
         "MARKER/33, PART=3, FLOATING\n"
         "POINT_MASS/1, MASS=0.4, CM=50, QG=0.7,0.3,0.9\n"
         "MARKER/50, POINT_MASS=1\n" +
         statements + "\nEND\n";
}

// A matrix whose diagonal outweighs the rest of its rows.
std::string matrix(int id, int size, double diagonal) {
  std::string text =
      fmt::format("MATRIX/{0}, FULL=RORDER, ROWS={1}, COLUMNS={1}, VALUES=", id, size);
  for (int row = 0; row < size; ++row)
    for (int column = 0; column < size; ++column)
      text += fmt::format("{}{}", row + column == 0 ? "" : ",",
                          row == column ? diagonal : 0.1 * ((7 * row + 3 * column) % 5 - 2));
  return text + '\n';
}

const std::vector<Case>& cases() {
  static const std::vector<Case> all = [] {
    std::vector<Case> list;
    for (const char* type : {"CONVEL", "CYLINDRICAL", "FIXED", "HOOKE", "PLANAR", "REVOLUTE",
                             "SPHERICAL", "TRANSLATIONAL", "UNIVERSAL"})
      list.push_back(
          {std::string("joint_") + type, std::string("JOINT/1, ") + type + ", I=21, J=31"});
    list.push_back({"joint_RACKPIN", "JOINT/1, RACKPIN, I=21, J=31, PD=0.4"});
    list.push_back({"joint_SCREW", "JOINT/1, SCREW, I=21, J=31, PITCH=0.3"});
    for (const char* type :
         {"ATPOINT", "INLINE", "INPLANE", "ORIENTATION", "PARALLEL_AXES", "PERPENDICULAR"})
      list.push_back(
          {std::string("jprim_") + type, std::string("JPRIM/1, ") + type + ", I=21, J=31"});
    list.push_back({"joint_point_mass", "JOINT/1, SPHERICAL, I=50, J=31"});
    list.push_back({"joint_to_ground", "JOINT/1, REVOLUTE, I=21, J=10", false});
    list.push_back({"joint_from_ground", "JOINT/1, CYLINDRICAL, I=10, J=31", false});

    const std::string two = "JOINT/1, REVOLUTE, I=21, J=31\nJOINT/2, TRANSLATIONAL, I=32, J=41\n";
    list.push_back({"coupler", two + "COUPLER/1, JOINTS=1,2, TYPE=R:T, SCALES=1.5,-0.4"});
    list.push_back({"gear",
                    "JOINT/1, REVOLUTE, I=21, J=41\nJOINT/2, REVOLUTE, I=31, J=42\n"
                    "MARKER/43, PART=4, QP=0.05,0.1,0.3, REULER=0.5,0.6,0.7\n"
                    "GEAR/1, JOINTS=1,2, CV=43"});
    const std::string curves =
        "MATRIX/1, FULL=RORDER, ROWS=5, COLUMNS=3, "
        "VALUES=-1,0.5,0.2,-0.3,0.8,-0.4,0.4,0.1,0.3,1.1,-0.6,-0.2,2,0.3,0.5\n"
        "CURVE/1, OPEN, MATRIX=1\n"
        "MATRIX/2, FULL=RORDER, ROWS=6, COLUMNS=3, "
        "VALUES=1,0,0,0.2,0.9,0,-1,0.3,0,-0.5,-0.8,0,0.6,-0.7,0,1,0,0\n"
        "MATRIX/3, FULL=RORDER, ROWS=4, COLUMNS=3, VALUES=0.5,0,-1,0.5,0.6,0,0.5,0.5,1,0.5,-0.3,2\n"
        "CURVE/3, OPEN, MATRIX=3\n"
        "CURVE/2, CLOSED, ORDER=5, MATRIX=2\nMARKER/23, PART=2, FLOATING\n";
    list.push_back({"ptcv_open", curves + "PTCV/1, I=21, JFLOAT=33, RM=31, CURVE=1"});
    list.push_back({"ptcv_closed", curves + "PTCV/1, I=21, JFLOAT=33, RM=31, CURVE=2"});
    list.push_back({"ptcv_point_mass", curves + "PTCV/1, I=50, JFLOAT=33, RM=31, CURVE=2"});
    list.push_back({"cvcv", curves + "CVCV/1, IFLOAT=23, JFLOAT=33, IRM=21, JRM=31, "
                                     "ICURVE=3, JCURVE=2"});
    list.push_back({"force_of_ptcv", curves + "PTCV/1, I=21, JFLOAT=33, RM=31, CURVE=1\n"
                                              "SFORCE/1, ROTATION, I=22, J=42, "
                                              "FUNCTION=0.3*PTCV(1,0,3,42)-0.1*PTCV(1,1,2,0)**2"});
    list.push_back({"gcon_distance", "GCON/1, I=21, FUNCTION=DM(21,31)-2"});
    list.push_back({"gcon_time",
                    "GCON/1, I=21, FUNCTION=DX(21,31,41)*SIN(TIME)+DY(21,31,42)**2-PITCH(22,32)\n"
                    "JOINT/9, SPHERICAL, I=22, J=42"});
    list.push_back({"gcon_velocity",
                    "GCON/1, I=21, FUNCTION=VX(21,31,41,32)*DZ(21,41,22)-WZ(22,42,31)**2+TIME"});
    for (const char* form :
         {"JOINT=1, ROTATION", "JOINT=2, TRANSLATION", "I=22, J=42, X", "I=22, J=42, Y",
          "I=22, J=42, Z", "I=22, J=42, B1", "I=22, J=42, B2", "I=22, J=42, B3"})
      list.push_back({std::string("motion_displacement_") + form,
                      two + "MOTION/1, " + form + ", FUNCTION=0.3*SIN(2*TIME)+TIME**2"});
    for (const char* level : {"VELOCITY", "ACCELERATION"})
      for (const char* form : {"JOINT=1, ROTATION", "JOINT=2, TRANSLATION", "I=22, J=42, Z"})
        list.push_back({std::string("motion_") + level + form,
                        two + "MOTION/1, " + form + ", " + level + ", FUNCTION=0.3*SIN(2*TIME)"});

    list.push_back({"sforce_translation",
                    "SFORCE/1, TRANSLATION, I=21, J=31, "
                    "FUNCTION=-20*(DM(21,31)-0.5)-3*VR(21,31)+SIN(TIME)"});
    list.push_back({"sforce_rotation",
                    "SFORCE/1, ROTATION, I=21, J=31, FUNCTION=-5*AZ(21,31)-2*WZ(21,31,31)"});
    list.push_back({"sforce_action_only_force",
                    "SFORCE/1, TRANSLATION, ACTIONONLY, I=21, J=31, FUNCTION=4*COS(DX(41,22))",
                    false});
    list.push_back({"sforce_action_only_torque",
                    "SFORCE/1, ROTATION, ACTIONONLY, I=21, J=31, FUNCTION=VX(21,42,31)", false});
    list.push_back({"sforce_acceleration",
                    "SFORCE/1, TRANSLATION, I=21, J=31, FUNCTION=-0.2*ACCX(21,31,41,42)"});
    list.push_back({"vforce",
                    "VFORCE/1, I=21, JFLOAT=33, RM=41, FX=-3*DX(21,31,41)\\ FY=VY(21,31,41)\\ "
                    "FZ=2+TIME"});
    list.push_back(
        {"vtorque", "VTORQUE/1, I=21, JFLOAT=33, RM=41, TX=-3*AX(21,31)\\ TY=WY(21,31,41)\\ TZ=2"});
    list.push_back({"gforce",
                    "GFORCE/1, I=21, JFLOAT=33, RM=22, FX=-3*DX(21,31,31)\\ FY=5\\ "
                    "FZ=DM(21,41)\\ TX=1\\ TY=-WX(21,31,41)\\ TZ=AZ(22,32)"});
    list.push_back({"spring_translation",
                    "SPRINGDAMPER/1, TRANSLATION, I=21, J=31, K=30, C=2, LENGTH=0.4, FORCE=1.5",
                    true, true});
    list.push_back({"spring_rotation",
                    "SPRINGDAMPER/1, ROTATION, I=21, J=31, KT=30, CT=2, ANGLE=0.4, TORQUE=1.5",
                    true, true});
    list.push_back({"spring_point_mass",
                    "SPRINGDAMPER/1, TRANSLATION, I=50, J=31, K=30, C=2, LENGTH=0.4", true, true});
    list.push_back({"bushing",
                    "BUSHING/1, I=21, J=31, K=10,20,30, C=1,2,3, KT=4,5,6, CT=0.4,0.5,0.6, "
                    "FORCE=1,-2,3, TORQUE=0.3,0.2,0.1",
                    true, true});
    const std::string beam =
        "BEAM/1, I=21, J=31, LENGTH=0.6, AREA=0.02, IXX=0.3, IYY=0.2, IZZ=0.1, ASY=1.2, ASZ=1.1, "
        "EMODULUS=40, GMODULUS=15, ";
    list.push_back({"beam",
                    beam + "CMATRIX=1,0.1,2,0.2,0.1,3,0.1,0,0.1,1,0,0.3,0,0,2,0.1,0.2,0.3,"
                           "0.1,0.2,4",
                    true, true});
    list.push_back({"beam_string", beam + "CRATIO=0.1, FORMULATION=STRING", true, true});
    list.push_back(
        {"field",
         "FIELD/1, I=21, J=31, KMATRIX=9,1,2,3,4,5,6,9,8,1,2,3,4,5,9,7,8,1,2,3,4,9,6,7,8,1,"
         "2,3,9,5,6,7,8,1,2,9, CRATIO=0.2, LENGTH=0.5,0.4,0.3,10D,0.2,-0.1, "
         "FORCE=1,2,3,0.4,0.5,0.6"});
    list.push_back(
        {"field_damped",
         "FIELD/1, I=21, J=31, KMATRIX=9,1,2,3,4,5,6,9,8,1,2,3,4,5,9,7,8,1,2,3,4,9,6,7,8,1,"
         "2,3,9,5,6,7,8,1,2,9, CMATRIX=2,1,0,0,0,0,-1,3,0,0,0,0.5,0,0,1,0,0,0,0,0,0,0.2,0.1,0,"
         "0,0,0,0.1,0.4,0,0,0.5,0,0,0,1",
         true, true});
    const std::string multi =
        matrix(1, 12, 9) + matrix(2, 12, 4) +
        "MATRIX/3, SPARSE, ROWS=12, COLUMNS=1, I=1,4,8,12, J=1,1,1,1, VALUES=0.5,0.2,-0.3,0.1\n"
        "NFORCE/1, I=21,41, J=31, KMATRIX=1, LENGTH=3, FORCE=3, ";
    list.push_back({"nforce_matrix", multi + "CMATRIX=2", true, true});
    list.push_back({"nforce_ratio", multi + "CRATIO=0.3", true, true});
    for (const char* type :
         {"REVOLUTE", "TRANSLATIONAL", "CYLINDRICAL", "SPHERICAL", "UNIVERSAL", "HOOKE"})
      for (const char* form : {"FORMULATION=LUGRE", "FORMULATION=ORIGINAL", "EFFECT=SLIDING"})
        list.push_back({std::string("friction_") + type + form,
                        std::string("JOINT/1, ") + type +
                            ", I=21, J=31\nFRICTION/1, JOINT=1, MU_STATIC=0.5, MU_DYNAMIC=0.3, "
                            "STICTION_TRANSITION_VELOCITY=2, MAX_STICTION_DEFORMATION=0.5, "
                            "PIN_RADIUS=0.7, FRICTION_ARM=0.4, BENDING_REACTION_ARM=1.5, "
                            "BALL_RADIUS=0.6, REACTION_ARM=1.2, INITIAL_OVERLAP=3, "
                            "OVERLAP_DELTA=INCREASE, FRICTION_FORCE_PRELOAD=0.5, "
                            "FRICTION_TORQUE_PRELOAD=0.2, " +
                            form,
                        true, true, 0.5});
    list.push_back({"variable",
                    "VARIABLE/1, FUNCTION=DM(21,31)**2\nVARIABLE/2, "
                    "FUNCTION=VARVAL(1)*VR(21,31)+TIME\n"
                    "SFORCE/1, TRANSLATION, I=21, J=31, FUNCTION=VARVAL(2)-VARVAL(1)"});
    list.push_back({"variable_loop",
                    "VARIABLE/1, FUNCTION=0.3*SIN(VARVAL(2))+DM(21,31)\n"
                    "VARIABLE/2, FUNCTION=0.5*VARVAL(1)+VR(21,31)\n"
                    "SFORCE/1, TRANSLATION, I=21, J=31, FUNCTION=VARVAL(2)*VARVAL(1)"});
    list.push_back({"diff",
                    "DIFF/1, IC=0.4, FUNCTION=-3*DIF(1)+VR(21,31)\n"
                    "SFORCE/1, TRANSLATION, I=21, J=31, FUNCTION=4*DIF(1)+0.2*DIF1(1)"});
    list.push_back(
        {"implicit_diff",
         "DIFF/1, IC=0.4,0.1, IMPLICIT, FUNCTION=DIF1(1)+0.1*DIF1(1)**3+DIF(1)-DM(21,31)\n"
         "SFORCE/1, TRANSLATION, I=21, J=31, FUNCTION=4*DIF(1)*TIME+DIF1(1)"});
    list.push_back({"force_of_force",
                    "SFORCE/1, TRANSLATION, I=21, J=31, FUNCTION=-20*(DM(21,31)-0.5)\n"
                    "SFORCE/2, ROTATION, I=22, J=42, FUNCTION=0.2*SFORCE(1,0,3,41)+FM(21,31)"});
    for (const char* function : {"JOINT(1,0,2,41)", "JOINT(1,1,4,0)", "JOINT(1,0,7,41)",
                                 "JOINT(1,1,8,22)", "MOTION(1,0,8,32)", "FX(21,31,42)"})
      list.push_back({std::string("force_of_reaction_") + function,
                      two +
                          "MOTION/1, JOINT=1, FUNCTION=TIME\nSFORCE/1, ROTATION, I=22, J=42, "
                          "FUNCTION=-0.3*" +
                          function + "*COS(AZ(22,42))"});
    list.push_back({"force_of_gcon",
                    "GCON/1, I=21, FUNCTION=DX(21,31,41)*SIN(TIME)+DM(22,32)**2\n"
                    "SFORCE/1, ROTATION, I=22, J=42, FUNCTION=0.1*GCON(1,0,3,42)**2"});
    list.push_back({"variable_of_reaction",
                    two + "VARIABLE/1, FUNCTION=0.2*VARVAL(2)+JOINT(1,0,3,22)\n"
                          "VARIABLE/2, FUNCTION=0.5*VARVAL(1)+JOINT(2,1,7,0)\n"
                          "SFORCE/1, TRANSLATION, I=21, J=32, FUNCTION=VARVAL(2)*VARVAL(1)"});
    list.push_back({"gravity", "ACCGRAV/IGRAV=1, JGRAV=-2, KGRAV=-9.81", false});
    return list;
  }();
  return all;
}

std::string readable(const ::testing::TestParamInfo<Case>& info) {
  std::string name;
  for (const char c : info.param.name)
    name += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return name;
}

class EveryElement : public ::testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    reading_ = adm::read({"every.adm", dataset(GetParam().statements)});
    ASSERT_TRUE(reading_.ok()) << reading_.messages();
    auto equations = std::make_shared<elements::Equations>(elements::lower(reading_.model));
    for (const auto& problem : equations->problems)
      ASSERT_NE(model::row(problem.code).severity, model::Severity::error) << problem.message;
    equations_ = equations;
    system_ = std::make_unique<System>(equations, dynamic_rows(*equations));
  }

  State random_state() {
    const State start = system_->initial_state();
    State state = testing::nearby(*system_, start, 0.2, random_);
    std::normal_distribution<double> normal;
    for (Vector* vector : {&state.v, &state.a, &state.lambda, &state.x, &state.x_dot, &state.y})
      for (int k = 0; k < vector->size(); ++k) (*vector)[k] += normal(random_);
    state.t = 0.37;
    system_->start_angles(state);
    return state;
  }

  adm::Reading reading_;
  std::shared_ptr<const elements::Equations> equations_;
  std::unique_ptr<System> system_;
  std::mt19937 random_{17};
};

TEST_P(EveryElement, derivatives_match_differences) {
  for (int k = 0; k < 5; ++k) {
    const std::string differences = testing::check_blocks(*system_, random_state(), 2e-7);
    ASSERT_EQ(differences, "");
  }
}

// Force and moment about the origin that generalised forces on all bodies add up to.
Vec6 resultant(const elements::Equations& equations, const State& state, const Vector& Q) {
  Vec6 sum = Vec6::Zero();
  for (const elements::Body& body : equations.skeleton.bodies) {
    if (body.kind == elements::Body::Kind::path) continue;
    const Vec3 force = Q.segment<3>(body.v), r = state.q.segment<3>(body.q);
    sum.head<3>() += force;
    sum.tail<3>() += r.cross(force);
    if (body.kind == elements::Body::Kind::rigid)
      sum.tail<3>() +=
          rotation_matrix(Vec4(state.q.segment<4>(body.q + 3))) * Q.segment<3>(body.v + 3);
  }
  return sum;
}

// Q without the weight and the gyroscopic torques of the bodies themselves.
Vector element_forces(const elements::Equations& equations, const State& state,
                      const Values& values) {
  Vector own = Vector::Zero(values.action.size());
  for (const elements::Body& body : equations.skeleton.bodies) {
    elements::add_gyroscopic_force(body, state.v, own);
    elements::add_weight(body, equations.skeleton.gravity, own);
  }
  return values.action - own;
}

// Reactions balance where the constraints hold: points that are apart would make a couple.
TEST_P(EveryElement, action_equals_reaction) {
  if (!GetParam().internal) GTEST_SKIP() << "acts on the ground";
  Values values = make_values(system_->layout());
  IndexOne solver(*system_);
  for (int k = 0; k < 5; ++k) {
    State state = random_state();
    if (!solver.project_position(state).ok()) continue;
    ASSERT_EQ(system_->evaluate(state, forces, values), Outcome::ok);
    const Vector Q = element_forces(*equations_, state, values);
    EXPECT_LT(resultant(*equations_, state, Q).norm(), 1e-11 * (1 + Q.norm()));
    EXPECT_LT(resultant(*equations_, state, values.reaction).norm(),
              1e-11 * (1 + values.reaction.norm()));
  }
}

class EveryDamper : public EveryElement {};

std::vector<Case> dampers() {
  std::vector<Case> some;
  for (const Case& each : cases())
    if (each.damps) some.push_back(each);
  return some;
}

// The power that dampers leave in the parts is never positive. Of friction it may come back from the
// bristles: they store ½ S D s², with S = μ_s L + P. The load of its surfaces is λ, kept as it is.
TEST_P(EveryDamper, never_creates_energy) {
  Values values = make_values(system_->layout());
  const auto power = [&](const State& state, const Vector& v) {
    EXPECT_EQ(system_->evaluate(state, forces | auxiliary, values), Outcome::ok);
    return element_forces(*equations_, state, values).dot(v);
  };
  for (int k = 0; k < 40; ++k) {
    State state = random_state();
    state.v *= 4 * std::pow(0.3, k % 5);
    state.x *= std::pow(0.3, k % 3);  // bristles are the more generous the less they are bent
    state.x_dot.setZero();
    State still = state;
    still.v.setZero();
    still.x.setZero();
    const double elastic = power(still, state.v);
    const double dissipated = elastic - power(state, state.v);
    const Vector rates = -values.aux;
    double stored = 0;
    for (int s = 0; s < state.x.size(); ++s) {
      State bristle = still;
      bristle.x[s] = 1;
      const double force_by_slip = elastic - power(bristle, state.v);  // S times the slip velocity
      State upright = state;
      upright.x.setZero();
      power(upright, state.v);
      const double slip = -values.aux[s] * GetParam().deflection;
      stored += force_by_slip / slip * GetParam().deflection * state.x[s] * rates[s];
    }
    EXPECT_GE(dissipated - stored, -1e-12 * (1 + std::abs(stored))) << k;
  }
}

State moved(const elements::Equations& equations, const State& state, const Vec4& turn,
            const Vec3& shift) {
  State result = state;
  const Mat3 R = rotation_matrix(turn);
  for (const elements::Body& body : equations.skeleton.bodies) {
    if (body.kind == elements::Body::Kind::path) continue;
    result.q.segment<3>(body.q) = R * state.q.segment<3>(body.q) + shift;
    result.v.segment<3>(body.v) = R * state.v.segment<3>(body.v);
    result.a.segment<3>(body.v) = R * state.a.segment<3>(body.v);
    if (body.kind == elements::Body::Kind::rigid)
      result.q.segment<4>(body.q + 3) =
          quaternion_product(turn, Vec4(state.q.segment<4>(body.q + 3)));
  }
  return result;
}

// What happens between parts does not depend on where the whole model stands. (Rows along ground
// axes turn among themselves: the size of the violation stays.)
TEST_P(EveryElement, does_not_see_a_motion_of_the_whole_model) {
  if (!GetParam().internal) GTEST_SKIP() << "acts on the ground";
  if (system_->layout().forces_use_lambda)
    GTEST_SKIP() << "multipliers of rows along ground axes turn with the model";
  Values here = make_values(system_->layout()), there = make_values(system_->layout());
  const Vec4 turn = quaternion_exp(Vec3(0.5, -0.7, 0.4));
  const Mat3 R = rotation_matrix(turn);
  for (int k = 0; k < 3; ++k) {
    const State state = random_state();
    const State other = moved(*equations_, state, turn, Vec3(1, -2, 0.5));
    const unsigned ask = forces | position | velocity | acceleration;
    ASSERT_EQ(system_->evaluate(state, ask, here), Outcome::ok);
    ASSERT_EQ(system_->evaluate(other, ask, there), Outcome::ok);
    const Vector Q = element_forces(*equations_, state, here);
    Vector expected = Q;
    for (const elements::Body& body : equations_->skeleton.bodies)
      if (body.kind != elements::Body::Kind::path)
        expected.segment<3>(body.v) = R * Q.segment<3>(body.v);
    EXPECT_LT((element_forces(*equations_, other, there) - expected).norm(),
              1e-11 * (1 + Q.norm()));
    EXPECT_NEAR(there.c0.norm(), here.c0.norm(), 1e-11 * (1 + here.c0.norm()));
    EXPECT_NEAR(there.c1.norm(), here.c1.norm(), 1e-11 * (1 + here.c1.norm()));
    EXPECT_NEAR(there.c2.norm(), here.c2.norm(), 1e-10 * (1 + here.c2.norm()));
  }
}

// The same with parts that move in the plane.
TEST_P(EveryElement, derivatives_match_differences_on_planar_parts) {
  elements::Equations equations = elements::lower(reading_.model);
  auto& bodies = equations.skeleton.bodies;
  int q = 0, v = 0;
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    if (b == 1 || b == 2) {
      bodies[b].kind = elements::Body::Kind::planar;
      bodies[b].A0 = rotation_matrix(quaternion_exp(Vec3(0.3, -0.5, 0.7)));
      bodies[b].height = 0.4;
    }
    bodies[b].q = q;
    bodies[b].v = v;
    q += bodies[b].n_q();
    v += bodies[b].n();
  }
  const auto shared = std::make_shared<elements::Equations>(std::move(equations));
  const System planar(shared, dynamic_rows(*shared));
  std::normal_distribution<double> normal;
  for (int k = 0; k < 3; ++k) {
    State state = make_state(planar.layout());
    state.memory = Vector::Zero(shared->n_memory);
    for (Vector* vector :
         {&state.q, &state.v, &state.a, &state.lambda, &state.x, &state.x_dot, &state.y})
      for (int i = 0; i < vector->size(); ++i) (*vector)[i] = normal(random_);
    for (const Rotation& rotation : planar.layout().rotations)
      state.q.segment<4>(rotation.q).normalize();
    planar.start_angles(state);
    ASSERT_EQ(testing::check_blocks(planar, state, 2e-7), "");
  }
}

// Of the registry of families; what carries no equations of its own is in every case. Requests and
// sensors act on nothing; user_routines_test.cpp has systems of state equations.
TEST(EveryElementIsHere, for_all_that_is_lowered) {
  std::string all = dataset("ACCGRAV") + "REQUEST/, SENSOR/, LSE/, TFSISO/, GSE/";
  for (const Case& c : cases()) all += '\n' + c.statements;
  for (const elements::Family& family : elements::families()) {
    std::istringstream names{std::string(family.name)};
    for (std::string name; names >> name;) {
      if (name.back() == ',') name.pop_back();
      EXPECT_NE(all.find(name + '/'), std::string::npos) << name << " is in no case";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, EveryElement, ::testing::ValuesIn(cases()), readable);
INSTANTIATE_TEST_SUITE_P(, EveryDamper, ::testing::ValuesIn(dampers()), readable);

}  // namespace
}  // namespace trammel::system
