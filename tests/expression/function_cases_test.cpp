// The table of cases, and the test that no function is without one.
// SPDX-License-Identifier: BSD-3-Clause
#include "expression/function_cases.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "expression/function.h"

namespace trammel::expression {

namespace {

using X = const std::vector<double>&;
constexpr double pi = std::numbers::pi;

// The transition function of the manuals, written out.
double reference_step(double x, double x0, double h0, double x1, double h1,
                      double (*shape)(double)) {
  if (x <= x0) return h0;
  if (x >= x1) return h1;
  return h0 + (h1 - h0) * shape((x - x0) / (x1 - x0));
}

double cubic(double d) {
  return 3 * d * d - 2 * d * d * d;
}

double quintic(double d) {
  return std::pow(d, 3) * (10 - 15 * d + 6 * d * d);
}

double reference_impact(double x, double v, double x1, double k, double e, double c, double d) {
  if (x >= x1) return 0;
  const double damping = c * v * reference_step(x, x1 - d, 1, x1, 0, cubic);
  return std::max(0.0, k * std::pow(x1 - x, e) - damping);
}

double reference_bistop(X x) {
  const double x1 = x[2], x2 = x[3], k = x[4], e = x[5], c = x[6], d = x[7];
  if (x[0] < x1) {
    const double damping = reference_step(x[0], x1 - d, c, x1, 0, cubic) * x[1];
    return std::max(k * std::pow(x1 - x[0], e) - damping, 0.0);
  }
  if (x[0] > x2) {
    const double damping = reference_step(x[0], x2, 0, x2 + d, c, cubic) * x[1];
    return std::min(-k * std::pow(x[0] - x2, e) - damping, 0.0);
  }
  return 0;
}

double reference_sweep(X x) {
  const double a = x[1], x0 = x[2], f0 = x[3], x1 = x[4], f1 = x[5], dx = x[6];
  double h = f0 * x[0];
  if (x[0] >= x1)
    h = f1 * x[0] - (f1 - f0) * (x1 + x0) / 2;
  else if (x[0] > x0)
    h = f0 * (x[0] - x0) + (f1 - f0) * std::pow(x[0] - x0, 2) / (2 * (x1 - x0)) + f0 * x0;
  return reference_step(x[0], x0, 0, x0 + dx, 1, quintic) * a * std::sin(2 * pi * h);
}

double reference_polynomial(X x) {
  double sum = 0;
  for (std::size_t j = 2; j < x.size(); ++j)
    sum += x[j] * std::pow(x[0] - x[1], static_cast<double>(j - 2));
  return sum;
}

double reference_chebyshev(X x) {
  const double y = x[0] - x[1];
  double sum = 0, t = 1, before = y;
  for (std::size_t j = 2; j < x.size(); ++j) {
    sum += x[j] * t;
    const double next = 2 * y * t - before;
    before = t;
    t = next;
  }
  return sum;
}

template <double (*wave)(double)>
double reference_fourier(X x) {
  double sum = x[3];
  for (std::size_t j = 4; j < x.size(); ++j)
    sum += x[j] * wave(static_cast<double>(j - 3) * x[2] * (x[0] - x[1]));
  return sum;
}

double cosine(double x) {
  return std::cos(x);
}
double sine(double x) {
  return std::sin(x);
}

std::vector<FunctionCase> arithmetic_cases() {
  return {
      {"+", [](X x) { return x[0] + x[1]; }, {{1.5, -2.25}}},
      {"-", [](X x) { return x[0] - x[1]; }, {{1.5, -2.25}}},
      {"*", [](X x) { return x[0] * x[1]; }, {{1.5, -2.25}, {0, 3}}},
      {"/", [](X x) { return x[0] / x[1]; }, {{1.5, -2.25}, {0, 3}}},
      {"**", [](X x) { return std::pow(x[0], x[1]); }, {{1.5, -2.25}, {0.3, 1.7}, {2.5, 3}}},
      {"neg", [](X x) { return -x[0]; }, {{1.5}}},
      {"IF",
       [](X x) { return x[0] < 0 ? x[1] : (x[0] == 0 ? x[2] : x[3]); },
       {{-0.5, 2, 3, 4}, {0.5, 2, 3, 4}}},
      {"PI", [](X) { return pi; }, {{}}},
      {"DTOR", [](X) { return pi / 180; }, {{}}},
      {"RTOD", [](X) { return 180 / pi; }, {{}}},
  };
}

std::vector<FunctionCase> fortran_cases() {
  return {
      {"ABS", [](X x) { return std::sqrt(x[0] * x[0]); }, {{1.3}, {-1.3}}},
      {"ACOS", [](X x) { return pi / 2 - std::asin(x[0]); }, {{0.3}, {-0.8}}},
      {"AINT", [](X x) { return x[0] < 0 ? std::ceil(x[0]) : std::floor(x[0]); }, {{2.7}, {-2.7}}},
      {"ANINT",
       [](X x) { return x[0] < 0 ? std::ceil(x[0] - 0.5) : std::floor(x[0] + 0.5); },
       {{2.7}, {-2.3}}},
      {"ASIN", [](X x) { return std::atan2(x[0], std::sqrt(1 - x[0] * x[0])); }, {{0.3}, {-0.8}}},
      {"ATAN", [](X x) { return std::atan2(x[0], 1.0); }, {{0.3}, {-3}}},
      {"ATAN2",
       [](X x) { return std::atan2(x[0], x[1]); },
       {{0.3, 1.2}, {-0.7, -1.1}, {1.4, -0.5}, {1, 0}}},
      {"COS", [](X x) { return std::sin(x[0] + pi / 2); }, {{0.7}, {-2}}},
      {"COSH", [](X x) { return (std::exp(x[0]) + std::exp(-x[0])) / 2; }, {{0.7}, {-2}}},
      // By itself an expression has no past; see analysis/delay_test.cpp.
      {"DELAY", [](X x) { return x[0]; }, {{0.7, 0.2, 3}, {-2, 1, 1}}},
      {"DIM", [](X x) { return x[0] > x[1] ? x[0] - x[1] : 0; }, {{2, 1.2}, {1.2, 2}}},
      {"EXP", [](X x) { return std::exp(x[0]); }, {{0.7}, {-2}}},
      {"LOG", [](X x) { return std::log1p(x[0] - 1); }, {{0.7}, {20}}},
      {"LOG10", [](X x) { return std::log(x[0]) / std::log(10.0); }, {{0.7}, {20}}},
      {"MAX",
       [](X x) { return *std::max_element(x.begin(), x.end()); },
       {{1, 2}, {2, 1}, {1, 3, 2}, {0.5, -1, 0, 2.5}}},
      {"MIN",
       [](X x) { return *std::min_element(x.begin(), x.end()); },
       {{1, 2}, {2, 1}, {1, 3, 2}, {0.5, -1, 0, 2.5}}},
      {"MOD",
       [](X x) { return x[0] - std::trunc(x[0] / x[1]) * x[1]; },
       {{7.3, 2}, {-7.3, 2}, {7.3, -2}, {0.3, 2}}},
      {"SIGN", [](X x) { return std::copysign(x[0], x[1]); }, {{2, -3}, {-2, -3}, {-2, 3}, {2, 3}}},
      {"SIN", [](X x) { return std::cos(x[0] - pi / 2); }, {{0.7}, {-2}}},
      {"SINH", [](X x) { return (std::exp(x[0]) - std::exp(-x[0])) / 2; }, {{0.7}, {-2}}},
      {"SQRT", [](X x) { return std::pow(x[0], 0.5); }, {{0.7}, {20}}},
      {"TAN", [](X x) { return std::sin(x[0]) / std::cos(x[0]); }, {{0.7}, {-2}}},
      {"TANH", [](X x) { return std::sinh(x[0]) / std::cosh(x[0]); }, {{0.7}, {-2}}},
  };
}

std::vector<FunctionCase> general_cases() {
  return {
      {"STEP",
       [](X x) { return reference_step(x[0], x[1], x[2], x[3], x[4], cubic); },
       {{0.8, 0.3, 2, 1.9, 5},
        {0.2, 0.3, 2, 1.9, 5},
        {2.2, 0.3, 2, 1.9, 5},
        {1.2, 0.3, 5, 1.9, -2}}},
      {"STEP5",
       [](X x) { return reference_step(x[0], x[1], x[2], x[3], x[4], quintic); },
       {{0.8, 0.3, 2, 1.9, 5}, {0.2, 0.3, 2, 1.9, 5}, {2.2, 0.3, 2, 1.9, 5}}},
      {"HAVSIN",
       [](X x) {
         return reference_step(x[0], x[1], x[2], x[3], x[4],
                               [](double d) { return 0.5 + 0.5 * std::sin(pi * d - pi / 2); });
       },
       {{0.8, 0.3, 2, 1.9, 5}, {0.2, 0.3, 2, 1.9, 5}, {2.2, 0.3, 2, 1.9, 5}}},
      {"SWEEP",
       reference_sweep,
       {{0.9, 2, 0.3, 0.2, 2, 1.1, 0.4},
        {0.5, 2, 0.3, 0.2, 2, 1.1, 0.4},
        {2.4, 2, 0.3, 0.2, 2, 1.1, 0.4},
        {0.1, 2, 0.3, 0.2, 2, 1.1, 0.4}}},
      {"IMPACT",
       [](X x) { return reference_impact(x[0], x[1], x[2], x[3], x[4], x[5], x[6]); },
       {{0.8, -0.5, 1, 30, 1.5, 4, 0.5},  // in the ramp of the damping, closing
        {0.8, 0.5, 1, 30, 1.5, 4, 0.5},   // opening
        {0.2, -0.5, 1, 30, 1.5, 4, 0.5},  // deeper than d
        {1.2, -0.5, 1, 30, 1.5, 4, 0.5},  // free
        {0.8, 5, 1, 30, 1.5, 40, 0.5},    // opening so fast that the stop would pull
        {0.7, -0.5, 1, 30, 1, 4, 0.5}}},
      {"BISTOP",
       reference_bistop,
       {{0.8, -0.5, 1, 2, 30, 1.5, 4, 0.5},
        {0.2, -0.5, 1, 2, 30, 1.5, 4, 0.5},
        {2.2, 0.5, 1, 2, 30, 1.5, 4, 0.5},
        {2.8, 0.5, 1, 2, 30, 1.5, 4, 0.5},
        {1.5, 0.5, 1, 2, 30, 1.5, 4, 0.5},
        {2.2, -5, 1, 2, 30, 1.5, 40, 0.5}}},
      {"POLY", reference_polynomial, {{1.7, 0.4, 3}, {1.7, 0.4, 3, -2, 0.5, 0.25, -0.1}}},
      {"CHEBY",
       reference_chebyshev,
       {{1.2, 0.4, 3}, {1.2, 0.4, 3, 2}, {1.2, 0.4, 3, 2, 1}, {0.9, 0.4, 3, -2, 0.5, 0.25, -0.1}}},
      {"FORCOS", reference_fourier<cosine>, {{1.7, 0.4, 2, 3}, {1.7, 0.4, 0.8, 3, -2, 0.5, 0.25}}},
      {"FORSIN", reference_fourier<sine>, {{1.7, 0.4, 2, 3}, {1.7, 0.4, 0.8, 3, -2, 0.5, 0.25}}},
      {"SHF",
       [](X x) { return x[2] * std::sin(x[3] * (x[0] - x[1]) - x[4]) + x[5]; },
       {{1.7, 0.4, 3, 2, 0.6, 0.25}}},
  };
}

}  // namespace

const std::vector<FunctionCase>& function_cases() {
  static const std::vector<FunctionCase> cases = [] {
    std::vector<FunctionCase> all = arithmetic_cases();
    for (const FunctionCase& one : fortran_cases()) all.push_back(one);
    for (const FunctionCase& one : general_cases()) all.push_back(one);
    return all;
  }();
  return cases;
}

// Tested in splines_test.cpp.
bool reads_a_spline(const Function& row) {
  return std::any_of(row.arguments.begin(), row.arguments.end(), [](const Argument& argument) {
    return argument.entity == Entity::spline || argument.entity == Entity::curve;
  });
}

TEST(FunctionCases, cover_every_row_that_computes) {
  std::set<std::string> covered;
  for (const FunctionCase& one : function_cases()) covered.insert(one.name);
  for (const Family& family : families()) {
    for (const Function& row : family.functions) {
      if (row.lower == nullptr || reads_a_spline(row)) continue;
      EXPECT_EQ(covered.erase(std::string(row.name)), 1u) << row.name;
    }
  }
  for (const std::string& name : covered) ADD_FAILURE() << name << " is not in the registry";
}

}  // namespace trammel::expression
