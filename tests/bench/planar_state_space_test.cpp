// Methods in state space have their order where nothing is stiff. SPDX-License-Identifier: BSD-3-Clause
#include "bench/planar_state_space.h"

#include <gtest/gtest.h>

#include <cmath>

#include "bench/planar_reference.h"

namespace trammel::bench {
namespace {

PlanarDoublePendulum soft() {
  PlanarDoublePendulum p;
  p.stiffness = {3, 2}, p.damping = {0.4, 0.3};
  p.angle = {0, 0.3};
  return p;
}

TEST(StateSpace, has_the_order_of_its_formula) {
  for (const auto& [method, order] :
       {std::pair{StateSpaceMethod::bdf2, 2.0}, {StateSpaceMethod::sdirk4, 4.0}}) {
    const int n = order > 3 ? 100 : 400;
    const double coarse = grid_errors(soft(), run_state_space(soft(), method, 1, n)).largest_angle;
    const double fine =
        grid_errors(soft(), run_state_space(soft(), method, 1, 2 * n)).largest_angle;
    EXPECT_NEAR(std::log2(coarse / fine), order, 0.15) << coarse << " " << fine;
  }
}

TEST(StateSpace, jacobian_is_the_derivative_of_the_rates) {
  const PlanarDoublePendulum p = published_double_pendulum();
  const PlanarState y(0.3, 1.1, -2, 4);
  const Eigen::Matrix4d J = planar_jacobian(p, y);
  for (int j = 0; j < 4; ++j) {
    PlanarState d = PlanarState::Zero();
    d[j] = 1e-6;
    const PlanarState slope = (planar_rates(p, y + d) - planar_rates(p, y - d)) / 2e-6;
    EXPECT_LT((slope - J.col(j)).norm(), 1e-7 * J.norm()) << j;
  }
}

}  // namespace
}  // namespace trammel::bench
