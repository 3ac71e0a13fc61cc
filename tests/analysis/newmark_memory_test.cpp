// What newmark's error estimate remembers of accelerations (HHT.16): nothing that is damped, nothing that is over.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <string>

#include "analysis/datasets.h"

namespace trammel::analysis {
namespace {

long steps_of(const std::string& dataset, double error, double end) {
  Loaded model(ground + dataset);
  const InitialConditions& ic = model.assemble();
  EXPECT_TRUE(ic.ok()) << lines(ic.findings);
  RunSettings settings;
  settings.integrator = "newmark";
  settings.options.error = error;
  settings.output_times = output_times(0, {end, 4, {}});
  const RunReport report =
      model.session->run(Kind::dynamic, settings, [](const system::System&, const State&) {});
  EXPECT_EQ(report.status, Status::ok) << lines(report.findings);
  return report.statistics.steps;
}

// It begins with 1000 m/s², which are gone after 10 ms: h² · 0.2 · 1000 < ERROR would be h < 0.7 ms for ever.
TEST(NewmarkMemory, a_start_that_is_damped_is_forgotten) {
  const long steps = steps_of(R"(
MARKER/109, PART = 1, QP = -5, 0, 0
POINT_MASS/2, MASS = 1, CM = 200, VX = 1
MARKER/200, POINT_MASS = 2
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I = 200, J = 109, FUNCTION = -1000*VX(200) + SIN(TIME)
)",
                              1e-4, 4);
  EXPECT_LT(steps, 800);
}

// A mass meets a stop once and flies on without any force: 112 steps, and 3861 if the estimate
// kept what the stop's damping took from it.
TEST(NewmarkMemory, a_blow_that_is_over_leaves_nothing) {
  const long steps = steps_of(R"(
POINT_MASS/2, MASS = 1, CM = 200, QG = 0, 0, 0.5, VZ = -1
MARKER/200, POINT_MASS = 2
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I = 200, J = 101
, FUNCTION = IMPACT(DZ(200, 101), VZ(200, 101), 0, 1E4, 2, 10, 1E-3)
)",
                              1e-4, 10);
  EXPECT_LT(steps, 300);
}

}  // namespace
}  // namespace trammel::analysis
