// MREQUEST: one request for many elements; forces by vectors and by components.
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

// A drag against the velocity and a pull towards a point, as vectors and in components.
TEST(VectorExpressions, act_as_their_components) {
  const std::string bodies = R"(
PART/2, MASS = 2, CM = 200, IP = 1, 2, 3, QG = 1, -2, 3, REULER = 0.3, 0.5, 0.7, VX = 3, VY = -1, WZ = 2
MARKER/200, PART = 2, QP = 0.1, 0.2, 0.3, REULER = 1, 0.4, 0.2
MARKER/108, PART = 1, FLOATING
MARKER/109, PART = 1, FLOATING
MARKER/103, PART = 1, QP = 0.5, 0.25, 3, REULER = 0.2, 1.1, 0.4
REQUEST/1, FORCE, I = 200, RM = 101
)";
  const std::string vector = R"(
GFORCE/1, I = 200, JFLOAT = 109, RM = 103
, FXYZ = -0.5*MAG(VXYZ(200, 103, 103))*VXYZ(200, 103, 103) - 7*UV(DXYZ(200, 103, 103))
, TXYZ = DXYZ(200, 103, 103)**UVZ(200, 103) + TRANS(WXYZ(200, 103, 200), 200, 103)
VFORCE/1, I = 200, JFLOAT = 108, FXYZ = -(WXYZ(200).UVX(200))*UVZ(103)
)";
  const std::string scalar = R"(
GFORCE/1, I = 200, JFLOAT = 109, RM = 103
, FX = -0.5*VM(200, 103)*VX(200, 103, 103) - 7*DX(200, 103, 103)/DM(200, 103)\
, FY = -0.5*VM(200, 103)*VY(200, 103, 103) - 7*DY(200, 103, 103)/DM(200, 103)\
, FZ = -0.5*VM(200, 103)*VZ(200, 103, 103) - 7*DZ(200, 103, 103)/DM(200, 103)\
, TX = DY(200, 103, 103)*COS(THETA(200, 103))
, + DZ(200, 103, 103)*SIN(THETA(200, 103))*COS(PSI(200, 103)) + WX(200, 103, 103)\
, TY = DZ(200, 103, 103)*SIN(THETA(200, 103))*SIN(PSI(200, 103))
, - DX(200, 103, 103)*COS(THETA(200, 103)) + WY(200, 103, 103)\
, TZ = -DX(200, 103, 103)*SIN(THETA(200, 103))*COS(PSI(200, 103))
, - DY(200, 103, 103)*SIN(THETA(200, 103))*SIN(PSI(200, 103)) + WZ(200, 103, 103)
VFORCE/1, I = 200, JFLOAT = 108, RM = 103, FX = 0\ FY = 0\ FZ = -WX(200, 0, 200)
)";
  const auto forces = [&](const std::string& text) {
    Loaded loaded(ground + bodies + text);
    const InitialConditions& start = loaded.assemble();
    EXPECT_TRUE(start.ok()) << lines(start.findings);
    std::vector<double> values(8);
    EXPECT_TRUE(start.system->requests(start.state, values));
    return values;
  };
  const std::vector<double> a = forces(vector), b = forces(scalar);
  EXPECT_GT(a[0], 1);
  EXPECT_GT(a[4], 1);
  for (std::size_t k = 0; k < 8; ++k) EXPECT_NEAR(a[k], b[k], 1e-12) << k;
}

}  // namespace
}  // namespace trammel::analysis
