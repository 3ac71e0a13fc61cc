// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/newton.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "numerics/newton_equations.h"
#include "support/allocations.h"

namespace trammel::testing {
namespace {

using namespace newton_equations;

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Status = NewtonReport::Status;
using NewtonMatrixResult = NewtonProblem::Matrix;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(Newton, converges_quadratically_with_new_matrices) {
  Equations problem = square_root_of_two(4);
  const NewtonReport report = Newton(1, 20).solve(problem, every_iteration, nullptr);
  EXPECT_EQ(report.status, Status::converged);
  EXPECT_TRUE(report.converged());
  EXPECT_NEAR(problem.z[0], std::sqrt(2), 1e-15);
  ASSERT_GE(problem.iterates.size(), 5u);
  for (std::size_t k = 2; k < 5; ++k) {  // e_{k+1} = e_k²/(2 z_k)
    const double before = problem.iterates[k - 1][0] - std::sqrt(2);
    EXPECT_NEAR((problem.iterates[k][0] - std::sqrt(2)) / (before * before),
                1 / (2 * problem.iterates[k - 1][0]), 1e-3);
  }
}

TEST(Newton, converges_quadratically_on_systems) {
  Equations problem = circle_and_hyperbola(Vector{{3, 0.1}});
  const NewtonReport report = Newton(2, 20).solve(problem, every_iteration, nullptr);
  ASSERT_TRUE(report.converged());
  EXPECT_LT((problem.z - circle_root).norm(), 1e-14);
  std::vector<double> error;
  for (const Vector& z : problem.iterates) error.push_back((z - circle_root).norm());
  ASSERT_GE(error.size(), 5u);
  for (std::size_t k = 2; k < 5; ++k) EXPECT_LT(error[k], 2 * error[k - 1] * error[k - 1] + 1e-15);
  EXPECT_LE(report.iterations, 7);
}

// The rate of an old matrix J is |1 − f'(z*)/J|.
TEST(Newton, measures_the_rate_of_an_old_matrix) {
  Equations problem = square_root_of_two(1.3);
  problem.use_matrix(trammel::Matrix::Constant(1, 1, 4.0));
  const NewtonReport report = Newton(1, 50).solve(problem, never, nullptr);
  ASSERT_TRUE(report.converged());
  EXPECT_NEAR(report.rate, 1 - 2 * std::sqrt(2.0) / 4, 1e-6);
  EXPECT_FALSE(report.matrix_was_renewed);
  EXPECT_THAT(problem.renewed_at, IsEmpty());
  EXPECT_EQ(report.iterations, int(problem.iterates.size()));
}

class LinearRate : public ::testing::TestWithParam<double> {};
INSTANTIATE_TEST_SUITE_P(rates, LinearRate,
                         ::testing::Values(0.01, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, -0.1,
                                           -0.3, -0.6, -0.8));

// (NEWT.1): what is left is at most one unit; and no iteration is made that the bound does not ask
// for, except the second one that measures the rate.
TEST_P(LinearRate, stops_when_the_error_left_is_one_unit) {
  const double rate = GetParam();
  for (const double start : {0.3, 2.0, 1e2, 12345.0, 1e8}) {
    Equations problem = linear(rate, start);
    const NewtonReport report = Newton(1, 1000).solve(problem, never, nullptr);
    ASSERT_TRUE(report.converged()) << start;
    EXPECT_LE(std::abs(problem.z[0]), 1 + 1e-9) << start;
    EXPECT_NEAR(report.rate, std::abs(rate), 1e-9);
    const double r = std::abs(rate), correction_before = report.size / r;
    if (report.iterations > 2) {
      EXPECT_GT(r / (1 - r) * correction_before, 1 - 1e-9);
    }
  }
}

// The matrix has not changed: the rate of the last solve tells after one correction what is left.
TEST_P(LinearRate, is_remembered_for_the_next_solve) {
  const double rate = GetParam(), r = std::max(0.1, std::abs(rate));
  const double enough = (1 - r) / r;  // a first correction of this size meets (NEWT.1)
  Newton newton(1, 1000);
  Equations first = linear(rate, 1e6);
  ASSERT_TRUE(newton.solve(first, never, nullptr).converged());

  Equations small = linear(rate, 0.99 * enough / (1 - rate));
  const NewtonReport at_once = newton.solve(small, never, nullptr);
  EXPECT_TRUE(at_once.converged());
  EXPECT_EQ(at_once.iterations, 1);
  EXPECT_EQ(at_once.rate, 0);
  EXPECT_LE(std::abs(small.z[0]), 1);

  Equations larger = linear(rate, 1.01 * enough / (1 - rate));
  EXPECT_EQ(newton.solve(larger, never, nullptr).iterations, 2);

  newton.forget_rate();
  Equations again = linear(rate, 0.99 * enough / (1 - rate));
  EXPECT_EQ(newton.solve(again, never, nullptr).iterations, 2);
}

TEST(Newton, forgets_a_slow_rate_gradually) {
  Newton newton(1, 1000);
  Equations slow = linear(0.6, 1e6), fast = linear(0.01, 50);
  ASSERT_TRUE(newton.solve(slow, never, nullptr).converged());
  ASSERT_EQ(newton.solve(fast, never, nullptr).iterations, 2);  // now 0.3·0.6, not 0.01
  const double enough = (1 - 0.18) / 0.18;
  Equations small = linear(0.01, 0.99 * enough / 0.99), larger = linear(0.01, 1.01 * enough / 0.99);
  EXPECT_EQ(newton.solve(small, never, nullptr).iterations, 1);
  EXPECT_EQ(newton.solve(larger, never, nullptr).iterations, 2);
}

TEST(Newton, a_new_matrix_is_not_trusted_with_the_old_rate) {
  Newton newton(1, 20);
  Equations first = linear(0.1, 1e6), second = linear(0.1, 0.5);
  ASSERT_TRUE(newton.solve(first, never, nullptr).converged());
  const JacobianPlan once{{true, false, false, false}};
  const NewtonReport report = newton.solve(second, once, nullptr);
  EXPECT_TRUE(report.matrix_was_renewed);
  EXPECT_EQ(report.iterations, 2);
}

TEST(Newton, stops_at_round_off_whatever_the_rate) {
  Equations problem = linear(0.5, 1e-3);
  problem.round_off_ = 1e-2;
  const NewtonReport report = Newton(1, 20).solve(problem, never, nullptr);
  EXPECT_TRUE(report.converged());
  EXPECT_EQ(report.iterations, 1);

  Equations exact = linear(0, 0);  // the start is the solution
  EXPECT_TRUE(Newton(1, 20).solve(exact, never, nullptr).converged());
}

TEST(Newton, renews_the_matrix_in_the_iterations_of_its_pattern) {
  const auto renewals = [](std::vector<bool> pattern) {
    Equations problem = square_root_of_two(1e6);  // many halvings
    Newton(1, 8).solve(problem, {std::move(pattern)}, nullptr);
    return problem.renewed_at;
  };
  EXPECT_THAT(renewals({true, false, false}), ElementsAre(0, 3, 6));
  EXPECT_THAT(renewals({false, true}), ElementsAre(1, 3, 5, 7));
  EXPECT_THAT(renewals({true}), ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
  EXPECT_THAT(renewals({false}), IsEmpty());
  EXPECT_THAT(renewals({}), IsEmpty());
}

TEST(Newton, renews_at_the_current_iterate) {
  Equations problem = square_root_of_two(4);
  problem.use_matrix(trammel::Matrix::Constant(1, 1, nan));  // the first matrix is the pattern's
  const NewtonReport report = Newton(1, 20).solve(problem, {{true, false}}, nullptr);
  EXPECT_TRUE(report.converged());
  EXPECT_TRUE(report.matrix_was_renewed);
  EXPECT_DOUBLE_EQ(problem.iterates[0][0], 4 - 14.0 / 8);
  const double z = problem.iterates[0][0], again = z - (z * z - 2) / 8;  // the same matrix
  EXPECT_DOUBLE_EQ(problem.iterates[1][0], again);
  EXPECT_DOUBLE_EQ(problem.iterates[2][0], again - (again * again - 2) / (2 * again));
}

TEST(Newton, reports_divergence_early) {
  Equations fast = linear(-3, 100), slow = linear(-1.2, 100), stagnant = linear(0.97, 1e6);
  const NewtonReport of_fast = Newton(1, 20).solve(fast, never, nullptr);
  EXPECT_EQ(of_fast.status, Status::diverged);
  EXPECT_EQ(of_fast.iterations, 2);
  EXPECT_NEAR(of_fast.rate, 3, 1e-12);
  for (Equations* problem : {&slow, &stagnant}) {
    const NewtonReport report = Newton(1, 20).solve(*problem, never, nullptr);
    EXPECT_EQ(report.status, Status::diverged);
    EXPECT_EQ(report.iterations, 3);
    EXPECT_FALSE(report.converged());
  }
}

// A matrix 2.5 times too stiff, then the exact one: corrections of 0.4 z and 0.6 z.
TEST(Newton, recovers_from_a_second_correction_that_is_somewhat_larger) {
  Equations problem = linear(0.6, 1e6);
  const NewtonReport report = Newton(1, 20).solve(problem, {{false, true}}, nullptr);
  EXPECT_TRUE(report.converged());
  EXPECT_EQ(problem.z[0], 0);
}

// The same later: a correction with a new matrix says nothing about divergence when compared with
// one of the old matrix.
TEST(Newton, does_not_blame_a_new_matrix_for_the_old_one) {
  for (const double rate : {0.5, 0.7, 0.9}) {
    Equations problem = linear(rate, 1e6);
    const JacobianPlan plan{{false, false, false, true}};
    const NewtonReport report = Newton(1, 20).solve(problem, plan, nullptr);
    EXPECT_TRUE(report.converged()) << rate;
    EXPECT_THAT(problem.renewed_at, ElementsAre(3));
    EXPECT_EQ(problem.z[0], 0);
  }
}

TEST(Newton, reports_that_it_is_too_slow) {
  Equations problem = linear(0.9, 1e6);
  const NewtonReport report = Newton(1, 7).solve(problem, never, nullptr);
  EXPECT_EQ(report.status, Status::too_slow);
  EXPECT_EQ(report.iterations, 7);
  EXPECT_EQ(problem.residuals, 7);
  EXPECT_EQ(Newton(1, 0).solve(problem, never, nullptr).status, Status::too_slow);
}

TEST(Newton, is_content_to_stand_still_where_the_method_says_so) {
  for (const double stagnation : {1e4, 1e6}) {  // the fifth correction is 65610
    Equations problem = linear(0.9, 1e6);
    problem.stagnation_ = stagnation;
    EXPECT_EQ(Newton(1, 5).solve(problem, never, nullptr).converged(), stagnation > 65610);
  }
}

TEST(Newton, reports_a_singular_matrix_before_correcting) {
  Equations problem = square_root_of_two(4);
  problem.matrix_result = NewtonMatrixResult::singular;
  const NewtonReport report = Newton(1, 20).solve(problem, every_iteration, nullptr);
  EXPECT_EQ(report.status, Status::singular);
  EXPECT_EQ(report.iterations, 0);
  EXPECT_EQ(problem.z[0], 4);
}

TEST(Newton, passes_on_what_the_equations_say) {
  const auto status = [](Outcome outcome, int iteration) {
    Equations problem = linear(0.5, 1e9);
    problem.outcome_at = {{iteration, outcome}};
    const NewtonReport report = Newton(1, 20).solve(problem, never, nullptr);
    EXPECT_EQ(report.iterations, iteration);
    return report.status;
  };
  for (const int iteration : {0, 1, 4}) {
    EXPECT_EQ(status(Outcome::domain_error, iteration), Status::domain_error);
    EXPECT_EQ(status(Outcome::user_stop, iteration), Status::stopped);
  }
  Equations problem = square_root_of_two(4);
  problem.matrix_result = NewtonMatrixResult::domain_error;
  EXPECT_EQ(Newton(1, 20).solve(problem, every_iteration, nullptr).status, Status::domain_error);
  problem.matrix_result = NewtonMatrixResult::stopped;
  EXPECT_EQ(Newton(1, 20).solve(problem, every_iteration, nullptr).status, Status::stopped);
}

TEST(Newton, takes_a_residual_that_is_no_number_for_a_domain_error) {
  for (const double bad : {nan, std::numeric_limits<double>::infinity()}) {
    Equations problem(
        [=](const Vector& z) {
          return Vector{{z[0], z[0] < 5 ? bad : z[1]}};
        },
        [](const Vector&) { return trammel::Matrix::Identity(2, 2); }, Vector{{10, 10}});
    const NewtonReport report = Newton(2, 20).solve(problem, never, nullptr);
    EXPECT_EQ(report.status, Status::domain_error);
    EXPECT_EQ(report.iterations, 1);
  }
}

TEST(Newton, never_applies_a_correction_that_is_no_number) {
  Equations problem = linear(0.5, 1);
  problem.use_matrix(trammel::Matrix::Constant(1, 1, nan));
  const NewtonReport report = Newton(1, 20).solve(problem, never, nullptr);
  EXPECT_EQ(report.status, Status::diverged);
  EXPECT_EQ(problem.z[0], 1);
}

TEST(Newton, names_the_equation_with_the_largest_residual) {
  Equations problem(
      [](const Vector& z) {
        return Vector(Vector{{1, -1e3, 10}} + 0 * z);
      },
      [](const Vector&) { return trammel::Matrix::Identity(3, 3); }, Vector::Zero(3));
  EXPECT_EQ(Newton(3, 5).solve(problem, never, nullptr).worst_row, 1);
}

TEST(Newton, accepts_a_system_without_unknowns) {
  class Nothing final : public NewtonProblem {
    Outcome residual(Vector&) override { return Outcome::ok; }
    NewtonMatrixResult renew_matrix() override { return NewtonMatrixResult::ok; }
    void solve(Vector&) override {}
    double correct(const Vector&) override { return 0; }
  } nothing;
  EXPECT_TRUE(Newton(0, 5).solve(nothing, every_iteration, nullptr).converged());
}

class Listener : public Observer {
 public:
  struct Event {
    IterationEvent scalars;
    Vector residuals, corrections;
  };
  void iteration_done(const IterationEvent& e) override {
    events.push_back({e, e.residuals, e.corrections});
  }
  std::vector<Event> events;
};

TEST(Newton, tells_its_observer_every_iteration) {
  Equations problem = circle_and_hyperbola(Vector{{3, 0.1}});
  Listener listener;
  const JacobianPlan plan{{true, true, false}};
  const NewtonReport report = Newton(2, 20).solve(problem, plan, &listener);
  ASSERT_TRUE(report.converged());
  ASSERT_EQ(int(listener.events.size()), report.iterations);

  Vector z{{3, 0.1}};
  for (std::size_t k = 0; k < listener.events.size(); ++k) {
    const auto& [scalars, residuals, corrections] = listener.events[k];
    EXPECT_EQ(scalars.iteration, int(k) + 1);
    EXPECT_EQ(scalars.new_jacobian, k % 3 != 2);
    EXPECT_EQ(residuals, (Vector{{z.squaredNorm() - 4, z[0] * z[1] - 1}}));
    EXPECT_EQ(scalars.residual, residuals.lpNorm<Eigen::Infinity>());
    EXPECT_EQ(std::abs(residuals[scalars.residual_row]), scalars.residual);
    EXPECT_EQ(std::abs(corrections[scalars.change_column]), scalars.change);
    EXPECT_EQ(scalars.change, corrections.lpNorm<Eigen::Infinity>());
    EXPECT_DOUBLE_EQ(scalars.norm, scalars.change / 1e-10);
    z += corrections;
    EXPECT_EQ(z, problem.iterates[k]);
  }
  EXPECT_EQ(listener.events.back().scalars.norm, report.size);
  EXPECT_EQ(listener.events.back().scalars.residual_row, report.worst_row);
}

TEST(Newton, allocates_nothing) {
  if (!can_count_allocations()) GTEST_SKIP() << "a sanitizer owns malloc";
  class Halving final : public NewtonProblem {  // itself without allocations
   public:
    Outcome residual(Vector& r) override { return r.setConstant(z), Outcome::ok; }
    NewtonMatrixResult renew_matrix() override { return NewtonMatrixResult::ok; }
    void solve(Vector& r) override { r *= 0.5; }
    double correct(const Vector& d) override { return z += d[0], std::abs(d[0]); }
    double z = 1e6;
  } problem;
  Newton newton(100, 50);
  const long before = allocations();
  const NewtonReport report = newton.solve(problem, every_iteration, nullptr);
  EXPECT_EQ(allocations() - before, 0);
  EXPECT_TRUE(report.converged());
}

}  // namespace
}  // namespace trammel::testing
