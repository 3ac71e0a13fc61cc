// Every registered method of variable order has each of its orders (or one more, where it continues
// with the better of two results), with constraints, quaternions,
// differential states and rolling constraints. SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <string>

#include "integrators/measure.h"

namespace trammel::testing {
namespace {

struct Case {
  const char* problem;
  int steps[5];  // at first, for orders 1 … 5
};
const Case cases[] = {{"rod_pendulum", {1600, 400, 200, 200, 100}},
                      {"nutating_top", {800, 200, 100, 100, 100}},
                      {"lagged_pendulum", {1600, 400, 200, 200, 100}},
                      {"knife_edge", {800, 200, 100, 100, 50}}};

class EveryVariableOrder : public ::testing::TestWithParam<IntegratorInfo> {};

TEST_P(EveryVariableOrder, has_each_of_its_orders) {
  for (const Case& c : cases)
    for (int k = 1; k <= 5; ++k) {
      SCOPED_TRACE(::testing::Message() << c.problem << ", order " << k);
      std::vector<double> q, v, x;
      for (int j = 0; j < 2; ++j) {
        const int n = c.steps[k - 1] << (j + GetParam().extrapolates);
        const Errors e = errors_at_order(test_problem(c.problem), GetParam(), k, n, true);
        q.push_back(e.q), v.push_back(e.v), x.push_back(e.x);
      }
      const int p = k + GetParam().extrapolates;
      // Errors of orders above 5 fall faster while they are above rounding.
      const double above = p > 5 && GetParam().extrapolates ? 0.6 : 0.25;
      const auto expect = [&](const std::vector<double>& errors) {
        const double order = orders(errors).back();
        EXPECT_GT(order, p - 0.25) << errors[0] << " " << errors[1];
        EXPECT_LT(order, p + above) << errors[0] << " " << errors[1];
      };
      expect(q);
      expect(v);
      if (test_problem(c.problem).dae->layout().n_x > 0) {
        expect(x);
      }
    }
}

std::vector<IntegratorInfo> of_variable_order() {
  std::vector<IntegratorInfo> list;
  for (const IntegratorInfo& info : integrators())
    if (info.order == 0) list.push_back(info);
  return list;
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryVariableOrder, ::testing::ValuesIn(of_variable_order()),
                         [](const auto& i) {
                           std::string name(i.param.name);
                           for (char& c : name)
                             if (c == '-') c = '_';
                           return name;
                         });

}  // namespace
}  // namespace trammel::testing
