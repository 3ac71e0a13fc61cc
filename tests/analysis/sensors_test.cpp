// Sensors: when they act, and what then happens, with every integrator and in kinematics.
// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/sensors.h"

#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

#include "analysis/datasets.h"
#include "integrators/registry.h"

namespace trammel::analysis {
namespace {

// A condition that holds at the start is an event there, and SENVAL what EVALUATE was.
TEST(SensorAtTheStart, remembers) {
  Loaded model(ground + R"(
PART/2, MASS = 1, CM = 201, IP = 1, 1, 1, QG = 0, 0, 3
MARKER/201, PART = 2
JOINT/1, TRANSLATIONAL, I = 201, J = 101
SENSOR/1, EQ, FUNCTION = DZ(201, 101), VALUE = 3, ERROR = 1E-6, EVALUATE = TIME + 5
REQUEST/1, F1 = SENVAL(1)
)");
  ASSERT_TRUE(model.assemble().ok());
  RunSettings settings;
  settings.output_times = {0.5, 1};
  std::vector<double> seen;
  model.session->run(Kind::dynamic, settings, [&](const system::System& system, const State& s) {
    std::vector<double> row(8);
    system.requests(s, row);
    seen.push_back(row[0]);
  });
  ASSERT_FALSE(seen.empty());
  for (const double value : seen) EXPECT_EQ(value, 5);
}

using std::numbers::pi;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// x = cos t of a mass on a slide, and a wheel that turns at 2 rad/s.
const std::string oscillator = ground + R"(
PART/2, MASS = 1, CM = 200, IP = 1, 1, 1, QG = 1, 0, 0
MARKER/200, PART = 2, REULER = 90D, 90D, 0
MARKER/102, PART = 1, REULER = 90D, 90D, 0
JOINT/1, TRANSLATIONAL, I = 200, J = 102
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I = 200, J = 102, FUNCTION = -DX(200, 101)
PART/3, MASS = 1, CM = 300, IP = 1, 1, 1, WZ = 2
MARKER/300, PART = 3
)";

const std::string falling = ground + R"(
ACCGRAV/KGRAV = -10
POINT_MASS/2, MASS = 2, CM = 200, QG = 0, 0, 5
MARKER/200, POINT_MASS = 2
)";

struct SensedRun {
  SensedRun(const std::string& statements, double end, int steps, RunSettings with = {},
            Kind kind = Kind::dynamic)
      : loaded(statements) {
    EXPECT_TRUE(loaded.assemble().ok());
    with.output_times = output_times(0, {.end = end, .steps = steps, .interval = {}});
    report = loaded.session->run(kind, with, [&](const system::System& system, const State& s) {
      times.push_back(s.t);
      std::vector<double> values(8 * system.equations().requests.size());
      system.requests(s, values);
      rows.push_back(std::move(values));
      memory = s.memory;
    });
  }

  Loaded loaded;
  RunReport report;
  std::vector<double> times;
  std::vector<std::vector<double>> rows;
  Vector memory;  // at the last output
};

class EverySensingIntegrator : public testing::TestWithParam<IntegratorInfo> {};

TEST_P(EverySensingIntegrator, acts_when_the_closed_form_says) {
  RunSettings settings;
  settings.integrator = GetParam().name;
  settings.options.error = 1e-9;
  for (const bool interpolate : {true, false}) {
    settings.interpolate = interpolate;
    const SensedRun run(oscillator + R"(
SENSOR/1, LE, VALUE = 0.5, FUNCTION = DX(200, 101)\ EVALUATE = TIME
SENSOR/2, GE, VALUE = 0.5, FUNCTION = VX(200, 101)\ EVALUATE = TIME\ BISECTION
SENSOR/3, EQ, VALUE = 90D, ANGULAR, FUNCTION = PSI(300, 101) + PHI(300, 101)\ EVALUATE = TIME
SENSOR/4, GE, VALUE = 0.8, FUNCTION = ACCX(200, 101)\ RETURN
)",
                        10, 3, settings);
    ASSERT_EQ(run.report.status, Status::ok) << lines(run.report.findings);
    const double slack = GetParam().order == 1 ? 5 : 1;
    const double tolerance = slack * 3e-5;
    ASSERT_EQ(run.memory.size(), 3);
    EXPECT_NEAR(run.memory[0], pi / 3, tolerance);
    // The wheel passes 90 degrees at π/4, the mass −0.8 at 2.498 before its speed is 0.5.
    EXPECT_NEAR(run.memory[2], pi / 4, tolerance);
    EXPECT_EQ(run.memory[1], 0);
    EXPECT_NEAR(run.report.time, std::acos(-0.8), 10 * tolerance);
    EXPECT_EQ(run.times.back(), run.report.time);
    EXPECT_FALSE(run.report.halted);
  }
}

