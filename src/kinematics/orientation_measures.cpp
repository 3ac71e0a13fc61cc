// Measures of the rotation of marker i relative to marker j.
//
// Such a measure feels only the relative rotation, w = ω_i − ω_j, so one vector and one matrix hold
// all its derivatives:
//   n = n_θi = −n_θj,   N = ∂n/∂θ_i,   ∂n/∂θ_j = −[n×] − N                             (MEAS.20)
//   ṡ = n·w,   s̈ = n·ẇ + w·N w + w·(ω_j×n)                                            (MEAS.21)
// (turning both markers together turns n: that gives the third formula.)
//
// Dot product of axis a of i and axis b of j:
//   s = a·b,   n = a×b,   N = a bᵀ − (a·b) I                                           (MEAS.22)
// Arcsine and arccosine of it, c = a×b, ĉ = c/|c|; |c| is the cosine of the one, the sine of the
// other:
//   asin: s = atan2(a·b, |c|),  n = ĉ,     acos: s = atan2(|c|, a·b),  n = −ĉ           (MEAS.23)
//   ∂ĉ/∂θ_i = (a bᵀ − (a·b)(I − ĉ ĉᵀ))/|c|                                             (MEAS.24)
// Arctangent of the projections on two axes y, x of an axis u, Y = u·y, X = u·x, ρ² = X² + Y²:
//   s = atan2(Y, X),   n = ± u×e/ρ²,   e = X y − Y x                                   (MEAS.25)
//   N = (u eᵀ | e uᵀ)/ρ² − (n qᵀ + q nᵀ)/ρ²,   q = ± u×(X x + Y y)                     (MEAS.26)
//   upper sign and u eᵀ when u is an axis of i, lower sign and e uᵀ when it is an axis of j.
// Euler parameters e0, ε of i in j; ε̂ = A_j ε, b_k axis k of j:
//   n(e0) = −½ ε̂,                 N(e0) = −¼ (e0 I − [ε̂×])                             (MEAS.27)
//   n(e_k) = ½ (e0 b_k + ε̂×b_k),  N(e_k) = −¼ (b_k ε̂ᵀ + [b_k×](e0 I − [ε̂×]))           (MEAS.28)
// Rodrigues parameters, s = e_k/e0:
//   n = (n(e_k) − s n(e0))/e0,
//   N = (N(e_k) − s N(e0) − n n(e0)ᵀ − n(e0) nᵀ)/e0                                     (MEAS.32)
//
// Where |c|, e0 or ρ is below 1e-8 it is replaced by that: derivatives stay finite and fade to zero.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "kinematics/kernels.h"
#include "math/rotation.h"

namespace trammel::kinematics {
namespace {

// Every shape is constructed at a motion and then answers value(), n() and N().
struct AxisDotAxis {
  AxisDotAxis(const Recipe& recipe, const Markers& at)
      : a(axis(at.i(), recipe.of_i)), b(axis(at.j(), recipe.of_j)) {}

  double value() const { return a.dot(b); }  // (MEAS.22)
  Vec3 n() const { return a.cross(b); }
  Mat3 N() const { return a * b.transpose() - a.dot(b) * Mat3::Identity(); }

  Vec3 a, b;
};

template <bool is_arcsine>
struct InverseOfDot {
  InverseOfDot(const Recipe& recipe, const Markers& at)
      : a(axis(at.i(), recipe.of_i)), b(axis(at.j(), recipe.of_j)), dot(a.dot(b)) {
    c_hat = a.cross(b);
    length = c_hat.norm();
    inverse = 1 / std::max(length, smallest_sine);
    c_hat *= inverse;
  }

  double value() const {
    return is_arcsine ? std::atan2(dot, length) : std::atan2(length, dot);  // (MEAS.23)
  }
  Vec3 n() const { return sign * c_hat; }
  Mat3 N() const {
    const Mat3 P = Mat3::Identity() - c_hat * c_hat.transpose();
    return sign * inverse * (a * b.transpose() - dot * P);  // (MEAS.24)
  }

  static constexpr double sign = is_arcsine ? 1 : -1;
  Vec3 a, b, c_hat;
  double dot, length, inverse;
};

struct ArctangentOfDots {
  ArctangentOfDots(const Recipe& recipe, const Markers& at) {
    project(recipe.angle, at);
    if (recipe.gimbal == Gimbal::none || rho2 >= smallest_sine * smallest_sine) return;
    if (recipe.gimbal == Gimbal::first) {
      project(recipe.whole, at);
    } else {
      locked = true;
    }
  }

  void project(const Arctangent& angle, const Markers& at) {
    const MarkerMotion& own = angle.u_on_i ? at.i() : at.j();
    const MarkerMotion& other = angle.u_on_i ? at.j() : at.i();
    on_i = angle.u_on_i;
    u = axis(own, angle.u);
    y = axis(other, angle.y);
    x = axis(other, angle.x);
    Y = u.dot(y);
    X = u.dot(x);
    rho2 = X * X + Y * Y;
    inverse = (on_i ? 1 : -1) / std::max(rho2, smallest_sine * smallest_sine);
  }

