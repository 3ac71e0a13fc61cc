// Time derivatives of measures from their derivatives with respect to marker motion.
//
// With n_c the gradient terms, B_cd the curvature blocks and ċ the rate of coordinate c:
//   ṡ = Σ n_c·ċ                                                                       (MEAS.2)
//   s̈ = Σ n_c·c̈ + Σ ċ·B_cd ḋ                                                          (MEAS.3)
//   δṡ = Σ n_c·δċ + Σ ċ·B_cd δd                                                       (MEAS.4)
// SPDX-License-Identifier: BSD-3-Clause
#include "kinematics/kernels.h"

namespace trammel::kinematics {
namespace {

Coordinate raised(Coordinate of) {
  return {of.slot, static_cast<Quantity>(static_cast<int>(of.quantity) + 2)};
}

}  // namespace

const Vec3& rate(const Markers& at, Coordinate of) {
  const MarkerMotion& marker = at[of.slot];
  switch (of.quantity) {
    case Quantity::r:
      return marker.v;
    case Quantity::theta:
      return marker.omega;
    case Quantity::v:
      return marker.a;
    default:
      break;
  }
  assert(of.quantity == Quantity::omega);  // accelerations have no rate
  return marker.omega_dot;
}

double rate(const Gradient& n, const Markers& at) {
  double sum = 0;
  for (const Gradient::Term& term : n) sum += term.n.dot(rate(at, term.of));  // (MEAS.2)
  return sum;
}

TimeSeries series_by_chain_rule(const Kernel& kernel, int level, const Recipe& recipe,
                                const Markers& at) {
  Gradient n;
  TimeSeries s;
  s.value = kernel.gradient(recipe, at, n);
  if (level == 2) return s;
  s.rate = rate(n, at);
  if (level == 1) return s;

  Curvature B;
  kernel.curvature(recipe, at, 1, B);
  for (const Gradient::Term& term : n)
    s.acceleration += term.n.dot(rate(at, raised(term.of)));  // (MEAS.3)
  for (const Curvature::Block& block : B)
    s.acceleration += rate(at, block.row).dot(block.value * rate(at, block.column));
  return s;
}

void rate_gradient(const Measure& position, const Markers& at, Gradient& n) {
  assert(position.level == 0);
  Gradient of_value;
  Curvature B;
  position.gradient(at, of_value);
  position.curvature(at, 1, B);

  n.clear();
  for (const Gradient::Term& term : of_value) {
    Vec3 sum = Vec3::Zero();
    for (const Curvature::Block& block : B)
      if (block.column == term.of) sum += block.value.transpose() * rate(at, block.row);
    n.add(term.of, sum);  // (MEAS.4)
  }
  for (const Gradient::Term& term : of_value) n.add(raised(term.of), term.n);
}

}  // namespace trammel::kinematics
