// Batches agree with single evaluations bit for bit; no evaluation allocates.
// SPDX-License-Identifier: BSD-3-Clause
#include "expression/batch.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "expression/function_cases.h"
#include "expression/sample.h"
#include "math/spline.h"
#include "support/allocations.h"

namespace trammel::expression {

namespace {

struct Instances {
  ShapeTable shapes;
  std::vector<Tape> tapes;
  std::vector<const Tape*> pointers;
  std::vector<double> quantities;  // [slot * size + instance]

  std::size_t size() const { return tapes.size(); }
  std::size_t slots() const { return tapes.front().quantities.size(); }
  std::vector<double> of(std::size_t instance) const {
    std::vector<double> u;
    for (std::size_t slot = 0; slot < slots(); ++slot)
      u.push_back(quantities[slot * size() + instance]);
    return u;
  }
};

// `count` copies of a text in which every # is another number, at random quantities.
Instances random_instances(const std::string& text, int count, double low = 0.1,
                           double high = 0.9) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> uniform(low, high);
  Instances result;
  for (int k = 0; k < count; ++k) {
    std::string instance;
    for (const char c : text)
      instance += c == '#' ? std::to_string(uniform(random)) : std::string(1, c);
    result.tapes.push_back(compile(tree_of(instance), result.shapes));
  }
  for (const Tape& tape : result.tapes) result.pointers.push_back(&tape);
  result.quantities.resize(result.slots() * result.size());
  for (double& u : result.quantities) u = uniform(random);
  return result;
}

void expect_equal_to_singles(const std::string& text, int count, double low = 0.1,
                             double high = 0.9) {
  const Instances all = random_instances(text, count, low, high);
  ASSERT_EQ(all.shapes.size(), 1u);
  const Batch batch(all.pointers);
  Workspace workspace;
  std::vector<double> values(all.size()), again(all.size()), gradients(all.quantities.size());
  ASSERT_TRUE(batch.values(all.quantities, workspace, values).ok()) << text;
  ASSERT_TRUE(batch.gradients(all.quantities, workspace, again, gradients).ok()) << text;
  EXPECT_EQ(values, again);
  for (std::size_t k = 0; k < all.size(); ++k) {
    std::vector<double> g(all.slots());
    double f = 0;
    const std::vector<double> u = all.of(k);
    ASSERT_TRUE(evaluate_gradient(all.tapes[k], {.quantities = u}, workspace, f, g).ok());
    EXPECT_EQ(f, values[k]) << text;
    for (std::size_t slot = 0; slot < all.slots(); ++slot)
      EXPECT_EQ(g[slot], gradients[slot * all.size() + k]) << text;
  }
}

TEST(Batches, equal_single_evaluations_bit_for_bit) {
  for (const int count : {1, 2, 31, 32, 33, 100}) {
    expect_equal_to_singles("-#*(DM(1,2) - #) - #*VR(1,2)", count);
    expect_equal_to_singles("#", count);
    expect_equal_to_singles("TIME", count);
  }
  expect_equal_to_singles("IMPACT(DM(1,2), VR(1,2), #, 1E5, 1.5, 1E2, #)", 77, -1, 1);
  expect_equal_to_singles("BISTOP(DX(1,2), VX(1,2), -#, #, 1E5, 2.2, 1E2, #)", 77, 0.1, 2);
  expect_equal_to_singles("IF(VARVAL(1) - 0.5: #*TIME, 0, SQRT(VARVAL(1) - 0.5)*EXP(#*TIME))", 77);
}

TEST(Batches, equal_single_evaluations_for_every_function) {
  for (const FunctionCase& one : function_cases()) {
    const Function* row = find_function(one.name);
    if (row == nullptr || row->notation != Notation::call) continue;
    std::string text = one.name + "(";
    for (int k = 1; k <= row->min_arguments; ++k)
      text += (k == 1 ? "VARVAL(" : ", VARVAL(") + std::to_string(k) + ")";
    expect_equal_to_singles(text + ") + #*TIME", 50);
  }
}

TEST(Batches, report_the_first_fault_and_finish_the_others) {
  Instances all = random_instances("2*SQRT(VARVAL(1)) + #", 70);
  all.quantities[40] = -1;
  all.quantities[65] = -2;
  const Batch batch(all.pointers);
  Workspace workspace;
  std::vector<double> values(all.size()), gradients(all.quantities.size());
  const Fault fault = batch.gradients(all.quantities, workspace, values, gradients);
  EXPECT_EQ(fault.kind, Fault::Kind::value);
  EXPECT_EQ(fault.instance, 40);
  EXPECT_EQ(describe(all.tapes[40], fault).origin.offset, 2u);
  for (std::size_t k = 0; k < all.size(); ++k)
    EXPECT_EQ(std::isfinite(values[k]), k != 40 && k != 65);
}

TEST(Batches, report_faults_of_derivatives) {
  Instances all = random_instances("VARVAL(1)**VARVAL(2)", 40);
  all.quantities[33] = -2;
  all.quantities[40 + 33] = 2;
  const Batch batch(all.pointers);
  Workspace workspace;
  std::vector<double> values(all.size()), gradients(all.quantities.size());
  EXPECT_TRUE(batch.values(all.quantities, workspace, values).ok());
  const Fault fault = batch.gradients(all.quantities, workspace, values, gradients);
  EXPECT_EQ(fault.kind, Fault::Kind::derivative);
  EXPECT_EQ(fault.instance, 33);
}

TEST(Batches, read_the_splines_of_each_instance) {
  const std::vector<double> x = {0, 1, 2, 3};
  const SplineData flat(cubic_spline(x, std::vector<double>{5, 5, 5, 5}));
  const SplineData line(cubic_spline(x, std::vector<double>{0, 2, 4, 6}));
  const Instances all = random_instances("CUBSPL(TIME, 0, 1) + AKISPL(TIME, 0, 2) + #*0", 40);
  Batch batch(all.pointers);
  for (int k = 0; k < batch.size(); ++k) {
    batch.set_spline(k, 0, k % 2 == 0 ? &flat : &line);
    batch.set_spline(k, 1, &flat);
  }
  Workspace workspace;
  std::vector<double> values(all.size()), gradients(all.quantities.size());
  ASSERT_TRUE(batch.gradients(all.quantities, workspace, values, gradients).ok());
  for (std::size_t k = 0; k < all.size(); ++k) {
    EXPECT_NEAR(values[k], k % 2 == 0 ? 10 : 5 + 2 * all.quantities[k], 1e-14);
    EXPECT_NEAR(gradients[k], k % 2 == 0 ? 0 : 2, 1e-14);
  }
}

TEST(Batches, are_formed_of_equal_shapes) {
  ShapeTable shapes;
  std::vector<Tape> tapes;
  for (const char* text : {"2*TIME", "DX(1)", "3*TIME", "DX(4)", "TIME"})
    tapes.push_back(compile(tree_of(text), shapes));
  EXPECT_EQ(group_by_shape(tapes), (std::vector<std::vector<int>>{{0, 2}, {1, 3}, {4}}));
}

TEST(Evaluation, allocates_nothing_once_the_workspace_has_grown) {
  if (!testing::can_count_allocations()) GTEST_SKIP() << "a sanitizer owns malloc";
  const Instances all =
      random_instances("IMPACT(DM(1,2), VR(1,2), #, 1E5, 1.5, 1E2, #) + STEP(TIME,0,0,1,#)", 50);
  const Batch batch(all.pointers);
  Workspace workspace;
  const Tape& tape = all.tapes[0];
  const std::vector<double> u = all.of(0), rates(u.size(), 1.0);
  std::vector<double> values(all.size()), gradients(all.quantities.size()), g(u.size()),
      h(u.size() * u.size());
  const auto evaluate_all = [&] {
    double f = 0;
    TimeSeries series;
    const Inputs at{.quantities = u};
    bool ok = batch.values(all.quantities, workspace, values).ok();
    ok = batch.gradients(all.quantities, workspace, values, gradients).ok() && ok;
    ok = evaluate_value(tape, at, workspace, f).ok() && ok;
    ok = evaluate_gradient(tape, at, workspace, f, g).ok() && ok;
    ok = evaluate_series(tape, at, rates, rates, workspace, series).ok() && ok;
    return evaluate_hessian(tape, at, 2, workspace, h).ok() && ok;
  };
  ASSERT_TRUE(evaluate_all());
  const long before = testing::allocations();
  EXPECT_TRUE(evaluate_all());
  EXPECT_EQ(testing::allocations(), before);
}

}  // namespace

}  // namespace trammel::expression