  double value() const { return locked ? 0 : std::atan2(Y, X); }  // (MEAS.25)
  Vec3 n() const {
    if (locked) return Vec3::Zero();
    return inverse * u.cross(X * y - Y * x);
  }
  Mat3 N() const {
    if (locked) return Mat3::Zero();
    const Vec3 e = X * y - Y * x, q = u.cross(X * x + Y * y), n_ = n();
    const Mat3 ue = u * e.transpose(), nq = n_ * q.transpose();
    return std::abs(inverse) * (on_i ? ue : Mat3(ue.transpose())) -
           inverse * (nq + nq.transpose());  // (MEAS.26)
  }

  bool on_i = true, locked = false;
  Vec3 u, y, x;
  double Y, X, rho2, inverse;  // inverse = ± 1/ρ²
};

struct EulerParameter {
  EulerParameter(const Recipe& recipe, const Markers& at) : number(recipe.euler_parameter) {
    const Mat3& A_j = at.j().A;
    e = quaternion_from_matrix(A_j.transpose() * at.i().A);
    epsilon = A_j * e.tail<3>();
    if (number > 0) b = A_j.col(number - 1);
  }

  double value() const { return e[number]; }
  Vec3 n() const {
    if (number == 0) return -0.5 * epsilon;      // (MEAS.27)
    return 0.5 * (e[0] * b + epsilon.cross(b));  // (MEAS.28)
  }
  Mat3 N() const {
    const Mat3 E = e[0] * Mat3::Identity() - skew(epsilon);
    if (number == 0) return -0.25 * E;                       // (MEAS.27)
    return -0.25 * (b * epsilon.transpose() + skew(b) * E);  // (MEAS.28)
  }

  int number;
  Vec4 e;
  Vec3 epsilon, b;
};

struct RodriguesParameter {
  RodriguesParameter(const Recipe& recipe, const Markers& at) : numerator(recipe, at) {
    Recipe first;
    first.euler_parameter = 0;
    const EulerParameter e0(first, at);
    inverse = 1 / std::max(e0.value(), smallest_sine);
    n0 = e0.n();
    N0 = e0.N();
  }

  double value() const { return numerator.value() * inverse; }
  Vec3 n() const { return inverse * (numerator.n() - value() * n0); }  // (MEAS.32)
  Mat3 N() const {
    const Mat3 both = n() * n0.transpose();
    return inverse * (numerator.N() - value() * N0 - both - both.transpose());
  }

  EulerParameter numerator;
  double inverse;
  Vec3 n0;
  Mat3 N0;
};

template <class Shape>
struct OrientationMeasure {
  static double value(const Recipe& recipe, const Markers& at) { return Shape(recipe, at).value(); }

  static double gradient(const Recipe& recipe, const Markers& at, Gradient& out) {
    const Shape shape(recipe, at);
    const Vec3 n = shape.n();
    out.clear();
    out.add(theta_i, n);  // (MEAS.20)
    out.add(theta_j, -n);
    return shape.value();
  }

  static void curvature(const Recipe& recipe, const Markers& at, double multiplier, Curvature& B) {
    const Shape shape(recipe, at);
    const Mat3 by_i = multiplier * shape.N();
    const Mat3 by_j = -skew(multiplier * shape.n()) - by_i;  // (MEAS.20)
    B.clear();
    B.add(theta_i, theta_i, by_i);
    B.add(theta_i, theta_j, by_j);
    B.add(theta_j, theta_i, -by_i);
    B.add(theta_j, theta_j, -by_j);
  }

  static TimeSeries series(const Recipe& recipe, const Markers& at) {
    const Shape shape(recipe, at);
    const Vec3 n = shape.n(), w = at.i().omega - at.j().omega;
    const Vec3 w_dot = at.i().omega_dot - at.j().omega_dot;
    return {shape.value(), n.dot(w),
            n.dot(w_dot) + w.dot(shape.N() * w) + w.dot(at.j().omega.cross(n))};  // (MEAS.21)
  }
};

template <class Shape>
constexpr Kernel orientation_kernel() {
  using K = OrientationMeasure<Shape>;
  return {K::value, K::gradient, K::curvature, K::series};
}

}  // namespace

constinit const Kernel axis_dot_axis = orientation_kernel<AxisDotAxis>();
constinit const Kernel arcsine = orientation_kernel<InverseOfDot<true>>();
constinit const Kernel arccosine = orientation_kernel<InverseOfDot<false>>();
constinit const Kernel arctangent = orientation_kernel<ArctangentOfDots>();
constinit const Kernel euler_parameter = orientation_kernel<EulerParameter>();
constinit const Kernel rodrigues_parameter = orientation_kernel<RodriguesParameter>();

}  // namespace trammel::kinematics
