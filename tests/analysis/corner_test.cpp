// Where Newton's iteration has little to hold on to: bristles at the corner of |v|, and wheels without any force.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "analysis/datasets.h"
#include "integrators/registry.h"

namespace trammel::analysis {
namespace {

std::vector<State> run(const std::string& dataset, const IntegratorInfo& method, double error,
                       double end, int steps) {
  Loaded model(ground + dataset);
  const InitialConditions& ic = model.assemble();
  EXPECT_TRUE(ic.ok()) << lines(ic.findings);
  RunSettings settings;
  settings.integrator = method.name;
  settings.options.error = error;
  settings.output_times = output_times(0, {end, steps, {}});
  std::vector<State> states;
  const RunReport report = model.session->run(
      Kind::dynamic, settings, [&](const system::System&, const State& s) { states.push_back(s); });
  EXPECT_EQ(report.status, Status::ok) << lines(report.findings);
  return states;
}

// Rides with the belt until its spring breaks it loose, 0.4 · 10 N over 100 N/m: with steps as long as the
// outputs, which pass the corner of |v| unseen, it would ride on for ever and its bristles bear 32 N.
TEST(Corners, bristles_bear_no_more_than_their_limit_at_loose_settings) {
  const std::string belt = R"(
MARKER/102, PART = 1, QP = -5, 0, 0
MARKER/103, PART = 1, REULER = 90D, 90D, 0
PART/2, MASS = 1, CM = 201, IP = 1, 1, 1
MARKER/201, PART = 2, REULER = 90D, 90D, 0
JOINT/1, TRANSLATIONAL, I = 201, J = 103
MOTION/1, JOINT = 1, FUNCTION = 0.1*TIME
PART/3, MASS = 1, CM = 301, IP = 1, 1, 1, VX = 0.1
MARKER/301, PART = 3, REULER = 90D, 90D, 0
MARKER/302, PART = 3
JOINT/2, TRANSLATIONAL, I = 301, J = 201
FRICTION/1, JOINT = 2, MU_STATIC = 0.4, MU_DYNAMIC = 0.2, FORMULATION = LUGRE, INPUTS = REACTION_FORCE
, STICTION_TRANSITION_VELOCITY = 2.5E-4, MAX_STICTION_DEFORMATION = 1.25E-8
SPRINGDAMPER/1, TRANSLATION, I = 302, J = 102, K = 100, LENGTH = 5
ACCGRAV/KGRAV = -10
)";
  for (const char* name :
       {"hht-i3", "hht-si2", "newmark", "gstiff-i3", "wstiff-i3", "gstiff-si2", "wstiff-si2"})
    for (const int steps : {20, 50}) {
      SCOPED_TRACE(::testing::Message() << name << ", " << steps << " outputs");
      for (const State& s : run(belt, *find_integrator(name), 1e-3, 4, steps)) {
        EXPECT_LT(std::abs(s.x[0]), 1.05);
        EXPECT_LT(s.q[7], 0.0425) << "has broken loose at time " << s.t;
      }
    }
}

// Every acceleration, force and reaction is zero: there is nothing that a correction could be small beside.
TEST(Corners, what_turns_freely_goes_on) {
  const std::string wheel = R"(
PART/2, MASS = 1, CM = 201, IP = 1, 1, 1, WZ = 3
MARKER/201, PART = 2
)",
                    held = "JOINT/1, REVOLUTE, I = 201, J = 101\n";
  for (const IntegratorInfo& method : integrators())
    for (const std::string& dataset : {wheel, wheel + held}) {
      SCOPED_TRACE(std::string(method.name) + dataset.substr(dataset.size() - 10));
      const std::vector<State> states = run(dataset, method, 1e-4, 1, 4);
      ASSERT_EQ(states.size(), 4u);
      EXPECT_NEAR(states.back().v.tail<3>().norm(), 3, 1e-3);
    }
}

}  // namespace
}  // namespace trammel::analysis
