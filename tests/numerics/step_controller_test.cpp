// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/step_controller.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <vector>

namespace trammel::testing {
namespace {

using Action = StepDecision::Action;
using Status = NewtonReport::Status;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

NewtonReport failed(Status status) {
  NewtonReport report;
  report.status = status;
  return report;
}

// A controller past its quick start, with h = 1 and a full count of steps at that size.
StepController settled(const StepLimits& limits = {}) {
  StepController control(limits);
  control.start(1);
  for (int k = 0; k < 20; ++k) control.completed(k, 1, std::pow(0.9, 3), 3);  // ideal: keep
  EXPECT_EQ(control.h(), 1);
  return control;
}

// The error (relative to the tolerance) after which (STEP.1) asks for h·factor.
double error_for(double factor, double exponent) {
  return std::pow(0.9 / factor, exponent);
}

TEST(StepController, obeys_a_decrease_at_once) {  // (STEP.1)
  for (const double exponent : {2.0, 3.0, 5.0})
    for (const double factor : {0.90, 0.93}) {
      StepController control = settled();
      const StepDecision decision = control.completed(20, 1, error_for(factor, exponent), exponent);
      EXPECT_EQ(decision.action, Action::accept);
      EXPECT_NEAR(decision.h, factor, 1e-12);
      EXPECT_EQ(control.h(), decision.h);
    }
}

TEST(StepController, grows_by_more_than_a_fifth_or_not_at_all) {
  for (const double exponent : {2.0, 3.0, 5.0}) {
    StepController control = settled();
    EXPECT_EQ(control.completed(20, 1, error_for(1.19, exponent), exponent).h, 1);
    EXPECT_NEAR(control.completed(21, 1, error_for(1.21, exponent), exponent).h, 1.21, 1e-12);
  }
}

TEST(StepController, grows_by_a_factor_of_two_at_most) {
  StepController control = settled();
  EXPECT_EQ(control.completed(20, 1, 1e-9, 3).h, 2);
  EXPECT_EQ(settled().completed(20, 1, 0, 3).h, 2);  // no error at all
}

TEST(StepController, grows_only_after_three_steps_at_the_same_size) {
  StepController control = settled();
  double h = control.completed(20, 1, 0, 3).h;
  for (const double next : {4.0, 8.0}) {
    EXPECT_EQ(control.completed(21, h, 0, 3).h, h);
    EXPECT_EQ(control.completed(22, h, 0, 3).h, h);
    EXPECT_EQ(h = control.completed(23, h, 0, 3).h, next);
  }
}

TEST(StepController, a_rejection_starts_the_count_of_steps_again) {
  StepController control = settled();
  ASSERT_EQ(control.completed(20, 1, 8, 3).action, Action::retry);
  const double h = control.h();
  EXPECT_EQ(control.completed(20, h, 0, 3).h, h);
  EXPECT_EQ(control.completed(21, h, 0, 3).h, h);
  EXPECT_EQ(control.completed(22, h, 0, 3).h, 2 * h);
}

TEST(StepController, grows_quickly_at_the_start_until_the_first_failure) {
  StepController control{StepLimits{}};
  control.start(1e-6);
  for (int k = 0; k < 3; ++k) {
    const double h = control.h();
    EXPECT_GE(control.completed(0, h, 0, 3).h, 3 * h);
    EXPECT_LE(control.h(), 5 * h);
  }
  const double h = control.h();
  ASSERT_EQ(control.completed(0, h, 2, 3).action, Action::retry);
  const double smaller = control.h();
  EXPECT_EQ(control.completed(0, smaller, 0, 3).h, smaller);
}

TEST(StepController, ends_the_quick_start_after_ten_steps) {
  StepController control{StepLimits{}};
  control.start(1);
  for (int k = 0; k < 10; ++k) control.completed(k, 1, error_for(1, 3), 3);
  EXPECT_EQ(control.completed(10, 1, 0, 3).h, 2);
}

TEST(StepController, shrinks_a_rejected_step_by_the_formula_within_bounds) {
  const auto retried = [](double error) {
    StepController control = settled();
    const StepDecision decision = control.completed(20, 1, error, 3);
    EXPECT_EQ(decision.action, Action::retry);
    EXPECT_EQ(decision.h, control.h());
    return decision.h;
  };
  EXPECT_NEAR(retried(8), 0.45, 1e-12);
  EXPECT_LE(retried(1.0000001), 0.9);
  EXPECT_EQ(retried(1e9), 0.2);
  EXPECT_EQ(retried(infinity), 0.2);
  EXPECT_EQ(retried(nan), 0.2);
}

// A step cut short to meet a time: its small error neither counts as a step at h nor forbids h.
TEST(StepController, a_step_cut_short_leaves_the_step_size) {
  for (const double part : {0.7, 0.1, 1e-3, 1e-6}) {
    StepController control = settled();
    const double error = error_for(1, 3) * std::pow(part, 3);
    EXPECT_EQ(control.completed(20, part, error, 3).h, 1) << part;
  }
}

TEST(StepController, round_off_in_the_error_of_a_tiny_step_does_not_shrink_the_next) {
  StepController control = settled();
  EXPECT_EQ(control.completed(20, 1e-5, 1e-3, 3).h, 1);
}

TEST(StepController, keeps_to_the_largest_step) {
  StepController control(StepLimits{.h_max = 1.5});
  control.start(4);
  EXPECT_EQ(control.h(), 1.5);
  StepController growing = settled({.h_max = 1.5});
  EXPECT_EQ(growing.completed(20, 1, 0, 3).h, 1.5);
}

TEST(StepController, an_accepted_step_never_asks_for_less_than_the_smallest) {
  StepController control = settled({.h_min = 0.95});
  const StepDecision decision = control.completed(20, 1, 1, 3);
  EXPECT_EQ(decision.action, Action::accept);
  EXPECT_GE(decision.h, 0.95);
}

// Nor than the time can tell: a motion that grows without bound is accepted with ever shorter steps.
TEST(StepController, an_accepted_step_never_asks_for_less_than_the_resolution_of_time) {
  StepController control(StepLimits{});
  control.start(1);
  const double t = 1.92, least = 8 * std::numeric_limits<double>::epsilon() * t;
  double h = 1;
  for (int k = 0; k < 1000; ++k) h = control.completed(t, h, 0.99, 3).h;
  EXPECT_GE(h, least);
  EXPECT_LT(h, 1e-12);
  EXPECT_GE(control.attempt(t, 10, 1e-300), least);
}

TEST(StepController, never_goes_beyond_the_time_limit) {
  StepController control = settled();
  for (const double left : {1e-9, 0.3, 0.999, 1.0, 1 + 1e-12, 1.3, 1.9999, 2.0, 2.5, 100.0}) {
    const double h = control.attempt(5, 5 + left, infinity);
    EXPECT_GT(h, 0);
    EXPECT_LE(h, (5 + left) - 5) << left;
  }
  EXPECT_EQ(control.attempt(5, 7, infinity), 1);
  EXPECT_EQ(control.attempt(5, 70, 0.25), 0.25);  // largest step of the model
}

TEST(StepController, meets_the_time_limit_exactly) {
  StepController control = settled();
  const double t = 1.0 / 3, limit = 1;
  EXPECT_EQ(t + control.attempt(t, limit, infinity), limit);
  const double late = limit - (1 + 1e-12);
  EXPECT_EQ(control.attempt(late, limit, infinity), limit - late);  // not h, leaving 1e-12
}

// Whatever the time left, the steps taken to meet it are between half a step and one.
TEST(StepController, leaves_no_sliver) {
  StepController control = settled();
  for (double left = 1.0001; left < 6; left *= 1.037) {
    double t = 0, shortest = infinity;
    while (t < left) {
      const double h = control.attempt(t, left, infinity);
      shortest = std::min(shortest, h);
      t = h == left - t ? left : t + h;
    }
    EXPECT_GE(shortest, 0.5) << left;
  }
  EXPECT_EQ(control.attempt(0, 1.5, infinity), 0.75);
}

TEST(StepController, round_off_of_many_fixed_steps_is_no_step_of_its_own) {
  StepController control(StepLimits{.fixed = 0.00025});
  control.start(1);
  double t = 0;
  int steps = 0;
  for (; t < 0.5; ++steps) t += control.attempt(t, 0.5, infinity);
  EXPECT_EQ(steps, 2000);
}

TEST(StepController, leaves_fixed_steps_alone) {
  StepController control(StepLimits{.fixed = 0.1});
  control.start(7);
  EXPECT_EQ(control.h(), 0.1);
  EXPECT_EQ(control.attempt(0, 10, 0.01), 0.1);
  EXPECT_EQ(control.attempt(0, 0.15, infinity), 0.1);  // not two halves
  EXPECT_EQ(control.attempt(0, 0.05, infinity), 0.05);
  for (const double error : {0.0, 0.5, 1e6, nan}) {
    const StepDecision decision = control.completed(1, 0.1, error, 3);
    EXPECT_EQ(decision.action, Action::accept);
    EXPECT_EQ(decision.h, 0.1);
  }
  EXPECT_EQ(control.newton_failed(1, 0.1, failed(Status::diverged), false).action,
            Action::retry_with_new_matrix);
  EXPECT_EQ(control.newton_failed(1, 0.1, failed(Status::diverged), true).action, Action::give_up);
  EXPECT_EQ(control.newton_failed(1, 0.1, failed(Status::domain_error), true).action,
            Action::give_up);
}

TEST(StepController, renews_an_old_matrix_before_it_shrinks_the_step) {
  for (const Status status : {Status::diverged, Status::too_slow}) {
    StepController control = settled();
    const StepDecision first = control.newton_failed(20, 1, failed(status), false);
    EXPECT_EQ(first.action, Action::retry_with_new_matrix);
    EXPECT_EQ(first.h, 1);
    const StepDecision second = control.newton_failed(20, 1, failed(status), true);
    EXPECT_EQ(second.action, Action::retry);
    EXPECT_EQ(second.h, 0.25);
  }
}

TEST(StepController, reacts_to_the_reason_of_a_failure) {
  EXPECT_EQ(settled().newton_failed(20, 1, failed(Status::singular), true).h, 0.25);
  const StepDecision no_value = settled().newton_failed(20, 1, failed(Status::domain_error), false);
  EXPECT_EQ(no_value.action, Action::retry);
  EXPECT_EQ(no_value.h, 0.5);
  EXPECT_EQ(settled().newton_failed(20, 1, failed(Status::stopped), false).action, Action::give_up);
}

TEST(StepController, restarts_at_every_third_failure_in_a_row) {
  StepController control = settled();
  std::vector<Action> actions;
  double h = 1;
  for (int k = 0; k < 7; ++k) {  // error tests and Newton count alike
    const StepDecision decision =
        k % 2 ? control.completed(20, h, 1e9, 3)
              : control.newton_failed(20, h, failed(Status::diverged), true);
    actions.push_back(decision.action);
    EXPECT_LT(decision.h, h);
    h = decision.h;
  }
  const std::vector<Action> expected = {Action::retry, Action::retry, Action::restart,
                                        Action::retry, Action::retry, Action::restart,
                                        Action::retry};
  EXPECT_EQ(actions, expected);

  control.completed(20, h, 0.1, 3);  // a success ends the row
  EXPECT_EQ(control.completed(20, h, 1e9, 3).action, Action::retry);
  EXPECT_EQ(control.completed(20, h, 1e9, 3).action, Action::retry);
  EXPECT_EQ(control.completed(20, h, 1e9, 3).action, Action::restart);
}

TEST(StepController, tries_the_smallest_step_before_it_gives_up) {
  for (const double h_min : {0.3, 0.5, 0.7}) {
    StepController control = settled({.h_min = h_min});
    const StepDecision first = control.completed(20, 1, 27, 3);  // asks for 0.3
    EXPECT_EQ(first.action, Action::retry);
    EXPECT_NEAR(first.h, h_min, 1e-12);
    EXPECT_EQ(control.completed(20, h_min, 27, 3).action, Action::give_up);
  }
}

TEST(StepController, does_not_start_below_the_smallest_step) {
  StepController control(StepLimits{.h_min = 0.1});
  control.start(1e-6);
  EXPECT_EQ(control.h(), 0.1);
}

TEST(StepController, gives_up_below_the_resolution_of_time) {
  StepController control = settled();
  double t = 1e3, h = 1;
  int attempts = 0;
  while (++attempts < 1000) {
    const StepDecision decision = control.newton_failed(t, h, failed(Status::domain_error), true);
    if (decision.action == Action::give_up) break;
    EXPECT_GT(t + decision.h, t);
    EXPECT_LT(decision.h, h);
    h = decision.h;
  }
  EXPECT_LT(attempts, 60);
  EXPECT_LT(h, 1e-11);
}

// An integration in which the error is (h/h*(t))^k of the tolerance.
struct Journey {
  std::vector<double> t, h;  // of accepted steps
  int rejections = 0, changes = 0;
};

Journey simulate(
    const std::function<double(double)>& largest_good_step, double t_end, double h_start,
    const std::function<double(int)>& disturbance = [](int) { return 1.0; }, double exponent = 3) {
  StepController control{StepLimits{}};
  control.start(h_start);
  Journey run;
  double t = 0;
  for (int attempt = 0; t < t_end && attempt < 100000; ++attempt) {
    const double h = control.attempt(t, infinity, infinity);
    const double error = disturbance(attempt) * std::pow(h / largest_good_step(t), exponent);
    const StepDecision decision = control.completed(t, h, error, exponent);
    if (decision.action != Action::accept) {
      ++run.rejections;
      continue;
    }
    t += h;
    if (!run.h.empty() && run.h.back() != h) ++run.changes;
    run.t.push_back(t);
    run.h.push_back(h);
  }
  return run;
}

TEST(StepController, settles_on_a_constant_step_without_a_rejection) {
  for (const double exponent : {2.0, 3.0, 4.0, 6.0})
    for (double start = 1e-5; start < 0.9; start *= 1.7) {
      const Journey run =
          simulate([](double) { return 1.0; }, 200, start, [](int) { return 1.0; }, exponent);
      EXPECT_EQ(run.rejections, 0) << start;
      EXPECT_LE(run.changes, 25) << start;
      const std::vector<double> late(run.h.end() - 100, run.h.end());
      for (const double h : late) EXPECT_EQ(h, late.front());
      EXPECT_GE(late.front(), 0.9 / 1.2 - 1e-9);
      EXPECT_LE(late.front(), 0.95 + 1e-9);
    }
}

TEST(StepController, does_not_hunt_when_the_error_fluctuates) {
  const auto fluctuation = [](int k) { return 1 + 0.25 * std::sin(12.9898 * k * k); };
  const Journey run = simulate([](double) { return 1.0; }, 1000, 1e-3, fluctuation);
  EXPECT_LE(run.rejections, 2);
  EXPECT_LE(run.changes, 30);
  EXPECT_LT(run.h.size(), 1500u);
}

TEST(StepController, follows_slow_changes_closely) {
  const auto good = [](double t) { return 1 + 0.7 * std::sin(t / 20); };
  const Journey run = simulate(good, 1000, 0.1);
  double sum = 0;
  for (std::size_t k = 20; k < run.h.size(); ++k) {
    const double ratio = run.h[k] / good(run.t[k] - run.h[k]);
    EXPECT_LE(ratio, 1 + 1e-12);
    EXPECT_GE(ratio, 0.4);
    sum += ratio;
  }
  EXPECT_GT(sum / double(run.h.size() - 20), 0.7);
  EXPECT_LT(run.rejections, int(run.h.size()) / 20);
}

TEST(StepController, passes_a_sudden_stiff_phase_quickly) {
  const auto good = [](double t) { return t > 10 && t < 11 ? 0.01 : 1.0; };
  const Journey run = simulate(good, 40, 0.1);
  EXPECT_LE(run.rejections, 5);
  EXPECT_LT(run.h.size(), 220u);  // 1/0.009 in the phase, 3 per doubling after it
  EXPECT_GE(run.h.back(), 0.75);
}

}  // namespace
}  // namespace trammel::testing
