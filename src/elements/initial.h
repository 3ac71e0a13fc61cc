// Where the model says its bodies are at the start, how they move, and how firmly it says so.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "elements/equations.h"

namespace trammel::elements {

// As the model gives them; not assembled.
void initial_pose(const Equations&, Vector& q);
void initial_velocity(const Equations&, Vector& v);

// By body, in its tangent space: 1e10 for what the user fixed (EXACT, given velocities), else 1.
std::vector<Mat6> position_weights(const Equations&);
std::vector<Mat6> velocity_weights(const Equations&);

}  // namespace trammel::elements
