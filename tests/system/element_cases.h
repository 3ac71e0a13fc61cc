// A case for every kind of element: statements to go with a small mechanism in general position.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <fmt/format.h>

#include <ostream>
#include <string>
#include <vector>

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

[[maybe_unused]] std::vector<Case> dampers() {
  std::vector<Case> some = cases();
  std::erase_if(some, [](const Case& each) { return !each.damps; });
  return some;
}

}  // namespace
}  // namespace trammel::system
