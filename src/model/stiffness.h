// Stiffness and damping of linear forces between two markers.
//
// Displacements are those of I in the axes of J: x − L, y, z and the angles a, b, c. A Timoshenko
// beam along x of J that is clamped at J, with P_y = 12 E Izz ASY/(G A L²), P_z = 12 E Iyy ASZ/(G A L²):
//   K11 = E A/L,  K44 = G Ixx/L                                                        (BEAM.1)
//   K22 = 12 E Izz/(L³(1 + P_y)),  K26 = −6 E Izz/(L²(1 + P_y)),
//   K66 = (4 + P_y) E Izz/(L(1 + P_y))                                                 (BEAM.2)
//   K33 = 12 E Iyy/(L³(1 + P_z)),  K35 = 6 E Iyy/(L²(1 + P_z)),
//   K55 = (4 + P_z) E Iyy/(L(1 + P_z))                                                 (BEAM.3)
// Theory: docs/theory/beams.md.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "math/vec.h"
#include "model/model.h"

namespace trammel::model {

Mat6 stiffness(const Beam&);
Mat6 damping(const Beam&);
Mat6 stiffness(const Field&);
Mat6 damping(const Field&);

// Of six numbers, zeros when none are given.
Vec6 six(const std::vector<double>& numbers);

// Of an NFORCE whose matrices fit; damping without that by the ratio.
trammel::Matrix stiffness(const Model&, const MultiForce&);
trammel::Matrix damping(const Model&, const MultiForce&);
// Entries of a matrix with one row or column, zeros when there is none.
Vector entries(const Model&, MatrixId, int size);

// Is −q̇ᵀ C q̇ never positive? Judged in the size of the diagonal, to rounding.
bool dissipates(const trammel::Matrix& C);

}  // namespace trammel::model
