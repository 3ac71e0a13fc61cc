// Methods on independent coordinates on models that explicit methods find hard.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "analysis/datasets.h"

namespace trammel::analysis {
namespace {

// A massless link between ground and a part that hangs on it by a spring.
TEST(Partitions, agree_with_implicit_methods_on_a_massless_part) {
  const std::string massless = ground + R"(
PART/2, MASS = 1, CM = 200, IP = 0.1, 0.1, 0.1, QG = 1, 0, 0
MARKER/200, PART = 2
MARKER/201, PART = 2, QP = -0.4, 0, 0
PART/3, QG = 0, 0, 0
MARKER/301, PART = 3
MARKER/302, PART = 3, QP = 0.6, 0, 0
JOINT/1, REVOLUTE, I = 301, J = 101
JOINT/2, REVOLUTE, I = 201, J = 302
SPRINGDAMPER/1, ROTATION, I = 201, J = 302, KT = 3, CT = 0.1
ACCGRAV/JGRAV = -9.81
)";
  std::vector<Vector> ends;
  for (const char* name : {"hht-i3", "abam"}) {
    Loaded model(massless);
    ASSERT_TRUE(model.assemble().ok());
    RunSettings settings;
    settings.integrator = name;
    settings.options.error = name == std::string("abam") ? 1e-10 : 1e-9;
    settings.output_times = output_times(0, {1, 4, {}});
    Vector end;
    const RunReport report = model.session->run(
        Kind::dynamic, settings, [&](const system::System&, const State& s) { end = s.q; });
    ASSERT_EQ(report.status, Status::ok) << name << lines(report.findings);
    ends.push_back(end);
  }
  EXPECT_LT((ends[0] - ends[1]).cwiseAbs().maxCoeff(), 1e-5);
}

// The longest and the shortest bar of a four-bar are as long as the others together: it folds flat, and there some
// steps fail for noise that others do not meet.
TEST(Partitions, pass_flat_poses_by_other_steps_where_one_fails) {
  const std::string folding = R"(
MARKER/102, PART = 1, QP = 4, 0, 0
PART/2, MASS = 2, CM = 20, IP = 0.01, 0.6667, 0.6667, REULER = 90D, 0, 0, WZ = 6
MARKER/20, PART = 2, QP = 1, 0, 0
MARKER/21, PART = 2
MARKER/22, PART = 2, QP = 2, 0, 0
PART/3, MASS = 3.5, CM = 30, IP = 0.01, 3.573, 3.573, QG = 0, 2, 0, REULER = 7.4D, 0, 0
MARKER/30, PART = 3, QP = 1.75, 0, 0
MARKER/31, PART = 3
MARKER/32, PART = 3, QP = 3.5, 0, 0
PART/4, MASS = 2.5, CM = 40, IP = 0.01, 1.302, 1.302, QG = 4, 0, 0, REULER = 102D, 0, 0
MARKER/40, PART = 4, QP = 1.25, 0, 0
MARKER/41, PART = 4
MARKER/42, PART = 4, QP = 2.5, 0, 0
JOINT/1, REVOLUTE, I = 21, J = 101
JOINT/2, REVOLUTE, I = 31, J = 22
JOINT/3, REVOLUTE, I = 41, J = 102
JOINT/4, REVOLUTE, I = 32, J = 42
ACCGRAV/JGRAV = -9.81
)";
  for (const double error : {3e-7, 1e-7, 1e-8, 6.3e-9}) {
    Loaded model(ground + folding);
    ASSERT_TRUE(model.assemble().ok());
    RunSettings settings;
    settings.integrator = "sdirk4";
    settings.options.error = error;
    settings.output_times = output_times(0, {4, 40, {}});
    const RunReport report =
        model.session->run(Kind::dynamic, settings, [](const system::System&, const State&) {});
    EXPECT_EQ(report.status, Status::ok) << error << ' ' << lines(report.findings);
  }
}

const std::string two_links = ground + R"(
PART/2, MASS = 1, CM = 21, IP = 0.1, 0.1, 0.1
MARKER/21, PART = 2, QP = 0.5, 0, 0
MARKER/22, PART = 2
MARKER/23, PART = 2, QP = 1, 0, 0
JOINT/1, REVOLUTE, I = 22, J = 101
PART/3, MASS = 1, CM = 31, IP = 0.1, 0.1, 0.1, QG = 1, 0, 0
MARKER/31, PART = 3, QP = 0.5, 0, 0
MARKER/32, PART = 3
JOINT/2, REVOLUTE, I = 32, J = 23
ACCGRAV/JGRAV = -9.81
)";

Findings findings_of(const std::string& text, const char* name, double end, double error = 1e-5) {
  Loaded model(text);
  EXPECT_TRUE(model.assemble().ok());
  RunSettings settings;
  settings.integrator = name;
  settings.options.error = error;
  settings.output_times = output_times(0, {end, 10, {}});
  return model.session->run(Kind::dynamic, settings, [](const system::System&, const State&) {})
      .findings;
}

// The velocity that follows from the others jumps at a corner of the constraint; that of the first link, which
// the blow would change, does not.                                                           (PART.9)
TEST(Partitions, stop_where_a_constraint_gives_a_blow) {
  for (const char* corner : {"AZ(31, 101) - 0.3*ABS(AZ(21, 101) + 1) - 0.3*(-1)",
                             "WZ(31) - 2*WZ(21)**2*IF(TIME - 0.3: 0, 0, 1)"})
    for (const char* name : {"sdirk4", "abam", "rkf45", "tlismni-am4"}) {
      const Findings found = findings_of(two_links + "GCON/1, FUNCTION = " + corner, name, 0.6);
      EXPECT_FALSE(found.empty()) << name << ' ' << corner;
      EXPECT_EQ(found.empty() ? model::Severity::warning : found.back().severity,
                model::Severity::error);
    }
}

// A radian within a millisecond: accelerations jump, velocities do not.                     (PART.10)
TEST(Partitions, take_no_jump_of_an_imposed_acceleration_for_a_blow) {
  for (const char* name : {"sdirk4", "abam", "rkf45", "tlismni-am4"})
    EXPECT_EQ(lines(findings_of(
                  two_links + "MOTION/1, JOINT = 1, FUNCTION = STEP(TIME, 0.5, 0, 0.501, 1)", name,
                  0.55, 1e-7)),
              "")
        << name;
}

}  // namespace
}  // namespace trammel::analysis
