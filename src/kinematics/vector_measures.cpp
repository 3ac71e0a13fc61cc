// Components and magnitudes of the displacement, velocity and acceleration of marker i relative to
// marker j, as seen by an observer who turns with marker l.  With d = r_i − r_j, w = ω_i − ω_j:
//
//   D = d                                                                             (MEAS.5)
//   V = ḋ − ω_l×d                                                                     (MEAS.6)
//   U = d̈ − ω̇_l×d − 2 ω_l×V − ω_l×(ω_l×d)                                             (MEAS.7)
//   W = w                                                                             (MEAS.8)
//   Z = ẇ − ω_l×w                                                                     (MEAS.9)
//
// Let X be one of them, J_c = ∂X/∂c its derivative by coordinate c, b the chosen axis of k:
//
//   component  s = X·b    n_c = J_cᵀ b,   n_θk = b×X                                   (MEAS.10)
//              ∂n_c/∂θ_k = −J_cᵀ [b×],   ∂n_θk/∂c = [b×] J_c,   ∂n_θk/∂θ_k = [X×][b×]   (MEAS.11)
//   magnitude  s = |X|    n_c = J_cᵀ u,   u = X/|X|                                    (MEAS.12)
//              ∂n_c/∂c' = J_cᵀ (I − u uᵀ)/|X| J_c'                                     (MEAS.13)
//
// and, because J = [d×] for ω_l in V and for ω̇_l in U, the term [b×] (or [u×]) at (ω_l, r_i) and
// minus that at (ω_l, r_j) in addition to (MEAS.11) and (MEAS.13).                     (MEAS.14)
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

// J_c of the coordinates of a vector, own level first: `reactions` of them.
struct Jacobian {
  struct Column {
    Coordinate of;
    Mat3 J;
  };
  std::array<Column, 8> columns;
  int size = 0, reactions = 0;

  void add(Coordinate of, const Mat3& J) { columns[static_cast<unsigned>(size++)] = {of, J}; }
  void add_pair(Coordinate of_i, Coordinate of_j, const Mat3& J) {
    add(of_i, J);
    add(of_j, -J);
  }
};

// Each vector gives X, the terms J_cᵀ b, the J_c themselves (needed only for curvature), and the
// coordinate whose J is the arm [d×], if any.
struct Displacement {
  static constexpr int level = 0;
  static constexpr bool has_arm = false;
  static constexpr Coordinate arm = omega_l;

  static Vec3 vector(const Markers& at) { return d(at); }  // (MEAS.5)

  static void pull_back(const Markers&, const Vec3& b, Gradient& n) {
    n.add(r_i, b);
    n.add(r_j, -b);
  }

  static void jacobian(const Markers&, Jacobian& out) {
    out.add_pair(r_i, r_j, Mat3::Identity());
    out.reactions = out.size;
  }
};

struct Velocity {
  static constexpr int level = 1;
  static constexpr bool has_arm = true;
  static constexpr Coordinate arm = omega_l;

  static Vec3 vector(const Markers& at) {
    return d_dot(at) - at.l().omega.cross(d(at));  // (MEAS.6)
  }

  static void pull_back(const Markers& at, const Vec3& b, Gradient& n) {
    const Vec3 n_d = at.l().omega.cross(b);
    n.add(v_i, b);
    n.add(v_j, -b);
    n.add(omega_l, b.cross(d(at)));
    n.add(r_i, n_d);
    n.add(r_j, -n_d);
  }

  static void jacobian(const Markers& at, Jacobian& out) {
    out.add_pair(v_i, v_j, Mat3::Identity());
    out.add(omega_l, skew(d(at)));
    out.reactions = out.size;
    out.add_pair(r_i, r_j, -skew(at.l().omega));
  }
};

struct Acceleration {
  static constexpr int level = 2;
  static constexpr bool has_arm = true;
  static constexpr Coordinate arm = omega_dot_l;

  static Vec3 vector(const Markers& at) {
    const Vec3& omega = at.l().omega;
    const Vec3 arm_d = d(at);
    return at.i().a - at.j().a - at.l().omega_dot.cross(arm_d) -
           2 * omega.cross(Velocity::vector(at)) - omega.cross(omega.cross(arm_d));  // (MEAS.7)
  }

  static void pull_back(const Markers& at, const Vec3& b, Gradient& n) {
    const Vec3& omega = at.l().omega;
    const Vec3 arm_d = d(at);
    const Vec3 omega_b = omega.cross(b);
    const Vec3 n_d = at.l().omega_dot.cross(b) + omega.cross(omega_b);
    const Vec3 n_d_dot = 2 * omega_b;
    n.add(a_i, b);
    n.add(a_j, -b);
    n.add(omega_dot_l, b.cross(arm_d));
    n.add(v_i, n_d_dot);
    n.add(v_j, -n_d_dot);
    n.add(omega_l,
          2 * b.cross(Velocity::vector(at)) - arm_d.cross(omega_b) + b.cross(omega.cross(arm_d)));
    n.add(r_i, n_d);
    n.add(r_j, -n_d);
  }

