// Numbers of result files against requests for the same quantities, which are computed by other means.
// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>

#include <cmath>

#include "analysis/datasets.h"
#include "analysis/frame_sampler.h"
#include "math/rotation.h"
#include "results/describe.h"

namespace trammel::analysis {
namespace {

using results::Section;

// A loose body with its centre of mass, its axes and its markers all apart, held by a joint and springs.
const std::string mechanism = ground + R"(
UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = MILLIMETER, TIME = SECOND
ACCGRAV/KGRAV = -9806.65
PART/2, MASS = 2, CM = 200, IP = 1000, 2000, 2500, QG = 10, -20, 30, REULER = 0.3, 0.5, 0.7
, WX = 1, WY = 2, WZ = 3
MARKER/200, PART = 2, QP = 5, 3, -4, REULER = 1, 0.4, 0.2
MARKER/201, PART = 2
MARKER/202, PART = 2, QP = 7, 0, 2, REULER = 0.2, 0.3, 0.1
MARKER/102, PART = 1, QP = 10, -20, 30, REULER = 0.3, 0.5, 0.7
MARKER/103, PART = 1, QP = 40, 10, 5, REULER = 0.2, 1.1, 0.4
MARKER/109, PART = 1, FLOATING
POINT_MASS/2, MASS = 0.5, CM = 300, QG = 0, 50, 0, VX = 11
MARKER/300, POINT_MASS = 2
JOINT/1, HOOKE, I = 201, J = 102
GFORCE/4, I = 202, JFLOAT = 109, RM = 103, FX = 3\ FY = VX(202)\ FZ = 2\ TX = 10\ TY = 5*WY(202)\ TZ = 1
SPRINGDAMPER/5, TRANSLATION, I = 202, J = 103, K = 0.5, C = 0.01, LENGTH = 10
BUSHING/6, I = 300, J = 103, K = 1, 2, 3, C = 0.01, 0.02, 0.03, KT = 0, 0, 0, CT = 0, 0, 0
VARIABLE/1, FUNCTION = DX(202)*2
VARIABLE/2, FUNCTION = VARVAL(1) + VARVAL(3)
VARIABLE/3, IC = 1, FUNCTION = 0.5*COS(VARVAL(3)) + TIME
VARIABLE/4, FUNCTION = VARVAL(3) - TIME
SFORCE/7, TRANSLATION, ACTIONONLY, I = 202, J = 103, FUNCTION = VARVAL(4)
DIFF/1, IC = 1, FUNCTION = -DIF(1)
REQUEST/1, DISPLACEMENT, I = 201
REQUEST/2, VELOCITY, I = 201
REQUEST/3, ACCELERATION, I = 201
REQUEST/4, F2 = JOINT(1,0,2,101)\ F3 = JOINT(1,0,3,101)\ F4 = JOINT(1,0,4,101)\ F6 = JOINT(1,0,6,101)\ F7 = JOINT(1,0,7,101)\ F8 = JOINT(1,0,8,101)
REQUEST/5, F2 = GFORCE(4,0,2,101)\ F3 = GFORCE(4,0,3,101)\ F4 = GFORCE(4,0,4,101)\ F6 = GFORCE(4,0,6,101)\ F7 = GFORCE(4,0,7,101)\ F8 = GFORCE(4,0,8,101)
REQUEST/6, F2 = SPDP(5,0,2,101)\ F3 = SPDP(5,0,3,101)\ F4 = SPDP(5,0,4,101)
REQUEST/7, F2 = BUSH(6,0,2,101)\ F3 = BUSH(6,0,3,101)\ F4 = BUSH(6,0,4,101)
REQUEST/8, F1 = VARVAL(1)\ F2 = VARVAL(2)\ F3 = VARVAL(3)\ F4 = VARVAL(4)\ F5 = DIF(1)
REQUEST/9, VELOCITY, I = 300
)";

class Sampled : public testing::Test {
 protected:
  Sampled()
      : loaded_(mechanism),
        contents_(results::describe(loaded_.reading.model, "test.adm", "text")),
        sampler_(contents_),
        frame_(results::make_frame(contents_)),
        requests_(8 * contents_.requests.size()) {}

  // Calls check at the start and at every output.
  template <class Check>
  void run(const Check& check) {
    const InitialConditions& start = loaded_.assemble();
    ASSERT_TRUE(start.ok()) << lines(start.findings);
    Findings ignored;
    RunSettings settings = run_settings(loaded_.reading.model, {}, ignored);
    settings.output_times = output_times(0, {.end = 0.5, .steps = 20, .interval = {}});
    const auto output = [&](const system::System& system, const State& s) {
      sampler_.sample(system, s, frame_);
      ASSERT_TRUE(system.requests(s, requests_)) << system.fault();
      check();
    };
    output(*start.system, start.state);
    const RunReport report = loaded_.session->run(Kind::dynamic, settings, output);
    ASSERT_EQ(report.status, Status::ok) << lines(report.findings);
  }
  double request(std::size_t r, std::size_t f) const { return requests_[8 * (r - 1) + f - 1]; }
  // Components x, y, z of force or torque, or of a velocity, against those of a request.
  void expect_six(Section section, std::size_t item, std::size_t r, int count = 6) {
    double scale = 1;
    for (std::size_t f = 1; f <= 8; ++f) scale = std::max(scale, std::abs(request(r, f)));
    for (std::size_t c = 0; c < std::size_t(count); ++c)
      EXPECT_NEAR(frame_[section][6 * item + c], request(r, c < 3 ? c + 2 : c + 3), 1e-10 * scale)
          << info(section).path << " of request " << r << ", component " << c;
  }

