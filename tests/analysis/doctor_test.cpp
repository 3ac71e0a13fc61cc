// Models with one planted fault each, and models without.
// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/doctor/doctor.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <set>

#include "analysis/datasets.h"

namespace trammel::analysis {
namespace {

using ::testing::HasSubstr;

// A slider on z of ground, and an arm on a hinge beside it; both move freely.
const std::string healthy = ground + R"(
PART/2, MASS = 2, CM = 201, IP = 1, 1, 1
MARKER/201, PART = 2
JOINT/1, TRANSLATIONAL, I = 201, J = 101
PART/3, MASS = 3, CM = 301, IP = 1, 1, 1, QG = 5, 0, 0
MARKER/301, PART = 3, QP = 1, 0, 0
MARKER/302, PART = 3
MARKER/103, PART = 1, QP = 5, 0, 0
JOINT/2, REVOLUTE, I = 302, J = 103
SPRINGDAMPER/1, TRANSLATION, I = 201, J = 301, K = 100, C = 1, LENGTH = 6
)";

std::vector<Diagnosis> diagnoses(const std::string& statements) {
  Loaded model(statements);
  const InitialConditions& start = model.assemble();
  EXPECT_TRUE(start.ok()) << lines(start.findings);
  return diagnose(model.reading.model, start);
}

struct Fault {
  const char* rule;
  const char* element;  // in the label
  const char* text;     // in the message
  std::string statements;
};

const std::string si = "UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND\n";

// A part fixed to the slider.
std::string dummy(const std::string& part) {
  return part + "\nMARKER/401, PART = 4\nJOINT/4, FIXED, I = 401, J = 201\n";
}

// A part that is fixed, in two steps, to another one beside the slider.
std::string on_a_speck(const std::string& part, const std::string& speck) {
  return part + "\nMARKER/401, PART = 4\nPART/6\nMARKER/601, PART = 6\nPART/5, " + speck +
         "\nMARKER/501, PART = 5\nJOINT/4, FIXED, I = 401, J = 601\nJOINT/5, FIXED, I = 601, J = "
         "501\n";
}

std::string force(const std::string& function) {
  return healthy + "SFORCE/7, TRANSLATIONAL, ACTIONONLY, I = 201, J = 101, FUNCTION = " + function +
         "\n";
}
std::string motion(const std::string& rest) {
  const std::string spline = rest.find("SPL(") == std::string::npos
                                 ? ""
                                 : "SPLINE/1, X = 0, 1, 2, 3, 4, Y = 0, 1, 3, 2, 0\n";
  return healthy + spline + "MOTION/7, JOINT = 2, ROTATION, " + rest + "\n";
}

std::vector<Fault> faults() {
  return {
      {"discontinuous-function", "SFORCE/7", "IF", force("IF(DZ(201, 101): 0, 0, 1)")},
      {"discontinuous-function", "SFORCE/7", "MAX", force("MAX(0, -VZ(201, 101))")},
      {"discontinuous-function", "SFORCE/7", "MIN", force("MIN(1, DZ(201, 101))")},
      {"discontinuous-function", "SFORCE/7", "ABS", force("ABS(VZ(201, 101))")},
      {"discontinuous-function", "SFORCE/7", "MOD", force("MOD(TIME, 1)")},
      {"discontinuous-function", "SFORCE/7", "SIGN", force("-SIGN(1, VZ(201, 101))")},
      {"discontinuous-function", "SFORCE/7", "DIM", force("DIM(DZ(201, 101), 0)")},
      {"discontinuous-function", "MOTION/7", "no mechanism",
       motion("FUNCTION = IF(TIME - 1: 0, 0, 1)")},
      {"discontinuous-function", "VARIABLE/1", "IF",
       healthy + "VARIABLE/1, FUNCTION = IF(TIME - 1: 0, 1, 2)\n"},
      {"impact-exponent", "SFORCE/7", "exponent 1 of IMPACT",
       force("IMPACT(DZ(201, 101), VZ(201, 101), -1, 1E4, 1.0, 10, 0.01)")},
      {"impact-exponent", "SFORCE/7", "exponent 0.9 of BISTOP",
       force("BISTOP(DZ(201, 101), VZ(201, 101), -1, 1, 1E4, 0.9, 10, 0.01)")},
      {"spline-in-motion", "MOTION/7", "CUBSPL", motion("FUNCTION = CUBSPL(TIME, 0, 1)")},
      {"spline-in-motion", "MOTION/7", "AKISPL", motion("VELOCITY, FUNCTION = AKISPL(TIME, 0, 1)")},
      {"velocity-frame", "SFORCE/7", "VX", force("-VX(201, 301, 301)")},
      {"division-by-zero", "SFORCE/7", "divides by DX", force("1/DX(301, 201)")},
      {"extreme-number", "SFORCE/7", "1e+20", force("1E20*DZ(201, 101)")},
      {"extreme-number", "PART/4", "1e-20",
       healthy + "PART/4, MASS = 1E-20, CM = 401, IP = 1, 1, 1\nMARKER/401, PART = 4\n"},
      {"extreme-number", "SPRINGDAMPER/2", "1e+17",
       healthy + "SPRINGDAMPER/2, TRANSLATION, I = 201, J = 101, K = 1E17, C = 1E9, LENGTH = 1\n"},
      {"units", "PART/4", "away",
       healthy +
           "PART/4, MASS = 1, CM = 401, IP = 1, 1, 1, QG = 1E7, 0, 0\nMARKER/401, PART = 4\n"},
      {"no-mass", "PART/4", "no mass, and SPRINGDAMPER/4 pulls at it: what resists is 1e-07 only",
       healthy + on_a_speck("PART/4", "MASS = 1E-7, CM = 501, IP = 1, 1, 1") +
           "SPRINGDAMPER/4, TRANSLATION, I = 401, J = 301, K = 1, C = 1, LENGTH = 5\n"},
      {"no-mass", "PART/4", "no inertia to turn against SPRINGDAMPER/4: what resists is 1e-11 only",
       healthy +
           on_a_speck("PART/4, MASS = 1, CM = 401",
                      "MASS = 1, CM = 501, IP = 1E-11, 1E-11, 1E-11") +
           "SPRINGDAMPER/4, ROTATION, I = 401, J = 103, KT = 1, CT = 1\n"},
      {"tiny-mass", "PART/4", "moment of inertia of 1e-10",
       healthy + "PART/4, MASS = 1, CM = 401, IP = 1E-10, 1E-10, 1E-10\nMARKER/401, PART = 4\n"
                 "JOINT/4, SPHERICAL, I = 401, J = 201\n"
                 "BUSHING/4, I = 401, J = 201, KT = 9, 9, 9, CT = 1E-6, 1E-6, 1E-6\n"},
      {"tiny-mass", "PART/4", "on BUSHING/4 it would swing with",
       healthy + "PART/4, MASS = 1E-7, CM = 401, IP = 1, 1, 1\nMARKER/401, PART = 4\n"
                 "BUSHING/4, I = 401, J = 201, K = 100, 100, 100, C = 1, 1, 1, KT = 1, 1, 1, CT = "
                 "1, 1, 1\n"},
      {"undamped-stiffness", "SPRINGDAMPER/2", "no damping",
       healthy + "SPRINGDAMPER/2, TRANSLATION, I = 201, J = 101, K = 1E8, LENGTH = 0\n"},
      {"time-constants", "", "hht-i3",
       healthy +
           "MARKER/105, PART = 1, QP = 0, 0, -1\nSPRINGDAMPER/2, TRANSLATION, I = 201, J = 105, "
           "K = 1E10, C = 1E3, LENGTH = 1\nSPRINGDAMPER/3, ROTATION, I = 302, J = 103, KT = 10\n"},
      {"duplicate-joint", "JOINT/3", "same place as JOINT/1",
       healthy + "MARKER/204, PART = 2, QP = 0, 2, 0\nMARKER/104, PART = 1, QP = 0, 2, 0\n"
                 "JOINT/3, TRANSLATIONAL, I = 204, J = 104\n"},
      {"duplicate-joint", "JOINT/3", "same place as JOINT/2",
       healthy + "MARKER/304, PART = 3\nMARKER/104, PART = 1, QP = 5, 0, 0\n"
                 "JOINT/3, REVOLUTE, I = 304, J = 104\n"},
  };
}

// A block at (0.6, 0.8) is pressed onto a turning pulley of radius 1 by a damped contact, and slips on it.
std::string pulley(const std::string& friction, const std::string& damping) {
  const std::string push = "(500 " + damping + " 10*VR(401, 501))",
                    drag = friction +
                           "(20*(DX(401, 501)*VY(401, 501, 101, 501) - DY(401, 501)*VX(401, 501, "
                           "101, 501))/DM(401, 501))";
  return healthy +
         "PART/4, MASS = 1, CM = 401, IP = 1, 1, 1, QG = 0.6, 0.8, 0, VX = 0.2, VY = -0.15\n"
         "MARKER/401, PART = 4\nPART/5, MASS = 1, CM = 501, IP = 1, 1, 1, WZ = -0.2\n"
         "MARKER/501, PART = 5\nMARKER/502, PART = 5, FLOATING\nJOINT/5, REVOLUTE, I = 501, J = "
         "101\n"
         "BUSHING/4, I = 401, J = 101, K = 9, 9, 9, C = 1, 1, 1, KT = 1, 1, 1, CT = 1, 1, 1\n"
         "VFORCE/8, I = 401, JFLOAT = 502, RM = 101\n, FX = " +
         push + "/DM(401, 501)\n, *(DX(401, 501) - (" + drag + ")*DY(401, 501))\\\n, FY = " + push +
         "/DM(401, 501)\n, *(DY(401, 501) + (" + drag + ")*DX(401, 501))\n";
}

// On forces, motions and masses as they are used.
std::vector<Fault> more_faults() {
  const std::string gforce =
      healthy + "MARKER/110, PART = 1, FLOATING\nGFORCE/7, I = 201, JFLOAT = 110, RM = 101, ";
  return {
      {"discontinuous-function", "SFORCE/7", "ABS, which has a corner",
       force("ABS(DZ(201, 101))*VZ(201, 101)")},
      {"discontinuous-function", "SFORCE/7", "second derivative of its function jumps",
       force("-3*VZ(201, 101)*ABS(VZ(201, 101))")},
      {"discontinuous-function", "SFORCE/7", "second derivative of its function jumps",
       force("-MAX(0, DZ(201, 101))**2")},
      {"time-constants", "DIFF/1", "of DIFF/1",
       healthy + "DIFF/1, IC = 1, FUNCTION = -1E6*DIF(1)\n"
                 "SPRINGDAMPER/3, ROTATION, I = 302, J = 103, KT = 10\n"},
      {"undamped-stiffness", "BUSHING/4", "no damping",
       healthy + "PART/4, MASS = 1, CM = 401, IP = 1, 1, 1\nMARKER/401, PART = 4\n"
                 "BUSHING/4, I = 401, J = 101, K = 100, 100, 100, C = 10, 10, 10, KT = 1E7, 1E7, "
                 "1E7, CT = 0, 0, 0\n"},
      {"discontinuous-function", "VFORCE/7", "MAX",
       healthy + "MARKER/110, PART = 1, FLOATING\nVFORCE/7, I = 201, JFLOAT = 110, RM = 101, "
                 "FXYZ = MAX(0, DZ(201, 101))*UVX(101)\n"},
      {"discontinuous-function", "GFORCE/7", "SIGN",
       gforce + "FX = 0\\FY = 0\\FZ = 0\\TX = 0\\TY = 0\\TZ = SIGN(1, VZ(201, 101))\n"},
      {"impact-depth", "SFORCE/7", "within 0",
       force("IMPACT(DZ(201, 101), VZ(201, 101), -1, 1E4, 2.2, 10, 0)")},
      {"impact-depth", "SFORCE/7", "within 1e-06",
       force("IMPACT(DZ(201, 101), VZ(201, 101), -1, 1E4, 2.2, 10, 1E-6)") + si},
      {"impact-depth", "SFORCE/8", "thousandth of a radian",
       healthy + si +
           "SFORCE/8, ROTATIONAL, I = 302, J = 103, FUNCTION = "
           "BISTOP(AZ(302, 103), WZ(302, 103, 103), -1, 1, 1E3, 2, 1, 1E-5)\n"},
      {"impact-depth", "SFORCE/7", "0.1 mm, 0.1,",  // in millimetres, through a VARIABLE
       force("IMPACT(VARVAL(1), VZ(201, 101), 0, 1E4, 2.2, 10, 0.02)") +
           "VARIABLE/1, FUNCTION = 1000*(DZ(201, 101) + 1)\n" + si},
      {"discontinuous-function", "MOTION/7", "velocities jump at the corner",
       motion("FUNCTION = IF(2*TIME - 1: 3, 3, 2 + 2*TIME)")},
      {"discontinuous-function", "SFORCE/7", "AZ(i, j)",
       force("-ATAN2(DY(301, 103), DX(301, 103))")},
      {"extreme-number", "SFORCE/7", "take a number that counts",
       force("-VZ(201, 101)/SQRT(VZ(201, 101)**2 + 1E-20)")},
      {"spline-in-motion", "MOTION/7", "of this velocity the acceleration has corners",
       motion("VELOCITY, FUNCTION = AKISPL(TIME, 0, 1)")},
      {"short-pulse", "SFORCE/7", "pulse of 0.001 at TIME = 3, and HMAX = 0.05 is longer",
       force("STEP(TIME, 3, 0, 3.0004, 7) - VZ(201, 101) + STEP(TIME, 3.0006, 0, 3.001, -7)") +
           "INTEGRATOR/GSTIFF, HMAX = 0.05\n"},
      {"short-pulse", "SFORCE/7", "no HMAX",
       force("5*HAVSIN(TIME, 2, 0, 2.001, 1)*STEP5(TIME, 2.001, 1, 2.002, 0)")},
      {"time-unit", "INTEGRATOR", "MILLISECOND",
       si + force("STEP5(TIME, 0, 0, 2E-5, 9)") + "INTEGRATOR/GSTIFF, HMAX = 1E-6\n"},
      {"step-in-motion", "MOTION/7", "STEP5", motion("FUNCTION = STEP(TIME, 0, 0, 1, 0.5)")},
      {"step-in-motion", "MOTION/7", "HAVSIN", motion("FUNCTION = HAVSIN(TIME, 0, 0, 1, 0.5)")},
      {"step-in-motion", "MOTION/7", "STEP",
       motion("FUNCTION = VARVAL(1)\nVARIABLE/1, FUNCTION = STEP(TIME, 0, 0, 1, 0.5)")},
      {"spline-in-motion", "MOTION/7", "CUBSPL",
       motion("FUNCTION = VARVAL(1)\nVARIABLE/1, FUNCTION = CUBSPL(TIME, 0, 1)")},
      {"spline-range", "SFORCE/7", "SPLINE/2",
       force("CUBSPL(DZ(201, 101), 0, 2)\nSPLINE/2, X = 1, 2, 3, 4, Y = 1, 2, 3, 4")},
      {"division-by-zero", "SFORCE/7", "divides by DX", force("1/(2*DX(301, 201)**2)")},
      {"division-by-zero", "SFORCE/7", "divides by DX", force("1/SQRT(DX(301, 201))")},
      {"division-by-zero", "SFORCE/7", "divides by DX", force("SIN(DX(301, 201))**(-1)")},
      {"gravity", "ACCGRAV", "METER",
       healthy + "UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = MILLIMETER, TIME = SECOND\n"
                 "ACCGRAV/JGRAV = -9.81\n"},
      {"gravity", "ACCGRAV", "MILLIMETER", healthy + si + "ACCGRAV/KGRAV = -9810\n"},
      {"unconnected-part", "PART/4", "it falls",
       healthy + "ACCGRAV/KGRAV = -9.81\nPART/4, MASS = 1, CM = 401, IP = 1, 1, 1\nMARKER/401, "
                 "PART = 4\n"},
      {"unconnected-part", "PART/4", "nor the 1 with it",
       healthy + "ACCGRAV/KGRAV = -9.81\nPART/4, MASS = 1, CM = 401, IP = 1, 1, 1\nMARKER/401, "
                 "PART = 4\nPART/5, MASS = 1, CM = 501, IP = 1, 1, 1\nMARKER/501, PART = 5\n"
                 "JOINT/4, FIXED, I = 401, J = 501\n"},
      {"negative-damping", "SFORCE/7", "wrong sign", force("3*VZ(201, 101, 101, 101)")},
      {"negative-damping", "SFORCE/8", "wrong sign",
       healthy + "SFORCE/8, TRANSLATIONAL, I = 201, J = 301, FUNCTION = "
                 "-100*(DM(201, 301) - 6) + 2*VR(201, 301)\n"},
      {"negative-damping", "SFORCE/8", "wrong sign",
       healthy + "SFORCE/8, ROTATIONAL, I = 302, J = 103, FUNCTION = 0.1*WZ(302, 103, 103)\n"},
      {"negative-damping", "SPRINGDAMPER/8", "wrong sign",
       healthy + "SPRINGDAMPER/8, TRANSLATION, I = 201, J = 301, K = 100, C = -1, LENGTH = 6\n"},
      {"negative-damping", "VFORCE/7", "wrong sign",  // one of three, beside stronger ones
       healthy +
           "MARKER/110, PART = 1, FLOATING\nVFORCE/7, I = 301, JFLOAT = 110, RM = 101, "
           "FX = -9*VX(301, 101, 101)\\FY = -9*VY(301, 101, 101)\\FZ = 2*VZ(301, 101, 101)\n"},
      {"negative-damping", "GFORCE/7", "wrong sign",  // a torque beside forces
       gforce + "FX = -VX(201)\\FY = -VY(201)\\FZ = -VZ(201)\\TX = 0\\TY = 0\\TZ = WZ(201)\n"},
      {"negative-damping", "VFORCE/8", "wrong sign", pulley("+TANH", "-")},
      {"negative-damping", "VFORCE/8", "wrong sign", pulley("-TANH", "+")},
      {"negative-stiffness", "SPRINGDAMPER/8", "-100",
       healthy + "SPRINGDAMPER/8, TRANSLATION, I = 201, J = 301, K = -100, C = 1, LENGTH = 6\n"},
      {"high-damping", "SPRINGDAMPER/8", "comes to rest within",
       healthy +
           "MARKER/105, PART = 1, QP = 0, 0, -1\nSPRINGDAMPER/8, TRANSLATION, I = 201, J = 105, "
           "K = 100, C = 1E7, LENGTH = 1\n"},
      {"extreme-number", "SPLINE/2", "1e+20",
       force("CUBSPL(TIME, 0, 2)\nSPLINE/2, X = 0, 2, 3, 4, Y = 1, 1E20, 3, 4")},
      {"unused", "VARIABLE/3", "nothing reads it", healthy + "VARIABLE/3, FUNCTION = TIME\n"},
      {"unused", "SPLINE/3", "nothing reads it",
       healthy + "SPLINE/3, X = 0, 2, 3, 4, Y = 1, 2, 3, 4\n"},
  };
}

std::vector<Fault> all_faults() {
  std::vector<Fault> all = faults();
  for (Fault& fault : more_faults()) all.push_back(std::move(fault));
  return all;
}

TEST(Doctor, finds_every_planted_fault) {
  for (const Fault& fault : all_faults()) {
    bool found = false;
    std::string all;
    for (const Diagnosis& d : diagnoses(fault.statements)) {
      all += fmt::format("{}: {}: {}\n", d.rule->name, d.finding.label, d.finding.text);
      found = found || (d.rule->name == fault.rule &&
                        d.finding.label.find(fault.element) != std::string::npos &&
                        (d.finding.text + d.finding.hint).find(fault.text) != std::string::npos);
      const bool has_place = d.finding.label.empty() || d.finding.at.line > 0;
      EXPECT_TRUE(has_place) << all;
    }
    EXPECT_TRUE(found) << fault.rule << ": " << fault.text << "\n" << all;
  }
}

TEST(Doctor, has_a_fault_planted_for_every_rule) {
  std::set<std::string_view> planted;
  for (const Fault& fault : all_faults()) planted.insert(fault.rule);
  for (const Rule& rule : rules()) EXPECT_TRUE(planted.count(rule.name)) << rule.name;
}

TEST(Doctor, finds_nothing_in_what_is_healthy) {
  for (
      const std::string& statements :
      {healthy, force("-3*VZ(201, 101) + STEP(TIME, 0, 0, 1, 5)"), force("ABS(-3)*TIME"),
       force("-VX(201, 301, 301, 301)"), force("-VZ(201, 101, 101)"),
       force("IMPACT(DZ(201, 101), VZ(201, 101), -1, 1E4, 2.2, 10, 0.01)"),
       motion("VELOCITY, FUNCTION = CUBSPL(TIME, 0, 1)"), motion("FUNCTION = SIN(TIME)"),
       motion("FUNCTION = STEP5(TIME, 0, 0, 1, 0.5)"),
       motion("VELOCITY, FUNCTION = STEP(TIME, 0, 0, 1, 0.5)"),
       // A corner that a factor takes away, a quotient that is kept from zero.
       force("-MAX(0, DZ(201, 101))**3"), force("IF(MODE - 5: 1, 0.5, 1)*SIN(TIME)"),
       force("1/(1 + ABS(VZ(201, 101))*ABS(VZ(201, 101)))"), force("1/DM(301, 201)"),
       // Dampers, however they are written; a force that does not act along its velocity.
       force("-TANH(10*VZ(201, 101))"), force("3*VZ(101, 201, 101, 101)"),
       force("WZ(302, 103, 103)**2"),
       healthy + "SFORCE/8, TRANSLATIONAL, I = 201, J = 301, FUNCTION = -2*VR(201, 301)\n",
       // A component grows with its own velocity only because the axes are not those of the contact.
       pulley("-TANH", "-"),
       // What has no mass is held by joints.
       healthy + dummy("PART/4"), healthy + dummy("PART/4, MASS = 1, CM = 401"),
       healthy + dummy("PART/4") +  // or welded to what resists, also by another one
           "SPRINGDAMPER/4, TRANSLATION, I = 401, J = 301, K = 9, C = 1, LENGTH = 5\n",
       healthy + dummy("PART/4") +
           "PART/5\nMARKER/501, PART = 5\nJOINT/5, FIXED, I = 501, J = 401\n"
           "SPRINGDAMPER/4, TRANSLATION, I = 501, J = 301, K = 9, C = 1, LENGTH = 5\n",
       healthy + dummy("PART/4, MASS = 1E-7, CM = 401, IP = 1, 1, 1") +
           "SPRINGDAMPER/4, TRANSLATION, I = 401, J = 301, K = 9, C = 1, LENGTH = 5\n",
       // An angle of 0.02 is no length of 0.02.
       healthy + "UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = MILLIMETER, TIME = SECOND\n"
                 "SFORCE/8, ROTATIONAL, I = 302, J = 103, FUNCTION = "
                 "BISTOP(AZ(302, 103), WZ(302, 103, 103), -1, 1, 1E3, 2, 1, 0.02)\n",
       // A change that stays is not stepped over, nor is a pulse that steps are short enough for.
       force("STEP(TIME, 3, 0, 3.001, 7)") + "INTEGRATOR/GSTIFF, HMAX = 0.05\n",
       force("STEP(TIME, 3, 0, 3.001, 7) - STEP(TIME, 3.002, 0, 3.003, 7)") +
           "INTEGRATOR/GSTIFF, HMAX = 0.001\n",
       // Gravity of the earth, of the moon, of a textbook.
       healthy + si + "ACCGRAV/KGRAV = -9.8\n", healthy + si + "ACCGRAV/KGRAV = -1.62\n",
       healthy + si + "ACCGRAV/KGRAV = -1\n",
       // Two hinges of other axes at one place are no duplicate.
       healthy + "MARKER/304, PART = 3, REULER = 0, 90D, 0\nMARKER/104, PART = 1, QP = 5, 0, 0, "
                 "REULER = 0, 90D, 0\nJOINT/3, REVOLUTE, I = 304, J = 104\n",
       force("VARVAL(1)*0.1\nVARIABLE/1, FUNCTION = SIN(TIME)")})
    for (const Diagnosis& d : diagnoses(statements))
      ADD_FAILURE() << d.rule->name << ": " << d.finding.text << "\n" << statements;
}

}  // namespace
}  // namespace trammel::analysis
