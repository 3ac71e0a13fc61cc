// DELAY in equations against the method of steps; splines read beyond their points.
// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>

#include <cmath>

#include "analysis/datasets.h"
#include "integrators/registry.h"

namespace trammel::analysis {
namespace {

using ::testing::HasSubstr;

struct DelayRun {
  DelayRun(const std::string& statements, double end, int steps, RunSettings with = {},
           Kind kind = Kind::dynamic)
      : loaded(ground + statements) {
    EXPECT_TRUE(loaded.assemble().ok());
    with.output_times = output_times(0, {.end = end, .steps = steps, .interval = {}});
    report = loaded.session->run(kind, with, [&](const system::System& system, const State& s) {
      std::vector<double> values(8 * system.equations().requests.size());
      system.requests(s, values);
      times.push_back(s.t);
      rows.push_back(std::move(values));
    });
    EXPECT_EQ(report.status, Status::ok) << lines(report.findings);
  }
  Loaded loaded;
  RunReport report;
  std::vector<double> times;
  std::vector<std::vector<double>> rows;
};

// ẋ = −x(t − 1), x = 1 before the start: a polynomial in every unit of time.
double method_of_steps(double t) {
  if (t <= 1) return 1 - t;
  if (t <= 2) return 1 - t + (t - 1) * (t - 1) / 2;
  return 1 - t + (t - 1) * (t - 1) / 2 - std::pow(t - 2, 3) / 6;
}

// The run crosses the jump; the delay is no multiple of any step.
TEST(Delay, of_what_jumps_jumps_later) {
  const DelayRun run(R"(
PART/2, MASS = 1, CM = 201, IP = 1, 1, 1
MARKER/201, PART = 2
JOINT/1, TRANSLATIONAL, I = 201, J = 101
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I = 201, J = 101, FUNCTION = IF(TIME - 0.5: 0, 1, 1)
REQUEST/1, F1 = DELAY(IF(TIME - 0.5: 0, 1, 1), 0.10013, 0)
)",
                     1, 100);
  ASSERT_EQ(run.rows.size(), 100U);
  for (std::size_t k = 0; k < run.rows.size(); ++k)
    EXPECT_NEAR(run.rows[k][0], run.times[k] > 0.60013 ? 1 : 0, 1e-9) << run.times[k];
}

class EveryDelayingIntegrator : public testing::TestWithParam<IntegratorInfo> {};

TEST_P(EveryDelayingIntegrator, follows_the_method_of_steps) {
  RunSettings settings;
  settings.integrator = GetParam().name;
  settings.options.error = 1e-8;
  const DelayRun run(R"(
DIFF/1, IC = 1, FUNCTION = -DELAY(DIF(1), 1, 1)
REQUEST/1, F1 = DIF(1)\ F2 = DELAY(DIF(1), 0.5, 1)
)",
                     3, 12, settings);
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double t = run.times[k], tolerance = GetParam().order == 1 ? 5e-4 : 5e-5;
    EXPECT_NEAR(run.rows[k][0], method_of_steps(t), tolerance) << t;
    EXPECT_NEAR(run.rows[k][1], t < 0.5 ? 1 : method_of_steps(t - 0.5), tolerance) << t;
  }
  EXPECT_LE(run.report.statistics.h_max, 0.5 * (1 + 1e-12));
}

std::string name_of(const testing::TestParamInfo<IntegratorInfo>& info) {
  std::string name(info.param.name);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}
INSTANTIATE_TEST_SUITE_P(Registry, EveryDelayingIntegrator, testing::ValuesIn(integrators()),
                         name_of);

