// LSE, TFSISO, GSE, PINPUT and POUTPUT in runs: closed forms.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>

#include "analysis/datasets.h"
#include "elements/user/libraries.h"

namespace trammel::analysis {
namespace {

constexpr double damping = 0.2;  // of x'' + 0.4 x' + 4 x = 1, from rest

double x_of(double t) {
  const double w = std::sqrt(4 - damping * damping);
  return 0.25 * (1 - std::exp(-damping * t) * (std::cos(w * t) + damping / w * std::sin(w * t)));
}
double x_dot_of(double t) {
  const double w = std::sqrt(4 - damping * damping);
  return std::exp(-damping * t) * std::sin(w * t) / w;
}
double x_ddot_of(double t) {
  return 1 - 4 * x_of(t) - 2 * damping * x_dot_of(t);
}

const std::string oscillator = ground + R"(
PART/2, MASS = 2, CM = 200, IP = 1, 1, 1
MARKER/200, PART = 2
VARIABLE/1, FUNCTION = 1
ARRAY/1, X, SIZE = 2
ARRAY/2, U, SIZE = 1, VARIABLES = 1
ARRAY/3, Y, SIZE = 1
MATRIX/1, FULL = RORDER, ROWS = 2, COLUMNS = 2, VALUES = 0, 1, -4, -0.4
MATRIX/2, FULL = RORDER, ROWS = 2, COLUMNS = 1, VALUES = 0, 1
MATRIX/3, FULL = RORDER, ROWS = 1, COLUMNS = 2, VALUES = 2, 0.4
MATRIX/4, FULL = RORDER, ROWS = 1, COLUMNS = 1, VALUES = 0.25
REQUEST/1, F1 = ARYVAL(1, 1)\ F2 = ARYVAL(1, 2)\ F3 = ARYVAL(3, 1)\ F4 = VX(200)
)";

// y = 3 x + 0.5 x' + 0.25 x'' = 2 x + 0.4 x' + 0.25 u.
const std::string linear = oscillator + "LSE/1, X = 1, U = 2, Y = 3, A = 1, B = 2, C = 3, D = 4\n";
const std::string transfer = oscillator +
                             "TFSISO/1, X = 1, U = 2, Y = 3, NUMERATOR = 3, 0.5, 0.25"
                             ", DENOMINATOR = 4, 0.4, 1\n";
const std::string general =
    oscillator +
    "GSE/1, X = 1, U = 2, Y = 3, NS = 2, NO = 1, FUNCTION = USER()\\\n"
    ", INTERFACE = routines::oscillator_rate, routines::oscillator_output\n";

struct Row {
  double t;
  std::vector<double> values;  // of the first request
};

std::vector<Row> run(const std::string& text, double end, int steps, double fixed = 0,
                     const std::string& integrator = "hht-i3") {
  const adm::Reading reading = adm::read({"test.adm", "test\n" + text + "\nEND\n"});
  EXPECT_TRUE(reading.ok()) << reading.messages();
  Session session(reading.model, std::make_shared<elements::UserLibraries>(
                                     std::vector<std::string>{TRAMMEL_USER_ROUTINES}));
  for (const model::Problem& problem : session.problems()) ADD_FAILURE() << problem.message;
  EXPECT_TRUE(session.assemble().ok());
  RunSettings settings;
  settings.integrator = integrator;
  settings.options.error = 1e-9;
  settings.options.step.fixed = fixed;
  settings.output_times = output_times(0, {end, steps, {}});
  std::vector<Row> rows;
  const RunReport report =
      session.run(Kind::dynamic, settings, [&](const system::System& system, const State& s) {
        rows.push_back({s.t, std::vector<double>(8 * reading.model.requests.size())});
        EXPECT_TRUE(system.requests(s, rows.back().values));
      });
  EXPECT_EQ(report.status, Status::ok) << lines(report.findings);
  EXPECT_EQ(rows.size(), std::size_t(steps));
  return rows;
}

TEST(StateSystems, follow_the_step_response) {
  for (const std::string& text : {linear, transfer}) {
    for (const Row& row : run(text, 5, 10)) {
      EXPECT_NEAR(row.values[0], x_of(row.t), 1e-5) << row.t;
      EXPECT_NEAR(row.values[1], x_dot_of(row.t), 1e-5) << row.t;
      const double y = 3 * x_of(row.t) + 0.5 * x_dot_of(row.t) + 0.25 * x_ddot_of(row.t);
      EXPECT_NEAR(row.values[2], y, 2e-5) << row.t;
    }
  }
}

TEST(StateSystems, by_routines_do_what_matrices_do) {
  for (const Row& row : run(general, 5, 10)) {
    EXPECT_NEAR(row.values[0], x_of(row.t), 1e-5) << row.t;
    EXPECT_NEAR(row.values[2], 3 * x_of(row.t) + 0.5 * x_dot_of(row.t), 2e-5) << row.t;
  }
}

TEST(StateSystems, keep_the_order_of_the_integrator) {
  for (const std::string& text : {linear, transfer, general}) {
    const auto error = [&](double h) {
      return std::abs(run(text, 2, 1, h).back().values[0] - x_of(2));
    };
    const double coarse = error(0.02), fine = error(0.01);
    EXPECT_NEAR(std::log2(coarse / fine), 2, 0.1);
    EXPECT_LT(fine, 1e-4);
  }
}

TEST(StateSystems, start_where_the_array_says) {
  const std::string text = oscillator +
                           "ARRAY/4, IC, NUMBERS = 0.5, -1\nLSE/1, X = 1, A = 1, IC = 4\n"
                           "TFSISO/1, X = 5, U = 2, Y = 3, NUMERATOR = 1, DENOMINATOR = 1, 1\n"
                           "ARRAY/5, X\n";
  const std::vector<Row> rows = run(text, 1e-6, 1);
  EXPECT_NEAR(rows[0].values[0], 0.5, 2e-6);
  EXPECT_NEAR(rows[0].values[1], -1, 3e-6);
}

// y = (s + 2)/(s + 1) u with u = 1 − y: y acts on u at once. Together (s + 2)/(2 s + 3).
TEST(StateSystems, close_loops_without_delay) {
  const std::string text = ground + R"(
PART/2, MASS = 2, CM = 200, IP = 1, 1, 1
MARKER/200, PART = 2
VARIABLE/1, FUNCTION = 1 - ARYVAL(3, 1)
ARRAY/1, X
ARRAY/2, U, VARIABLES = 1
ARRAY/3, Y
TFSISO/1, X = 1, U = 2, Y = 3, NUMERATOR = 2, 1, DENOMINATOR = 1, 1
REQUEST/1, F1 = ARYVAL(3, 1)
)";
  for (const Row& row : run(text, 3, 6))
    EXPECT_NEAR(row.values[0], 2. / 3 + (0.5 - 2. / 3) * std::exp(-1.5 * row.t), 2e-5) << row.t;
}