// Nothing moves and steps are long: the function is exactly the value at the end of a step.
TEST_P(EverySensingIntegrator, acts_once_where_its_value_is_met_exactly) {
  const std::string resting =
      ground + "PART/2, MASS = 1, CM = 20, IP = 1, 1, 1\nMARKER/20, PART = 2\n";
  RunSettings settings;
  settings.integrator = GetParam().name;
  for (const std::string value : {"0.1", "0.25", "0.5", "1"})
    for (const std::string kind : {"GE", "EQ"}) {
      const SensedRun run(resting + "SENSOR/1, " + kind + ", FUNCTION = TIME\\ VALUE = " + value, 1,
                          4, settings);
      EXPECT_EQ(run.report.status, Status::ok) << value;
      EXPECT_EQ(run.report.notes.size(), 1u) << value;
      EXPECT_EQ(run.report.time, 1) << value;
    }
}

std::string name_of(const testing::TestParamInfo<IntegratorInfo>& info) {
  std::string name(info.param.name);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}
INSTANTIATE_TEST_SUITE_P(Registry, EverySensingIntegrator, testing::ValuesIn(integrators()),
                         name_of);

TEST(Sensor, writes_an_output_where_it_acts_and_says_so) {
  const SensedRun run(falling +
                          "!  adams_view_name='floor'\n"
                          "SENSOR/7, LE, VALUE = 3.75, FUNCTION = DZ(200, 101)",
                      1, 4);
  EXPECT_THAT(run.times, ElementsAre(0.25, testing::DoubleNear(0.5, 1e-9), 0.75, 1));
  const SensedRun other(falling + "SENSOR/7, LE, VALUE = 3.2, FUNCTION = DZ(200, 101)", 1, 4);
  EXPECT_THAT(other.times, ElementsAre(0.25, 0.5, testing::DoubleNear(0.6, 1e-9), 0.75, 1));
  EXPECT_THAT(other.report.notes, ElementsAre("SENSOR/7 has become active at time = 0.6"));
}

TEST(Sensor, HALT_and_RETURN_end_the_run_at_the_event) {
  for (const std::string action : {"HALT", "RETURN"}) {
    const SensedRun run(falling + "SENSOR/7, EQ, VALUE = 0, FUNCTION = DZ(200, 101)\\ " + action, 3,
                        10);
    EXPECT_EQ(run.report.status, Status::ok);
    EXPECT_NEAR(run.report.time, 1, 1e-9);
    EXPECT_EQ(run.times.size(), 4u);
    EXPECT_EQ(run.report.halted, action == "HALT");
    EXPECT_THAT(run.report.notes.front(), HasSubstr(action));
  }
}

TEST(Sensor, DT_changes_the_time_between_outputs_and_not_the_steps) {
  const SensedRun run(falling + "SENSOR/7, GE, VALUE = 0.4, FUNCTION = TIME\\ DT = 0.25", 1, 2);
  const auto near = [](double t) { return testing::DoubleNear(t, 1e-9); };
  EXPECT_THAT(run.times, ElementsAre(near(0.4), near(0.65), near(0.9), near(1)));
  EXPECT_EQ(run.report.statistics.restarts, 0);
}

