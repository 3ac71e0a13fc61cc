// Every registered integrator converges with its stated order on every smooth textbook DAE, with
// constant steps and with steps that alternate between h and 2h. Methods of variable order have
// tests of their own (variable_order_test.cpp, bdf_test.cpp).
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
    constexpr int samples = 32;
    return errors_of(*problem, *info, sequence(problem->t_end, n), study_options(), 0, samples);
  }

  // Enough steps to be in the asymptotic range: everything good to a thousandth of its size, to
  // three for methods of first order.
  int first_count(Sequence sequence, Errors& first) const {
    const auto& [info, problem] = GetParam();
    const auto size = [](const Vector& v) { return v.size() > 0 ? v.cwiseAbs().maxCoeff() : 0; };
    const State& s = problem->start;
    const double share = info->order == 1 ? 3e-3 : 1e-3;
    const int most = info->order == 1 ? 1 << 12 : 1 << 14;
    int n = 64;
    for (; n < most; n *= 2) {
      try {
        const Errors e = first = errors(sequence, n);
        if (e.q < share && e.v < share * std::max(1.0, size(s.v)) &&
            e.lambda < share * std::max(1.0, size(s.lambda)))
          break;
      } catch (const std::runtime_error&) {  // steps too long for this problem
      }
    }
    if (n == most) first = errors(sequence, n);
    return n;
  }

  void expect_order(Sequence sequence) {
    const auto& [info, problem] = GetParam();
    std::vector<double> q, v, lambda, x;
    Errors e;
    const int n = first_count(sequence, e);
    for (int k = 0; k < 2; ++k) {
      if (k > 0) e = errors(sequence, 2 * n);
      q.push_back(e.q), v.push_back(e.v), lambda.push_back(e.lambda), x.push_back(e.x);
    }
    const auto expect = [&, p = double(info->order)](const char* what,
                                                     const std::vector<double>& errors) {
      if (errors.back() < 1e-11) return;  // exact but for round-off
      EXPECT_NEAR(orders(errors).back(), p, 0.1)
          << what << " errors " << errors[0] << " " << errors[1];
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
