// MREQUEST: one request for many elements.
// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>

#include "analysis/datasets.h"
#include "results/csv.h"

namespace trammel::analysis {
namespace {

TEST(MultiRequest, stands_for_a_request_of_every_element) {
  Loaded loaded(ground + R"(
ACCGRAV/KGRAV = -10
PART/2, MASS = 2, CM = 200, IP = 1, 1, 1, QG = 0, 0, 3
MARKER/200, PART = 2
PART/4, MASS = 1, CM = 400, IP = 1, 1, 1, QG = 1, 0, 7
MARKER/400, PART = 4
MARKER/109, PART = 1, FLOATING
MARKER/103, PART = 1, QP = 0, 0, 3
JOINT/5, FIXED, I = 200, J = 103
SFORCE/3, TRANSLATIONAL, ACTIONONLY, I = 400, J = 101, FUNCTION = 6
VFORCE/3, I = 400, JFLOAT = 109, RM = 101, FX = 1\ FY = 2\ FZ = 4
MREQUEST/7, DISPLACEMENT, PARTS = ALL
MREQUEST/8, FORCE, JOINTS = 5
MREQUEST/9, FORCE, APPFORS = 3
REQUEST/1, F3 = 5
)");
  const std::vector<std::string> names = results::column_names(loaded.reading.model);
  ASSERT_EQ(names.size(), 1u + 8 * 6);
  EXPECT_EQ(names[1], "REQ1.F1");  // requests come first
  EXPECT_EQ(names[9], "MREQ7.PART2.F1");
  EXPECT_EQ(names[17], "MREQ7.PART4.F1");
  EXPECT_EQ(names[25], "MREQ8.JOINT5.F1");
  EXPECT_EQ(names[33], "MREQ9.SFORCE3.F1");
  EXPECT_EQ(names[48], "MREQ9.VFORCE3.F8");
  const InitialConditions& start = loaded.assemble();
  ASSERT_TRUE(start.ok()) << lines(start.findings);
  std::vector<double> values(8 * 6);
  ASSERT_TRUE(start.system->requests(start.state, values));
  EXPECT_EQ(values[2], 5);
  EXPECT_NEAR(values[8 + 3], 3, 1e-12);
  EXPECT_NEAR(values[16 + 3], 7, 1e-12);
  EXPECT_NEAR(values[24 + 3], 20, 1e-9);  // the joint carries the weight
  EXPECT_NEAR(values[32 + 3], 6, 1e-12);
  EXPECT_NEAR(values[40 + 2], 2, 1e-12);
}

}  // namespace
}  // namespace trammel::analysis
