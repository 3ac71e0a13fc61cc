// Body-fixed 3-1-3 Euler angles: turn by psi about z, by theta about the new x, by phi about the
// new z. Only for input and output; the solver itself works with quaternions.
//
//   A = Rz(ψ) Rx(θ) Rz(φ)                                                    (EUL.1)
//   e = (cos ½θ cos σ, sin ½θ cos δ, sin ½θ sin δ, cos ½θ sin σ)             (EUL.2)
//       with σ = ½(ψ+φ), δ = ½(ψ−φ)
//   θ = 2 atan2(|(e1,e2)|, |(e0,e3)|), σ = atan2(e3, e0), δ = atan2(e2, e1)  (EUL.3)
//   θ = 0 or π: φ = 0, and ψ carries the whole turn about z                  (EUL.4)
//   ω̄ = B (ψ̇, θ̇, φ̇),  B = [sθ sφ, cφ, 0; sθ cφ, −sφ, 0; cθ, 0, 1]            (EUL.5)
//
// For a matrix whose columns are the axes of i in j, (EUL.3) gives the same angles as
// θ = acos(zi·zj), ψ = atan2(zi·xj, −zi·yj), φ = atan2(xi·zj, yi·zj), but without the loss of
// half the digits near θ = 0 and π. Derivation: docs/theory/rotations.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "math/vec.h"

namespace trammel {

struct Euler313 {
  double psi = 0, theta = 0, phi = 0;  // [rad]
};

Vec4 quaternion_from_euler313(const Euler313& angles);
Mat3 rotation_matrix(const Euler313& angles);

// θ in [0, π], ψ and φ in (−π, π]. Near θ = 0 and π the single ψ and φ are ill-determined, but the
// three angles together give back the same rotation to round-off. The quaternion may have any
// non-zero length and either sign.
Euler313 euler313_from_quaternion(const Vec4& e);
Euler313 euler313_from_matrix(const Mat3& A);

// B of (EUL.5), columns in the order ψ, θ, φ; singular at θ = 0 and π.
Mat3 euler313_rate_matrix(const Euler313& angles);

}  // namespace trammel
