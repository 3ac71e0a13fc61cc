// Every registered integrator converges with its stated order on every smooth textbook DAE, with
// constant steps and with steps that alternate between h and 2h. Methods of variable order have
// tests of their own (variable_order_test.cpp, bdf_test.cpp).
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <tuple>

#include "integrators/measure.h"

namespace trammel::testing {
namespace {

struct Case {
  const IntegratorInfo* info;
  const TestProblem* problem;
};

void PrintTo(const Case& c, std::ostream* out) {
  *out << c.info->name << " on " << c.problem->name;
}

// Methods on independent coordinates have their equations in common: all problems for the first of
// them, and one with quaternions, states, velocity constraints and forces that use accelerations for the
// others.
bool is_one_of_many(const IntegratorInfo& info, const TestProblem& problem) {
  constexpr std::array few = {"rod_pendulum", "nutating_top", "lagged_pendulum", "knife_edge",
                              "added_mass_pendulum"};
  return info.index == 1 && info.name != "tlismni-am4" && !long_tests_are_wanted() &&
         std::find(few.begin(), few.end(), problem.name) == few.end();
}

std::vector<Case> cases() {
  std::vector<Case> list;
  for (const IntegratorInfo& info : integrators())
    for (const TestProblem& problem : all_test_problems()) {
      if (info.order == 0 || !problem.smooth || problem.stiff || problem.singular) continue;
      if (is_one_of_many(info, problem)) continue;
      list.push_back({&info, &problem});
    }
  return list;
}

std::string name_of(const ::testing::TestParamInfo<Case>& info) {
  std::string name = std::string(info.param.info->name) + "_" + info.param.problem->name;
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
}

class EveryIntegratorAndProblem : public ::testing::TestWithParam<Case> {
 protected:
  using Sequence = Steps (*)(double, int);

  Errors errors(Sequence sequence, int n) const {
    const auto& [info, problem] = GetParam();
    constexpr int samples = 32;
    return errors_of(*problem, *info, sequence(problem->t_end, n), study_options(), 0, samples);
  }

  // Everything good to a share of its size.
  bool are_small(const Errors& e, double share) const {
    const auto size = [](const Vector& v) { return v.size() > 0 ? v.cwiseAbs().maxCoeff() : 0; };
    const State& s = GetParam().problem->start;
    return e.q < share && e.v < share * std::max(1.0, size(s.v)) &&
           e.lambda < share * std::max(1.0, size(s.lambda));
  }

  // From so few steps that errors are in the asymptotic range, a thousandth (three for methods of first
  // order), twice as many each time: two numbers of steps. Those of methods of high order may still fall
  // faster then: as many as there are down to 1e-8, of which the last two count.
  std::vector<Errors> series(Sequence sequence) const {
    const int order = GetParam().info->order;
    const bool is_high = order > 2;
    const double share = order == 1 ? 3e-3 : 1e-3;
    const int most = order == 1 ? 1 << 12 : is_high ? 1 << 10 : 1 << 14;
    std::vector<Errors> list;
    for (int n = is_high ? 32 : 64; n <= 2 * most; n *= 2) {
      try {
        const Errors e = errors(sequence, n);
        if (!list.empty() || n >= most || are_small(e, share)) list.push_back(e);
      } catch (const std::runtime_error&) {  // steps too long for this problem
      }
      if (list.size() > 1 && (!is_high || are_small(list.back(), 1e-8))) break;
    }
    return list;
  }

  void expect_order(Sequence sequence) {
    const std::vector<Errors> list = series(sequence);
    const double p = GetParam().info->order;
    const bool is_high = p > 2, is_element = GetParam().info->index == 3;
    const auto expect = [&](const char* what, double Errors::*error) {
      std::vector<double> seen;
      for (const Errors& e : list)
        if (e.*error > (is_high ? 1e-9 : 1e-11)) seen.push_back(e.*error);
      if (seen.size() < 2) return;  // exact but for round-off
      const double order = orders(seen).back();
      EXPECT_GE(order, p - (is_high ? 0.6 : 0.1)) << what << " " << ::testing::PrintToString(seen);
      EXPECT_LE(order, p + (is_high ? (is_element ? 4.5 : 1.6) : 0.1))
          << what << " " << ::testing::PrintToString(seen);
    };
    expect("position", &Errors::q);
    expect("velocity", &Errors::v);
    expect("multiplier", &Errors::lambda);
    expect("state", &Errors::x);
  }
};

TEST_P(EveryIntegratorAndProblem, has_its_order_with_constant_steps) {
  expect_order(constant_steps);
}
TEST_P(EveryIntegratorAndProblem, has_its_order_with_alternating_steps) {
  expect_order(alternating_steps);
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryIntegratorAndProblem, ::testing::ValuesIn(cases()),
                         name_of);

}  // namespace
}  // namespace trammel::testing
