// What linear elastic forces between markers are made of: BEAM, FIELD, NFORCE.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "elements/lower/connections.h"
#include "elements/lower/site.h"
#include "expression/tree.h"
#include "math/vec.h"

namespace trammel::elements {

class Lowering;

// Of marker i in the axes of j, six each: along x, y, z, then about them.
std::vector<expression::Tree> displacements(int i, int j);  // DX … DZ(i,j,j), AX … AZ(i,j)
std::vector<expression::Tree> velocities(int i, int j);     // VX … VZ(i,j,j,j), WX … WZ(i,j,j)

// F − K e − C u; entries that are 0 leave nothing.
std::vector<expression::Tree> linear_force(const Matrix& K, const std::vector<expression::Tree>& e,
                                           const Matrix& C, const std::vector<expression::Tree>& u,
                                           const Vector& F);

// Three forces and three torques along the axes of the connection's j.
void add_six(Lowering&, Connection&, const Site& site, const std::vector<expression::Tree>& force);

}  // namespace trammel::elements