TEST(Delay, of_known_functions_is_smooth_through_the_start) {
  const DelayRun run(R"(
PART/2, MASS = 1, CM = 200, IP = 1, 1, 1, VX = 2
MARKER/200, PART = 2
VARIABLE/1, FUNCTION = SIN(TIME)
REQUEST/1, F1 = DELAY(VARVAL(1), 0.3, SIN(TIME))\ F2 = DELAY(DX(200, 101), 0.25 + 0.1*DX(200, 101), 2*TIME)
, F3 = DELAY(DELAY(TIME, 0.2, TIME), 0.1, TIME - 0.2)\ F4 = DELAY(TIME, -5, 0)
)",
                     2, 40);
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double t = run.times[k];
    EXPECT_NEAR(run.rows[k][0], std::sin(t - 0.3), 1e-6) << t;
    EXPECT_NEAR(run.rows[k][1], 2 * (t - 0.25 - 0.2 * t), 1e-9) << t;
    EXPECT_NEAR(run.rows[k][2], t - 0.3, 1e-9) << t;
    EXPECT_NEAR(run.rows[k][3], t, 1e-9) << t;
  }
}

TEST(Delay, in_a_force_brings_feedback_late) {
  // ẍ = −x(t − 0.5) with x = 1 before: 1 − t²/2 until 0.5, then the integral of that.
  RunSettings settings;
  settings.options.error = 1e-9;
  const DelayRun run(R"(
POINT_MASS/2, MASS = 1, CM = 200, QG = 0, 0, 1
MARKER/200, POINT_MASS = 2
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I = 200, J = 101, FUNCTION = -DELAY(DZ(200, 101), 0.5, 1)
REQUEST/1, F1 = DZ(200, 101)
)",
                     1, 10, settings);
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double t = run.times[k], s = t - 0.5;
    const double exact = 1 - t * t / 2 + (s > 0 ? std::pow(s, 4) / 24 : 0);
    EXPECT_NEAR(run.rows[k][0], exact, 2e-6) << t;
  }
}

// Each of them multiplies what stands within it.
TEST(Delay, within_delays_without_end_is_refused) {
  for (const bool in_history : {false, true}) {
    std::string text = "TIME";
    for (int k = 0; k < 40; ++k)
      text = in_history ? "DELAY(TIME, 0.1, " + text + ")" : "DELAY(TIME, " + text + ", TIME)";
    const adm::Reading reading =
        adm::read({"test.adm", "test\n" + ground + "VARIABLE/1, FUNCTION = " + text + "\nEND\n"});
    ASSERT_TRUE(reading.ok()) << reading.messages();
    const Session session(reading.model);
    ASSERT_FALSE(session.problems().empty()) << in_history;
    EXPECT_THAT(session.problems().front().message,
                HasSubstr("too long once its DELAYs are written out"));
  }
}

TEST(Delay, works_in_kinematics) {
  const DelayRun run(R"(
PART/2, MASS = 1, CM = 200, IP = 1, 1, 1
MARKER/200, PART = 2
MARKER/201, PART = 2, QP = 1, 0, 0
JOINT/1, REVOLUTE, I = 200, J = 101
MOTION/1, JOINT = 1, FUNCTION = 2*TIME
REQUEST/1, F1 = DELAY(DY(201, 101), 0.2, SIN(2*TIME))
)",
                     2, 20, {}, Kind::kinematic);
  for (std::size_t k = 0; k < run.rows.size(); ++k)
    EXPECT_NEAR(run.rows[k][0], std::sin(2 * (run.times[k] - 0.2)), 1e-4);
}

// A mass on a spring that pulls late, a state that forgets late, a variable that follows itself late: all at rest.
const std::string late = R"(
ACCGRAV/KGRAV = -10
POINT_MASS/2, MASS = 2, CM = 200, QG = 0, 0, 1
MARKER/200, POINT_MASS = 2
JPRIM/1, INLINE, I = 200, J = 101
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I = 200, J = 101
, FUNCTION = -40*DELAY(DZ(200, 101), 0.5, 1) - DELAY(VZ(200, 101), 0.1, 7)
DIFF/1, IC = 1, FUNCTION = DELAY(3 - DIF(1), 0.3, 1) + DELAY(DIF1(1), 0.2, 9)
VARIABLE/1, FUNCTION = DELAY(VARVAL(1), 0.25, 0)/2 + DELAY(DELAY(DIF(1), 0.1, 0), 0.1, 0)
REQUEST/1, F1 = DZ(200, 101)\ F2 = DELAY(DZ(200, 101), 0.5, 1)\ F3 = DIF(1)\ F4 = VARVAL(1)
)";

