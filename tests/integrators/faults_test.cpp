// What integrators do when something fails on the way, and what they tell of it.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <utility>

#include "integrators/measure.h"
#include "support/small_dae.h"

namespace trammel::testing {
namespace {

// Another Dae, with a say in what it is asked.
class Interposed : public Dae {
 public:
  explicit Interposed(const Dae& dae) : dae_(dae) {}
  const Layout& layout() const override { return dae_.layout(); }
  const Pattern& pattern(Block b) const override { return dae_.pattern(b); }
  void retract(const Vector& q, const Vector& delta, Vector& out) const override {
    dae_.retract(q, delta, out);
  }
  void difference(const Vector& q1, const Vector& q0, Vector& delta) const override {
    dae_.difference(q1, q0, delta);
  }
  void rate(const Vector& q, const Vector& v, Vector& q_dot) const override {
    dae_.rate(q, v, q_dot);
  }
  void velocity(const Vector& q, const Vector& q_dot, Vector& v) const override {
    dae_.velocity(q, q_dot, v);
  }
  Outcome evaluate(const State& s, unsigned ask, Values& out) const override {
    return dae_.evaluate(s, ask, out);
  }
  Outcome linearise(const State& s, BlockMask wanted, Blocks& out) const override {
    return dae_.linearise(s, wanted, out);
  }
  void reaction(const State& at, const Vector& lambda, Vector& out) const override {
    dae_.reaction(at, lambda, out);
  }
  double largest_step(const State& s) const override { return dae_.largest_step(s); }
  std::string row_name(int row) const override { return dae_.row_name(row); }
  std::string column_name(int column) const override { return dae_.column_name(column); }

 private:
  const Dae& dae_;
};

// M and Γ alone are asked for where (HHT.8) has its own Γ.
class NoNormalOffset final : public Interposed {
 public:
  using Interposed::Interposed;
  Outcome linearise(const State& s, BlockMask wanted, Blocks& out) const override {
    if (wanted == (mask(Block::M) | mask(Block::G))) return Outcome::domain_error;
    return Interposed::linearise(s, wanted, out);
  }
};

TEST(Faults, multipliers_keep_order_two_when_the_normal_offset_has_no_matrix) {
  TestProblem p = test_problem("double_pendulum_springs");
  const NoNormalOffset faulty(*p.dae);
  const auto lambda = [&] {
    return errors_of(p, *find_integrator("hht-i3"), alternating_steps(p.t_end, 400),
                     study_options())
        .lambda;
  };
  const double without_fault = lambda();
  p.dae = {std::shared_ptr<const Dae>(), &faulty};
  EXPECT_NEAR(lambda() / without_fault, 1, 0.02);
}

// Auxiliary equations without accelerations and multipliers.
Pattern empty_like(const Pattern& p) {
  return Pattern::from_entries(p.n_rows(), p.n_columns(), {});
}

// Accelerations of the end of a step fail after they have spoilt ẋ.
class NoAccelerations final : public Interposed {
 public:
  explicit NoAccelerations(const Dae& dae)
      : Interposed(dae),
        Sa_(empty_like(dae.pattern(Block::Sa))),
        Sl_(empty_like(dae.pattern(Block::Sl))) {}
  const Pattern& pattern(Block b) const override {
    return b == Block::Sa ? Sa_ : b == Block::Sl ? Sl_ : Interposed::pattern(b);
  }
  mutable bool is_on = false;
  Outcome evaluate(const State& s, unsigned ask, Values& out) const override {
    const Outcome outcome = Interposed::evaluate(s, ask, out);
    if (!is_on || !(ask & Ask::acceleration)) return outcome;
    out.aux.setConstant(1e3);
    return std::exchange(is_second_, !is_second_) ? Outcome::domain_error : outcome;
  }

