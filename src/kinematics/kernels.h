// The formulas behind the rows of the registry, and what they share.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kinematics/measure.h"

namespace trammel::kinematics {

// Components on an axis of k, and magnitudes, of the vectors of vector_measures.cpp.
extern const Kernel displacement_component, displacement_magnitude;
extern const Kernel velocity_component, velocity_magnitude;
extern const Kernel acceleration_component, acceleration_magnitude;
extern const Kernel angular_velocity_component, angular_velocity_magnitude;
extern const Kernel angular_acceleration_component, angular_acceleration_magnitude;

// point_measures.cpp
extern const Kernel separation_speed, included_angle;

// orientation_measures.cpp: functions of the rotation of i relative to j.
extern const Kernel axis_dot_axis, arcsine, arccosine, arctangent, euler_parameter,
    rodrigues_parameter;

inline constexpr Coordinate r_i{Slot::i, Quantity::r}, r_j{Slot::j, Quantity::r},
    r_k{Slot::k, Quantity::r}, theta_i{Slot::i, Quantity::theta}, theta_j{Slot::j, Quantity::theta},
    theta_k{Slot::k, Quantity::theta};
inline constexpr Coordinate v_i{Slot::i, Quantity::v}, v_j{Slot::j, Quantity::v},
    omega_i{Slot::i, Quantity::omega}, omega_j{Slot::j, Quantity::omega},
    omega_l{Slot::l, Quantity::omega};
inline constexpr Coordinate a_i{Slot::i, Quantity::a}, a_j{Slot::j, Quantity::a},
    omega_dot_i{Slot::i, Quantity::omega_dot}, omega_dot_j{Slot::j, Quantity::omega_dot},
    omega_dot_l{Slot::l, Quantity::omega_dot};

// Vectors shorter than this have no direction: unit vectors, gradients and curvatures built on it
// are zero.  It is far below any length in any units and still far above underflow of its square.
inline constexpr double shortest = 1e-100;

// Sines of angles below this give no direction either; round-off alone is 1e-16 / 1e-8.
inline constexpr double smallest_sine = 1e-8;

inline Vec3 axis(const MarkerMotion& marker, Axis which) {
  return marker.A.col(static_cast<int>(which));
}

inline Vec3 axis(const MarkerMotion& marker, SignedAxis which) {
  return which.sign * axis(marker, which.axis);
}

// u = X/|X| with |X| and the projector ∂u/∂X = (I − u uᵀ)/|X|.                        (MEAS.1)
struct Direction {
  explicit Direction(const Vec3& X) : length(X.norm()) {
    inverse_length = length > shortest ? 1 / length : 0;
    u = inverse_length * X;
  }
  Mat3 projector() const { return inverse_length * (Mat3::Identity() - u * u.transpose()); }

  double length, inverse_length;
  Vec3 u;
};

// The time derivative of a coordinate: v of r, ω of θ, a of v, ω̇ of ω.
const Vec3& rate(const Markers& at, Coordinate of);

// ds/dt by the chain rule from the gradient; levels 0 and 1.
double rate(const Gradient& n, const Markers& at);

// s, ṡ and (at level 0) s̈ from first and second derivatives, for kernels without a shorter way.
TimeSeries series_by_chain_rule(const Kernel& kernel, int level, const Recipe&, const Markers& at);

}  // namespace trammel::kinematics
