// A large model has the same numbers, bit for bit, with any number of threads, and they are those of its parts.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <string>

#include "elements/equations.h"
#include "io/adm/reader.h"
#include "numerics/team.h"
#include "support/allocations.h"
#include "system/system.h"

namespace trammel::system {
namespace {

// Rods on revolute joints; springs with a function from every third to the ground, bushings between neighbours.
std::string net(int links) {
  std::string text =
      "net\nACCGRAV/JGRAV=-9.81\nPART/1, GROUND\nMARKER/1, PART=1\nMARKER/2, PART=1, QP=0.5,-1,0\n";
  for (int k = 0; k < links; ++k) {
    const int part = k + 2, first = 10 * part, before = k == 0 ? 1 : first - 8;
    text += fmt::format(
        "PART/{0}, MASS=1, CM={1}, IP=0.01,0.08,0.08, QG={4},0,0\n"
        "MARKER/{1}, PART={0}, QP=0.5,0,0\nMARKER/{2}, PART={0}\nMARKER/{3}, PART={0}, QP=1,0,0\n",
        part, first, first + 1, first + 2, k);
    text += fmt::format("JOINT/{}, REVOLUTE, I={}, J={}\n", k + 1, first + 1, before);
    text += fmt::format("BUSHING/{}, I={}, J={}, K=1,2,3, C=.1,.2,.3, KT=4,5,6, CT=.4,.5,.6\n",
                        k + 1, first, before);
    if (k % 3 == 0)
      text += fmt::format(
          "SFORCE/{0}, I={1}, J=2, TRANSLATIONAL, FUNCTION=-{2}*DM({1},2)**2-VR({1},2)\n", k + 1,
          first + 2, 1 + k % 7);
  }
  return text + "END\n";
}

struct Net {
  explicit Net(int links) : reading(adm::read({"net.adm", net(links)})) {
    EXPECT_TRUE(reading.ok()) << reading.messages();
    equations = std::make_shared<elements::Equations>(elements::lower(reading.model));
    system = std::make_unique<System>(equations, dynamic_rows(*equations));
  }

  // Far from assembled: every residual counts.
  State random_state() const {
    std::mt19937 random(7);
    std::normal_distribution<double> normal;
    State state = system->initial_state();
    Vector delta(state.v.size()), q(state.q.size());
    const auto fill = [&](Vector& v) {
      for (double& x : v) x = normal(random);
    };
    fill(delta), fill(state.v), fill(state.a), fill(state.lambda);
    system->retract(state.q, 0.3 * delta, q);
    state.q = q;
    return state;
  }

  adm::Reading reading;
  std::shared_ptr<elements::Equations> equations;
  std::unique_ptr<System> system;
};

constexpr unsigned everything = forces | position | velocity | acceleration;

class Threads : public ::testing::Test {
 protected:
  void TearDown() override { set_threads(0); }
};

TEST_F(Threads, do_not_change_a_bit) {
  const Net net(400);
  const State state = net.random_state();
  std::vector<Values> results;
  std::vector<Blocks> blocks;
  for (const int threads : {1, 2, 3, 8}) {
    set_threads(threads);
    results.push_back(make_values(net.system->layout()));
    ASSERT_EQ(net.system->evaluate(state, everything, results.back()), Outcome::ok);
    blocks.push_back(make_blocks(*net.system));
    ASSERT_EQ(net.system->linearise(state, all_blocks, blocks.back()), Outcome::ok);
  }
  for (std::size_t k = 1; k < results.size(); ++k) {
    for (const auto part : {&Values::inertia, &Values::action, &Values::reaction, &Values::c0,
                            &Values::c1, &Values::c2})
      EXPECT_EQ(results[k].*part, results[0].*part);
    for (std::size_t b = 0; b < block_count; ++b)
      EXPECT_TRUE(std::ranges::equal(blocks[k][Block(b)].values(), blocks[0][Block(b)].values()))
          << b;
  }
}

// Bodies of a long net whose neighbours are in the short one, too, feel the same forces, found element by element there.
TEST_F(Threads, find_what_one_by_one_finds) {
  const Net large(400), small(40);
  State at = large.random_state(), start = small.system->initial_state();
  start.q = at.q.head(start.q.size()), start.v = at.v.head(start.v.size());
  start.a = at.a.head(start.a.size()), start.lambda = at.lambda.head(start.lambda.size());
  Values of_large = make_values(large.system->layout()),
         of_small = make_values(small.system->layout());
  ASSERT_EQ(large.system->evaluate(at, everything, of_large), Outcome::ok);
  ASSERT_EQ(small.system->evaluate(start, everything, of_small), Outcome::ok);
  const int n = 39 * 6, m = 39 * 5;
  for (const auto part : {&Values::inertia, &Values::action, &Values::reaction})
    EXPECT_LT(((of_large.*part).head(n) - (of_small.*part).head(n)).cwiseAbs().maxCoeff(), 1e-11);
  for (const auto part : {&Values::c0, &Values::c1, &Values::c2})
    EXPECT_LT(((of_large.*part).head(m) - (of_small.*part).head(m)).cwiseAbs().maxCoeff(), 1e-12);
}

TEST_F(Threads, name_the_first_force_without_a_value) {
  const std::string faulty =
      "SFORCE/9001, I=1000, J=2, TRANSLATIONAL, FUNCTION=SQRT(-1-DM(1000,2))\n"
      "SFORCE/9002, I=3000, J=2, TRANSLATIONAL, FUNCTION=LOG(-DM(3000,2))\n";
  std::string text = net(400);
  text.insert(text.size() - 4, faulty);
  const adm::Reading reading = adm::read({"net.adm", text});
  ASSERT_TRUE(reading.ok()) << reading.messages();
  const auto equations = std::make_shared<elements::Equations>(elements::lower(reading.model));
  const System system(equations, dynamic_rows(*equations));
  Values values = make_values(system.layout());
  for (const int threads : {1, 2, 5}) {
    set_threads(threads);
    EXPECT_EQ(system.evaluate(system.initial_state(), everything, values), Outcome::domain_error);
    EXPECT_NE(system.fault().find("SFORCE/9001"), std::string::npos) << system.fault();
  }
}

TEST_F(Threads, allocate_nothing_after_the_first_evaluation) {
  if (!trammel::testing::can_count_allocations()) GTEST_SKIP() << "malloc belongs to the sanitizer";
  const Net net(400);
  const State state = net.random_state();
  Values values = make_values(net.system->layout());
  set_threads(2);
  for (int k = 0; k < 2; ++k)
    ASSERT_EQ(net.system->evaluate(state, everything, values), Outcome::ok);
  const long before = trammel::testing::allocations();
  for (int k = 0; k < 5; ++k) (void)net.system->evaluate(state, everything, values);
  EXPECT_EQ(trammel::testing::allocations() - before, 0);
}

}  // namespace
}  // namespace trammel::system