// x_d ← x_d/2 + 1 every quarter of a second pushes 2 kg.
TEST(StateSystems, discrete_states_change_at_their_times_only) {
  const std::string text = oscillator + R"(
ARRAY/5, X, SIZE = 1
GSE/1, ND = 1, NO = 1, XD = 5, Y = 3, SAMPLE_PERIOD = 0.25\
, FUNCTION = USER(1)\
, INTERFACE = routines::oscillator_rate, routines::read_sample, routines::halve_and_add
TFSISO/1, X = 6, U = 2, Y = 7, NUMERATOR = 1, DENOMINATOR = 1, 1, 1
ARRAY/6, X
ARRAY/7, Y
VFORCE/1, I = 200, JFLOAT = 105, RM = 101, FX = ARYVAL(3, 1)\
MARKER/105, PART = 1, FLOATING
REQUEST/2, F1 = ARYVAL(5, 1)
)";
  std::string model = text;
  const std::string unused = "F1 = ARYVAL(1, 1)\\ F2 = ARYVAL(1, 2)\\ ";
  model.erase(model.find(unused), unused.size());
  for (const std::string integrator : {"hht-i3", "hht-si2", "gstiff-i3", "gstiff-si2"}) {
    double velocity = 0, last = 0;
    // Outputs that fall onto samples, and others.
    for (const Row& row : run(model, 1.2, 12, 0, integrator)) {
      const double k = std::ceil(row.t / 0.25 - 1e-6) - 1;  // at a sample: before it
      const double x = 2 * (1 - std::pow(0.5, k));
      EXPECT_NEAR(row.values[8], x, 1e-14) << row.t;
      double impulse = 0;
      for (int j = 0; j < 10; ++j) {
        const double begin = std::max(last, 0.25 * j), end = std::min(row.t, 0.25 * (j + 1));
        if (end > begin) impulse += (end - begin) * 2 * (1 - std::pow(0.5, j));
      }
      velocity += impulse / 2;
      last = row.t;
      EXPECT_NEAR(row.values[3], velocity, 1e-7) << row.t << " " << integrator;
    }
  }
}

