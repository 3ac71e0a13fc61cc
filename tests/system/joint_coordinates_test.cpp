// Joint coordinates of trees: states, accelerations and multipliers beside those of all bodies.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <memory>
#include <random>
#include <string>

#include "elements/equations.h"
#include "io/adm/reader.h"
#include "numerics/index_one.h"
#include "numerics/reduction.h"
#include "support/allocations.h"
#include "system/system.h"

namespace trammel::system {
namespace {

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  double between(double a, double b) {
    return std::uniform_real_distribution<double>(a, b)(engine_);
  }
  int below(int n) { return std::uniform_int_distribution<int>(0, n - 1)(engine_); }
  std::string point() {
    return fmt::format("{:.6f},{:.6f},{:.6f}", between(-1, 1), between(-1, 1), between(-1, 1));
  }
  std::string angles() {
    return fmt::format("{:.6f},{:.6f},{:.6f}", between(-3, 3), between(0.1, 3), between(-3, 3));
  }

 private:
  std::mt19937 engine_;
};

constexpr std::array<const char*, 9> joints = {"REVOLUTE",  "TRANSLATIONAL", "CYLINDRICAL",
                                               "SPHERICAL", "UNIVERSAL",     "HOOKE",
                                               "PLANAR",    "FIXED",         ""};

// Every part but the first hangs on an earlier one or on ground, by a joint of any kind or none; its markers
// stand anywhere. Each part i has markers 10i (CM), 10i+1 (its joint), 10i+2 and 10i+3 (those of others).
std::string random_tree(Random& random, int parts, bool with_forces) {
  std::string text = "tree\nPART/1, GROUND\nMARKER/10, PART=1\nMARKER/11, PART=1\n";
  text += "ACCGRAV/IGRAV=1.5, JGRAV=-9.81, KGRAV=0.7\n";
  const auto marker = [&](int id, int part) {
    return fmt::format("MARKER/{}, PART={}, QP={}, REULER={}\n", id, part, random.point(),
                       random.angles());
  };
  text += marker(12, 1) + marker(13, 1);
  for (int p = 2; p < parts + 2; ++p) {
    text += fmt::format("PART/{}, MASS={:.4f}, CM={}, IP={:.4f},{:.4f},{:.4f}, QG={}, REULER={}\n",
                        p, random.between(0.5, 3), 10 * p, random.between(0.3, 0.4),
                        random.between(0.4, 0.5), random.between(0.5, 0.6), random.point(),
                        random.angles());
    for (int k = 0; k < 4; ++k) text += marker(10 * p + k, p);
    const char* type = joints[std::size_t(random.below(int(joints.size())))];
    if (*type == 0) continue;
    const int own = 10 * p + 1, other = 10 * (1 + random.below(p - 1)) + 2 + random.below(2);
    const bool own_is_i = random.below(2) == 0;
    text += fmt::format("JOINT/{}, {}, I={}, J={}\n", p, type, own_is_i ? own : other,
                        own_is_i ? other : own);
  }
  if (!with_forces) return text + "END\n";
  text += "DIFF/1, IC=0.3, FUNCTION=-2*DIF(1)+WM(21,31)\n";
  text += "SPRINGDAMPER/1, TRANSLATION, I=22, J=33, K=30, C=2, LENGTH=0.4\n";
  text += "SPRINGDAMPER/2, ROTATION, I=41, J=12, KT=3, CT=0.2\n";
  text += "BUSHING/1, I=32, J=43, K=10,20,30, C=1,2,3, KT=4,5,6, CT=0.4,0.5,0.6\n";
  text += "SFORCE/1, TRANSLATION, I=42, J=13, FUNCTION=10*SIN(3*TIME)-2*VR(42,13)+DIF(1)\n";
  text += "VARIABLE/1, FUNCTION=DM(20,30)**2\n";
  text += "SFORCE/2, ROTATION, ACTIONONLY, I=23, J=12, FUNCTION=VARVAL(1)-AZ(23,12)\n";
  return text + "END\n";
}

struct Mechanism {
  explicit Mechanism(const std::string& text) : reading(adm::read({"tree.adm", text})) {
    EXPECT_TRUE(reading.ok()) << reading.messages() << text;
    const auto equations = std::make_shared<elements::Equations>(elements::lower(reading.model));
    system = std::make_unique<System>(equations, dynamic_rows(*equations));
  }
  adm::Reading reading;
  std::unique_ptr<System> system;
};

// Any coordinates and velocities of the joints.
State random_state(Random& random, const System& system, const Reduction& reduction) {
  State z = make_state(reduction.dae().layout());
  for (double& q : z.q) q = random.between(-2, 2);
  for (const Rotation& r : reduction.dae().layout().rotations) z.q.segment<4>(r.q).normalize();
  for (double& v : z.v) v = random.between(-3, 3);
  for (double& x : z.x) x = random.between(-1, 1);
  z.t = random.between(0, 2);
  z.memory = system.initial_state().memory;
  return z;
}

double relative(const Vector& a, const Vector& b) {
  return a.size() == 0 ? 0 : (a - b).cwiseAbs().maxCoeff() / std::max(1.0, b.cwiseAbs().maxCoeff());
}

class Trees : public ::testing::TestWithParam<int> {};

TEST_P(Trees, states_of_joints_satisfy_the_constraints_and_come_back) {
  Random random{static_cast<unsigned>(GetParam())};
  const Mechanism model(random_tree(random, 4 + GetParam() % 9, false));
  const Reduction* reduction = model.system->reduction();
  ASSERT_TRUE(reduction);
  const State z = random_state(random, *model.system, *reduction);
  State full = model.system->initial_state();
  reduction->expand(z, full);
  Values values = make_values(model.system->layout());
  ASSERT_EQ(model.system->evaluate(full, position | velocity, values), Outcome::ok);
  EXPECT_LT(values.c0.size() ? values.c0.cwiseAbs().maxCoeff() : 0, 1e-13);
  EXPECT_LT(values.c1.size() ? values.c1.cwiseAbs().maxCoeff() : 0, 1e-12);
  State again = make_state(reduction->dae().layout()), once_more = full;
  ASSERT_TRUE(reduction->reduce(full, again));
  EXPECT_LT(relative(again.v, z.v), 1e-13);
  reduction->expand(again, once_more);
  Vector apart(model.system->layout().n);
  model.system->difference(once_more.q, full.q, apart);
  EXPECT_LT(apart.cwiseAbs().maxCoeff(), 1e-13);
}

TEST_P(Trees, accelerations_and_multipliers_are_those_of_all_bodies) {
  Random random{static_cast<unsigned>(GetParam())};
  const Mechanism model(random_tree(random, 4 + GetParam() % 9, true));
  const Reduction* reduction = model.system->reduction();
  ASSERT_TRUE(reduction);
  for (int k = 0; k < 3; ++k) {
    State z = random_state(random, *model.system, *reduction);
    State full = model.system->initial_state();
    ASSERT_EQ(reduction->dae().accelerate(z), Acceleration::ok);
    reduction->expand(z, full);
    State expected = full;
    expected.a.setZero();
    expected.lambda.setZero();
    IndexOne index_one(*model.system);
    ASSERT_TRUE(index_one.accelerate(expected).ok());
    EXPECT_LT(relative(full.a, expected.a), 1e-10);
    EXPECT_LT(relative(full.lambda, expected.lambda), 1e-10);
    EXPECT_LT(relative(full.x_dot, expected.x_dot), 1e-13);
  }
}

// Constraints that joints of the tree do not satisfy stay as rows: a closed loop, primitives, motions, a function.
TEST_P(Trees, keep_what_closes_loops_and_drives_as_constraints) {
  Random random{static_cast<unsigned>(GetParam())};
  std::string text = random_tree(random, 12 + GetParam() % 9, true);
  text.insert(text.rfind("END"),
              "JOINT/90, SPHERICAL, I=92, J=122\nJPRIM/1, INPLANE, I=73, J=103\n"
              "JPRIM/2, PERPENDICULAR, I=82, J=113\n"
              "MOTION/1, I=53, J=12, Z, FUNCTION=0.3*SIN(2*TIME)\n"
              "MOTION/2, VELOCITY, I=62, J=13, X, FUNCTION=TIME**2\n"
              "GCON/1, I=132, FUNCTION=DM(132,43)-2\n");
  const Mechanism model(text);
  const Reduction* reduction = model.system->reduction();
  ASSERT_TRUE(reduction);
  const Dae& dae = reduction->dae();
  // The spherical joint closes a loop, or holds together what did not hang together.
  EXPECT_TRUE(dae.layout().m0 == 7 || dae.layout().m0 == 4) << dae.layout().m0;
  EXPECT_EQ(dae.layout().m1, 1);
  State z = random_state(random, *model.system, *reduction);
  State full = model.system->initial_state();
  State expected = full;
  reduction->expand(z, expected);
  if (!IndexOne(*model.system).accelerate(expected).ok()) return;  // a few have dependent rows
  ASSERT_EQ(dae.accelerate(z), Acceleration::ok);
  reduction->expand(z, full);
  EXPECT_LT(relative(full.a, expected.a), 1e-8);
  EXPECT_LT(relative(full.lambda, expected.lambda), 1e-8);

  // Γ by differences of the velocity rows, which are linear in velocities.
  Blocks blocks = make_blocks(dae);
  ASSERT_EQ(dae.linearise(z, mask(Block::G), blocks), Outcome::ok);
  Values values = make_values(dae.layout()), other = values;
  ASSERT_EQ(dae.evaluate(z, position | velocity, values), Outcome::ok);
  const Matrix G = blocks[Block::G].dense();
  for (int j = 0; j < dae.layout().n; ++j) {
    State moved = z;
    moved.v[j] += 1;
    ASSERT_EQ(dae.evaluate(moved, position | velocity, other), Outcome::ok);
    EXPECT_LT((other.c1 - values.c1 - G.col(j)).cwiseAbs().maxCoeff(), 1e-11) << j;
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, Trees, ::testing::Range(1, 25));

const std::string pendulum =
    "two\nPART/1, GROUND\nMARKER/10, PART=1\nACCGRAV/JGRAV=-9.81\n"
    "PART/2, MASS=1, CM=20, IP=0.1,0.1,0.1\nMARKER/20, PART=2, QP=0.5,0,0\nMARKER/21, PART=2\n"
    "MARKER/22, PART=2, QP=1,0,0\nJOINT/1, REVOLUTE, I=21, J=10\n"
    "PART/3, MASS=1, CM=30, IP=0.1,0.1,0.1, QG=1,0,0\nMARKER/30, PART=3, QP=0.5,0,0\n"
    "MARKER/31, PART=3\nMARKER/32, PART=3, QP=1,0,0\nJOINT/2, REVOLUTE, I=31, J=22\n";

bool is_tree(const std::string& text) {
  return Mechanism(text + "END\n").system->reduction() != nullptr;
}

TEST(JointCoordinates, are_offered_for_trees_only) {
  EXPECT_TRUE(is_tree(pendulum));
  EXPECT_TRUE(is_tree(pendulum + "MARKER/12, PART=1, QP=2,0,0\nJOINT/3, SPHERICAL, I=32, J=12\n"));
  EXPECT_TRUE(is_tree(pendulum + "JPRIM/1, INPLANE, I=32, J=10\n"));
  EXPECT_FALSE(is_tree(pendulum + "MOTION/1, JOINT=1, ACCELERATION, FUNCTION=TIME\n"));
  EXPECT_FALSE(
      is_tree(pendulum + "PART/4, QG=2,0,0\nMARKER/41, PART=4\nJOINT/3, FIXED, I=41, J=32\n"));
  EXPECT_FALSE(is_tree(pendulum + "SFORCE/1, TRANSLATION, I=32, J=10, FUNCTION=ACCX(32)\n"));
  EXPECT_FALSE(is_tree(pendulum + "SFORCE/1, TRANSLATION, I=32, J=10, FUNCTION=JOINT(1,0,2,0)\n"));
  EXPECT_FALSE(is_tree(pendulum + "DIFF/1, IC=1, IMPLICIT, FUNCTION=DIF1(1)+DIF(1)\n"));
}

// Bodies of a joint that the pose turns the other way round are not where the joint's coordinates put them.
TEST(JointCoordinates, refuse_poses_that_they_cannot_express) {
  const Mechanism model(pendulum + "END\n");
  const Reduction* reduction = model.system->reduction();
  ASSERT_TRUE(reduction);
  State full = model.system->initial_state(), z = make_state(reduction->dae().layout());
  EXPECT_TRUE(reduction->reduce(full, z));
  full.q.segment<4>(3) = Vec4(0, 1, 0, 0);  // half a turn about x: z axes are opposite
  EXPECT_FALSE(reduction->reduce(full, z));
}

TEST(JointCoordinates, do_not_allocate) {
  if (!testing::can_count_allocations()) GTEST_SKIP() << "allocations are not counted here";
  Random random(7);
  const Mechanism model(random_tree(random, 8, true));
  const Reduction* reduction = model.system->reduction();
  ASSERT_TRUE(reduction);
  State z = random_state(random, *model.system, *reduction), full = model.system->initial_state();
  const auto run = [&] {
    for (double& q : z.v) q *= 1.01;
    ASSERT_EQ(reduction->dae().accelerate(z), Acceleration::ok);
    reduction->expand(z, full);
    EXPECT_GT(reduction->dae().largest_step(z), 0);
  };
  run();
  const long before = testing::allocations();
  for (int k = 0; k < 10; ++k) run();
  EXPECT_EQ(testing::allocations(), before);
}

}  // namespace
}  // namespace trammel::system
