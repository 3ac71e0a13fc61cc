// Values and derivatives at kinks, jumps and singular slopes, and the faults outside a domain.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "expression/sample.h"

namespace trammel::expression {

namespace {

constexpr double pi = std::numbers::pi;

// f, f', f'' of an expression of VARVAL(1).
struct Derivatives1 {
  double f, d, dd;
};

Derivatives1 at(const std::string& text, double x) {
  const Sample sample(text);
  EXPECT_EQ(sample.size(), 1u);
  const std::vector<double> u = {x};
  return {sample.value(u), sample.gradient(u)[0], sample.hessian(u)[0]};
}

void expect(const std::string& text, double x, const Derivatives1& wanted) {
  const Derivatives1 found = at(text, x);
  EXPECT_DOUBLE_EQ(found.f, wanted.f) << text << " at " << x;
  EXPECT_DOUBLE_EQ(found.d, wanted.d) << text << " at " << x;
  EXPECT_DOUBLE_EQ(found.dd, wanted.dd) << text << " at " << x;
}

TEST(Seams, take_the_branch_that_holds_the_point) {
  expect("ABS(VARVAL(1))", 0, {0, 1, 0});
  expect("MAX(VARVAL(1), 2*VARVAL(1))", 0, {0, 1, 0});
  expect("MIN(VARVAL(1), 2*VARVAL(1))", 0, {0, 1, 0});
  expect("DIM(VARVAL(1), 1)", 1, {0, 0, 0});
  expect("SIGN(VARVAL(1), 0)", 2, {2, 1, 0});
  expect("SIGN(3, VARVAL(1))", 0, {3, 0, 0});
  expect("IF(VARVAL(1): 10, 5*VARVAL(1), 20)", 0, {0, 5, 0});
  expect("AINT(VARVAL(1))", 2, {2, 0, 0});
  expect("ANINT(VARVAL(1))", 2.5, {3, 0, 0});
  expect("ANINT(VARVAL(1))", -2.5, {-3, 0, 0});
  expect("MOD(VARVAL(1), 2)", 4, {0, 1, 0});
}

TEST(Seams, of_steps_are_flat) {
  for (const std::string name : {"STEP", "STEP5", "HAVSIN"}) {
    const std::string text = name + "(VARVAL(1), 1, 10, 3, 20)";
    expect(text, 1, {10, 0, 0});
    expect(text, 3, {20, 0, 0});
    expect(text, -1e300, {10, 0, 0});
    expect(text, 1e300, {20, 0, 0});
    EXPECT_NEAR(at(text, 2).f, 15, 1e-14);
  }
}

TEST(Seams, of_backward_and_sudden_steps_are_defined) {
  expect("STEP(VARVAL(1), 3, 10, 1, 20)", 0.5, {20, 0, 0});
  expect("STEP(VARVAL(1), 3, 10, 1, 20)", 3.5, {10, 0, 0});
  expect("STEP(VARVAL(1), 3, 10, 3, 20)", 3, {10, 0, 0});
  expect("STEP(VARVAL(1), 3, 10, 3, 20)", 3.001, {20, 0, 0});
}

TEST(Seams, of_stops_have_no_force_at_touching) {
  expect("IMPACT(VARVAL(1), -1, 2, 1E5, 1.5, 10, 0.1)", 2, {0, 0, 0});
  expect("IMPACT(VARVAL(1), -1, 2, 1E5, 1.5, 10, 0.1)", 2.5, {0, 0, 0});
  expect("BISTOP(VARVAL(1), 1, 2, 4, 1E5, 1.5, 10, 0.1)", 2, {0, 0, 0});
  expect("BISTOP(VARVAL(1), 1, 2, 4, 1E5, 1.5, 10, 0.1)", 4, {0, 0, 0});
  expect("BISTOP(VARVAL(1), 1, 2, 4, 1E5, 1.5, 10, 0.1)", 3, {0, 0, 0});
}

TEST(Seams, of_stops_without_damping_depth_damp_in_full) {
  EXPECT_DOUBLE_EQ(value_of("IMPACT(VARVAL(1), -2, 1, 100, 1, 10, 0)", {0.5}), 70);
  EXPECT_DOUBLE_EQ(value_of("IMPACT(VARVAL(1), -2, 1, 100, 1, 10, 0)", {1}), 0);
}

TEST(Seams, with_an_infinite_slope_count_as_flat) {
  expect("SQRT(VARVAL(1))", 0, {0, 0, 0});
  expect("VARVAL(1)**0.5", 0, {0, 0, 0});
  expect("ASIN(VARVAL(1))", 1, {pi / 2, 0, 0});
  expect("ASIN(VARVAL(1))", -1, {-pi / 2, 0, 0});
  expect("ACOS(VARVAL(1))", 1, {0, 0, 0});
  expect("ACOS(VARVAL(1))", -1, {pi, 0, 0});
  expect("ATAN2(VARVAL(1), 0)", 0, {0, 0, 0});
  expect("SQRT(VARVAL(1)**2)", 0, {0, 0, 0});
}

TEST(Seams, forgive_cosines_that_exceed_one_by_rounding) {
  EXPECT_EQ(value_of("ACOS(VARVAL(1))", {1 + 1e-15}), 0);
  EXPECT_EQ(value_of("ACOS(VARVAL(1))", {-1 - 1e-15}), pi);
  EXPECT_EQ(value_of("ASIN(VARVAL(1))", {-1 - 1e-15}), -pi / 2);
}

TEST(Powers, of_zero_and_of_negative_bases) {
  expect("VARVAL(1)**2", 0, {0, 0, 2});
  expect("VARVAL(1)**2", -3, {9, -6, 2});
  expect("VARVAL(1)**3", -2, {-8, 12, -12});
  expect("VARVAL(1)**17", -1, {-1, 17, -272});
  expect("VARVAL(1)**1", 0, {0, 1, 0});
  expect("VARVAL(1)**(-2)", 2, {0.25, -0.25, 0.375});
  EXPECT_EQ(value_of("VARVAL(1)**0", {0}), 1);
  EXPECT_DOUBLE_EQ(value_of("VARVAL(1)**VARVAL(2)", {-2, 3}), -8);
  EXPECT_DOUBLE_EQ(value_of("VARVAL(1)**VARVAL(2)", {0, 2}), 0);
}

// What find_fault blames, as text.
std::string blamed(const std::string& text, const std::vector<double>& u) {
  const Sample sample(text);
  double f = 0;
  const Fault fault = sample.value(sample.inputs(u), f);
  if (fault.ok()) return "nothing";
  const FaultReport report = describe(sample.tape(), fault);
  EXPECT_FALSE(report.message.empty());
  return text.substr(report.origin.offset, report.origin.length);
}

TEST(Faults, are_reported_where_they_arise) {
  EXPECT_EQ(blamed("1 + SQRT(VARVAL(1))*2", {-1}), "SQRT(VARVAL(1))");
  EXPECT_EQ(blamed("SQRT(VARVAL(1)) + LOG(VARVAL(1))", {0}), "LOG(VARVAL(1))");
  EXPECT_EQ(blamed("LOG10(VARVAL(1))", {-2}), "LOG10(VARVAL(1))");
  EXPECT_EQ(blamed("2 + 1/VARVAL(1)", {0}), "1/VARVAL(1)");
  EXPECT_EQ(blamed("ATAN(1/VARVAL(1))", {0}), "1/VARVAL(1)");
  EXPECT_EQ(blamed("ASIN(VARVAL(1))", {1.1}), "ASIN(VARVAL(1))");
  EXPECT_EQ(blamed("ACOS(VARVAL(1))", {-2}), "ACOS(VARVAL(1))");
  EXPECT_EQ(blamed("VARVAL(1)**(-1)", {0}), "VARVAL(1)**(-1)");
  EXPECT_EQ(blamed("VARVAL(1)**(-1.5)", {0}), "VARVAL(1)**(-1.5)");
  EXPECT_EQ(blamed("VARVAL(1)**1.5", {-1}), "VARVAL(1)**1.5");
  EXPECT_EQ(blamed("MOD(VARVAL(1), 0)", {1}), "MOD(VARVAL(1), 0)");
  EXPECT_EQ(blamed("1 - EXP(VARVAL(1))", {1000}), "EXP(VARVAL(1))");
  EXPECT_EQ(blamed("MAX(0, SQRT(VARVAL(1)))", {-1}), "SQRT(VARVAL(1))");
  EXPECT_EQ(blamed("MAX(SQRT(VARVAL(1)), 0)", {-1}), "SQRT(VARVAL(1))");
  EXPECT_EQ(blamed("MIN(SQRT(VARVAL(1)), 0)", {-1}), "SQRT(VARVAL(1))");
  EXPECT_EQ(blamed("SIGN(1, SQRT(VARVAL(1)))", {-1}), "SQRT(VARVAL(1))");
  EXPECT_EQ(blamed("STEP(SQRT(VARVAL(1)), 0, 1, 2, 3)", {-1}), "SQRT(VARVAL(1))");
  EXPECT_EQ(blamed("IMPACT(SQRT(VARVAL(1)), 0, 1, 1, 1, 1, 1)", {-1}), "SQRT(VARVAL(1))");
  EXPECT_EQ(blamed("IF(SQRT(VARVAL(1)): 1, 2, 3)", {-1}), "SQRT(VARVAL(1))");
  EXPECT_EQ(blamed("SQRT(-1) + VARVAL(1)", {1}), "SQRT(-1)");
  EXPECT_EQ(blamed("1/0", {}), "1/0");
}

TEST(Faults, are_not_blamed_on_branches_that_are_not_taken) {
  const std::string text = "IF(VARVAL(1): SQRT(-VARVAL(1)), 1/VARVAL(1), LOG(-VARVAL(1)))";
  EXPECT_EQ(blamed(text, {1}), "LOG(-VARVAL(1))");
  EXPECT_EQ(blamed(text, {0}), "1/VARVAL(1)");
  EXPECT_EQ(blamed(text, {-1}), "nothing");
}

TEST(Faults, spare_the_branches_that_are_not_taken) {
  const Sample sample("IF(VARVAL(1): 2*VARVAL(1), 0, SQRT(VARVAL(1))*LOG(VARVAL(1)))");
  const std::vector<double> u = {-3};
  EXPECT_EQ(sample.value(u), -6);
  EXPECT_EQ(sample.gradient(u)[0], 2);
  EXPECT_EQ(sample.hessian(u)[0], 0);
  TimeSeries series;
  ASSERT_TRUE(sample.series(u, {0.5}, {0.25}, series).ok());
  EXPECT_EQ(series.first, 1);
  EXPECT_EQ(series.second, 0.5);
}

TEST(Faults, are_not_made_of_overflow_that_vanishes) {
  const Sample logistic("1/(1 + EXP(VARVAL(1)))");
  EXPECT_EQ(logistic.value({1000}), 0);
  EXPECT_EQ(logistic.gradient({1000})[0], 0);
}

TEST(Faults, in_derivatives_are_reported_as_such) {
  const Sample sample("2*VARVAL(1)**VARVAL(2)");
  std::vector<double> g;
  EXPECT_EQ(sample.value({-2, 2}), 8);
  const Fault fault = sample.gradient({-2, 2}, g);
  EXPECT_EQ(fault.kind, Fault::Kind::derivative);
  EXPECT_EQ(describe(sample.tape(), fault).origin.offset, 2u);
  TimeSeries series;
  EXPECT_FALSE(sample.series({-2, 2}, {1, 1}, {0, 0}, series).ok());
  std::vector<double> h(4);
  EXPECT_FALSE(evaluate_hessian(sample.tape(), sample.at({-2, 2}), 1, sample.workspace(), h).ok());
}

TEST(Faults, blame_inputs_that_are_not_finite) {
  const Sample sample("VARVAL(1) + 2*VARVAL(2)");
  double f = 0;
  const Fault fault = sample.value({1, std::nan("")}, f);
  EXPECT_EQ(fault.kind, Fault::Kind::input);
  EXPECT_EQ(fault.where, 1);
  EXPECT_NE(describe(sample.tape(), fault).message.find("VARVAL"), std::string::npos);
}

}  // namespace

}  // namespace trammel::expression
