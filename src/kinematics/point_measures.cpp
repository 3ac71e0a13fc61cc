// Measures of marker origins alone.
//
// Speed of separation, d = r_i − r_j, u = d/|d|:
//   s = u·ḋ,   n_ḋ = u,   n_d = P ḋ,   P = ∂u/∂d = (I − u uᵀ)/|d|                      (MEAS.15)
//   ∂n_ḋ/∂d = P                                                                       (MEAS.16)
//
// Angle at j between the rays p = r_i − r_j and q = r_k − r_j, c = p×q, m = c/|c|:
//   s = atan2(|c|, p·q),   n_p = p×m/|p|²,   n_q = m×q/|q|²                            (MEAS.17)
//   ∂n_p/∂y = ([p×] M_y − δ_yp [m×])/|p|² − 2 δ_yp n_p pᵀ/|p|²                         (MEAS.18)
//   ∂n_q/∂y = (δ_yq [m×] − [q×] M_y)/|q|² − 2 δ_yq n_q qᵀ/|q|²
//   M_p = ∂m/∂p = −(I − m mᵀ)/|c| [q×],   M_q = ∂m/∂q = (I − m mᵀ)/|c| [p×]            (MEAS.19)
//
// Coincident points and rays in line have no direction: what would divide by zero is zero.
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "kinematics/kernels.h"

namespace trammel::kinematics {
namespace {

struct SeparationSpeed {
  static double value(const Recipe&, const Markers& at) {
    return Direction(at.i().r - at.j().r).u.dot(at.i().v - at.j().v);
  }

  static double gradient(const Recipe&, const Markers& at, Gradient& n) {
    const Direction d(at.i().r - at.j().r);
    const Vec3 d_dot = at.i().v - at.j().v;
    const double s = d.u.dot(d_dot);
    const Vec3 n_d = d.inverse_length * (d_dot - s * d.u);  // (MEAS.15)
    n.clear();
    n.add(v_i, d.u);
    n.add(v_j, -d.u);
    n.add(r_i, n_d);
    n.add(r_j, -n_d);
    return s;
  }

  static void curvature(const Recipe&, const Markers& at, double multiplier, Curvature& B) {
    const Mat3 P = multiplier * Direction(at.i().r - at.j().r).projector();  // (MEAS.16)
    B.clear();
    B.add(v_i, r_i, P);
    B.add(v_i, r_j, -P);
    B.add(v_j, r_i, -P);
    B.add(v_j, r_j, P);
  }

  static TimeSeries series(const Recipe& recipe, const Markers& at) {
    return series_by_chain_rule(separation_speed, 1, recipe, at);
  }
};

// The two rays and the unit normal of their plane.
struct Rays {
  explicit Rays(const Markers& at) : p(at.i().r - at.j().r), q(at.k().r - at.j().r), c(p.cross(q)) {
    const double p2 = p.squaredNorm(), q2 = q.squaredNorm();
    inverse_p2 = p2 > shortest ? 1 / p2 : 0;
    inverse_q2 = q2 > shortest ? 1 / q2 : 0;
    const double length = c.norm();
    inverse_c = length > smallest_sine * std::sqrt(p2 * q2) ? 1 / length : 0;
    m = inverse_c * c;
  }

  double angle() const { return std::atan2(c.norm(), p.dot(q)); }
  Vec3 n_p() const { return inverse_p2 * p.cross(m); }  // (MEAS.17)
  Vec3 n_q() const { return inverse_q2 * m.cross(q); }

  Vec3 p, q, c, m;
  double inverse_p2, inverse_q2, inverse_c;
};

struct IncludedAngle {
  static double value(const Recipe&, const Markers& at) { return Rays(at).angle(); }

  static double gradient(const Recipe&, const Markers& at, Gradient& n) {
    const Rays rays(at);
    const Vec3 n_p = rays.n_p(), n_q = rays.n_q();
    n.clear();
    n.add(r_i, n_p);
    n.add(r_j, -n_p - n_q);
    n.add(r_k, n_q);
    return rays.angle();
  }

  static void curvature(const Recipe&, const Markers& at, double multiplier, Curvature& B) {
    const Rays rays(at);
    const Mat3 P = rays.inverse_c * (Mat3::Identity() - rays.m * rays.m.transpose());
    const Mat3 p = skew(rays.p), q = skew(rays.q), m = skew(rays.m);
    const Mat3 M_p = -P * q, M_q = P * p;  // (MEAS.19)
    const double scale_p = multiplier * rays.inverse_p2, scale_q = multiplier * rays.inverse_q2;
    const Mat3 pp = scale_p * (p * M_p - m - 2 * rays.n_p() * rays.p.transpose());  // (MEAS.18)
    const Mat3 pq = scale_p * p * M_q;
    const Mat3 qp = -scale_q * q * M_p;
    const Mat3 qq = scale_q * (m - q * M_q - 2 * rays.n_q() * rays.q.transpose());
    B.clear();
    B.add(r_i, r_i, pp);
    B.add(r_i, r_j, -pp - pq);
    B.add(r_i, r_k, pq);
    B.add(r_j, r_i, -pp - qp);
    B.add(r_j, r_j, pp + pq + qp + qq);
    B.add(r_j, r_k, -pq - qq);
    B.add(r_k, r_i, qp);
    B.add(r_k, r_j, -qp - qq);
    B.add(r_k, r_k, qq);
  }

  static TimeSeries series(const Recipe& recipe, const Markers& at) {
    return series_by_chain_rule(included_angle, 0, recipe, at);
  }
};

}  // namespace

constinit const Kernel separation_speed = {SeparationSpeed::value, SeparationSpeed::gradient,
                                           SeparationSpeed::curvature, SeparationSpeed::series};
constinit const Kernel included_angle = {IncludedAngle::value, IncludedAngle::gradient,
                                         IncludedAngle::curvature, IncludedAngle::series};

}  // namespace trammel::kinematics
