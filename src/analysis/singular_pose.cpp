// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/singular_pose.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "numerics/dense.h"
#include "system/redundancy.h"

namespace trammel::analysis {

namespace {

constexpr double almost_dependent = 1e-3;  // smallest pivot of rows of length one
constexpr int most_coordinates = 1500;     // for dense matrices

}  // namespace

SingularPoses::SingularPoses(const system::System& system, Vector units)
    : system_(system),
      units_(std::move(units)),
      is_square_(system.layout().m() == system.layout().n),
      blocks_(make_blocks(system)) {
  if (is_square_) solver_.analyse(system.pattern(Block::G));
}

int SingularPoses::side(const State& s) {
  if (!is_square_ || system_.linearise(s, mask(Block::G), blocks_) != Outcome::ok) return 0;
  return solver_.factor(blocks_[Block::G]).ok() ? solver_.determinant_sign() : 0;  // (KIN.4)
}

Matrix SingularPoses::scaled() const {
  const SparseMatrix& gamma = blocks_[Block::G];
  return system::row_scales(gamma, units_).asDiagonal() * gamma.dense() * units_.asDiagonal();
}

SingularPoses::Report SingularPoses::examine(const State& s) {
  Report report;
  const int n = system_.layout().n;
  if (!is_square_ || n == 0 || n > most_coordinates) return report;
  State rest = s;
  rest.v.setZero();
  Values values = make_values(system_.layout());
  if (system_.linearise(s, mask(Block::G), blocks_) != Outcome::ok ||
      system_.evaluate(rest, Ask::velocity, values) != Outcome::ok)
    return report;
  const Matrix gamma = scaled();
  if (!gamma.allFinite()) return report;
  const Vector w = PivotedQr(gamma).q().col(n - 1);  // (KIN.2)
  const Vector u = PivotedQr(gamma.transpose()).q().col(n - 1);
  const double smallest = (gamma * u).norm();
  if (smallest > almost_dependent) return report;
  // Where branches cross, velocities v are finite and wᵀΦ_t = −wᵀΓv is as small as the pivot.
  const Vector pushed =
      system::row_scales(blocks_[Block::G], units_).cwiseProduct(values.c1);  // Φ_t
  const double push = std::abs(w.dot(pushed));
  report.kind =
      push > std::sqrt(smallest) * pushed.norm() ? Kind::locks : Kind::branches;  // (KIN.3)
  Eigen::Index row = 0, column = 0;
  w.cwiseAbs().maxCoeff(&row);
  u.cwiseAbs().maxCoeff(&column);
  report.constraint = system_.row_name(n + int(row));
  report.motion = system_.column_name(int(column)) + place(int(column), s);
  return report;
}

std::string SingularPoses::place(int column, const State& s) const {
  const auto& bodies = system_.equations().skeleton.bodies;
  const auto after =
      std::upper_bound(bodies.begin(), bodies.end(), column,
                       [](int entry, const elements::Body& body) { return entry < body.v; });
  if (after == bodies.begin()) return "";
  const elements::Body& body = *std::prev(after);
  if (body.kind == elements::Body::Kind::path) return "";
  const Vec3 r = elements::motion(body, s.q, s.v, s.a).r;
  return fmt::format(" (its centre is at {:.6g}, {:.6g}, {:.6g})", r.x(), r.y(), r.z());
}

}  // namespace trammel::analysis