TEST(Sensor, RESTART_STEPSIZE_and_CODGEN_restart_the_integrator) {
  RunSettings settings;
  settings.options.step.h_init = 0.02;
  const std::string sensor = "SENSOR/7, LE, VALUE = 0.2, FUNCTION = DX(200, 101)\\ ";
  for (const auto& [action, smallest] :
       {std::pair{"RESTART", 0.02}, {"STEPSIZE = 1E-4", 1e-4}, {"CODGEN", 0.02}}) {
    const SensedRun run(oscillator + sensor + action, 2, 4, settings);
    EXPECT_EQ(run.report.statistics.restarts, 1) << action;
    EXPECT_LE(run.report.statistics.h_min, smallest * (1 + 1e-12)) << action;
  }
  EXPECT_EQ(SensedRun(oscillator + sensor + "PRINT", 2, 4, settings).report.statistics.restarts, 0);
}

TEST(Sensor, EVALUATE_switches_a_force) {
  // From z = 3.2 (t = 0.6, v = −6) on the acceleration is −10 + 40/2.
  const SensedRun run(falling + R"(
SENSOR/7, LE, VALUE = 3.2, FUNCTION = DZ(200, 101)\ EVALUATE = 40
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I = 200, J = 101, FUNCTION = SENVAL(7)
REQUEST/1, F1 = DZ(200, 101)\ F2 = ACCZ(200, 101)\ F3 = SENVAL(7)
)",
                      1.6, 4);
  EXPECT_THAT(run.times, ElementsAre(0.4, testing::DoubleNear(0.6, 1e-9), 0.8, testing::_, 1.6));
  EXPECT_NEAR(run.rows.back()[0], 3.2 - 6 + 5, 1e-6);
  EXPECT_NEAR(run.rows[0][1], -10, 1e-9);
  EXPECT_NEAR(run.rows[1][1], 10, 1e-9);  // the output at the event knows the new force
  EXPECT_EQ(run.rows[1][2], 40);
}

// The force has no value for 1e-8 s on either side of the event, where no step falls; what is remembered there gives it one.
TEST(Sensor, EVALUATE_gives_back_the_values_of_a_force) {
  const SensedRun run(falling + R"(
SENSOR/7, GE, VALUE = 0.5, FUNCTION = TIME\ EVALUATE = 40
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I = 200, J = 101
, FUNCTION = IF(SENVAL(7) - 1: SQRT((TIME - 0.49999999)*(TIME - 0.50000001)), 0, SENVAL(7))
REQUEST/1, F1 = DZ(200, 101)\ F2 = ACCZ(200, 101)
)",
                      1, 3);
  ASSERT_EQ(run.report.status, Status::ok) << lines(run.report.findings);
  EXPECT_THAT(run.times, ElementsAre(testing::_, testing::DoubleNear(0.5, 1e-9), testing::_, 1));
  EXPECT_NEAR(run.rows[1][1], 10, 1e-9) << "behind the event";
  EXPECT_THAT(lines(run.report.findings), testing::Not(HasSubstr("accelerations and reactions")));
}

// What EVALUATE does not know, SENVAL does not know either (docs/decisions/0008).
TEST(Sensor, EVALUATE_without_a_value_leaves_SENVAL_without_one) {
  const std::string sensor =
      falling + "SENSOR/7, LE, VALUE = 3.2, FUNCTION = DZ(200, 101)\\ EVALUATE = SQRT(-TIME)\n";
  const SensedRun read(sensor + "REQUEST/1, F1 = SENVAL(7)\\ F2 = DZ(200, 101)", 1, 5);
  EXPECT_EQ(read.report.status, Status::ok);
  EXPECT_EQ(read.rows[1][0], 0);
  EXPECT_TRUE(std::isnan(read.rows.back()[0]));
  EXPECT_NEAR(read.rows.back()[1], 0, 1e-6);
  EXPECT_THAT(lines(read.report.findings),
              HasSubstr("warning: SENSOR/7: at time 0.6: EVALUATE has no value: SENSOR/7: "
                        "EVALUATE: SQRT of a negative number"));
  const SensedRun used(
      sensor + "SFORCE/1, TRANSLATIONAL, ACTIONONLY, I = 200, J = 101, FUNCTION = SENVAL(7)", 1, 5);
  EXPECT_EQ(used.report.status, Status::failed);
  EXPECT_NEAR(used.report.time, 0.6, 1e-9);
  EXPECT_THAT(lines(used.report.findings),
              HasSubstr("a function has no value behind an event: SFORCE/1: FUNCTION: SENVAL has "
                        "no finite value"));
}

