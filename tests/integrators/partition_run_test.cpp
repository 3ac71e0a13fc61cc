// Methods on independent coordinates on a closed loop none of whose coordinates is independent for long:
// constraints hold to round-off at all levels, partitions change without a restart, orders stay.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "integrators/measure.h"
#include "integrators/partitioned_integrator.h"
#include "support/pin_four_bar.h"

namespace trammel::testing {
namespace {

// With the default sizes the crank turns.
State consistent_start(const PinFourBar& dae) {
  constexpr double rate = 12;
  State s = make_state(dae.layout());
  const Eigen::Vector2d C(3 + 2.5 * std::cos(1.8), 2.5 * std::sin(1.8));
  // B on the circles about A and about C.
  const double d = C.norm(), along = (d * d + 1 - 9) / (2 * d);
  const double across = std::sqrt(1 - along * along);
  const Eigen::Vector2d u = C / d, B = along * u + across * Eigen::Vector2d(-u[1], u[0]);
  s.q << B, C;
  s.v << -rate * B[1], rate * B[0], 0, 0;
  EXPECT_TRUE(IndexOne(dae).make_consistent(s).ok());
  return s;
}

double largest(const Vector& v) {
  return v.cwiseAbs().maxCoeff();
}

TEST(Partitions, keep_all_constraints_through_a_minute_of_a_closed_loop) {
  const PinFourBar dae;
  const State start = consistent_start(dae);
  Values values = make_values(dae.layout());
  for (const char* name : {"abam", "tlismni-am4"}) {
    SCOPED_TRACE(name);
    IntegratorOptions options;
    options.error = 1e-8;
    const auto method = find_integrator(name)->make(dae, options);
    ASSERT_TRUE(method->start(start).ok());
    double position = 0, velocity = 0, acceleration = 0;
    while (method->state().t < 60) {
      const StepReport report = method->step(60);
      ASSERT_TRUE(report.ok()) << report.message;
      const State& s = method->state();
      dae.evaluate(s, Ask::position | Ask::velocity | Ask::acceleration, values);
      position = std::max(position, largest(values.c0));
      velocity = std::max(velocity, largest(values.c1) / std::max(1.0, largest(s.v)));
      acceleration = std::max(acceleration, largest(values.c2) / std::max(1.0, largest(s.a)));
    }
    EXPECT_GE(dynamic_cast<const PartitionedIntegrator&>(*method).partitions(), 50);
    EXPECT_EQ(method->statistics().restarts, 0);
    EXPECT_LT(position, 2e-14);
    EXPECT_LT(velocity, 2e-14);
    EXPECT_LT(acceleration, 1e-13);
    EXPECT_NEAR(dae.energy(method->state()), dae.energy(start), 1e-4 * dae.energy(start));
  }
}

TEST(Partitions, leave_orders_as_they_are) {
  const PinFourBar dae;
  const State start = consistent_start(dae);
  constexpr double end = 1;  // two turns of the crank
  const auto end_of = [&](const char* name, const Steps& steps, IntegratorOptions options) {
    if (!steps.empty()) options.step.fixed = steps.front();
    const auto method = find_integrator(name)->make(dae, options);
    EXPECT_TRUE(method->start(start).ok());
    for (std::size_t k = 0; steps.empty() ? method->state().t < end : k < steps.size(); ++k) {
      if (!steps.empty()) method->set_fixed_step(steps[k]);
      const StepReport report = method->step(steps.empty() ? end : 2 * end);
      EXPECT_TRUE(report.ok()) << report.message;
      if (!report.ok()) break;
    }
    return method->state().q;
  };
  const Vector exact = end_of("abam", {}, study_options());
  for (const auto& [name, order, n] : {std::tuple{"tlismni-trapezoidal", 2, 1600},
                                       {"tlismni-hht", 2, 1600},
                                       {"tlismni-bdf2", 2, 1600},
                                       {"tlismni-am3", 3, 1600},
                                       {"tlismni-am4", 4, 800},
                                       {"sdirk4", 4, 800}})
    for (const auto sequence : {constant_steps, alternating_steps}) {
      const double coarse = largest(end_of(name, sequence(end, n), study_options()) - exact);
      const double fine = largest(end_of(name, sequence(end, 2 * n), study_options()) - exact);
      EXPECT_NEAR(std::log2(coarse / fine), order, 0.15) << name << ": " << coarse << " " << fine;
    }
}

}  // namespace
}  // namespace trammel::testing
