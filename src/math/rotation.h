// Finite rotations: unit quaternions, exponential and logarithm, and the tangent operator.
//
// A quaternion is a Vec4, scalar first, e = (e0, e1, e2, e3) = (e0, ε); it maps body components to
// global ones, s = A(e) s̄. Angular velocities and tangent vectors θ are in body axes.
//
//   p∘q   = (p0 q0 − p·q, p0 q + q0 p + p×q),   A(p∘q) = A(p) A(q)      (ROT.4)
//   A(e)  = (e0² − ε·ε) I + 2 ε εᵀ + 2 e0 [ε×]                          (ROT.5)
//   exp θ = (cos ½|θ|, sin ½|θ| θ/|θ|)                                  (ROT.6)
//   log e = 2 atan2(|ε|, e0) ε/|ε|,   e0 ≥ 0 after a change of sign      (ROT.7)
//   T(θ)  = I − c2 [θ×] + c3 [θ×]² = c1 I − c2 [θ×] + c3 θ θᵀ            (ROT.8)
//   exp(θ + δ) = exp(θ)∘exp(T(θ) δ) + O(δ²),   ω̄ = T(θ) θ̇              (ROT.9)
//   T⁻¹(θ) = I + ½[θ×] + b [θ×]²,   b = (1 − ½|θ| cot ½|θ|)/|θ|²        (ROT.10)
//   Ṫ     = −c2 [θ̇×] − ċ2 [θ×] + c3 ([θ̇×][θ×] + [θ×][θ̇×]) + ċ3 [θ×]²     (ROT.11)
//   ∂(T u)/∂θ = c2 [u×] − c3 ([(θ×u)×] + [θ×][u×])
//               + 2 (c3' θ×(θ×u) − c2' θ×u) θᵀ,   c' = dc/ds              (ROT.12)
//   Ē(e)  = [−ε | e0 I − [ε×]],   ω̄ = 2 Ē(e) ė,   ė = ½ Ēᵀ ω̄ = ½ e∘(0, ω̄)   (ROT.13)
//   ë     = ½ e∘(0, ω̄̇) − ¼ |ω̄|² e                                       (ROT.14)
//
// c_n = c_n(θ·θ) are Stumpff functions (ROT.1). Derivation: docs/theory/rotations.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "math/vec.h"

namespace trammel {

inline Vec4 identity_quaternion() {
  return {1, 0, 0, 0};
}

inline Vec4 quaternion_product(const Vec4& p, const Vec4& q) {
  return {p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3],  // (ROT.4)
          p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
          p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1],
          p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0]};
}

// The inverse of a unit quaternion.
inline Vec4 conjugate(const Vec4& e) {
  return {e[0], -e[1], -e[2], -e[3]};
}

Vec4 normalized_far_quaternion(const Vec4& e);  // of any length

// e/|e| without overflow or underflow of the norm; the zero quaternion becomes the identity.
inline Vec4 normalized_quaternion(const Vec4& e) {
  // Nearly a unit already, as all that integrators move: 1/|e| to round-off without a root.
  const double excess = e.squaredNorm() - 1;
  return -1e-8 < excess && excess < 1e-8 ? Vec4((1 - excess / 2) * e)
                                         : normalized_far_quaternion(e);
}

// e or −e (the same rotation), whichever is nearer to `reference`: histories that are
// interpolated component by component must not jump between the two.
Vec4 same_hemisphere(const Vec4& e, const Vec4& reference);

// Orthogonal for a unit quaternion, |e|² times orthogonal otherwise.
Mat3 rotation_matrix(const Vec4& e);

// The unit quaternion with e0 ≥ 0 of a rotation matrix; of a half turn (e0 = 0) the one whose
// largest component is positive. Divides by the largest of the four components, never less than ½.
// A matrix orthogonal only to some digits gives a quaternion near to that many.
Vec4 quaternion_from_matrix(const Mat3& A);

// Rotation by |θ| about θ, for any |θ|.
Vec4 quaternion_exp(const Vec3& theta);
Vec4 quaternion_exp_minus_one(const Vec3& theta);  // to the last digit for small θ

// The shortest rotation vector, |θ| ≤ π, of a quaternion of any non-zero length.
Vec3 quaternion_log(const Vec4& e);

// The right Jacobian of the exponential map. Regular for |θ| < 2π; at 2π it is rank one along θ.
Mat3 tangent_operator(const Vec3& theta);

// Singular at |θ| = 2π, where its entries grow like 1/| |θ| − 2π |; finite numbers elsewhere.
Mat3 tangent_operator_inverse(const Vec3& theta);

// d/dt T(θ(t)).
Mat3 tangent_operator_rate(const Vec3& theta, const Vec3& theta_dot);

// ∂(T(θ) u)/∂θ for constant u.
Mat3 tangent_operator_derivative(const Vec3& theta, const Vec3& u);

// Ē(e), body axes: δθ̄ = 2 Ē δe, hence Φ_e = Φ_θ̄ 2Ē on raw coordinates.
Mat34 quaternion_rate_matrix(const Vec4& e);

// ω̄ of a unit quaternion and its rate; a component of ė along e has no effect.
Vec3 angular_velocity(const Vec4& e, const Vec4& e_dot);

Vec4 quaternion_rate(const Vec4& e, const Vec3& omega);

Vec4 quaternion_acceleration(const Vec4& e, const Vec3& omega, const Vec3& omega_dot);

}  // namespace trammel