TEST(Sensor, at_an_output_time_has_its_value_in_that_row) {
  for (const std::string end :
       {"", "SENSOR/8, LE, VALUE = 6.4, FUNCTION = 2*DZ(200, 101)\\ HALT\n"}) {
    const SensedRun run(falling + end + R"(
SENSOR/7, LE, VALUE = 3.2, FUNCTION = DZ(200, 101)\ EVALUATE = 40
REQUEST/1, F1 = SENVAL(7)
)",
                        1, 5);
    ASSERT_EQ(run.times.size(), end.empty() ? 5u : 3u);
    EXPECT_EQ(run.times[2], 0.6);
    EXPECT_EQ(run.rows[1][0], 0);
    EXPECT_EQ(run.rows[2][0], 40) << end;
  }
}

TEST(Sensor, does_not_act_at_a_pole) {
  const SensedRun run(oscillator + "SENSOR/7, GE, VALUE = 0, FUNCTION = 1/(TIME-0.53)\\ HALT", 2,
                      4);
  EXPECT_EQ(run.report.time, 2);
  EXPECT_TRUE(run.report.notes.empty());
}

TEST(Sensor, acts_at_the_start_if_its_condition_holds_there) {
  for (const std::string condition : {"GE, VALUE = 1", "LE, VALUE = 7", "EQ, VALUE = 5.0005"}) {
    const SensedRun run(falling + "SENSOR/7, RETURN, FUNCTION = DZ(200, 101)\\ " + condition, 1, 4);
    EXPECT_EQ(run.report.time, 0) << condition;
    EXPECT_TRUE(run.times.empty()) << condition;
    EXPECT_THAT(run.report.notes, ElementsAre(HasSubstr("at time = 0;"))) << condition;
  }
}

TEST(Sensor, acts_at_every_passage_and_once_at_each) {
  // x = cos t passes 0.3 eight times in four periods; within 1.0004 it stays forever.
  const SensedRun run(oscillator + "SENSOR/7, EQ, VALUE = 0.3, FUNCTION = DX(200, 101)", 8 * pi, 4);
  EXPECT_EQ(run.report.notes.size(), 8u);
  const SensedRun rising(oscillator + "SENSOR/7, GE, VALUE = 0.3, FUNCTION = DX(200, 101)", 8 * pi,
                         4);
  EXPECT_EQ(rising.report.notes.size(), 5u);  // the start and four returns
  const SensedRun wide(oscillator + "SENSOR/7, EQ, VALUE = 0, ERROR = 1.1, FUNCTION = DX(200, 101)",
                       8 * pi, 4);
  EXPECT_EQ(wide.report.notes.size(), 1u);
  const SensedRun turns(oscillator + "SENSOR/7, EQ, VALUE = 90D, ANGULAR, FUNCTION = AZ(300, 101)",
                        2 * pi, 4);
  EXPECT_EQ(turns.report.notes.size(), 2u);  // not where the sine passes zero the other way
}

TEST(Sensor, YYDUMP_lists_all_states) {
  const SensedRun run(falling +
                          "DIFF/1, IC = 2, FUNCTION = -DIF(1)\n"
                          "SENSOR/7, GE, VALUE = 0.5, FUNCTION = TIME\\ YYDUMP",
                      1, 1);
  EXPECT_THAT(run.report.notes,
              ElementsAre(testing::AllOf(HasSubstr("POINT_MASS/2: 0 0 3.75\n"),
                                         HasSubstr("velocity of POINT_MASS/2: z = -5\n"),
                                         HasSubstr("DIFF/1 = 1.21"))));
}

