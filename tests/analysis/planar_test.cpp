// Planar parts: from the dataset and by the flag of the model, through whole runs.
// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>

#include <cmath>

#include "analysis/datasets.h"

namespace trammel::analysis {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string double_pendulum(const std::string& planar) {
  return ground + "PART/2, " + planar + R"(MASS = 2, CM = 200, IP = 0.3, 0.4, 0.5, QG = 0, 0, 0.1,
, REULER = 20D, 30D, 40D, EXACT = X:Y:Z:PSI:THETA:PHI, WZ = 1, WM = 101
MARKER/200, PART = 2, QP = 0.3, 0, 0
MARKER/201, PART = 2, REULER = -40D, -30D, -20D
MARKER/202, PART = 2, QP = 0.5, 0.2, 0, REULER = -40D, -30D, -20D
PART/3, )" +
         planar + R"(MASS = 1, CM = 300, IP = 0.2, 0.2, 0.2, EXACT = PSI
MARKER/300, PART = 3, QP = 0.4, 0.1, 0.3
MARKER/303, PART = 3
JOINT/1, REVOLUTE, I = 201, J = 110
MARKER/110, PART = 1, QP = 0, 0, 0.1
JPRIM/2, INLINE, I = 303, J = 202
SPRINGDAMPER/1, TRANSLATION, I = 300, J = 101, K = 20, C = 0.1, LENGTH = 0.4
ACCGRAV/JGRAV = -9.81
REQUEST/1, F1 = DX(300), F2 = DY(300), F3 = AZ(202, 101), F4 = FX(201, 110, 101), F5 = WZ(303)
)";
}

std::vector<double> run(Loaded& model, double end, const InitialConditions*& ic) {
  ic = &model.assemble();
  EXPECT_TRUE(ic->ok()) << lines(ic->findings);
  RunSettings settings;
  settings.options.error = 1e-9;
  settings.output_times = output_times(0, {end, 10, {}});
  std::vector<double> values(8);
  const RunReport report = model.session->run(
      Kind::dynamic, settings,
      [&](const system::System& system, const State& s) { system.requests(s, values); });
  EXPECT_EQ(report.status, Status::ok) << lines(report.findings);
  return values;
}

TEST(Planar, parts_move_as_rigid_ones_that_are_kept_in_the_plane) {
  const InitialConditions* ic = nullptr;
  Loaded rigid(double_pendulum("") + "JOINT/3, PLANAR, I = 303, J = 101\n");
  const std::vector<double> expected = run(rigid, 1, ic);
  EXPECT_EQ(ic->degrees_of_freedom, 2);
  Loaded planar(double_pendulum("PLANAR, "));
  const std::vector<double> values = run(planar, 1, ic);
  EXPECT_EQ(ic->degrees_of_freedom, 2);
  EXPECT_EQ(ic->system->layout().n, 6);
  for (std::size_t k = 0; k < 5; ++k) EXPECT_NEAR(values[k], expected[k], 1e-5) << k;
  EXPECT_THAT(lines(ic->findings), Not(HasSubstr("redundant")))
      << "what the plane removes is nobody's fault";
}

TEST(Planar, is_a_flag_of_the_model) {
  const InitialConditions* ic = nullptr;
  Loaded by_statement(double_pendulum("PLANAR, "));
  const std::vector<double> expected = run(by_statement, 0.2, ic);
  Loaded by_flag(double_pendulum(""));
  for (const int id : {2, 3}) by_flag.reading.model.parts.find(id)->planar = true;
  by_flag.session = std::make_unique<Session>(by_flag.reading.model);
  EXPECT_EQ(run(by_flag, 0.2, ic), expected);
}

TEST(Planar, given_velocities_in_the_plane_are_kept) {
  Loaded model(ground + R"(
PART/2, PLANAR, MASS = 1, CM = 200, IP = 1, 1, 1, QG = 1, 0, 0, REULER = 0, 90D, 0, VY = 2
MARKER/200, PART = 2
MARKER/201, PART = 2, QP = -1, 0, 0
JPRIM/1, ATPOINT, I = 201, J = 101
)");
  const InitialConditions& ic = model.assemble();
  ASSERT_TRUE(ic.ok()) << lines(ic.findings);
  EXPECT_NEAR(ic.state.v[1], 2, 1e-8);
  EXPECT_NEAR(ic.state.v[2], 2, 1e-8);
}

}  // namespace
}  // namespace trammel::analysis
