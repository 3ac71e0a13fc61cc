// Methods on independent coordinates on a closed loop none of whose coordinates is independent for long:
// constraints hold to round-off at all levels, partitions change without a restart, orders stay.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "integrators/measure.h"
#include "integrators/partitioned_integrator.h"
#include "support/small_dae.h"

namespace trammel::testing {
namespace {

// A four-bar linkage with its masses in the pins B and C: crank AB = 1 turns, coupler BC = 3,
// rocker DC = 2.5, frame AD = 3; gravity.
class PinFourBar final : public SmallDae<4, 3> {
 public:
  PinFourBar()
      : SmallDae(vector_layout({Kind::length, Kind::length, Kind::length, Kind::length},
                               {.level_0 = 3})) {}

  State start(double rate) const {
    State s = make_state(layout());
    const double x = 2.5 * std::cos(1.8), y = 2.5 * std::sin(1.8);  // from D to C
    const Eigen::Vector2d C(3 + x, y);
    // B on the circles about A and about C.
    const double d = C.norm(), along = (d * d + 1 - 9) / (2 * d);
    const double across = std::sqrt(1 - along * along);
    const Eigen::Vector2d u = C / d, B = along * u + across * Eigen::Vector2d(-u[1], u[0]);
    s.q << B, C;
    s.v << -rate * B[1], rate * B[0], 0, 0;
    return s;
  }

  double energy(const State& s) const {
    return 0.5 * s.v.squaredNorm() + gravity * (s.q[1] + s.q[3]);
  }

 protected:
  Outcome terms(const State& s, Terms& e) const override {
    const Eigen::Vector2d B = s.q.head<2>(), C = s.q.tail<2>(), DC = C - Eigen::Vector2d(3, 0);
    const Eigen::Vector2d vB = s.v.head<2>(), vC = s.v.tail<2>();
    e.M.setIdentity();
    e.Q << 0, -gravity, 0, -gravity;
    e.c0 << (B.squaredNorm() - 1) / 2, ((C - B).squaredNorm() - 9) / 2,
        (DC.squaredNorm() - 6.25) / 2;
    e.G.row(0) << B.transpose(), 0, 0;
    e.G.row(1) << (B - C).transpose(), (C - B).transpose();
    e.G.row(2) << 0, 0, DC.transpose();
    e.Gq.row(0) << vB.transpose(), 0, 0;
    e.Gq.row(1) << (vB - vC).transpose(), (vC - vB).transpose();
    e.Gq.row(2) << 0, 0, vC.transpose();
    e.c1 = e.G * s.v;
    e.c2 = e.G * s.a + e.Gq * s.v;
    const Eigen::Matrix2d one = Eigen::Matrix2d::Identity();
    e.Kg.topLeftCorner<2, 2>() = (s.lambda[0] + s.lambda[1]) * one;
    e.Kg.bottomRightCorner<2, 2>() = (s.lambda[1] + s.lambda[2]) * one;
    e.Kg.topRightCorner<2, 2>() = e.Kg.bottomLeftCorner<2, 2>() = -s.lambda[1] * one;
    return Outcome::ok;
  }

 private:
  static constexpr double gravity = 9.81;
};

State consistent_start(const PinFourBar& dae) {
  State s = dae.start(12);
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