TEST(Sensor, acts_in_kinematics) {
  const SensedRun run(ground + R"(
PART/2, MASS = 1, CM = 200, IP = 1, 1, 1
MARKER/200, PART = 2
MARKER/201, PART = 2, QP = 1, 0, 0
JOINT/1, REVOLUTE, I = 200, J = 101
MOTION/1, JOINT = 1, FUNCTION = 2*TIME
SENSOR/1, GE, VALUE = 0.5, FUNCTION = DY(201, 101)\ EVALUATE = TIME\ DT = 0.25
SENSOR/2, LE, VALUE = -0.5, FUNCTION = DX(201, 101)\ RETURN
REQUEST/1, F1 = SENVAL(1)
)",
                      3, 3, {}, Kind::kinematic);
  EXPECT_EQ(run.report.status, Status::ok);
  const auto near = [](double t) { return testing::DoubleNear(t, 1e-9); };
  EXPECT_THAT(run.times, ElementsAre(near(pi / 12), near(pi / 12 + 0.25), near(pi / 12 + 0.5),
                                     near(pi / 12 + 0.75), near(pi / 3)));
  EXPECT_NEAR(run.rows.back()[0], pi / 12, 1e-9);
}

// Outputs that no memory holds, steps that do not move the clock: named before anything is tried.
TEST(Sensor, DT_and_STEPSIZE_that_no_run_can_follow_are_named) {
  const std::string driven = ground + R"(
PART/2, MASS = 1, CM = 200, IP = 1, 1, 1
MARKER/200, PART = 2
JOINT/1, REVOLUTE, I = 200, J = 101
MOTION/1, JOINT = 1, FUNCTION = 2*TIME
)";
  for (const Kind kind : {Kind::dynamic, Kind::kinematic})
    for (const auto& [action, message] :
         {std::pair{"DT = 1E-9",
                    "it asks for outputs every 1e-09, more than 1e+07 | lengthen its DT"},
          {"STEPSIZE = 1E-18", "its STEPSIZE of 1e-18 is lost beside the time | lengthen it"}}) {
      const SensedRun run((kind == Kind::dynamic ? falling : driven) +
                              "SENSOR/7, GE, VALUE = 0.4, FUNCTION = TIME\\ " + action,
                          1, 4, {}, kind);
      EXPECT_EQ(run.report.status, Status::failed) << action;
      EXPECT_THAT(lines(run.report.findings),
                  HasSubstr(std::string("error: SENSOR/7: at time 0.4: ") + message));
      EXPECT_GT(run.report.findings.back().at.line, 0);
      EXPECT_NEAR(run.times.back(), 0.4, 1e-9) << "what was reached is kept";
    }
  const SensedRun possible(falling + "SENSOR/7, GE, VALUE = 0.4, FUNCTION = TIME\\ DT = 1E-3", 1,
                           4);
  EXPECT_EQ(possible.report.status, Status::ok) << lines(possible.report.findings);
}

TEST(Sensor, a_constraint_that_jumps_with_it_ends_the_run_with_a_reason) {
  const SensedRun run(ground + R"(
PART/2, MASS = 1, CM = 200, IP = 1, 1, 1, REULER = 60D, 0, 0
MARKER/200, PART = 2
MARKER/201, PART = 2, QP = 1, 0, 0
JOINT/1, REVOLUTE, I = 200, J = 101
GCON/1, I = 201, FUNCTION = DX(201, 101) - 0.5 - 5*SENVAL(1)
SENSOR/1, GE, VALUE = 0.5, FUNCTION = TIME\ EVALUATE = TIME
)",
                      1, 4);
  EXPECT_EQ(run.report.status, Status::failed);
  EXPECT_THAT(lines(run.report.findings), HasSubstr("at time 0.5: no positions"));
}

}  // namespace
}  // namespace trammel::analysis
