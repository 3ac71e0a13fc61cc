// check_blocks must notice an error in any single entry of any block.
// SPDX-License-Identifier: BSD-3-Clause
#include "support/check_blocks.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/pin_four_bar.h"
#include "support/test_problems.h"

namespace trammel::testing {
namespace {

// A Dae with one wrong entry in one block.
class Wrong : public QuaternionDae {
 public:
  Wrong(const Dae& right, Block block, std::size_t entry)
      : right_(right), block_(block), entry_(entry) {}

  const Layout& layout() const override { return right_.layout(); }
  const Pattern& pattern(Block b) const override { return right_.pattern(b); }
  Outcome evaluate(const State& s, unsigned ask, Values& out) const override {
    return right_.evaluate(s, ask, out);
  }
  Outcome linearise(const State& s, BlockMask wanted, Blocks& out) const override {
    const Outcome outcome = right_.linearise(s, wanted, out);
    double largest = 0;
    for (const double value : out[block_].values()) largest = std::max(largest, std::abs(value));
    out[block_].values()[entry_] += 1e-5 * (largest > 0 ? largest : 1);
    return outcome;
  }
  void reaction(const State& at, const Vector& lambda, Vector& out) const override {
    right_.reaction(at, lambda, out);
  }
  std::string row_name(int row) const override { return right_.row_name(row); }
  std::string column_name(int column) const override { return right_.column_name(column); }

 private:
  const Dae& right_;
  Block block_;
  std::size_t entry_;
};

TEST(CheckBlocks, notices_every_wrong_entry) {
  for (const char* name : {"double_pendulum_springs", "heavy_top", "cart_pendulum",
                           "friction_pendulum", "algebraic_loop", "added_mass_pendulum"}) {
    const TestProblem& problem = test_problem(name);
    const State s = problem.reference(0.3 * problem.t_end);
    for (std::size_t b = 0; b < block_count; ++b)
      for (std::size_t k = 0; k < std::size_t(problem.dae->pattern(Block(b)).n_entries()); ++k)
        EXPECT_NE(check_blocks(Wrong(*problem.dae, Block(b), k), s), "")
            << name << ", block " << b << ", entry " << k;
  }
}

TEST(CheckBlocks, four_bar_with_masses_in_its_pins) {
  const PinFourBar dae({.mass_B = 1.5, .mass_C = 2, .lift = 3});
  State s = make_state(dae.layout());
  s.q << 0.3, 0.9, 2.1, 2.2;
  s.v << -1, 0.4, 0.7, 1.3;
  s.a << 2, -3, 1, 5;
  s.lambda << 4, -7, 9;
  EXPECT_EQ(check_blocks(dae, s), "");
}

}  // namespace
}  // namespace trammel::testing