  static void jacobian(const Markers& at, Jacobian& out) {
    const Vec3 arm_d = d(at);
    const Mat3 omega = skew(at.l().omega), arm_J = skew(arm_d);
    out.add_pair(a_i, a_j, Mat3::Identity());
    out.add(omega_dot_l, arm_J);
    out.reactions = out.size;
    out.add_pair(v_i, v_j, -2 * omega);
    out.add(omega_l, 2 * skew(Velocity::vector(at)) - omega * arm_J + skew(omega * arm_d));
    out.add_pair(r_i, r_j, omega * omega - skew(at.l().omega_dot));
  }
};

struct AngularVelocity {
  static constexpr int level = 1;
  static constexpr bool has_arm = false;
  static constexpr Coordinate arm = omega_l;

  static Vec3 vector(const Markers& at) { return w(at); }  // (MEAS.8)

  static void pull_back(const Markers&, const Vec3& b, Gradient& n) {
    n.add(omega_i, b);
    n.add(omega_j, -b);
  }

  static void jacobian(const Markers&, Jacobian& out) {
    out.add_pair(omega_i, omega_j, Mat3::Identity());
    out.reactions = out.size;
  }
};

struct AngularAcceleration {
  static constexpr int level = 2;
  static constexpr bool has_arm = false;
  static constexpr Coordinate arm = omega_dot_l;

  static Vec3 vector(const Markers& at) {
    return at.i().omega_dot - at.j().omega_dot - at.l().omega.cross(w(at));  // (MEAS.9)
  }

  static void pull_back(const Markers& at, const Vec3& b, Gradient& n) {
    const Vec3 n_w = at.l().omega.cross(b);
    n.add(omega_dot_i, b);
    n.add(omega_dot_j, -b);
    n.add(omega_i, n_w);
    n.add(omega_j, -n_w);
    n.add(omega_l, b.cross(w(at)));
  }

  static void jacobian(const Markers& at, Jacobian& out) {
    out.add_pair(omega_dot_i, omega_dot_j, Mat3::Identity());
    out.reactions = out.size;
    out.add_pair(omega_i, omega_j, -skew(at.l().omega));
    out.add(omega_l, skew(w(at)));
  }
};

template <class X>
struct Component {
  static double value(const Recipe& recipe, const Markers& at) {
    return X::vector(at).dot(axis(at.k(), recipe.component));
  }

  static double gradient(const Recipe& recipe, const Markers& at, Gradient& n) {
    const Vec3 b = axis(at.k(), recipe.component), x = X::vector(at);
    n.clear();
    X::pull_back(at, b, n);  // (MEAS.10)
    n.add(theta_k, b.cross(x));
    return x.dot(b);
  }

  static void curvature(const Recipe& recipe, const Markers& at, double multiplier, Curvature& B) {
    const Vec3 b = multiplier * axis(at.k(), recipe.component);
    const Mat3 skew_b = skew(b);
    Jacobian J;
    X::jacobian(at, J);
    B.clear();
    for (int c = 0; c < J.reactions; ++c) {
      const auto& row = J.columns[static_cast<unsigned>(c)];
      B.add(row.of, theta_k, -row.J.transpose() * skew_b);  // (MEAS.11)
      if constexpr (X::level == 0) B.add(theta_k, row.of, skew_b * row.J);
    }
    if constexpr (X::level == 0) B.add(theta_k, theta_k, skew(X::vector(at)) * skew_b);
    if constexpr (X::has_arm) {
      B.add(X::arm, r_i, skew_b);  // (MEAS.14)
      B.add(X::arm, r_j, -skew_b);
    }
  }

  static TimeSeries series(const Recipe& recipe, const Markers& at);
};

// ∂(J_armᵀ u)/∂(column) where J_arm = [d×].
template <class X>
Mat3 turning_arm(Coordinate row, Coordinate column, const Mat3& skew_u) {
  if (!X::has_arm || row != X::arm) return Mat3::Zero();
  if (column == r_i) return skew_u;  // (MEAS.14)
  if (column == r_j) return -skew_u;
  return Mat3::Zero();
}

template <class X>
struct Magnitude {
  static double value(const Recipe&, const Markers& at) { return X::vector(at).norm(); }

  static double gradient(const Recipe&, const Markers& at, Gradient& n) {
    const Direction x(X::vector(at));
    n.clear();
    X::pull_back(at, x.u, n);  // (MEAS.12)
    return x.length;
  }

  static void curvature(const Recipe&, const Markers& at, double multiplier, Curvature& B) {
    const Direction x(X::vector(at));
    const Mat3 P = multiplier * x.projector(), skew_u = multiplier * skew(x.u);
    Jacobian J;
    X::jacobian(at, J);
    B.clear();
    for (int c = 0; c < J.reactions; ++c) {
      const auto& row = J.columns[static_cast<unsigned>(c)];
      const Mat3 JP = row.J.transpose() * P;
      for (int k = 0; k < J.size; ++k) {
        const auto& column = J.columns[static_cast<unsigned>(k)];
        B.add(row.of, column.of,
              JP * column.J + turning_arm<X>(row.of, column.of, skew_u));  // (MEAS.13)
      }
    }
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
