// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/interpolant.h"

#include <cmath>

#include "math/rotation.h"
#include "numerics/every_problem.h"
#include "support/allocations.h"

namespace trammel::testing {
namespace {

HermiteInterpolant between(const Dae& dae, const State& s0, const State& s1) {
  Vector increment(dae.layout().n);
  dae.difference(s1.q, s0.q, increment);
  HermiteInterpolant interpolant(dae);
  interpolant.set(s0, s1, increment);
  return interpolant;
}

class InterpolantOf : public EveryProblem {
 protected:
  HermiteInterpolant step(double part, double h) const {
    const double t = part * problem().t_end;
    return between(dae(), problem().reference(t), problem().reference(t + h));
  }
  State inside(const HermiteInterpolant& interpolant, double part) const {
    State s = make_state(layout());
    interpolant.at(interpolant.begin() + part * (interpolant.end() - interpolant.begin()), s);
    return s;
  }
  // A step in which no body turns far.
  double moderate_step() const {
    return std::min(0.1 * problem().t_end, 0.5 * dae().largest_step(on_the_way(0.3)));
  }
};
INSTANTIATE_TEST_SUITE_P(textbook, InterpolantOf, ::testing::ValuesIn(all_test_problems()),
                         problem_name);

void expect_same(const State& found, const State& expected, double tolerance) {
  EXPECT_EQ(found.t, expected.t);
  EXPECT_LE(largest(found.q - expected.q), tolerance);
  EXPECT_EQ(found.v, expected.v);
  EXPECT_EQ(found.a, expected.a);
  EXPECT_EQ(found.lambda, expected.lambda);
  EXPECT_EQ(found.x, expected.x);
  EXPECT_EQ(found.x_dot, expected.x_dot);
  EXPECT_EQ(found.y, expected.y);
  EXPECT_EQ(found.memory, expected.memory);
}

TEST_P(InterpolantOf, returns_the_ends_as_they_are) {
  const double t = 0.3 * problem().t_end, h = moderate_step();
  State s0 = problem().reference(t), s1 = problem().reference(t + h);
  s0.memory = Vector{{1, 2}}, s1.memory = Vector{{3, 4}};
  HermiteInterpolant interpolant = between(dae(), s0, s1);
  EXPECT_EQ(interpolant.begin(), s0.t);
  EXPECT_EQ(interpolant.end(), s1.t);
  State s = make_state(layout());
  interpolant.at(s1.t, s);
  expect_same(s, s1, 0);
  interpolant.at(s0.t, s);
  expect_same(s, s0, 2e-16);  // unit quaternions are normalised once more

  s1.memory = Vector{{5, 6}};  // commit() changes it once the step is accepted
  interpolant.set_end_memory(s1.memory);
  interpolant.at(s1.t, s);
  expect_same(s, s1, 0);
}

// Slopes at the ends, also over large rotations: there they need the tangent operator.
TEST_P(InterpolantOf, positions_leave_and_arrive_with_the_velocities) {
  const State s0 = off_the_way(0.3);
  State s1 = off_the_way(0.6);
  const double h = 0.1;
  s1.t = s0.t + h;
  const Vector increment = 1.2 * random_vector(layout().n);
  dae().retract(s0.q, increment, s1.q);
  HermiteInterpolant interpolant(dae());
  interpolant.set(s0, s1, increment);

  const auto position = [&](double t) { return Vector(inside(interpolant, t).q); };
  const double d = 1e-3;  // of the step; one-sided, fourth order, since there is nothing outside
  const auto slope_at = [&](double end, double inwards) {
    const auto q = [&](int k) { return position(end + inwards * k * d); };
    return Vector((-25 * q(0) + 48 * q(1) - 36 * q(2) + 16 * q(3) - 3 * q(4)) /
                  (12 * d * inwards * h));
  };
  Vector v0(layout().n), v1(layout().n);
  dae().velocity(s0.q, slope_at(0, 1), v0);
  dae().velocity(s1.q, slope_at(1, -1), v1);
  const double scale = 1 + largest(s0.v) + largest(s1.v) + largest(s0.q) / h;
  EXPECT_LT(largest(v0 - s0.v), 1e-7 * scale);
  EXPECT_LT(largest(v1 - s1.v), 1e-7 * scale);
}

TEST_P(InterpolantOf, velocities_and_states_leave_and_arrive_with_their_rates) {
  const HermiteInterpolant interpolant = step(0.3, moderate_step());
  const double h = interpolant.end() - interpolant.begin(), d = 1e-4;
  for (const double end : {0.0, 1.0}) {
    const State at = inside(interpolant, end);
    const double inwards = end == 0 ? d : -d;
    const State near = inside(interpolant, end + inwards),
                far = inside(interpolant, end + 2 * inwards);
    const Vector v_dot = (-3 * at.v + 4 * near.v - far.v) / (2 * inwards * h);
    const Vector x_dot = (-3 * at.x + 4 * near.x - far.x) / (2 * inwards * h);
    EXPECT_LT(largest(v_dot - at.a), 1e-6 * (1 + largest(at.a) + largest(at.v) / h));
    EXPECT_LT(largest(x_dot - at.x_dot), 1e-6 * (1 + largest(at.x_dot) + largest(at.x) / h));
  }
}

// Largest errors inside steps of size h, compared with the reference.
struct InsideErrors {
  double q = 0, v = 0, x = 0, a = 0, lambda = 0, x_dot = 0, y = 0, constraint = 0;
};

class SmoothInterpolantOf : public InterpolantOf {
 protected:
  InsideErrors errors(double h) const {
    InsideErrors e;
    Vector delta(layout().n);
    Values values = make_values(layout());
    for (const double begin : {0.05, 0.4, 0.8}) {
      const HermiteInterpolant interpolant = step(begin, h);
      for (const double part : {0.2, 0.5, 0.7}) {
        const State s = inside(interpolant, part), exact = problem().reference(s.t);
        dae().difference(s.q, exact.q, delta);
        dae().evaluate(s, Ask::position, values);
        const auto raise = [](double& error, const Vector& d) {
          error = std::max(error, largest(d));
        };
        raise(e.q, delta), raise(e.v, s.v - exact.v), raise(e.x, s.x - exact.x);
        raise(e.a, s.a - exact.a), raise(e.lambda, s.lambda - exact.lambda);
        raise(e.x_dot, s.x_dot - exact.x_dot), raise(e.y, s.y - exact.y);
        raise(e.constraint, values.c0);
      }
    }
    return e;
  }

