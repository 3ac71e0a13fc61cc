// An applied force: a scalar times a direction in the space of the bodies' twists.
//
//   Q_b = f D_b                                                                        (LOAD.1)
//   line     u = (r_i − r_j)/|r_i − r_j|:   force u on i, −u on j                        (LOAD.2)
//   force    axis e of rm:  force e at r_i on the body of i, −e at r_i on the body of j  (LOAD.3)
//   torque   axis e of rm:  torque e on the body of i, −e on the body of j               (LOAD.4)
// The reaction of (LOAD.3) acts where i is, as on a floating marker: no moment arises.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>

#include "elements/row.h"
#include "elements/skeleton.h"

namespace trammel::elements {

inline constexpr int max_load_bodies = 3;

struct Load {
  enum class Kind : unsigned char { line, force, torque };

  Kind kind = Kind::line;
  int i = 0;                   // marker the force acts on
  int j = 0;                   // line: the other marker
  int rm = 0, axis = 2;        // force, torque: the axis
  int reaction_body = ground;  // body that feels the reaction; ground also when there is none
  int scalar = 0;              // f: index into Equations::scalars
  Owner owner;

  std::array<int, max_load_bodies> bodies{};  // distinct moving bodies: acting, reacting, rm's
  int n_bodies = 0;
  int local_i = -1, local_j = -1, local_rm = -1;  // entries of `bodies`, −1: ground or unused
};

// Fills bodies and local_*.
void locate_bodies(const Skeleton&, Load&);

// Force and torque of loads that act at the same place and are measured by the same axes, about the frames of
// the bodies, in global axes.
struct LoadWrenches {
  Vec6 acting = Vec6::Zero(), reacting = Vec6::Zero();
};
LoadWrenches wrenches_of_line(const Load&, double f, const Motion&);
// Along the axes of rm.
LoadWrenches wrenches_along_axes(const Load&, const Vec3& force, const Vec3& torque, const Motion&);

// D_b in tangent spaces; zero for a body that only carries rm.
struct LoadDirection {
  std::array<Vec6, max_load_bodies> D;
};
void direction(const Load&, const Skeleton&, const Motion&, LoadDirection&);

// f ∂D_b/∂δ_c.
struct LoadStiffness {
  std::array<std::array<Mat6, max_load_bodies>, max_load_bodies> K;
};
void direction_derivative(const Load&, const Skeleton&, const Motion&, double f, LoadStiffness&);

}  // namespace trammel::elements
