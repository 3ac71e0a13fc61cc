// Where the model starts, and how firmly: poses, velocities, and weights of initial-condition
// analysis.
//
//   W = I + (w − 1) Σ n nᵀ over the directions n that are given exactly, w = 1e10          (INIT.1)
// in the tangent space of each body, so that assembly minimises ½ Σ δᵀ W δ. Directions of X, Y, Z are
// ground axes; PSI, THETA, PHI move along the rows of B⁻¹ (EUL.5), made of length 1. Where B is
// singular, PSI and PHI are the turn about z.                                             (INIT.2)
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "elements/equations.h"

namespace trammel::elements {

// q of all bodies at the poses of the model; sizes q.
void initial_pose(const Equations&, Vector& q);

// v of all bodies from VX … WZ; what is not given is 0; sizes v.
void initial_velocity(const Equations&, Vector& v);

// One matrix per body, its first n() rows and columns; for EXACT coordinates, and for given
// velocities.
std::vector<Mat6> position_weights(const Equations&);
std::vector<Mat6> velocity_weights(const Equations&);

}  // namespace trammel::elements