 private:
  Pattern Sa_, Sl_;
  mutable bool is_second_ = false;
};

TEST(Faults, states_of_hht_si2_survive_an_end_without_accelerations) {
  const TestProblem& p = test_problem("lagged_pendulum");
  const NoAccelerations faulty(*p.dae);
  IntegratorOptions options = study_options();
  options.step.fixed = p.t_end / 400;
  const auto method = find_integrator("hht-si2")->make(faulty, options);
  ASSERT_TRUE(method->start(p.start).ok());
  faulty.is_on = true;
  for (int k = 0; k < 10; ++k) ASSERT_TRUE(method->step(p.t_end).ok());
  EXPECT_LT((method->state().x_dot - p.reference(method->state().t).x_dot).norm(), 1e-3);
}

// From t = 0.5 on the torque is 1 − 2 sign(a): none balances it. Forces are 1e9 times as large.
class Unbalanced : public SmallDae<2> {
 public:
  Unbalanced() : SmallDae(layout_using_accelerations()) {}

 protected:
  Outcome terms(const State& s, Terms& e) const override {
    e.M.diagonal() << 1e9, 1;
    e.Q << 1e9, 1 - (s.t > 0.5 ? std::copysign(2, s.a[1]) : 0);
    return Outcome::ok;
  }

 private:
  static Layout layout_using_accelerations() {
    Layout l = vector_layout({Kind::length, Kind::angle});
    l.forces_use_a = true;
    return l;
  }
};

TEST(Faults, a_step_without_balance_is_refused_with_every_corrector) {
  const Unbalanced dae;
  for (const IntegratorInfo& info : integrators())
    for (const Corrector corrector : {Corrector::original, Corrector::modified}) {
      IntegratorOptions options;
      options.corrector = corrector;
      const auto method = info.make(dae, options);
      ASSERT_TRUE(method->start(make_state(dae.layout())).ok());
      StepReport report;
      while (method->state().t < 1 && report.ok()) report = method->step(1);
      EXPECT_FALSE(report.ok()) << info.name;
      EXPECT_NEAR(method->state().t, 0.5, 1e-6) << info.name;
    }
}

// q1 = 0.3 q0 by a constraint, and a force by what the reaction is off its value: nothing but noise. With
// λ below it there is no solution.
class LoadedByNoise final : public SmallDae<2, 1> {
 public:
  LoadedByNoise() : SmallDae(layout_using_lambda()) {}

 protected:
  Outcome terms(const State& s, Terms& e) const override {
    constexpr double exact = -0.3 / 1.09, factor = 100;
    e.M.setIdentity();
    e.Q << 1 + factor * std::abs(s.lambda[0] - exact), 0;
    e.Ql(0, 0) = -std::copysign(factor, s.lambda[0] - exact);
    e.c0 << s.q[1] - 0.3 * s.q[0];
    e.G << -0.3, 1;
    e.c1 = e.G * s.v;
    e.c2 = e.G * s.a;
    return Outcome::ok;
  }

 private:
  static Layout layout_using_lambda() {
    Layout l = vector_layout({Kind::length, Kind::length}, {.level_0 = 1});
    l.forces_use_lambda = true;
    return l;
  }
};

TEST(Faults, reactions_lost_in_rounding_are_told_and_index_2_goes_on) {
  const LoadedByNoise dae;
  IntegratorOptions options;
  options.step.h_max = 3e-7;
  int told = 0;
  for (const IntegratorInfo& info : integrators()) {
    const auto method = info.make(dae, options);
    State start = make_state(dae.layout());
    start.q << 1, 0.3;
    ASSERT_TRUE(method->start(start).ok()) << info.name;
    StepReport report;
    for (int k = 0; k < 300 && report.ok(); ++k) report = method->step(1);
    EXPECT_TRUE(report.ok() || info.index == 3) << info.name << ": " << report.message;
    if (report.ok()) continue;
    EXPECT_EQ(report.cause, StepReport::Cause::lost_reactions)
        << info.name << ": " << report.message;
    EXPECT_NE(describe(report.cause).find("try an -si2 integrator"), std::string_view::npos);
    ++told;
  }
  EXPECT_GT(told, 0);
}

// y + 1e10 y³ = 2e-5 (1 + sin 20t): small, and not linear.
class SmallUnknown : public SmallDae<1, 0, 0, 1> {
 public:
  SmallUnknown()
      : SmallDae(vector_layout({Kind::length}, {.variables = 1})),
        Sa_(empty_like(SmallDae::pattern(Block::Sa))) {}
  const Pattern& pattern(Block b) const override {
    return b == Block::Sa ? Sa_ : SmallDae::pattern(b);
  }
  static double residual(double t, double y) {
    return y + 1e10 * y * y * y - 2e-5 * (1 + std::sin(20 * t));
  }

