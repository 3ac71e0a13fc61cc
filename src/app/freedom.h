// DEBUG/DOF: how the degrees of freedom of a model come about.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "analysis/initial_conditions.h"

namespace trammel::app {

// A sum, one line for each kind of element: what parts bring, what constraints take, what redundant
// ones take twice. Of an assembled model.
std::string count_freedom(const analysis::InitialConditions&);

}  // namespace trammel::app
