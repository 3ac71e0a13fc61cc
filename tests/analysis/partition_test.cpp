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

}  // namespace
}  // namespace trammel::analysis
