// SPDX-License-Identifier: BSD-3-Clause
#include "bench/planar_reference.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

namespace trammel::bench {

namespace {

using State4 = Eigen::Vector4d;  // angles, rates

constexpr double longest_step = 1e-5;  // the fastest eigenvalue is near −1e5

State4 derivative(const PlanarDoublePendulum& p, const State4& y) {
  const double l = p.length[0], a = l / 2, b = p.length[1] / 2;
  const double inertia1 = p.mass[0] * l * l / 12;
  const double inertia2 = p.mass[1] * p.length[1] * p.length[1] / 12;
  const double between = y[1] - y[0], coupling = p.mass[1] * l * b;
  Eigen::Matrix2d M;
  M << inertia1 + p.mass[0] * a * a + p.mass[1] * l * l, coupling * std::cos(between),
      coupling * std::cos(between), inertia2 + p.mass[1] * b * b;
  const double torque1 = -p.stiffness[0] * (y[0] - p.relaxed[0]) - p.damping[0] * y[2];
  const double torque2 = -p.stiffness[1] * (between - p.relaxed[1]) - p.damping[1] * (y[3] - y[2]);
  const auto weight = [&](double angle) {
    return std::cos(angle) * p.gravity[1] - std::sin(angle) * p.gravity[0];
  };
  const double swing = coupling * std::sin(between);
  const Eigen::Vector2d f(
      swing * y[3] * y[3] + (p.mass[0] * a + p.mass[1] * l) * weight(y[0]) + torque1 - torque2,
      -swing * y[2] * y[2] + p.mass[1] * b * weight(y[1]) + torque2);
  const Eigen::Vector2d acceleration = M.inverse() * f;
  return {y[2], y[3], acceleration[0], acceleration[1]};
}

}  // namespace

std::vector<CosineNode> planar_reference(const PlanarDoublePendulum& p,
                                         const std::vector<double>& times) {
  std::vector<CosineNode> nodes;
  State4 y(p.angle[0], p.angle[1], p.rate[0], p.rate[1]);
  double t = 0;
  for (const double end : times) {
    const int n = std::max(1, int(std::ceil((end - t) / longest_step)));
    const double h = (end - t) / n;
    for (int k = 0; k < n; ++k) {  // Runge-Kutta of order 4
      const State4 k1 = derivative(p, y), k2 = derivative(p, y + h / 2 * k1);
      const State4 k3 = derivative(p, y + h / 2 * k2), k4 = derivative(p, y + h * k3);
      y += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    }
    t = end;
    nodes.push_back({t, {y[0], y[1]}, {y[2], y[3]}});
  }
  return nodes;
}

GridErrors grid_errors(const PlanarDoublePendulum& p, const std::vector<CosineNode>& nodes) {
  std::vector<double> times;
  for (const CosineNode& node : nodes) times.push_back(node.t);
  const std::vector<CosineNode> exact = planar_reference(p, times);
  GridErrors e;
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    const double angle = std::abs(nodes[k].angle[0] - exact[k].angle[0]);
    const double rate = std::abs(nodes[k].rate[0] - exact[k].rate[0]);
    e.average_angle += angle * angle, e.average_rate += rate * rate;
    e.largest_angle = std::max(e.largest_angle, angle);
    e.largest_rate = std::max(e.largest_rate, rate);
  }
  const double n = double(std::max<std::size_t>(nodes.size(), 1));
  e.average_angle = std::sqrt(e.average_angle) / n;
  e.average_rate = std::sqrt(e.average_rate) / n;
  return e;
}

}  // namespace trammel::bench