TEST(Delay, is_what_is_delayed_at_an_equilibrium) {
  for (const Kind before : {Kind::initial_conditions, Kind::dynamic}) {
    Loaded loaded(ground + late);
    ASSERT_TRUE(loaded.assemble().ok());
    RunSettings settings;
    std::vector<double> row(8);
    const auto keep = [&](const system::System& system, const State& s) {
      system.requests(s, row);
    };
    if (before == Kind::dynamic) settings.output_times = {0.7};
    ASSERT_EQ(loaded.session->run(before, settings, keep).status, Status::ok);
    settings.output_times = Times();
    const RunReport report = loaded.session->run(Kind::statics, settings, keep);
    ASSERT_EQ(report.status, Status::ok) << lines(report.findings);
    EXPECT_NEAR(row[0], -0.5, 1e-9);
    EXPECT_NEAR(row[1], -0.5, 1e-9);
    EXPECT_NEAR(row[2], 3, 1e-9);
    EXPECT_NEAR(row[3], 6, 1e-9);
    if (before != Kind::dynamic) continue;  // else the past of the motion that follows is at rest
    settings.output_times = {0.8, 2};
    ASSERT_EQ(loaded.session->run(Kind::dynamic, settings, keep).status, Status::ok);
    EXPECT_NEAR(row[0], -0.5, 1e-7);
    EXPECT_NEAR(row[2], 3, 1e-7);
    EXPECT_NEAR(row[3], 6, 1e-7);
  }
}

TEST(Delay, of_a_constraint_has_no_equilibrium) {
  Loaded loaded(ground + R"(
POINT_MASS/2, MASS = 1, CM = 200
MARKER/200, POINT_MASS = 2
GCON/1, I = 200, FUNCTION = DX(200, 101) - DELAY(VY(200, 101), 0.1, 0)
REQUEST/1, F1 = DX(200, 101)
)");
  ASSERT_TRUE(loaded.assemble().ok());
  EXPECT_EQ(loaded.session->state().system->layout().m0, 1)
      << "it is one of positions all the same";
  const RunReport report = loaded.session->run(Kind::statics, {}, [](const auto&, const auto&) {});
  EXPECT_EQ(report.status, Status::impossible);
  EXPECT_THAT(lines(report.findings), HasSubstr("error: GCON/1: its function reads a DELAY"));
}

// y = t² + y(t − 1)/2 has the solution 2t² − 4t + 6, which a GCON prescribes to a slider as well.
const std::string follows_itself = R"(
PART/2, MASS = 2, CM = 200, IP = 1, 1, 1, QG = 0, 0, 6, VZ = -4
MARKER/200, PART = 2
JOINT/1, TRANSLATIONAL, I = 200, J = 101
VARIABLE/1, FUNCTION = TIME**2 + DELAY(VARVAL(1), 1, 2*TIME**2 - 4*TIME + 6)/2
PART/3, MASS = 3, CM = 300, IP = 1, 1, 1, VZ = 2
MARKER/300, PART = 3
JOINT/2, TRANSLATIONAL, I = 300, J = 101
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I = 300, J = 101, FUNCTION = 3*VARVAL(1)
REQUEST/1, F1 = VARVAL(1)\ F2 = DZ(200, 101)\ F3 = GCON(1, 0, 4, 0)\ F4 = VZ(300, 101)
)";

TEST(Delay, of_a_variable_in_itself_runs_beside_a_general_constraint) {
  for (const std::string integrator : {"hht-i3", "gstiff-si2", "abam"}) {
    RunSettings settings;
    settings.integrator = integrator;
    settings.options.error = 1e-8;
    settings.options.step.h_max = 0.002;  // what is remembered is as good as the steps are short
    const DelayRun run(
        follows_itself + "GCON/1, I = 200, FUNCTION = DZ(200, 101) - 2*TIME**2 + 4*TIME - 6\n", 3,
        12, settings);
    ASSERT_EQ(run.rows.size(), 12U);
    for (std::size_t k = 0; k < run.rows.size(); ++k) {
      const double t = run.times[k], y = 2 * t * t - 4 * t + 6;
      EXPECT_NEAR(run.rows[k][0], y, 1e-5) << t << " " << integrator;
      EXPECT_NEAR(run.rows[k][1], y, 1e-7) << t << " " << integrator;
      EXPECT_NEAR(run.rows[k][2], 8, 1e-4) << t << " " << integrator;
      // v' = y
      EXPECT_NEAR(run.rows[k][3], 2 + t * (6 + t * (-2 + t * 2 / 3)), 2e-5) << t << integrator;
    }
  }
}

