// Every registered integrator converges with its stated order on every smooth textbook DAE, with
// constant steps and with steps that alternate between h and 2h. Methods of variable order have
// tests of their own (bdf_test.cpp).
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

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

// Of long chains, in extended precision.
bool has_costly_reference(const TestProblem& p) {
  return p.name == "hanging_chain_6" || p.name == "free_double_pendulum" ||
         p.name == "order_analysis_double";
}

std::vector<Case> cases() {
  std::vector<Case> list;
  for (const IntegratorInfo& info : integrators())
    for (const TestProblem& problem : all_test_problems()) {
      if (info.order == 0 || !problem.smooth || problem.stiff || problem.singular) continue;
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
    const int samples = has_costly_reference(*problem) ? 32 : 0;
    return errors_of(*problem, *info, sequence(problem->t_end, n), study_options(), 0, samples);
  }

  // Enough steps to be in the asymptotic range: everything good to half a percent of its size, to
  // five percent for methods of first order.
  int first_count(Sequence sequence) const {
    const auto& [info, problem] = GetParam();
    const auto size = [](const Vector& v) { return v.size() > 0 ? v.cwiseAbs().maxCoeff() : 0; };
    const State& s = problem->start;
    const double share = info->order == 1 ? 5e-2 : 5e-3;
    const int most = info->order == 1 ? 1 << 10 : 1 << 14;
    int n = 64;
    for (; n < most; n *= 2) {
      try {
        const Errors e = errors(sequence, n);
        if (e.q < share && e.v < share * std::max(1.0, size(s.v)) &&
            e.lambda < share * std::max(1.0, size(s.lambda)))
          break;
      } catch (const std::runtime_error&) {  // steps too long for this problem
      }
    }
    return n;
  }

  void expect_order(Sequence sequence) {
    const auto& [info, problem] = GetParam();
    std::vector<double> q, v, lambda, x;
    int n = first_count(sequence);
    for (int k = 0; k < 3; ++k, n *= 2) {
      const Errors e = errors(sequence, n);
      q.push_back(e.q), v.push_back(e.v), lambda.push_back(e.lambda), x.push_back(e.x);
    }
    const auto expect = [&, p = double(info->order)](const char* what,
                                                     const std::vector<double>& errors) {
      if (errors.back() < 1e-11) return;  // exact but for round-off
      EXPECT_NEAR(orders(errors).back(), p, 0.1)
          << what << " errors " << errors[0] << " " << errors[1] << " " << errors[2];
    };
    expect("position", q);
    expect("velocity", v);
    expect("multiplier", lambda);
    expect("state", x);
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
