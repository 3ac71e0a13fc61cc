// Every row that computes, at every point of its cases: value against an independent formula,
// gradient, Hessian and time series against differences of the value.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "expression/function_cases.h"
#include "expression/print.h"
#include "expression/sample.h"
#include "math/differences.h"

namespace trammel::expression {

namespace {

const Function& row_of(const std::string& name) {
  const Function* row = find_function(name);
  return row != nullptr ? *row : operator_row(name);
}

Node leaf_of_variable(int id, std::vector<Node>& nodes) {
  Node number;
  number.kind = NodeKind::integer;
  number.number = id;
  nodes.push_back(number);
  Node read;
  read.kind = NodeKind::call;
  read.function = find_function("VARVAL");
  read.arguments = 1;
  read.size = 2;
  return read;
}

// f(VARVAL(1), VARVAL(2), …).
Tree call_of_variables(const std::string& name, std::size_t count) {
  std::vector<Node> nodes;
  for (std::size_t k = 0; k < count; ++k)
    nodes.push_back(leaf_of_variable(static_cast<int>(k) + 1, nodes));
  Node call;
  call.kind = NodeKind::call;
  call.function = &row_of(name);
  call.arguments = static_cast<std::uint32_t>(count);
  call.size = static_cast<std::uint32_t>(nodes.size()) + 1;
  nodes.push_back(call);
  return Tree(std::move(nodes));
}

double scale_of(double reference) {
  return 1 + std::abs(reference);
}

class EveryFunction : public ::testing::TestWithParam<FunctionCase> {};

TEST_P(EveryFunction, has_the_value_of_its_formula) {
  for (const std::vector<double>& x : GetParam().points) {
    const Sample sample(call_of_variables(GetParam().name, x.size()));
    const double expected = GetParam().formula(x);
    EXPECT_NEAR(sample.value(sample.inputs(x)), expected, 1e-14 * scale_of(expected));
  }
}

TEST_P(EveryFunction, has_the_same_value_for_constants) {
  for (const std::vector<double>& x : GetParam().points) {
    const Tree call = call_of_variables(GetParam().name, x.size());
    const Sample variables(call);
    const double expected = variables.value(variables.inputs(x));
    std::string text = print(call);
    for (std::size_t k = x.size(); k-- > 0;) {
      const std::string leaf = "VARVAL(" + std::to_string(k + 1) + ")";
      std::string number(1, '(');
      number.append(print(Tree::constant(x[k]))).append(")");
      text.replace(text.find(leaf), leaf.size(), number);
    }
    EXPECT_DOUBLE_EQ(value_of(text), expected) << text;
  }
}

TEST_P(EveryFunction, gradient_matches_differences_of_the_value) {
  for (const std::vector<double>& x : GetParam().points) {
    const Sample sample(call_of_variables(GetParam().name, x.size()));
    const std::vector<double> u = sample.inputs(x), g = sample.gradient(u);
    for (std::size_t i = 0; i < u.size(); ++i) {
      const auto along = [&](double value) {
        std::vector<double> moved = u;
        moved[i] = value;
        return sample.value(moved);
      };
      const double expected = trammel::difference(along, u[i], 1e-3);
      EXPECT_NEAR(g[i], expected, 1e-9 * scale_of(expected)) << "argument " << i;
    }
  }
}

TEST_P(EveryFunction, hessian_matches_differences_of_the_gradient) {
  constexpr double multiplier = -1.75;
  for (const std::vector<double>& x : GetParam().points) {
    const Sample sample(call_of_variables(GetParam().name, x.size()));
    const std::vector<double> u = sample.inputs(x), h = sample.hessian(u, multiplier);
    for (std::size_t i = 0; i < u.size(); ++i) {
      for (std::size_t j = 0; j < u.size(); ++j) {
        const auto along = [&](double value) {
          std::vector<double> moved = u;
          moved[j] = value;
          return sample.gradient(moved)[i];
        };
        const double expected = multiplier * trammel::difference(along, u[j], 1e-3);
        EXPECT_NEAR(h[i + j * u.size()], expected, 1e-8 * scale_of(expected)) << i << ", " << j;
      }
    }
  }
}

// Along u(t) = u + u̇ t + ü t²/2: the first derivative against the value, the second against the
// first.
TEST_P(EveryFunction, series_matches_differences_in_time) {
  for (const std::vector<double>& x : GetParam().points) {
    const Sample sample(call_of_variables(GetParam().name, x.size()));
    const std::vector<double> u = sample.inputs(x);
    std::vector<double> rates, second_rates;
    for (std::size_t k = 0; k < u.size(); ++k) {
      rates.push_back(std::cos(1.0 + static_cast<double>(k)));
      second_rates.push_back(std::sin(2.0 + static_cast<double>(k)));
    }
    const auto series_at = [&](double t) {
      std::vector<double> moved = u, moved_rates = rates;
      for (std::size_t k = 0; k < u.size(); ++k) {
        moved[k] += rates[k] * t + second_rates[k] * t * t / 2;
        moved_rates[k] += second_rates[k] * t;
      }
      TimeSeries series;
      EXPECT_TRUE(sample.series(moved, moved_rates, second_rates, series).ok());
      return series;
    };
    const TimeSeries series = series_at(0);
    const auto value_at = [&](double t) { return series_at(t).value; };
    const auto rate_at = [&](double t) { return series_at(t).first; };
    EXPECT_EQ(series.value, sample.value(u));
    EXPECT_NEAR(series.first, trammel::difference(value_at, 0, 1e-3),
                1e-9 * scale_of(series.first));
    EXPECT_NEAR(series.second, trammel::difference(rate_at, 0, 1e-3),
                1e-8 * scale_of(series.second));
  }
}

// f̈ = ∇f·ü + u̇ᵀ H u̇: the three ways to differentiate agree to rounding.
TEST_P(EveryFunction, series_gradient_and_hessian_agree) {
  for (const std::vector<double>& x : GetParam().points) {
    const Sample sample(call_of_variables(GetParam().name, x.size()));
    const std::vector<double> u = sample.inputs(x), g = sample.gradient(u), h = sample.hessian(u);
    std::vector<double> rates(u.size(), 0.7), second_rates(u.size(), -0.3), product(u.size());
    TimeSeries series;
    ASSERT_TRUE(sample.series(u, rates, second_rates, series).ok());
    double first = 0, second = 0;
    for (std::size_t i = 0; i < u.size(); ++i) {
      first += g[i] * rates[i];
      second += g[i] * second_rates[i];
      for (std::size_t j = 0; j < u.size(); ++j)
        second += rates[i] * h[i + j * u.size()] * rates[j];
    }
    EXPECT_NEAR(series.first, first, 1e-12 * scale_of(first));
    EXPECT_NEAR(series.second, second, 1e-12 * scale_of(second));
    ASSERT_TRUE(
        evaluate_hessian_times(sample.tape(), sample.at(u), 1, rates, sample.workspace(), product)
            .ok());
    for (std::size_t i = 0; i < u.size(); ++i) {
      double expected = 0;
      for (std::size_t j = 0; j < u.size(); ++j) expected += h[i + j * u.size()] * rates[j];
      EXPECT_NEAR(product[i], expected, 1e-12 * scale_of(expected));
    }
  }
}

}  // namespace

void PrintTo(const FunctionCase& one, std::ostream* out) {
  *out << one.name;
}

namespace {

std::string name_of_case(const ::testing::TestParamInfo<FunctionCase>& info) {
  static const std::map<std::string, std::string> operators = {
      {"+", "sum"}, {"-", "difference"}, {"*", "product"}, {"/", "quotient"}, {"**", "power"}};
  const auto found = operators.find(info.param.name);
  return found == operators.end() ? info.param.name : found->second;
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryFunction, ::testing::ValuesIn(function_cases()),
                         name_of_case);

}  // namespace

}  // namespace trammel::expression
