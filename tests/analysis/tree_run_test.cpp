// Runs in joint coordinates beside runs in absolute ones.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "analysis/datasets.h"

namespace trammel::analysis {
namespace {

// Columns: requests and reactions at the output times.
struct Course {
  std::vector<State> states;
  std::vector<std::vector<double>> requests;
  RunReport report;
};

Course run(const std::string& text, const std::string& integrator, Coordinates coordinates,
           double error, double end, int steps) {
  Loaded model(text);
  EXPECT_TRUE(model.assemble().ok());
  RunSettings settings;
  settings.integrator = integrator;
  settings.options.error = error;
  settings.options.coordinates = coordinates;
  settings.output_times = output_times(0, {end, steps, {}});
  Course course;
  course.report = model.session->run(
      Kind::dynamic, settings, [&](const system::System& system, const State& s) {
        course.states.push_back(s);
        course.requests.emplace_back(8 * system.equations().requests.size());
        system.requests(s, course.requests.back());
      });
  EXPECT_EQ(course.report.status, Status::ok) << lines(course.report.findings);
  return course;
}

double apart(const Vector& a, const Vector& b) {
  return (a - b).cwiseAbs().maxCoeff() / std::max(1.0, b.cwiseAbs().maxCoeff());
}

// A crane: revolute, universal, translational, spherical and free parts; springs, a bushing, a filter, a delay,
// an angle that goes round many times, and a request of each.
const std::string crane = ground + R"(
MARKER/102, PART = 1, QP = 5, 0, 0
ACCGRAV/KGRAV = -9.81
PART/2, MASS = 4, CM = 200, IP = 1, 1, 2, QG = 0, 0, 0
MARKER/200, PART = 2, QP = 0.1, 0, 1
MARKER/201, PART = 2
MARKER/202, PART = 2, QP = 0, 0, 2
JOINT/1, REVOLUTE, I = 201, J = 101
PART/3, MASS = 2, CM = 300, IP = 0.1, 0.8, 0.8, QG = 0, 0, 2
MARKER/300, PART = 3, QP = 1, 0, 0
MARKER/301, PART = 3, REULER = 0, 90D, 0
MARKER/302, PART = 3, REULER = 90D, 90D, 0
JOINT/2, UNIVERSAL, I = 301, J = 202
PART/4, MASS = 1, CM = 400, IP = 0.1, 0.1, 0.1, QG = 2, 0, 2
MARKER/400, PART = 4
MARKER/401, PART = 4, REULER = 90D, 90D, 0
MARKER/402, PART = 4, QP = 0, 0, -0.2
JOINT/3, TRANSLATIONAL, I = 302, J = 401
PART/5, MASS = 1, CM = 500, IP = 0.2, 0.3, 0.1, QG = 2, 0, 1.5
MARKER/500, PART = 5, QP = 0, 0, -0.3
MARKER/501, PART = 5, QP = 0, 0, 0.3
JOINT/4, SPHERICAL, I = 402, J = 501
PART/6, MASS = 1, CM = 600, IP = 0.2, 0.3, 0.1, QG = 5, 0, 0, WX = 0.5, WY = 3
MARKER/600, PART = 6
BUSHING/1, I = 600, J = 102, K = 100, 200, 300, C = 1, 1, 1, KT = 5, 5, 5, CT = 0.1, 0.1, 0.1
SPRINGDAMPER/1, TRANSLATION, I = 401, J = 302, K = 80, C = 1, LENGTH = 2
SPRINGDAMPER/2, TRANSLATION, I = 500, J = 600, K = 3, LENGTH = 3
DIFF/1, IC = 0, FUNCTION = 5*(WZ(201) - DIF(1))
SFORCE/1, ROTATION, ACTIONONLY, I = 201, J = 101, FUNCTION = 90 - 4*DIF(1) - DELAY(WZ(201), 0.1, 0)
REQUEST/1, F1 = AZ(201, 101)\ F2 = DIF(1)\ F3 = DM(500)\ F4 = FM(301, 202)\ F5 = TM(402, 501)
)";

TEST(TreeRuns, agree_with_those_in_absolute_coordinates) {
  for (const char* name : {"abam", "rkf45"}) {
    const Course joints = run(crane, name, Coordinates::automatic, 1e-9, 3, 30);
    const Course bodies = run(crane, name, Coordinates::absolute, 1e-9, 3, 30);
    EXPECT_EQ(joints.report.statistics.factorizations, 0) << name;
    EXPECT_GT(bodies.report.statistics.factorizations, 0) << name;
    ASSERT_EQ(joints.states.size(), bodies.states.size());
    for (std::size_t k = 0; k < joints.states.size(); ++k) {
      const State &z = joints.states[k], &q = bodies.states[k];
      EXPECT_LT(apart(z.v, q.v), 1e-5) << name << " at " << q.t;
      EXPECT_LT(apart(z.a, q.a), 1e-4) << name << " at " << q.t;
      EXPECT_LT(apart(z.lambda, q.lambda), 1e-4) << name << " at " << q.t;
      for (std::size_t f = 0; f < 8; ++f)
        EXPECT_NEAR(joints.requests[k][f], bodies.requests[k][f],
                    1e-4 * std::max(1.0, std::abs(bodies.requests[k][f])))
            << name << " F" << f + 1 << " at " << q.t;
    }
    EXPECT_GT(joints.requests.back()[0], 4 * M_PI) << "the angle has not gone round";
  }
}

// Ten thin rods on spherical joints for a long time: nothing is lost or gained.
TEST(TreeRuns, keep_energy_for_long) {
  std::string text = ground + "ACCGRAV/JGRAV = -9.81\n";
  for (int k = 2; k < 7; ++k) {
    const std::string p = std::to_string(k);
    text += "PART/" + p + ", MASS = 1, CM = " + p +
            "00, IP = 1E-4, 0.08, 0.08, QG = " + std::to_string(k - 2) + ", 0, 0\nMARKER/" + p +
            "00, PART = " + p + ", QP = 0.5, 0, 0\nMARKER/" + p + "01, PART = " + p + "\nMARKER/" +
            p + "02, PART = " + p + ", QP = 1, 0, 0\nJOINT/" + p + ", SPHERICAL, I = " + p +
            "01, J = " + (k == 2 ? "101" : std::to_string(k - 1) + "02") + "\n";
  }
  const Course course = run(text, "abam", Coordinates::automatic, 1e-8, 20, 40);
  EXPECT_EQ(course.report.statistics.factorizations, 0);
  for (const State& s : course.states) {
    double energy = 0, motion = 0;
    for (int b = 0; b < 5; ++b) {
      const Vec3 v = s.v.segment<3>(6 * b), w = s.v.segment<3>(6 * b + 3);
      motion += 0.5 * v.squaredNorm() + 0.5 * w.dot(Vec3(1e-4, 0.08, 0.08).cwiseProduct(w));
      energy += 9.81 * s.q[7 * b + 1];
    }
    EXPECT_NEAR(energy + motion, 0, 1e-4 * 9.81) << s.t;
  }
}

// A loop, a driven joint and a driven velocity: rows beside the tree.
TEST(TreeRuns, keep_constraints_that_are_no_tree) {
  FourBar bars;
  bars.extra = "REQUEST/1, F1 = AZ(201, 101)";
  const std::string driven = ground + R"(
ACCGRAV/JGRAV = -9.81
PART/2, MASS = 1, CM = 200, IP = 0.1, 0.1, 0.1
MARKER/200, PART = 2, QP = 0.5, 0, 0
MARKER/201, PART = 2
MARKER/202, PART = 2, QP = 1, 0, 0
JOINT/1, REVOLUTE, I = 201, J = 101
MOTION/1, JOINT = 1, ROTATION, FUNCTION = 4*TIME + 0.5*SIN(3*TIME)
PART/3, MASS = 1, CM = 300, IP = 0.1, 0.2, 0.2, QG = 1, 0, 0
MARKER/300, PART = 3, QP = 0.5, 0, 0
MARKER/301, PART = 3
MARKER/302, PART = 3, QP = 1, 0, 0
JOINT/2, SPHERICAL, I = 301, J = 202
PART/4, MASS = 1, CM = 400, IP = 0.1, 0.1, 0.1, QG = 2, 0, 0
MARKER/400, PART = 4, QP = 0.5, 0, 0
MARKER/401, PART = 4
JOINT/3, REVOLUTE, I = 401, J = 302
MOTION/2, JOINT = 3, ROTATION, VELOCITY, FUNCTION = COS(TIME)
REQUEST/1, F1 = AZ(201, 101)
)";
  for (const std::string& text : {bars.text(), driven}) {
    const Course joints = run(text, "abam", Coordinates::automatic, 1e-9, 2, 20);
    const Course bodies = run(text, "abam", Coordinates::absolute, 1e-9, 2, 20);
    ASSERT_EQ(joints.states.size(), bodies.states.size());
    for (std::size_t k = 0; k < joints.states.size(); ++k) {
      const State &z = joints.states[k], &q = bodies.states[k];
      EXPECT_LT(apart(z.v, q.v), 1e-6) << " at " << q.t;
      EXPECT_LT(apart(z.a, q.a), 1e-5) << " at " << q.t;
      EXPECT_LT(apart(z.lambda, q.lambda), 1e-5) << " at " << q.t;
      EXPECT_NEAR(joints.requests[k][0], bodies.requests[k][0], 1e-6) << " at " << q.t;
    }
  }
}

