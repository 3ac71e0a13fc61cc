// The cost of large models grows with their size and no faster, and stepping allocates nothing.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "elements/equations.h"
#include "integrators/registry.h"
#include "io/adm/reader.h"
#include "numerics/index_one.h"
#include "numerics/newton_matrix.h"
#include "numerics/rank.h"
#include "support/allocations.h"
#include "system/system.h"

namespace trammel::system {
namespace {

std::string chain_dataset(int links, const std::string& more = "") {
  std::string text =
      "chain\nACCGRAV/JGRAV=-9.81\nPART/1, GROUND\nMARKER/1, PART=1\nMARKER/2, PART=1, "
      "QP=0.5,-1,0\n";
  for (int k = 0; k < links; ++k) {
    const int part = k + 2, first = 10 * part;
    text += fmt::format(
        "PART/{0}, MASS=1, CM={1}, IP=0.01,0.08,0.08, QG={4},0,0\nMARKER/{1}, PART={0}, "
        "QP=0.5,0,0\n"
        "MARKER/{2}, PART={0}\nMARKER/{3}, PART={0}, QP=1,0,0\n",
        part, first, first + 1, first + 2, k);
    text +=
        fmt::format("JOINT/{}, REVOLUTE, I={}, J={}\n", k + 1, first + 1, k == 0 ? 1 : first - 8);
  }
  return text + more + "END\n";
}

struct Chain {
  explicit Chain(const std::string& text) : reading(adm::read({"chain.adm", text})) {
    EXPECT_TRUE(reading.ok()) << reading.messages();
    auto lowered = std::make_shared<elements::Equations>(elements::lower(reading.model));
    system = std::make_unique<System>(lowered, dynamic_rows(*lowered));
  }

  adm::Reading reading;
  std::unique_ptr<System> system;
};

struct Cost {
  double entries, flops, rank_fill;
};

Cost cost_per_link(int links) {
  const Chain chain(chain_dataset(links));
  const System& system = *chain.system;
  Blocks blocks = make_blocks(system);
  EXPECT_EQ(system.linearise(system.initial_state(), all_blocks, blocks), Outcome::ok);
  NewtonMatrix matrix(system, ConstraintForm::index3);
  StepMap map;
  map.s = 1e-4;
  map.v = 1e-2;
  matrix.combine(blocks, map);
  EXPECT_TRUE(matrix.factor().ok());
  const RankAnalysis rank(blocks[Block::G]);
  EXPECT_TRUE(rank.redundant().empty());
  return {double(matrix.solver().factor_entries()) / links, matrix.solver().flops() / links,
          double(rank.fill()) / links};
}

TEST(Chain, factors_grow_in_proportion_to_the_number_of_links) {
  const Cost small = cost_per_link(100), large = cost_per_link(1000), huge = cost_per_link(10000);
  EXPECT_LT(large.entries, 1.05 * small.entries);
  EXPECT_LT(large.flops, 1.05 * small.flops);
  EXPECT_LT(large.rank_fill, 1.05 * small.rank_fill);
  EXPECT_LT(huge.entries, 1.05 * large.entries);
  EXPECT_LT(huge.flops, 1.05 * large.flops);
  EXPECT_LT(huge.rank_fill, 1.05 * large.rank_fill);
}

// Fronts lose digits in a straight chain that Newton mends: refused, KLU's first factors of it would fill for minutes.
TEST(Chain, of_straight_links_is_stepped_by_fronts_in_index_2) {
  for (const int links : {1000, 10000}) {
    const Chain chain(chain_dataset(links));
    for (const char* name : {"gstiff-si2", "hht-si2"}) {
      IntegratorOptions options;
      options.error = 1e-2;
      const auto integrator = find_integrator(name)->make(*chain.system, options);
      ASSERT_TRUE(integrator->start(chain.system->initial_state()).ok()) << name;
      for (int k = 0; k < 3; ++k) ASSERT_TRUE(integrator->step(1).ok()) << name;
      EXPECT_EQ(integrator->statistics().factorizations, 0) << name << " " << links;
      EXPECT_GT(integrator->statistics().refactorizations, 0) << name << " " << links;
    }
  }
}

// Where a falling chain cracks like a whip, coordinates that were independent come to dead centres within a few steps.
// A partition that is kept too long loses four digits there (0.03 m), or the run stops.
TEST(Chain, cracks_without_loss_of_digits_in_independent_coordinates) {
  const Chain chain(chain_dataset(6));
  const auto end = [&](const char* name, double error, double fixed) {
    IntegratorOptions options;
    options.error = error;
    options.step.fixed = fixed;
    const auto method = find_integrator(name)->make(*chain.system, options);
    EXPECT_TRUE(method->start(chain.system->initial_state()).ok());
    while (method->state().t < 1.5) {
      const StepReport report = method->step(1.5);
      EXPECT_TRUE(report.ok()) << name << " " << fixed << ": " << report.message;
      if (!report.ok()) break;
    }
    return method->state().q;
  };
  const Vector exact = end("abam", 1e-11, 0);
  struct Case {
    const char* method;
    double step, error;
  };
  for (const Case& c :
       {Case{"rkf45", 2e-3, 1e-6}, Case{"sdirk4", 2e-3, 1e-5}, Case{"sdirk4", 5e-3, 1e-4},
        Case{"tlismni-am4", 2e-3, 1e-4}, Case{"tlismni-am4", 5e-3, 1e-3}})
    EXPECT_LT((end(c.method, 1e-8, c.step) - exact).cwiseAbs().maxCoeff(), c.error)
        << c.method << " with steps of " << c.step;
}

// Forces, motions, couplings, variables, states and reactions in one model.
constexpr const char* everything =
    "MOTION/1, JOINT=1, FUNCTION=0.3*SIN(2*TIME)\n"
    "SPRINGDAMPER/1, TRANSLATION, I=42, J=2, K=30, C=2, LENGTH=0.4\n"
    "BUSHING/1, I=52, J=1, K=1,2,3, C=1,1,1, KT=1,1,1, CT=1,1,1\n"
    "COUPLER/1, JOINTS=3,4, TYPE=R:R, SCALES=1,-0.5\n"
    "GCON/1, I=72, FUNCTION=DY(72,1)+0.1*DX(72,1)**2-3.6*COS(0.1*TIME)\n"
    "DIFF/1, IC=0.1, FUNCTION=-DIF(1)+WZ(32,1)\n"
    "VARIABLE/1, FUNCTION=0.1*SIN(VARVAL(1))+VX(52,1)\n"
    "SFORCE/1, ROTATION, I=52, J=42, FUNCTION=-DIF(1)-VARVAL(1)-0.01*JOINT(2,0,3,0)\n";

TEST(Chain, steps_without_allocation) {
  if (!testing::can_count_allocations()) GTEST_SKIP() << "malloc belongs to the sanitizer";
  const Chain chain(chain_dataset(6, everything));
  IntegratorOptions options;
  options.step.fixed = 1e-3;
  const auto integrator = find_integrator("hht-i3")->make(*chain.system, options);
  State start = chain.system->initial_state();
  IndexOne consistent(*chain.system);
  ASSERT_TRUE(consistent.make_consistent(start).ok());
  ASSERT_TRUE(integrator->start(start).ok());
  for (int k = 0; k < 20; ++k) ASSERT_TRUE(integrator->step(1).ok());
  const long before = testing::allocations();
  for (int k = 0; k < 50; ++k) {
    const StepReport report = integrator->step(1);
    ASSERT_TRUE(report.ok()) << report.message;
  }
  EXPECT_EQ(testing::allocations() - before, 0);
}

}  // namespace
}  // namespace trammel::system
