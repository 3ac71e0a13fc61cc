// A measure of the motion of given markers, with derivatives in the tangent spaces of their bodies.
//
// With n_c the gradient terms and B_cd the curvature blocks of the measure (docs/theory/measures.md)
// and J_c the derivative of marker coordinate c by the twists of the marker's body:
//   ∂u/∂δ_b  = Σ_c B_bᵀ J_cᵀ n_c                     on every level                     (READ.1)
//   ∂²u/∂δ_b∂δ_c                                     own level by own and lower levels  (READ.2)
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>

#include "elements/skeleton.h"
#include "kinematics/measure.h"

namespace trammel::elements {

inline constexpr int max_reading_bodies = 4;

struct Reading {
  const kinematics::Measure* measure = nullptr;
  std::array<int, 4> markers{};  // by slot i, j, k, l
  std::array<int, 4> local{};    // slot → entry of `bodies`, −1: ground
  std::array<int, 4> bodies{};   // distinct moving bodies
  int n_bodies = 0;
  int memory = -1;  // of an angle that counts its turns

  int level() const { return measure->level; }
};

Reading make_reading(const Skeleton&, const kinematics::Measure&,
                     const std::array<int, 4>& markers);

// By body of the reading; entries beyond the tangent space of a body are 0. Only the levels the
// reading depends on are filled: q always, v from level 1, a at level 2.
struct ReadingGradient {
  std::array<Vec6, max_reading_bodies> q, v, a;

  // Of the reading's own level.
  const Vec6& own(int level, int body) const {
    return (level == 0 ? q : level == 1 ? v : a)[static_cast<unsigned>(body)];
  }
};

// Rows: own-level gradient; columns: q and v.
struct ReadingCurvature {
  std::array<std::array<Mat6, max_reading_bodies>, max_reading_bodies> q, v;
};

// The value: of an angle that counts turns the one nearest to its reference in `memory`.
double value(const Reading&, const Motion&, const Vector& memory);
kinematics::TimeSeries series(const Reading&, const Motion&, const Vector& memory);
double gradient(const Reading&, const Skeleton&, const Motion&, const Vector& memory,
                ReadingGradient&);
// Of the rate u̇ of a position reading, by q and v.
void rate_gradient(const Reading&, const Skeleton&, const Motion&, ReadingGradient&);
// multiplier · (READ.2).
void curvature(const Reading&, const Skeleton&, const Motion&, double multiplier,
               ReadingCurvature&);

}  // namespace trammel::elements
