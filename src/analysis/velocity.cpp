// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/velocity.h"

#include <algorithm>
#include <cmath>

namespace trammel::analysis {

namespace {

constexpr int most_steps = 30;
constexpr double epsilon = 1e-12;
constexpr double tolerance = 1e-9;  // of Rc, relative to the speed

}  // namespace

PositionReport project_velocity(const Dae& dae, const SparseMatrix& weights, const Vector& units,
                                State& s) {
  using Status = PositionReport::Status;
  PositionReport report;
  if (dae.layout().m() == 0) return report;
  Values values = make_values(dae.layout());
  Blocks blocks = make_blocks(dae);
  WeightedProjection projection(weights, dae.pattern(Block::G), units);
  const auto fail = [&](Status status) {
    report.status = status;
    return report;
  };

  Vector delta(units.size()), scaled;
  double speed = 0, before = 0;
  for (int k = 0; k < most_steps; ++k) {
    if (dae.evaluate(s, Ask::velocity, values) != Outcome::ok || !values.c1.allFinite() ||
        dae.linearise(s, mask(Block::G), blocks) != Outcome::ok)
      return fail(Status::domain_error);
    const Vector scales = projection.row_scales(blocks[Block::G]);
    scaled = scales.cwiseProduct(values.c1);
    speed = std::max({speed, scaled.lpNorm<Eigen::Infinity>(),
                      s.v.cwiseQuotient(units).lpNorm<Eigen::Infinity>()});
    report.violation = speed > 0 ? scaled.lpNorm<Eigen::Infinity>() / speed : 0;
    report.iterations = k;
    const bool progress = k < 3 || report.violation < 0.5 * before;
    if (report.violation <= 1e-15 || !progress) break;
    before = report.violation;
    double regular = epsilon;
    while (!projection.factor(blocks[Block::G], scales, regular) && regular < 1) regular *= 100;
    projection.solve(values.c1, delta);
    if (!delta.allFinite()) return fail(Status::not_converged);
    s.v += delta;  // (IC.5)
  }
  if (report.violation <= tolerance) return report;
  const Vector share = scaled.cwiseAbs();  // (IC.4)
  for (int i = 0; i < share.size(); ++i)
    if (share[i] >= PositionReport::smallest_share * share.maxCoeff()) report.culprits.push_back(i);
  return fail(Status::conflict);
}

}  // namespace trammel::analysis