// The input jumps at a sample: what counts is its value there, not what a step beyond it has seen.
TEST(StateSystems, a_sample_at_a_jump_takes_the_value_of_that_time) {
  const std::string text = ground + R"(
PART/2, MASS = 2, CM = 200, IP = 1, 1, 1, VX = 1
MARKER/200, PART = 2
VARIABLE/1, FUNCTION = IF(TIME - 0.5: 3, 3, 8)
ARRAY/2, U, SIZE = 1, VARIABLES = 1
ARRAY/3, Y, SIZE = 1
ARRAY/5, X, SIZE = 1
GSE/1, ND = 1, NO = 1, XD = 5, U = 2, Y = 3, SAMPLE_PERIOD = 0.25\
, FUNCTION = USER(1)\
, INTERFACE = routines::oscillator_rate, routines::read_sample, routines::take_input
REQUEST/1, F1 = ARYVAL(3, 1)\ F2 = VARVAL(1)
)";
  for (const std::string integrator : {"hht-i3", "hht-si2", "gstiff-i3", "gstiff-si2"})
    for (const Row& row : run(text, 1, 10, 0, integrator)) {
      const double sampled = row.t <= 0.25 ? 0 : row.t <= 0.75 ? 3 : 8;
      EXPECT_EQ(row.values[0], sampled) << row.t << " " << integrator;
    }
}

// A clock that ticks for nobody: steps go on as if there were none.
TEST(StateSystems, samples_that_change_nothing_cost_no_short_steps) {
  const std::string swing = ground + R"(
PART/2, MASS = 2, CM = 200, IP = 1, 1, 1, QG = 0, 0, 0.5
MARKER/200, PART = 2
JOINT/1, TRANSLATIONAL, I = 200, J = 101
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I = 200, J = 101, FUNCTION = -8*DZ(200, 101)
REQUEST/1, F1 = DZ(200, 101)
)";
  const std::string clock = R"(
ARRAY/3, Y, SIZE = 1
ARRAY/5, X, SIZE = 1
GSE/1, ND = 1, NO = 1, XD = 5, Y = 3, SAMPLE_PERIOD = 0.5\
, FUNCTION = USER(1)\
, INTERFACE = routines::oscillator_rate, routines::read_sample, routines::halve_and_add
)";
  for (const std::string integrator : {"hht-i3", "hht-si2"}) {
    const auto steps_of = [&](const std::string& text) {
      const adm::Reading reading = adm::read({"test.adm", "test\n" + text + "END\n"});
      Session session(reading.model, std::make_shared<elements::UserLibraries>(
                                         std::vector<std::string>{TRAMMEL_USER_ROUTINES}));
      EXPECT_TRUE(session.assemble().ok());
      RunSettings settings;
      settings.integrator = integrator;
      settings.options.error = 1e-7;
      settings.options.step.h_init = 1e-8;  // at the start, where it is meant to be short
      settings.output_times = output_times(0, {.end = 4, .steps = 8, .interval = {}});
      double last = 0;
      const RunReport report =
          session.run(Kind::dynamic, settings, [&](const system::System& system, const State& s) {
            std::vector<double> values(8);
            system.requests(s, values);
            last = values[0];
          });
      EXPECT_EQ(report.status, Status::ok);
      EXPECT_NEAR(last, 0.5 * std::cos(8.0), 1e-3) << integrator;
      return report.statistics.steps;
    };
    EXPECT_LE(steps_of(swing + clock), steps_of(swing) + 2 * 8) << integrator;
  }
}

