// Components and magnitudes of the displacement, velocity and acceleration of marker i relative to
// marker j, as seen by an observer who turns with marker l.  With d = r_i − r_j, w = ω_i − ω_j:
//
//   D = d                                                                           (MEAS.5)
//   V = ḋ − ω_l×d                                                                   (MEAS.6)
//   U = d̈ − ω̇_l×d − 2 ω_l×V − ω_l×(ω_l×d)                                           (MEAS.7)
//   W = w                                                                           (MEAS.8)
//   Z = ẇ − ω_l×w                                                                   (MEAS.9)
//
// Let X be one of them, J_c = ∂X/∂c its derivative by coordinate c, b the chosen axis of k:
//
//   component  s = X·b    n_c = J_cᵀ b,   n_θk = b×X                                 (MEAS.10)
//   magnitude  s = |X|    n_c = J_cᵀ u,   u = X/|X|                                  (MEAS.11)
//
// On its own level X depends on i and j by J = ±I and, for V and U, on the turning of l by the arm
// J = [d×].  The rows of the curvature are therefore, with b or u in place of b,
//
//   ∂n_i/∂c = ∂b/∂c = −∂n_j/∂c,   ∂n_l/∂c = −[d×] ∂b/∂c + [b×] ∂d/∂c                 (MEAS.12)
//   component  ∂b/∂θ_k = −[b×];   if θ_k is itself a row: ∂n_θk/∂r = ±[b×],
//              ∂n_θk/∂θ_k = [X×][b×]                                                (MEAS.13)
//   magnitude  ∂u/∂c = (I − u uᵀ)/|X| J_c                                            (MEAS.14)
//
// SPDX-License-Identifier: BSD-3-Clause
#include "kinematics/kernels.h"

namespace trammel::kinematics {
namespace {

Vec3 d(const Markers& at) {
  return at.i().r - at.j().r;
}

Vec3 d_dot(const Markers& at) {
  return at.i().v - at.j().v;
}

Vec3 w(const Markers& at) {
  return at.i().omega - at.j().omega;
}

// Each vector gives X, the coordinates of its own level, the terms J_cᵀ b of the levels below, and
// those J_c themselves (only for curvature): pair(i, j, J) stands for J and −J.
struct Displacement {
  static constexpr int level = 0;
  static constexpr bool has_arm = false;
  static constexpr Coordinate own_i = r_i, own_j = r_j;

  static Vec3 vector(const Markers& at) { return d(at); }  // (MEAS.5)
  static void lower_gradient(const Markers&, const Vec3&, Gradient&) {}
  template <class Pair, class Single>
  static void lower_jacobian(const Markers&, const Pair&, const Single&) {}
};

struct Velocity {
  static constexpr int level = 1;
  static constexpr bool has_arm = true;
  static constexpr Coordinate own_i = v_i, own_j = v_j, arm = omega_l;

  static Vec3 vector(const Markers& at) {
    return d_dot(at) - at.l().omega.cross(d(at));  // (MEAS.6)
  }

  static void lower_gradient(const Markers& at, const Vec3& b, Gradient& n) {
    const Vec3 n_d = at.l().omega.cross(b);
    n.add(r_i, n_d);
    n.add(r_j, -n_d);
  }

  template <class Pair, class Single>
  static void lower_jacobian(const Markers& at, const Pair& pair, const Single&) {
    pair(r_i, r_j, -skew(at.l().omega));
  }
};

struct Acceleration {
  static constexpr int level = 2;
  static constexpr bool has_arm = true;
  static constexpr Coordinate own_i = a_i, own_j = a_j, arm = omega_dot_l;

  static Vec3 vector(const Markers& at) {
    const Vec3& omega = at.l().omega;
    const Vec3 arm_d = d(at);
    return at.i().a - at.j().a - at.l().omega_dot.cross(arm_d) -
           2 * omega.cross(Velocity::vector(at)) - omega.cross(omega.cross(arm_d));  // (MEAS.7)
  }

