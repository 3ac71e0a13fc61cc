// Models with one planted fault each, and models without.
// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/doctor/doctor.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <set>

#include "analysis/datasets.h"

namespace trammel::analysis {
namespace {

using testing::HasSubstr;

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
  return diagnose({model.reading.model, start});
}

struct Fault {
  const char* rule;
  const char* element;  // in the label
  const char* text;     // in the message
  std::string statements;
};

std::string force(const std::string& function) {
  return healthy + "SFORCE/7, TRANSLATIONAL, ACTIONONLY, I = 201, J = 101, FUNCTION = " + function +
         "\n";
}
std::string motion(const std::string& rest) {
  return healthy +
         "SPLINE/1, X = 0, 1, 2, 3, 4, Y = 0, 1, 3, 2, 0\nMOTION/7, JOINT = 2, ROTATION, " + rest +
         "\n";
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
      {"no-mass", "PART/4", "no mass",
       healthy + "PART/4\nMARKER/401, PART = 4\nJOINT/4, FIXED, I = 401, J = 201\n"},
      {"no-mass", "PART/4", "no inertia",
       healthy +
           "PART/4, MASS = 1, CM = 401\nMARKER/401, PART = 4\nJOINT/4, FIXED, I = 401, J = 201\n"},
      {"tiny-mass", "PART/4", "on BUSHING/4 it swings with",
       healthy + "PART/4, MASS = 1E-7, CM = 401, IP = 1, 1, 1\nMARKER/401, PART = 4\n"
                 "BUSHING/4, I = 401, J = 201, K = 100, 100, 100, C = 1, 1, 1, KT = 1, 1, 1, CT = "
                 "1, 1, 1\n"},
      {"undamped-stiffness", "SPRINGDAMPER/2", "no damping",
       healthy + "SPRINGDAMPER/2, TRANSLATION, I = 201, J = 101, K = 1E8, LENGTH = 0\n"},
      {"time-constants", "", "hht-i3",
       healthy +
           "MARKER/105, PART = 1, QP = 0, 0, -1\nSPRINGDAMPER/2, TRANSLATION, I = 201, J = 105, "
           "K = 1E10, C = 1E3, LENGTH = 1\nSPRINGDAMPER/3, ROTATION, I = 302, J = 103, KT = 10\n"},
      {"duplicate-joint", "JOINT/3", "same place as JOINT/2",
       healthy + "MARKER/304, PART = 3\nMARKER/104, PART = 1, QP = 5, 0, 0\n"
                 "JOINT/3, REVOLUTE, I = 304, J = 104\n"},
  };
}

TEST(Doctor, finds_every_planted_fault) {
  for (const Fault& fault : faults()) {
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
  for (const Fault& fault : faults()) planted.insert(fault.rule);
  for (const Rule& rule : rules()) EXPECT_TRUE(planted.count(rule.name)) << rule.name;
}

TEST(Doctor, finds_nothing_in_what_is_healthy) {
  for (const std::string& statements :
       {healthy, force("-3*VZ(201, 101) + STEP(TIME, 0, 0, 1, 5)"), force("ABS(-3)*TIME"),
        force("-VX(201, 301, 301, 301)"), force("-VZ(201, 101, 101)"),
        force("IMPACT(DZ(201, 101), VZ(201, 101), -1, 1E4, 2.2, 10, 0.01)"),
        motion("VELOCITY, FUNCTION = CUBSPL(TIME, 0, 1)"), motion("FUNCTION = SIN(TIME)")})
    for (const Diagnosis& d : diagnoses(statements))
      ADD_FAILURE() << d.rule->name << ": " << d.finding.text << "\n" << statements;
}

}  // namespace
}  // namespace trammel::analysis