// What makes a sensor act is found in the same moment.
TEST(TreeRuns, meet_sensors) {
  const std::string falling = ground + R"(
PART/2, MASS = 1, CM = 200, IP = 0.1, 0.1, 0.1
MARKER/200, PART = 2, QP = 1, 0, 0
MARKER/201, PART = 2
JOINT/1, REVOLUTE, I = 201, J = 101
ACCGRAV/JGRAV = -9.81
SENSOR/1, FUNCTION = AZ(201, 101), VALUE = -1, ERROR = 1E-9, LE, HALT, ANGULAR
)";
  const Course joints = run(falling, "abam", Coordinates::automatic, 1e-9, 3, 30);
  const Course bodies = run(falling, "abam", Coordinates::absolute, 1e-9, 3, 30);
  EXPECT_EQ(joints.report.statistics.factorizations, 0);
  EXPECT_NEAR(joints.report.time, bodies.report.time, 1e-8);
  EXPECT_LT(joints.report.time, 1);
}

// That the state before the failure is shown afterwards, where the function has a value, must not hide it.
TEST(TreeRuns, tell_of_the_function_that_has_no_value) {
  Loaded model(ground +
               "PART/2, MASS = 1, CM = 20, IP = 1, 1, 1\nMARKER/20, PART = 2\n"
               "SFORCE/1, TRANSLATION, ACTIONONLY, I = 20, J = 101, FUNCTION = SQRT(0.5 - TIME)");
  ASSERT_TRUE(model.assemble().ok());
  RunSettings settings;
  settings.output_times = {1};
  settings.integrator = "abam";
  const RunReport report =
      model.session->run(Kind::dynamic, settings, [](const system::System&, const State&) {});
  EXPECT_NE(lines(report.findings).find("SQRT of a negative number"), std::string::npos)
      << lines(report.findings);
}

}  // namespace
}  // namespace trammel::analysis