  static void lower_gradient(const Markers& at, const Vec3& b, Gradient& n) {
    const Vec3& omega = at.l().omega;
    const Vec3 arm_d = d(at);
    const Vec3 omega_b = omega.cross(b), n_d_dot = 2 * omega_b;
    const Vec3 n_d = at.l().omega_dot.cross(b) + omega.cross(omega_b);
    n.add(v_i, n_d_dot);
    n.add(v_j, -n_d_dot);
    n.add(omega_l,
          2 * b.cross(Velocity::vector(at)) - arm_d.cross(omega_b) + b.cross(omega.cross(arm_d)));
    n.add(r_i, n_d);
    n.add(r_j, -n_d);
  }

  template <class Pair, class Single>
  static void lower_jacobian(const Markers& at, const Pair& pair, const Single& single) {
    const Vec3 arm_d = d(at);
    const Mat3 omega = skew(at.l().omega);
    pair(v_i, v_j, -2 * omega);
    single(omega_l, 2 * skew(Velocity::vector(at)) - omega * skew(arm_d) + skew(omega * arm_d));
    pair(r_i, r_j, omega * omega - skew(at.l().omega_dot));
  }
};

struct AngularVelocity {
  static constexpr int level = 1;
  static constexpr bool has_arm = false;
  static constexpr Coordinate own_i = omega_i, own_j = omega_j;

  static Vec3 vector(const Markers& at) { return w(at); }  // (MEAS.8)
  static void lower_gradient(const Markers&, const Vec3&, Gradient&) {}
  template <class Pair, class Single>
  static void lower_jacobian(const Markers&, const Pair&, const Single&) {}
};

struct AngularAcceleration {
  static constexpr int level = 2;
  static constexpr bool has_arm = false;
  static constexpr Coordinate own_i = omega_dot_i, own_j = omega_dot_j;

  static Vec3 vector(const Markers& at) {
    return at.i().omega_dot - at.j().omega_dot - at.l().omega.cross(w(at));  // (MEAS.9)
  }

  static void lower_gradient(const Markers& at, const Vec3& b, Gradient& n) {
    const Vec3 n_w = at.l().omega.cross(b);
    n.add(omega_i, n_w);
    n.add(omega_j, -n_w);
    n.add(omega_l, b.cross(w(at)));
  }

  template <class Pair, class Single>
  static void lower_jacobian(const Markers& at, const Pair& pair, const Single& single) {
    pair(omega_i, omega_j, -skew(at.l().omega));
    single(omega_l, skew(w(at)));
  }
};

template <class X>
void pull_back(const Markers& at, const Vec3& b, Gradient& n) {
  n.add(X::own_i, b);
  n.add(X::own_j, -b);
  if constexpr (X::has_arm) n.add(X::arm, b.cross(d(at)));
  X::lower_gradient(at, b, n);
}

// The rows of one column, given ∂b/∂c and the row of the arm.
template <class X>
void add_rows(Coordinate column, const Mat3& own, const Mat3& of_arm, Curvature& B) {
  B.add(X::own_i, column, own);  // (MEAS.12)
  B.add(X::own_j, column, -own);
  if constexpr (X::has_arm) B.add(X::arm, column, of_arm);
}

template <class X>
struct Component {
  static double value(const Recipe& recipe, const Markers& at) {
    return X::vector(at).dot(axis(at.k(), recipe.component));
  }

  static double gradient(const Recipe& recipe, const Markers& at, Gradient& n) {
    const Vec3 b = axis(at.k(), recipe.component), x = X::vector(at);
    n.clear();
    pull_back<X>(at, b, n);  // (MEAS.10)
    n.add(theta_k, b.cross(x));
    return x.dot(b);
  }

  static void curvature(const Recipe& recipe, const Markers& at, double multiplier, Curvature& B) {
    const Vec3 b = multiplier * axis(at.k(), recipe.component);
    const Mat3 skew_b = skew(b);
    const Mat3 turned_arm = skew(d(at)) * skew_b;
    B.clear();
    add_rows<X>(theta_k, -skew_b, turned_arm, B);
    if constexpr (X::has_arm) {
      B.add(X::arm, r_i, skew_b);
      B.add(X::arm, r_j, -skew_b);
    }
    if constexpr (X::level == 0) {
      B.add(theta_k, r_i, skew_b);  // (MEAS.13)
      B.add(theta_k, r_j, -skew_b);
      B.add(theta_k, theta_k, turned_arm);
    }
  }

