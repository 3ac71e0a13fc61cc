// The planar double pendulum in its two angles, integrated as closely as numbers allow, and the errors of
// other solutions against it.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>

#include "bench/direction_cosines.h"

namespace trammel::bench {

using PlanarState = Eigen::Vector4d;  // angles, rates

PlanarState planar_start(const PlanarDoublePendulum&);
PlanarState planar_rates(const PlanarDoublePendulum&, const PlanarState&);
Eigen::Matrix4d planar_jacobian(const PlanarDoublePendulum&, const PlanarState&);

// At ascending times.
std::vector<CosineNode> planar_reference(const PlanarDoublePendulum&,
                                         const std::vector<double>& times);

struct GridErrors {                            // of the first angle and its rate
  double average_angle = 0, average_rate = 0;  // (1/n) ‖error‖₂, as in the paper's Table 1
  double largest_angle = 0, largest_rate = 0;
};
GridErrors grid_errors(const PlanarDoublePendulum&, const std::vector<CosineNode>&);

}  // namespace trammel::bench
