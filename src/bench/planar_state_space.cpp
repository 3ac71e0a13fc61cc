// SPDX-License-Identifier: BSD-3-Clause
#include "bench/planar_state_space.h"

#include <Eigen/LU>
#include <array>

#include "bench/planar_reference.h"

namespace trammel::bench {

namespace {

constexpr int most_iterations = 40;
constexpr double tolerance = 1e-12;

// y = base + c f(y), from y; false: no convergence.
bool solve(const PlanarDoublePendulum& p, const PlanarState& base, double c, PlanarState& y) {
  for (int k = 0; k < most_iterations; ++k) {
    const PlanarState residual = y - base - c * planar_rates(p, y);
    const Eigen::Matrix4d J = Eigen::Matrix4d::Identity() - c * planar_jacobian(p, y);
    const PlanarState change = J.partialPivLu().solve(residual);
    y -= change;
    if (!y.allFinite()) return false;
    if (change.cwiseAbs().maxCoeff() < tolerance * std::max(1.0, y.cwiseAbs().maxCoeff()))
      return true;
  }
  return false;
}

bool bdf2_step(const PlanarDoublePendulum& p, double h, bool is_first, PlanarState& y,
               PlanarState& before) {
  const PlanarState now = y;
  const PlanarState base = is_first ? now : PlanarState((4 * now - before) / 3);
  const bool is_solved = solve(p, base, is_first ? h : 2 * h / 3, y);  // (PSS.1)
  before = now;
  return is_solved;
}

bool sdirk4_step(const PlanarDoublePendulum& p, double h, PlanarState& y) {
  using Row = std::array<double, 5>;
  constexpr std::array<Row, 5> a = {{{1. / 4},
                                     {1. / 2, 1. / 4},
                                     {17. / 50, -1. / 25, 1. / 4},
                                     {371. / 1360, -137. / 2720, 15. / 544, 1. / 4},
                                     {25. / 24, -49. / 48, 125. / 16, -85. / 12, 1. / 4}}};
  const PlanarState start = y;
  std::array<PlanarState, 5> f;
  for (std::size_t i = 0; i < 5; ++i) {  // (PSS.2)
    PlanarState base = start;
    for (std::size_t j = 0; j < i; ++j) base += h * a[i][j] * f[j];
    if (!solve(p, base, h / 4, y)) return false;
    f[i] = (y - base) / (h / 4);
  }
  return true;
}

}  // namespace

std::vector<CosineNode> run_state_space(const PlanarDoublePendulum& p, StateSpaceMethod method,
                                        double t_end, int n) {
  const double h = t_end / n;
  std::vector<CosineNode> nodes;
  PlanarState y = planar_start(p), before = y;
  for (int k = 1; k <= n; ++k) {
    const bool is_solved = method == StateSpaceMethod::bdf2 ? bdf2_step(p, h, k == 1, y, before)
                                                            : sdirk4_step(p, h, y);
    if (!is_solved) break;
    nodes.push_back({k * h, {y[0], y[1]}, {y[2], y[3]}});
  }
  return nodes;
}

}  // namespace trammel::bench
