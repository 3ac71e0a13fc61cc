// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/velocity.h"

#include <algorithm>
#include <cmath>

#include "system/redundancy.h"

namespace trammel::analysis {

namespace {

constexpr double epsilon = 1e-12;
// Of Rc, relative to the speed. Linear rows that agree get there; those that stay above contradict
// each other.
constexpr double tolerance = 1e-9;
constexpr double round_off = 1e-14;
constexpr double still = 0.9;  // a violation that is left of the one before

}  // namespace

PositionReport project_velocity(const Dae& dae, const SparseMatrix& weights, const Vector& units,
                                const VelocityLimits& limits, State& s) {
  using Status = PositionReport::Status;
  PositionReport report;
  if (dae.layout().m() == 0) return report;
  Values values = make_values(dae.layout());
  Blocks blocks = make_blocks(dae);
  WeightedProjection projection(weights, dae.pattern(Block::G));
  const auto fail = [&](Status status) {
    report.status = status;
    return report;
  };

  Vector delta(units.size()), scales, scaled;
  double speed = 0, before = 0;
  bool stands = false;
  for (int k = 0;; ++k) {
    const bool renew =
        k == 0 || limits.pattern.empty() || limits.pattern[std::size_t(k) % limits.pattern.size()];
    if (dae.evaluate(s, Ask::velocity, values) != Outcome::ok || !values.c1.allFinite() ||
        (renew && dae.linearise(s, mask(Block::G), blocks) != Outcome::ok))
      return fail(Status::domain_error);
    if (renew) scales = system::row_scales(blocks[Block::G], units);
    scaled = scales.cwiseProduct(values.c1);
    speed = std::max({speed, scaled.lpNorm<Eigen::Infinity>(),
                      s.v.cwiseQuotient(units).lpNorm<Eigen::Infinity>()});
    report.violation = speed > 0 ? scaled.lpNorm<Eigen::Infinity>() / speed : 0;
    report.iterations = k;
    stands = k >= 3 && report.violation >= still * before;
    if (report.violation <= 1e-15 || stands || k >= limits.iterations) break;
    before = report.violation;
    double regular = epsilon;
    while (renew && !projection.factor(blocks[Block::G], scales, regular) && regular < 1)
      regular *= 100;
    projection.solve(values.c1, delta);
    if (!delta.allFinite()) return fail(Status::not_converged);
    s.v += delta;  // (IC.5)
  }
  if (report.violation <= std::clamp(limits.error, round_off, tolerance)) return report;
  if (!stands && report.violation <= limits.error) return report;
  report.culprits = culprits_of(scaled);  // (IC.4)
  return fail(stands ? Status::conflict : Status::not_converged);
}

}  // namespace trammel::analysis
