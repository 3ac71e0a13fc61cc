// Constraints that contradict each other on any level, at the start and later.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "analysis/datasets.h"
#include "analysis/redundancy_check.h"

namespace trammel::analysis {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

// A rod of length 1 on a pin, with two motions of the pin.
std::string rod(const std::string& first, const std::string& second, double length = 1) {
  return ground + fmt::format(R"(
PART/2, MASS = 1, CM = 200, IP = 1, 1, 1, QG = {}, 0, 0
MARKER/200, PART = 2
MARKER/201, PART = 2, QP = {}, 0, 0
JOINT/1, REVOLUTE, I = 201, J = 101
MOTION/1, JOINT = 1, {}
MOTION/2, JOINT = 1, {}
)",
                              length, -length, first, second);
}

struct Pair {
  const char *first, *second;
};

TEST(Conflict, at_the_start_both_motions_are_named) {
  for (const Pair& p : {
           Pair{"FUNCTION = TIME", "FUNCTION = 0.1 + TIME"},
           Pair{"FUNCTION = TIME", "FUNCTION = 2*TIME"},
           Pair{"FUNCTION = TIME", "FUNCTION = TIME + TIME**2"},
           Pair{"FUNCTION = TIME", "VELOCITY, FUNCTION = 2"},
           Pair{"FUNCTION = TIME", "VELOCITY, FUNCTION = 1 + TIME"},
           Pair{"FUNCTION = TIME", "ACCELERATION, FUNCTION = 1"},
           Pair{"VELOCITY, FUNCTION = 5", "VELOCITY, FUNCTION = 4"},
           Pair{"VELOCITY, FUNCTION = 5", "VELOCITY, FUNCTION = 5 + TIME"},
           Pair{"VELOCITY, FUNCTION = 5", "ACCELERATION, FUNCTION = 1"},
           Pair{"ACCELERATION, FUNCTION = 5", "ACCELERATION, FUNCTION = 4"},
       }) {
    Loaded model(rod(p.first, p.second));
    const InitialConditions& ic = model.assemble();
    EXPECT_EQ(ic.status, Status::impossible) << p.first << " | " << p.second;
    EXPECT_THAT(lines(ic.findings),
                AllOf(HasSubstr("MOTION/1"), HasSubstr("MOTION/2"), HasSubstr("contradict")))
        << p.first << " | " << p.second;
    EXPECT_GT(ic.findings.back().at.line, 0);
  }
}

RunReport run(Loaded& model, Kind kind) {
  const InitialConditions& ic = model.assemble();
  EXPECT_TRUE(ic.ok()) << lines(ic.findings);
  Findings findings;
  RunSettings settings = run_settings(model.reading.model, {}, findings);
  settings.output_times = output_times(0, {1, 20, {}});
  return model.session->run(kind, settings, [](const system::System&, const State&) {});
}

TEST(Conflict, of_motions_that_agree_there_is_none) {
  for (const Pair& p : {
           Pair{"FUNCTION = TIME**2", "FUNCTION = TIME*TIME"},
           Pair{"FUNCTION = SIN(TIME)", "VELOCITY, FUNCTION = COS(TIME)"},
           Pair{"VELOCITY, FUNCTION = 5", "VELOCITY, FUNCTION = 5"},
           Pair{"VELOCITY, FUNCTION = SIN(TIME)", "ACCELERATION, FUNCTION = COS(TIME)"},
           Pair{"ACCELERATION, FUNCTION = 1E-9*TIME", "ACCELERATION, FUNCTION = 1E-9*TIME"},
       }) {
    Loaded model(rod(p.first, p.second));
    const RunReport report = run(model, Kind::dynamic);
    EXPECT_EQ(report.status, Status::ok) << p.first << " | " << p.second << "\n"
                                         << lines(report.findings);
  }
}

TEST(Conflict, that_comes_later_stops_the_run_and_names_both) {
  const std::string later = "STEP5(TIME, 0.5, 0, 0.7, 0.1)";
  for (const char* level : {"", "VELOCITY, ", "ACCELERATION, "}) {
    Loaded model(rod(std::string(level) + "FUNCTION = TIME",
                     std::string(level) + "FUNCTION = TIME + " + later));
    const RunReport report = run(model, Kind::dynamic);
    EXPECT_EQ(report.status, Status::failed) << level;
    EXPECT_THAT(lines(report.findings),
                AllOf(HasSubstr("MOTION/2: at time"), HasSubstr("it contradicts MOTION/1")))
        << level;
    EXPECT_GT(report.findings.back().at.line, 0);
    EXPECT_GT(report.time, 0.45);
    EXPECT_LT(report.time, 0.7);
  }
  Loaded model(rod("FUNCTION = TIME", "FUNCTION = TIME + " + later));
  const RunReport report = run(model, Kind::kinematic);
  EXPECT_EQ(report.status, Status::failed);
  EXPECT_THAT(lines(report.findings),
              AllOf(HasSubstr("MOTION/2: at time"), HasSubstr("it contradicts MOTION/1")));
}

// An angle is an angle, whatever the unit of length.
TEST(Conflict, of_angles_is_not_measured_in_lengths) {
  Loaded model(rod("FUNCTION = TIME", "FUNCTION = TIME + STEP5(TIME, 0.5, 0, 0.7, 1E-4)", 1000));
  const RunReport report = run(model, Kind::dynamic);
  EXPECT_EQ(report.status, Status::failed);
  EXPECT_LT(report.time, 0.7);
}

TEST(Conflict, of_lengths_is_measured_in_the_size_of_the_model) {
  const std::string text = rod("FUNCTION = 0", "FUNCTION = 0", 1e-4) + R"(
MARKER/103, PART = 1, QP = 2E-4, 0, 0
MARKER/202, PART = 2, QP = 1E-4, 0, 0
MOTION/3, I = 202, J = 103, Z, FUNCTION = STEP5(TIME, 0.5, 0, 0.7, 1E-7)
)";
  Loaded model(text);
  const RunReport report = run(model, Kind::dynamic);
  EXPECT_EQ(report.status, Status::failed) << "off by a thousandth of its size";
  EXPECT_THAT(lines(report.findings), HasSubstr("it contradicts JOINT/1"));
}

TEST(Conflict, all_rows_left_out_are_looked_at_in_one_sweep) {
  Loaded model(FourBar{}.text());
  const InitialConditions& ic = model.assemble();
  ASSERT_TRUE(ic.ok());
  State s = ic.state;
  s.q[2] += 1e-3;
  const std::vector<int>& dropped = ic.redundancy.dropped;
  std::vector<system::RowErrors> errors(dropped.size());
  ic.system->violations(s, dropped, errors);
  double largest = 0;
  for (std::size_t k = 0; k < dropped.size(); ++k) {
    EXPECT_EQ(errors[k].position, ic.system->violation(s, dropped[k]));
    largest = std::max(largest, std::abs(errors[k].position));
  }
  EXPECT_EQ(dropped_violation(ic, s), largest);
}

}  // namespace
}  // namespace trammel::analysis