// It is an unknown of its own, which no constraint may read: said once.
TEST(Delay, of_a_variable_in_itself_is_no_part_of_a_general_constraint) {
  const adm::Reading reading =
      adm::read({"test.adm", "test\n" + ground + follows_itself +
                                 "GCON/1, I = 200, FUNCTION = DZ(200, 101) - VARVAL(1)\nEND\n"});
  ASSERT_TRUE(reading.ok()) << reading.messages();
  const Session session(reading.model);
  ASSERT_EQ(session.problems().size(), 1U);
  EXPECT_EQ(session.problems().front().label, "GCON/1");
  EXPECT_THAT(session.problems().front().message,
              HasSubstr("depends on VARIABLE/1, which depends on itself"));
}

TEST(Extrapolation, is_warned_about_once_for_each_spline) {
  const std::string falling = R"(
ACCGRAV/KGRAV = -10
POINT_MASS/2, MASS = 1, CM = 200, QG = 0, 0, 0
MARKER/200, POINT_MASS = 2
SPLINE/5, X = -1, 0, 1, 2, Y = 0, 0, 0, 0
SPLINE/6, X = -10, 0, 1, 2, Y = 0, 0, 0, 0
!  adams_view_name='measured'
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I = 200, J = 101
, FUNCTION = AKISPL(DZ(200, 101), 0, 5) + CUBSPL(DZ(200, 101), 0, 6)
SFORCE/2, TRANSLATIONAL, ACTIONONLY, I = 200, J = 101, FUNCTION = CUBSPL(DZ(200, 101), 0, 5)
)";
  RunSettings settings;
  settings.options.step.h_max = 0.01;
  const DelayRun run(falling, 1, 4, settings);
  ASSERT_EQ(run.report.findings.size(), 1u) << lines(run.report.findings);
  EXPECT_THAT(lines(run.report.findings),
              HasSubstr("warning: SFORCE/1 (measured): FUNCTION: at time 0.45"));
  EXPECT_THAT(lines(run.report.findings), HasSubstr("extrapolation is required for SPLINE/5"));
  EXPECT_TRUE(DelayRun(falling, 0.4, 4).report.findings.empty());
}

// z = −5 t² leaves SPLINE/5 at 0.447; no force reads it.
TEST(Extrapolation, is_warned_about_in_requests) {
  const std::string falling = R"(
ACCGRAV/KGRAV = -10
POINT_MASS/2, MASS = 1, CM = 200, QG = 0, 0, 0
MARKER/200, POINT_MASS = 2
SPLINE/5, X = -1, 0, 1, 2, Y = 0, 1, 2, 3
SPLINE/6, X = -10, 0, 1, 2, Y = 0, 1, 2, 3
REQUEST/1, F1 = CUBSPL(DZ(200, 101), 0, 6)
REQUEST/3, F1 = TIME\ F2 = AKISPL(DZ(200, 101), 0, 5)
)";
  RunSettings settings;
  settings.options.step.h_max = 0.01;
  const DelayRun run(falling, 1, 4, settings);
  ASSERT_EQ(run.report.findings.size(), 1u) << lines(run.report.findings);
  EXPECT_THAT(lines(run.report.findings), HasSubstr("warning: REQUEST/3: F2: at time 0.45"));
  EXPECT_THAT(lines(run.report.findings), HasSubstr("extrapolation is required for SPLINE/5"));
  EXPECT_TRUE(DelayRun(falling, 0.4, 4).report.findings.empty());
}

}  // namespace
}  // namespace trammel::analysis
