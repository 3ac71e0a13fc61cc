// The rules of the model doctor, by what they look at.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "analysis/doctor/doctor.h"

namespace trammel::analysis::doctor {

// functions.cpp
Findings discontinuous_functions(const Patient&);
Findings sharp_impacts(const Patient&);
Findings splines_in_motions(const Patient&);
Findings velocities_without_frame(const Patient&);
Findings possible_divisions_by_zero(const Patient&);
// numbers.cpp
Findings extreme_numbers(const Patient&);
Findings unsuitable_units(const Patient&);
// masses.cpp
Findings parts_without_mass(const Patient&);
Findings tiny_masses(const Patient&);
// stiffness.cpp
Findings undamped_stiffness(const Patient&);
Findings spread_of_time_constants(const Patient&);
// joints.cpp
Findings duplicate_joints(const Patient&);

}  // namespace trammel::analysis::doctor