 protected:
  Outcome terms(const State& s, Terms& e) const override {
    e.M(0, 0) = 1;
    e.aux[0] = residual(s.t, s.y[0]);
    e.Sy(0, 0) = 1 + 3e10 * s.y[0] * s.y[0];
    return Outcome::ok;
  }

 private:
  Pattern Sa_;
};

TEST(Faults, small_algebraic_unknowns_converge_too) {
  const SmallUnknown dae;
  for (const IntegratorInfo& info : integrators()) {
    IntegratorOptions options;
    options.step.fixed = 0.02;
    const auto method = info.make(dae, options);
    ASSERT_TRUE(method->start(make_state(dae.layout())).ok());
    for (int k = 0; k < 20; ++k) {
      ASSERT_TRUE(method->step(10).ok());
      const double r = SmallUnknown::residual(method->state().t, method->state().y[0]);
      EXPECT_LT(std::abs(r), 3e-8) << info.name;
    }
  }
}

class Listener final : public Observer {
 public:
  void attempt_begins(const AttemptEvent& e) override { order_ = e.order; }
  void iteration_done(const IterationEvent&) override { wrong_orders += method->order() != order_; }
  void attempt_ends(const AttemptEndEvent& e) override {
    accepted += e.result == AttemptResult::accepted;
    rejected += e.result == AttemptResult::error_too_large;
  }
  void restarted(double) override { ++restarts; }
  long accepted = 0, rejected = 0, restarts = 0, wrong_orders = 0;
  const Integrator* method = nullptr;

 private:
  int order_ = 0;
};

TEST(Faults, observers_hear_of_every_step_and_restart_and_of_the_order_in_use) {
  const TestProblem& p = test_problem("bouncing_ball");
  for (const IntegratorInfo& info : integrators()) {
    Listener listener;
    IntegratorOptions options;
    options.error = 1e-6;
    options.observer = &listener;
    const auto method = info.make(*p.dae, options);
    listener.method = method.get();
    ASSERT_TRUE(method->start(p.start).ok());
    while (method->state().t < 0.5) ASSERT_TRUE(method->step(0.5).ok());
    ASSERT_TRUE(method->step(0.5 + 1e-7).ok());  // too short for any formula
    while (method->state().t < p.t_end) ASSERT_TRUE(method->step(p.t_end).ok());
    EXPECT_EQ(listener.accepted, method->statistics().steps) << info.name;
    EXPECT_EQ(listener.rejected, method->statistics().rejected_steps) << info.name;
    EXPECT_EQ(listener.restarts, method->statistics().restarts) << info.name;
    EXPECT_GT(listener.rejected, 0) << info.name;
    EXPECT_EQ(listener.wrong_orders, 0) << info.name;
    if (info.name.starts_with("hht")) {
      EXPECT_GT(listener.restarts, 0) << info.name;
    }
  }
}

// A step cut to land on a time, far shorter than the formula's own.
TEST(Faults, velocities_of_index_2_satisfy_their_constraints_after_a_very_short_step) {
  const TestProblem& p = test_problem("heavy_top");
  Values values = make_values(p.dae->layout());
  for (const char* name : {"gstiff-si2", "wstiff-si2", "hht-si2"}) {
    IntegratorOptions options;
    options.error = 1e-4;
    const auto method = find_integrator(name)->make(*p.dae, options);
    ASSERT_TRUE(method->start(p.start).ok());
    while (method->state().t < 0.2) ASSERT_TRUE(method->step(1).ok());
    ASSERT_TRUE(method->step(method->state().t + 1e-4).ok());
    p.dae->evaluate(method->state(), Ask::velocity, values);
    EXPECT_LT(values.c1.cwiseAbs().maxCoeff(), 1e-6) << name;
  }
}

}  // namespace
}  // namespace trammel::testing
