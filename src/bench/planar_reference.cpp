// SPDX-License-Identifier: BSD-3-Clause
#include "bench/planar_reference.h"

#include <algorithm>
#include <cmath>
#include <complex>

namespace trammel::bench {

namespace {

using Complex = std::complex<double>;

constexpr double longest_step = 1e-5;  // the fastest eigenvalue is near −1e5

template <class Scalar>
Eigen::Matrix<Scalar, 4, 1> derivative(const PlanarDoublePendulum& p,
                                       const Eigen::Matrix<Scalar, 4, 1>& y) {
  using std::cos, std::sin;
  const double l = p.length[0], a = l / 2, b = p.length[1] / 2;
  const double inertia1 = p.mass[0] * l * l / 12;
  const double inertia2 = p.mass[1] * p.length[1] * p.length[1] / 12;
  const Scalar between = y[1] - y[0];
  const double coupling = p.mass[1] * l * b;
  const double m11 = inertia1 + p.mass[0] * a * a + p.mass[1] * l * l;
  const double m22 = inertia2 + p.mass[1] * b * b;
  const Scalar m12 = coupling * cos(between), swing = coupling * sin(between);
  const Scalar torque1 = -p.stiffness[0] * (y[0] - p.relaxed[0]) - p.damping[0] * y[2];
  const Scalar torque2 = -p.stiffness[1] * (between - p.relaxed[1]) - p.damping[1] * (y[3] - y[2]);
  const auto weight = [&](const Scalar& angle) {
    return cos(angle) * p.gravity[1] - sin(angle) * p.gravity[0];
  };
  const Scalar f1 =
      swing * y[3] * y[3] + (p.mass[0] * a + p.mass[1] * l) * weight(y[0]) + torque1 - torque2;
  const Scalar f2 = -swing * y[2] * y[2] + p.mass[1] * b * weight(y[1]) + torque2;
  const Scalar determinant = m11 * m22 - m12 * m12;
  return {y[2], y[3], (m22 * f1 - m12 * f2) / determinant, (m11 * f2 - m12 * f1) / determinant};
}

}  // namespace

PlanarState planar_start(const PlanarDoublePendulum& p) {
  return {p.angle[0], p.angle[1], p.rate[0], p.rate[1]};
}

PlanarState planar_rates(const PlanarDoublePendulum& p, const PlanarState& y) {
  return derivative<double>(p, y);
}

Eigen::Matrix4d planar_jacobian(const PlanarDoublePendulum& p, const PlanarState& y) {
  constexpr double tiny = 1e-30;  // complex step: derivatives to the last digit
  Eigen::Matrix4d J;
  for (int j = 0; j < 4; ++j) {
    Eigen::Matrix<Complex, 4, 1> z = y.cast<Complex>();
    z[j] += Complex(0, tiny);
    J.col(j) = derivative<Complex>(p, z).imag() / tiny;
  }
  return J;
}

std::vector<CosineNode> planar_reference(const PlanarDoublePendulum& p,
                                         const std::vector<double>& times) {
  std::vector<CosineNode> nodes;
  PlanarState y = planar_start(p);
  double t = 0;
  for (const double end : times) {
    const int n = std::max(1, int(std::ceil((end - t) / longest_step)));
    const double h = (end - t) / n;
    for (int k = 0; k < n; ++k) {  // Runge-Kutta of order 4
      const PlanarState k1 = planar_rates(p, y), k2 = planar_rates(p, y + h / 2 * k1);
      const PlanarState k3 = planar_rates(p, y + h / 2 * k2), k4 = planar_rates(p, y + h * k3);
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