TEST(StateSystems, plants_are_lists_of_variables) {
  const std::string text = ground + R"(
PART/2, MASS = 2, CM = 200, IP = 1, 1, 1
MARKER/200, PART = 2
VARIABLE/1, FUNCTION = TIME
VARIABLE/2, FUNCTION = 7
VARIABLE/3, FUNCTION = PINVAL(1, 2) + POUVAL(1, 1)
PINPUT/1, VARIABLES = 1, 2
POUTPUT/1, VARIABLES = 1
REQUEST/1, F1 = PINVAL(1, 1)\ F2 = PINVAL(1, 2)\ F3 = POUVAL(1, 1)\ F4 = VARVAL(3)
)";
  const Row row = run(text, 2, 2).front();
  EXPECT_THAT(row.values, testing::ElementsAre(1, 7, 1, 8, 0, 0, 0, 0));
}

// An implicit DIFF without its rate is algebraic; the rate is known where the function is linear.
TEST(StateSystems, rates_of_algebraic_states_follow_those_they_depend_on) {
  const std::string text = ground + R"(
PART/2, MASS = 2, CM = 200, IP = 1, 1, 1
MARKER/200, PART = 2
DIFF/1, IC = 1, FUNCTION = -DIF(1)
DIFF/2, IMPLICIT, FUNCTION = 2*DIF(1) - (DIF(2) - 3*TIME)/4
DIFF/3, FUNCTION = DIF1(2)
REQUEST/1, F1 = DIF(2)\ F2 = DIF1(2)\ F3 = DIF(3)
)";
  const adm::Reading reading = adm::read({"test.adm", "test\n" + text + "\nEND\n"});
  Session session(reading.model);
  ASSERT_TRUE(session.assemble().ok());
  RunSettings settings;
  settings.options.error = 1e-8;
  settings.output_times = output_times(0, {1, 4, {}});
  session.run(Kind::dynamic, settings, [&](const system::System& system, const State& s) {
    std::vector<double> values(8);
    ASSERT_TRUE(system.requests(s, values));
    EXPECT_NEAR(values[0], 8 * std::exp(-s.t) + 3 * s.t, 1e-5);
    EXPECT_NEAR(values[1], -8 * std::exp(-s.t) + 3, 1e-5);
    EXPECT_NEAR(values[2], values[0] - 8, 1e-5);
  });
}

std::string problems_of(const std::string& statements) {
  const adm::Reading reading = adm::read({"test.adm", "test\n" + ground + statements + "\nEND\n"});
  EXPECT_TRUE(reading.ok()) << reading.messages();
  std::string text;
  const Session session(reading.model);
  for (const model::Problem& problem : session.problems())
    text += problem.label + ": " + problem.message + "\n";
  return text;
}

TEST(StateSystems, faults_that_only_the_equations_show) {
  using ::testing::HasSubstr;
  EXPECT_THAT(problems_of("VARIABLE/1, FUNCTION = ARYVAL(1, 1)\nARRAY/1, X, SIZE = 2"),
              HasSubstr("VARIABLE/1: array 1 belongs to no system element"));
  EXPECT_THAT(problems_of("VARIABLE/1, FUNCTION = PINVAL(1, 3)\nPINPUT/1, VARIABLES = 1"),
              HasSubstr("PINPUT/1 has no entry 3"));
  EXPECT_THAT(problems_of("ARRAY/1, X\nGSE/1, ND = 1, XD = 1, SAMPLE_PERIOD = 1 - 1\\, "
                          "FUNCTION = USER(1)"),
              HasSubstr("GSE/1: the sample period must be above 0"));
  EXPECT_THAT(problems_of("ARRAY/1, X\nGSE/1, NS = 1, X = 1, FUNCTION = USER(1)"),
              HasSubstr("GSE/1: USER calls user::gse_deriv"));
}

}  // namespace
}  // namespace trammel::analysis
