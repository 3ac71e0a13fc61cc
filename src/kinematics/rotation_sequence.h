// Recipes for the angles of three successive rotations, any of the 24 sequences.
//
// Let R = A_jᵀ A_i = R_a(α) R_b(β) R_c'(γ) about body-fixed axes, c the axis that is neither a nor
// b, s = +1 if (a, b, c) is a cyclic order and −1 if not, R_pq = (axis p of j)·(axis q of i):
//   c' = c:  α = atan2(−s R_bc, R_cc),  β = asin(s R_ac),  γ = atan2(−s R_ab, R_aa)       (MEAS.29)
//   c' = a:  α = atan2(R_ba, −s R_ca),  β = acos(R_aa),    γ = atan2(R_ab, s R_ac)        (MEAS.30)
// At gimbal lock (β = ±π/2, or β = 0, π) only α ± γ is determined:
//   α = atan2(s R_cb, R_bb),  γ = 0                                                     (MEAS.31)
// Rotations about the space-fixed axes a, b, c' are body-fixed ones about c', b, a, angles
// reversed. SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>

#include "kinematics/kernels.h"

namespace trammel::kinematics {

inline constexpr signed char plus = 1, minus = -1;

struct RotationSequence {
  Axis first, second, third;
};

// Body-fixed sequences in the order of ORIENT systems 1 … 12.
inline constexpr std::array<RotationSequence, 12> rotation_sequences = {{
    {Axis::x, Axis::y, Axis::z},
    {Axis::y, Axis::z, Axis::x},
    {Axis::z, Axis::x, Axis::y},
    {Axis::x, Axis::z, Axis::y},
    {Axis::y, Axis::x, Axis::z},
    {Axis::z, Axis::y, Axis::x},
    {Axis::x, Axis::y, Axis::x},
    {Axis::x, Axis::z, Axis::x},
    {Axis::y, Axis::x, Axis::y},
    {Axis::y, Axis::z, Axis::y},
    {Axis::z, Axis::x, Axis::z},
    {Axis::z, Axis::y, Axis::z},
}};

// How one angle of a sequence is read off R.
struct SequenceAngle {
  const Kernel* kernel = &arctangent;
  Recipe recipe;
};

// number 1, 2, 3 for α, β, γ of a body-fixed sequence.
constexpr SequenceAngle sequence_angle(RotationSequence sequence, int number) {
  const Axis a = sequence.first, b = sequence.second;
  const auto c = static_cast<Axis>(3 - static_cast<int>(a) - static_cast<int>(b));
  const bool cyclic = (static_cast<int>(b) - static_cast<int>(a) + 3) % 3 == 1;
  const bool ends_alike = sequence.third == a;
  const SignedAxis a_s{a, cyclic ? plus : minus}, c_s{c, cyclic ? plus : minus};
  const SignedAxis b_minus_s{b, cyclic ? minus : plus}, c_minus_s{c, cyclic ? minus : plus};
  const SignedAxis a1{a, plus}, b1{b, plus}, c1{c, plus};

  SequenceAngle angle;
  Recipe& recipe = angle.recipe;
  if (number == 1) {
    recipe.gimbal = Gimbal::first;
    recipe.angle = ends_alike ? Arctangent{true, a, b1, c_minus_s}   // (MEAS.30)
                              : Arctangent{true, c, b_minus_s, c1};  // (MEAS.29)
    recipe.whole = {true, b, c_s, b1};                               // (MEAS.31)
  } else if (number == 2) {
    angle.kernel = ends_alike ? &arccosine : &arcsine;
    recipe.of_i = ends_alike ? a1 : c1;
    recipe.of_j = ends_alike ? a1 : a_s;
  } else {
    recipe.gimbal = Gimbal::third;
    recipe.angle = ends_alike ? Arctangent{false, a, b1, c_s} : Arctangent{false, a, b_minus_s, a1};
  }
  return angle;
}

}  // namespace trammel::kinematics