  static TimeSeries series(const Recipe& recipe, const Markers& at);
};

template <class X>
struct Magnitude {
  static double value(const Recipe&, const Markers& at) { return X::vector(at).norm(); }

  static double gradient(const Recipe&, const Markers& at, Gradient& n) {
    const Direction x(X::vector(at));
    n.clear();
    pull_back<X>(at, x.u, n);  // (MEAS.11)
    return x.length;
  }

  static void curvature(const Recipe&, const Markers& at, double multiplier, Curvature& B) {
    const Direction x(X::vector(at));
    const Mat3 P = multiplier * x.projector();  // (MEAS.14)
    const Mat3 skew_u = multiplier * skew(x.u), D = skew(d(at)), minus_DP = -D * P;
    const auto single = [&](Coordinate c, const Mat3& J) {
      add_rows<X>(c, P * J, minus_DP * J, B);
    };
    const auto pair = [&](Coordinate c_i, Coordinate c_j, const Mat3& J) {
      const Mat3 own = P * J, of_arm = c_i == r_i ? Mat3(minus_DP * J + skew_u) : minus_DP * J;
      add_rows<X>(c_i, own, of_arm, B);
      add_rows<X>(c_j, -own, -of_arm, B);
    };
    B.clear();
    add_rows<X>(X::own_i, P, minus_DP, B);
    add_rows<X>(X::own_j, -P, -minus_DP, B);
    if constexpr (X::has_arm) single(X::arm, D);
    X::lower_jacobian(at, pair, single);
  }

  static TimeSeries series(const Recipe& recipe, const Markers& at);
};

template <class Shape>
constexpr Kernel kernel_of() {
  return {Shape::value, Shape::gradient, Shape::curvature, Shape::series};
}

template <class X>
TimeSeries Component<X>::series(const Recipe& recipe, const Markers& at) {
  if constexpr (X::level > 0) {
    return series_by_chain_rule(kernel_of<Component>(), X::level, recipe, at);
  } else {
    // The axis rests for an observer on k, so V and U seen from k are the derivatives.
    const Vec3 b = axis(at.k(), recipe.component);
    const Markers from_k(at.i(), at.j(), at.k(), at.k());
    return {d(at).dot(b), Velocity::vector(from_k).dot(b), Acceleration::vector(from_k).dot(b)};
  }
}

template <class X>
TimeSeries Magnitude<X>::series(const Recipe& recipe, const Markers& at) {
  if constexpr (X::level > 0) {
    return series_by_chain_rule(kernel_of<Magnitude>(), X::level, recipe, at);
  } else {
    const Direction x(d(at));
    const Vec3 x_dot = d_dot(at), x_ddot = at.i().a - at.j().a;
    const double rate = x.u.dot(x_dot);
    return {x.length, rate,
            x.u.dot(x_ddot) + x.inverse_length * (x_dot - rate * x.u).squaredNorm()};
  }
}

}  // namespace

constinit const Kernel displacement_component = kernel_of<Component<Displacement>>();
constinit const Kernel displacement_magnitude = kernel_of<Magnitude<Displacement>>();
constinit const Kernel velocity_component = kernel_of<Component<Velocity>>();
constinit const Kernel velocity_magnitude = kernel_of<Magnitude<Velocity>>();
constinit const Kernel acceleration_component = kernel_of<Component<Acceleration>>();
constinit const Kernel acceleration_magnitude = kernel_of<Magnitude<Acceleration>>();
constinit const Kernel angular_velocity_component = kernel_of<Component<AngularVelocity>>();
constinit const Kernel angular_velocity_magnitude = kernel_of<Magnitude<AngularVelocity>>();
constinit const Kernel angular_acceleration_component = kernel_of<Component<AngularAcceleration>>();
constinit const Kernel angular_acceleration_magnitude = kernel_of<Magnitude<AngularAcceleration>>();

}  // namespace trammel::kinematics