  // Short enough to resolve the fastest modes of stiff problems, long enough to be above round-off.
  double suitable_step() const {
    const State at = on_the_way(0.4);
    for (double h = moderate_step(); h > 1e-6 * problem().t_end; h /= 2) {
      const InsideErrors e = errors(h);
      if (e.q < 1e-8 * (1 + largest(at.q)) && e.v < 2e-10 * (1 + largest(at.v))) return h;
    }
    return 1e-6 * problem().t_end;
  }
};

std::vector<TestProblem> smooth_problems() {
  std::vector<TestProblem> list;
  for (const TestProblem& problem : all_test_problems())
    if (problem.smooth) list.push_back(problem);
  return list;
}
INSTANTIATE_TEST_SUITE_P(textbook, SmoothInterpolantOf, ::testing::ValuesIn(smooth_problems()),
                         problem_name);

TEST_P(SmoothInterpolantOf, has_order_four_in_position_and_velocity_and_two_in_forces) {
  const double h = suitable_step();
  const InsideErrors coarse = errors(h), fine = errors(h / 2);
  const State at = on_the_way(0.4);
  const auto expect_order = [&](const char* what, double order, double e1, double e2, double size) {
    if (e2 < 1e-13 * (1 + size)) return;  // exact but for round-off
    EXPECT_GT(std::log2(e1 / e2), order - 0.25)
        << what << ": " << e1 << ", " << e2 << ", h = " << h;
  };
  expect_order("q", 4, coarse.q, fine.q, largest(at.q));
  expect_order("v", 4, coarse.v, fine.v, largest(at.v));
  expect_order("x", 4, coarse.x, fine.x, largest(at.x));
  expect_order("a", 2, coarse.a, fine.a, largest(at.a));
  expect_order("lambda", 2, coarse.lambda, fine.lambda, largest(at.lambda));
  expect_order("x_dot", 2, coarse.x_dot, fine.x_dot, largest(at.x_dot));
  expect_order("y", 2, coarse.y, fine.y, largest(at.y));
  expect_order("constraint", 4, coarse.constraint, fine.constraint, largest(at.q));
}

TEST_P(InterpolantOf, keeps_quaternions_unit) {
  const HermiteInterpolant interpolant = step(0.3, moderate_step());
  for (double part = 0; part <= 1; part += 0.1) {
    const State s = inside(interpolant, part);
    for (const Rotation& r : layout().rotations) EXPECT_NEAR(s.q.segment<4>(r.q).norm(), 1, 1e-15);
  }
}

TEST_P(InterpolantOf, allocates_nothing_after_the_first_step) {
  if (!can_count_allocations()) GTEST_SKIP() << "a sanitizer owns malloc";
  const double t = 0.3 * problem().t_end, h = moderate_step();
  const State s0 = problem().reference(t), s1 = problem().reference(t + h);
  HermiteInterpolant interpolant = between(dae(), s0, s1);
  Vector increment(layout().n);
  State out = make_state(layout());
  const long before = allocations();
  dae().difference(s1.q, s0.q, increment);
  interpolant.set(s0, s1, increment);
  for (const double part : {0.0, 0.3, 1.0}) interpolant.at(t + part * (s1.t - t), out);
  EXPECT_EQ(allocations() - before, 0);
}

// Before the first step both ends are the start.
TEST_P(InterpolantOf, of_a_step_without_length_is_its_end) {
  HermiteInterpolant interpolant(dae());
  interpolant.set(problem().start, problem().start, Vector::Zero(layout().n));
  State s = make_state(layout());
  interpolant.at(problem().start.t, s);
  expect_same(s, problem().start, 0);
}

}  // namespace
}  // namespace trammel::testing
