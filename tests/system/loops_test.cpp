// Mechanisms of many loops in the coordinates of joints: numbers, and the work for them.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "elements/equations.h"
#include "integrators/registry.h"
#include "io/adm/reader.h"
#include "numerics/index_one.h"
#include "support/allocations.h"
#include "system/joint_coordinates.h"
#include "system/redundancy.h"
#include "system/system.h"

namespace trammel::system {
namespace {

struct Mechanism {
  explicit Mechanism(const std::string& text, bool is_redundant = false)
      : reading(adm::read({"loops.adm", text})) {
    EXPECT_TRUE(reading.ok()) << reading.messages();
    const auto equations = std::make_shared<elements::Equations>(elements::lower(reading.model));
    system = std::make_unique<System>(equations, dynamic_rows(*equations));
    if (!is_redundant) return;
    const double length = typical_length(equations->skeleton);
    const Redundancy rows = find_redundancy(*system, system->initial_state(), length);
    system = std::make_unique<System>(equations, rows.kept);
  }
  const JointCoordinates* joints() const {
    return dynamic_cast<const JointCoordinates*>(system->reduction());
  }
  adm::Reading reading;
  std::unique_ptr<System> system;
};

double relative(const Vector& a, const Vector& b) {
  return (a - b).cwiseAbs().maxCoeff() / std::max(1.0, b.cwiseAbs().maxCoeff());
}

// Cells of three parts, the first on ground or on the first of the cell before, the others in a row on it; each
// cell has two rows that tie its last part to a part of one of the next cells.
std::string random_cells(unsigned seed, int cells) {
  std::mt19937 engine(seed);
  const auto between = [&](double a, double b) {
    return std::uniform_real_distribution<double>(a, b)(engine);
  };
  const auto below = [&](int n) { return std::uniform_int_distribution<int>(0, n - 1)(engine); };
  const auto marker = [&](int id, int part) {
    return fmt::format("MARKER/{}, PART={}, QP={:.6f},{:.6f},{:.6f}, REULER={:.6f},{:.6f},{:.6f}\n",
                       id, part, between(-1, 1), between(-1, 1), between(-1, 1), between(-3, 3),
                       between(0.1, 3), between(-3, 3));
  };
  constexpr std::array<const char*, 6> joints = {"REVOLUTE",  "CYLINDRICAL", "SPHERICAL",
                                                 "UNIVERSAL", "HOOKE",       "PLANAR"};
  constexpr std::array<const char*, 3> ties = {
      "JPRIM/{0}, INPLANE, I={2}, J={3}\nJPRIM/{1}, PERPENDICULAR, I={2}, J={3}\n",
      "JPRIM/{0}, INLINE, I={2}, J={3}\n",
      "GCON/{0}, I={2}, FUNCTION=DM({2},{3})-2\nMOTION/{1}, VELOCITY, I={2}, J={3}, X, "
      "FUNCTION=TIME\n"};
  std::string text = "cells\nPART/1, GROUND\nACCGRAV/IGRAV=1.5, JGRAV=-9.81, KGRAV=0.7\n";
  text += marker(12, 1) + marker(13, 1);
  for (int p = 2; p < 3 * cells + 2; ++p) {
    text += fmt::format("PART/{}, MASS={:.4f}, CM={}, IP=0.3,0.4,{:.4f}\n", p, between(0.5, 3),
                        10 * p, between(0.5, 0.6));
    for (int k = 0; k < 4; ++k) text += marker(10 * p + k, p);
    const bool is_first = (p - 2) % 3 == 0;
    const int parent = !is_first ? p - 1 : p < 5 || below(4) > 0 ? 1 : p - 3;
    text += fmt::format("JOINT/{}, {}, I={}, J={}\n", p, joints[std::size_t(below(6))], 10 * p + 1,
                        10 * parent + 2);
  }
  for (int c = 0; c + 3 < cells; ++c) {
    const int last = 10 * (3 * c + 4) + 3, other = 10 * (3 * (c + 1 + below(3)) + 2 + below(2)) + 3;
    text +=
        fmt::format(fmt::runtime(ties[std::size_t(below(3))]), 2 * c + 1, 2 * c + 2, last, other);
  }
  return text + "END\n";
}

State random_state(unsigned seed, const System& system, const Dae& dae) {
  std::mt19937 engine(seed);
  std::uniform_real_distribution<double> any(-2, 2);
  State z = make_state(dae.layout());
  for (double& q : z.q) q = any(engine);
  for (const Rotation& r : dae.layout().rotations) z.q.segment<4>(r.q).normalize();
  for (double& v : z.v) v = any(engine);
  z.memory = system.initial_state().memory;
  return z;
}

class ManyLoops : public ::testing::TestWithParam<int> {};

TEST_P(ManyLoops, have_the_accelerations_and_multipliers_of_all_bodies) {
  const unsigned seed = unsigned(GetParam());
  const Mechanism model(random_cells(seed, 12 + 3 * GetParam()));
  ASSERT_TRUE(model.joints());
  const Dae& dae = model.joints()->dae();
  EXPECT_EQ(dae.layout().m(), 2 * (9 + 3 * GetParam()));
  State z = random_state(seed, *model.system, dae), full = model.system->initial_state();
  State expected = full;
  model.joints()->expand(z, expected);
  ASSERT_TRUE(IndexOne(*model.system).accelerate(expected).ok());
  ASSERT_EQ(dae.accelerate(z), Acceleration::ok);
  model.joints()->expand(z, full);
  EXPECT_LT(relative(full.a, expected.a), 1e-9);
  EXPECT_LT(relative(full.lambda, expected.lambda), 1e-9);

  // Γ against what velocity rows say of a velocity, and Γᵀλ.
  Blocks blocks = make_blocks(dae);
  ASSERT_EQ(dae.linearise(z, mask(Block::G), blocks), Outcome::ok);
  Values values = make_values(dae.layout()), other = values;
  State moved = z;
  Vector direction = Vector::Random(dae.layout().n);
  moved.v += direction;
  ASSERT_EQ(dae.evaluate(z, velocity, values), Outcome::ok);
  ASSERT_EQ(dae.evaluate(moved, velocity, other), Outcome::ok);
  const Matrix G = blocks[Block::G].dense();
  EXPECT_LT((other.c1 - values.c1 - G * direction).cwiseAbs().maxCoeff(), 1e-11);
  Vector reaction = direction;
  dae.reaction(z, z.lambda, reaction);
  EXPECT_LT(relative(reaction, G.transpose() * z.lambda), 1e-12);
}

INSTANTIATE_TEST_SUITE_P(Seeds, ManyLoops, ::testing::Range(1, 17));

// Four-bars side by side on cranks of 1 m, each a parallelogram. Backwards: parts and joints in the other order, so
// that loops would be closed anywhere if the tree followed the order of the model.
std::string ladder(int loops, bool backwards = false, bool revolutes = false) {
  std::vector<std::string> parts, joints;
  const auto bar = [&](int id, const std::string& where) {
    parts.push_back(fmt::format(
        "PART/{0}, MASS=1, CM={1}, IP=0.001,0.08333333333333333,0.08333333333333333, {2}\n"
        "MARKER/{1}, PART={0}, QP=0.5,0,0\nMARKER/{3}, PART={0}\nMARKER/{4}, PART={0}, QP=1,0,0\n",
        id, 10 * id, where, 10 * id + 1, 10 * id + 2));
  };
  const auto crank = [](int i) { return 2 + i; };
  const auto coupler = [&](int i) { return 3 + loops + i; };
  const auto tie = [&](int i, int j, const char* kind) {
    joints.push_back(
        fmt::format("{}, I={}, J={}\n", fmt::format(fmt::runtime(kind), joints.size() + 1), i, j));
  };
  std::string pins;
  for (int i = 0; i <= loops; ++i) {
    bar(crank(i), fmt::format("QG={},0,0, REULER=90D,0,0, VX=0.5, WZ=-1", i));
    pins += fmt::format("MARKER/{}, PART=1, QP={},0,0\n", 100001 + i, i);
    tie(10 * crank(i) + 1, 100001 + i, "JOINT/{}, REVOLUTE");
  }
  for (int i = 0; i < loops; ++i) {
    bar(coupler(i), fmt::format("QG={},1,0, VX=1", i));
    tie(10 * coupler(i) + 1, 10 * crank(i) + 2, "JOINT/{}, REVOLUTE");
    tie(10 * coupler(i) + 2, 10 * crank(i + 1) + 2,
        revolutes ? "JOINT/{}, REVOLUTE" : "JPRIM/{}, INLINE");
  }
  if (backwards) {
    std::reverse(parts.begin(), parts.end());
    std::reverse(joints.begin(), joints.end());
  }
  std::string text = "ladder\nPART/1, GROUND\n" + pins + "ACCGRAV/JGRAV=-9.81\n";
  for (const std::string& part : parts) text += part;
  for (const std::string& joint : joints) text += joint;
  return text + "END\n";
}

// Entries of Γ, products of rows and operations of the factors, for each loop.
TEST(Loops, cost_in_proportion_to_their_number) {
  for (const bool backwards : {false, true}) {
    const Mechanism few(ladder(50, backwards)), many(ladder(1000, backwards));
    ASSERT_TRUE(few.joints() && many.joints());
    const RowPaths::Work &a = few.joints()->paths().work(), &b = many.joints()->paths().work();
    EXPECT_EQ(b.entries, 6 * 1000);  // two rows; coupler and two cranks
    EXPECT_LT(double(b.products), 1.05 * 20 * double(a.products));
    EXPECT_LT(double(b.operations), 1.05 * 20 * double(a.operations));
    EXPECT_LE(double(b.operations), 20. * 1000);
  }
}

// A closed ring is two chains of half its length.
TEST(Loops, are_closed_where_paths_are_short) {
  const int links = 300;
  std::string text = "ring\nPART/1, GROUND\nMARKER/1, PART=1\nMARKER/2, PART=1, QP=10,0,0\n";
  for (int p = 2; p < links + 2; ++p) {
    text += fmt::format(
        "PART/{0}, MASS=1, CM={1}, IP=1,1,1\nMARKER/{1}, PART={0}\nMARKER/{2}, PART={0}, "
        "QP=1,0,0\nJOINT/{0}, SPHERICAL, I={1}, J={3}\n",
        p, 10 * p, 10 * p + 1, p == 2 ? 1 : 10 * p - 9);
  }
  text += fmt::format("JOINT/{}, SPHERICAL, I={}, J=2\nEND\n", links + 2, 10 * links + 11);
  const Mechanism model(text);
  ASSERT_TRUE(model.joints());
  EXPECT_EQ(model.joints()->dae().layout().m0, 3);
  EXPECT_EQ(model.joints()->paths().longest(), links);  // two paths
  const auto& joints = model.joints()->tree().joints;
  std::vector<int> depth(joints.size() + 1, 0);
  for (std::size_t k = 0; k < joints.size(); ++k)
    depth[k + 1] = depth[std::size_t(joints[k].parent)] + 1;
  EXPECT_EQ(*std::max_element(depth.begin(), depth.end()), links / 2);
}

// A long chain with a row at every link: each row acts along all of the chain before it.
TEST(Loops, are_left_to_sparse_matrices_of_all_bodies_where_everything_meets_everything) {
  const auto held_chain = [](int links) {
    std::string text = "held\nPART/1, GROUND\nMARKER/1, PART=1\n";
    for (int p = 2; p < links + 2; ++p)
      text += fmt::format(
          "PART/{0}, MASS=1, CM={1}, IP=1,1,1, QG={4},0,0\nMARKER/{1}, PART={0}\nMARKER/{2}, "
          "PART={0}, QP=1,0,0\nJOINT/{0}, SPHERICAL, I={1}, J={3}\nJPRIM/{0}, INPLANE, I={2}, "
          "J=1\n",
          p, 10 * p, 10 * p + 1, p == 2 ? 1 : 10 * p - 9, p - 2);
    return text + "END\n";
  };
  EXPECT_TRUE(Mechanism(held_chain(20)).system->reduction());
  EXPECT_FALSE(Mechanism(held_chain(1000)).system->reduction());
}

// Through the flat pose, twice; in joint coordinates all the way, which need no Jacobian. The cranks stay parallel:
// I θ̈ = S g sin θ.
TEST(Loops, fold_flat_and_go_on) {
  for (const bool revolutes : {false, true}) {
    const int n = 40;
    const Mechanism model(ladder(n, false, revolutes), revolutes);
    IntegratorOptions options;
    options.error = 1e-6;
    const auto integrator = find_integrator("abam")->make(*model.system, options);
    State start = model.system->initial_state();
    ASSERT_TRUE(IndexOne(*model.system).make_consistent(start).ok());
    ASSERT_TRUE(integrator->start(start).ok());
    while (integrator->state().t < 1.5) {
      const StepReport report = integrator->step(1.5);
      ASSERT_TRUE(report.ok()) << report.message;
    }
    EXPECT_EQ(integrator->statistics().jacobians, 0);
    const State& end = integrator->state();
    Values values = make_values(model.system->layout());
    ASSERT_EQ(model.system->evaluate(end, position | velocity, values), Outcome::ok);
    EXPECT_LT(values.c0.cwiseAbs().maxCoeff(), 1e-12);
    EXPECT_LT(values.c1.cwiseAbs().maxCoeff(), 1e-11);
    const double k = ((n + 1) / 2.0 + n) * 9.81 / ((n + 1) / 3.0 + n);
    // θ by energy, ½ w² = ½ + k (1 − cos θ).
    const double w = -end.v[5], energy = 0.5 + k;
    EXPECT_NEAR(0.5 * w * w + k * 2 * end.q[1], energy, 1e-4 * energy);
  }
}

TEST(Loops, do_not_allocate) {
  if (!testing::can_count_allocations()) GTEST_SKIP() << "malloc belongs to the sanitizer";
  const Mechanism model(ladder(30));
  ASSERT_TRUE(model.joints());
  const Dae& dae = model.joints()->dae();
  State z = make_state(dae.layout()), full = model.system->initial_state();
  ASSERT_TRUE(model.joints()->reduce(full, z));
  Values values = make_values(dae.layout());
  Blocks blocks = make_blocks(dae);
  const auto run = [&] {
    for (double& v : z.v) v *= 1.01;
    ASSERT_EQ(dae.evaluate(z, position | velocity, values), Outcome::ok);
    ASSERT_EQ(dae.linearise(z, mask(Block::G), blocks), Outcome::ok);
    ASSERT_EQ(dae.accelerate(z), Acceleration::ok);
    model.joints()->expand(z, full);
  };
  run();
  const long before = testing::allocations();
  for (int k = 0; k < 10; ++k) run();
  EXPECT_EQ(testing::allocations(), before);
}

}  // namespace
}  // namespace trammel::system