  Loaded loaded_;
  results::Contents contents_;
  FrameSampler sampler_;
  results::Frame frame_;
  std::vector<double> requests_;
};

TEST_F(Sampled, poses_are_those_of_the_part_not_of_its_centre) {
  Vec4 last = Vec4::Zero();
  run([&] {
    const double* pose = frame_[Section::pose].data();
    for (std::size_t c = 0; c < 3; ++c) EXPECT_NEAR(pose[c], request(1, c + 2), 1e-10);
    const Vec4 e(pose[3], pose[4], pose[5], pose[6]);
    EXPECT_NEAR(e.norm(), 1, 1e-12);
    const Mat3 A = rotation_matrix(e);
    EXPECT_NEAR(std::acos(A(2, 2)), request(1, 7), 1e-9);             // THETA
    EXPECT_NEAR(std::atan2(A(0, 2), -A(1, 2)), request(1, 6), 1e-9);  // PSI
    EXPECT_NEAR(std::atan2(A(2, 0), A(2, 1)), request(1, 8), 1e-9);   // PHI
    EXPECT_TRUE(last.isZero() || e.dot(last) > 0) << "the quaternion jumps";
    last = e;
  });
}

TEST_F(Sampled, velocities_and_accelerations) {
  run([&] {
    expect_six(Section::velocity, 0, 2);
    expect_six(Section::acceleration, 0, 3);
    expect_six(Section::velocity, 1, 9, 3);
  });
}

TEST_F(Sampled, reactions_and_forces_on_the_part_of_i_at_i) {
  ASSERT_EQ(contents_.forces[0].statement, "SFORCE");
  run([&] {
    expect_six(Section::reactions, 0, 4);
    expect_six(Section::forces, 1, 5);
    expect_six(Section::forces, 2, 6, 3);
    expect_six(Section::forces, 3, 7, 3);
  });
}

TEST_F(Sampled, variables_of_every_kind_and_states) {
  run([&] {
    for (std::size_t k = 0; k < 4; ++k)
      EXPECT_NEAR(frame_[Section::variables][k], request(8, k + 1), 1e-11) << k;
    EXPECT_NEAR(frame_[Section::states][0], request(8, 5), 1e-14);
  });
}

// Newton's law for the whole part, from nothing but what the file says.
TEST_F(Sampled, forces_and_reactions_balance_the_acceleration) {
  const double mass = 2, to_newton = 1e-3;  // kg mm/s² in N
  run([&] {
    const Mat3 A = rotation_matrix(Eigen::Map<const Vec4>(frame_[Section::pose].data() + 3));
    const Vec3 arm = A * Vec3(5, 3, -4);
    const auto three = [&](Section s, std::size_t at) {
      return Vec3(frame_[s][at], frame_[s][at + 1], frame_[s][at + 2]);
    };
    const Vec3 w = three(Section::velocity, 3), w_dot = three(Section::acceleration, 3);
    const Vec3 a = three(Section::acceleration, 0) + w_dot.cross(arm) + w.cross(w.cross(arm));
    const Vec3 sum = three(Section::reactions, 0) + three(Section::forces, 0) +
                     three(Section::forces, 6) + three(Section::forces, 12) +
                     mass * to_newton * Vec3(0, 0, -9806.65);
    EXPECT_LT((mass * to_newton * a - sum).norm(), 1e-8 * (1 + sum.norm()));
  });
}

TEST(SampledModes, an_eccentric_pendulum_turns_about_its_hinge) {
  Loaded loaded(ground + R"(
ACCGRAV/JGRAV = -9.81
PART/2, MASS = 1, CM = 201, IP = 0.1, 0.1, 0.1, QG = 0, -2, 0
MARKER/201, PART = 2, QP = 0, 1, 0, REULER = 0.3, 0, 0
MARKER/202, PART = 2, QP = 0, 2, 0
JOINT/1, REVOLUTE, I = 202, J = 101
)");
  const InitialConditions& start = loaded.assemble();
  ASSERT_TRUE(start.ok()) << lines(start.findings);
  const Vector units = system::tangent_units(start.system->layout(), start.length);
  const ModeReport found = find_modes(*start.system, start.state, units);
  ASSERT_TRUE(found.ok()) << found.message;
  ASSERT_EQ(found.modes.size(), 1u);
  const results::Contents contents = results::describe(loaded.reading.model, "", "");
  FrameSampler sampler(contents);
  const results::ModeSet set = sampler.modes(*start.system, start.state, found.modes, units, 1, 1);
  EXPECT_NEAR(set.eigenvalues[0][1], std::sqrt(9.81 / 1.1), 1e-9);
  EXPECT_NEAR(set.pose[1], -2, 1e-12);
  ASSERT_EQ(set.shapes.size(), 12u);
  // x of the origin, 2 below the hinge, per turn about z.
  const std::complex<double> x(set.shapes[0], set.shapes[6]), turn(set.shapes[5], set.shapes[11]);
  EXPECT_NEAR(std::abs(x / turn - 2.0), 0, 1e-9);
  EXPECT_TRUE(sampler.modes(*start.system, start.state, found.modes, units, 1, 0).shapes.empty());
}

}  // namespace
}  // namespace trammel::analysis
