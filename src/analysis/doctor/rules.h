// The rules of the model doctor, by what they look at.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "analysis/doctor/doctor.h"

namespace trammel::analysis::doctor {

// functions.cpp
Findings discontinuous_functions(const Patient&);
Findings velocities_without_frame(const Patient&);
// contacts.cpp
Findings sharp_impacts(const Patient&);
Findings shallow_impacts(const Patient&);
// pulses.cpp
Findings pulses_between_steps(const Patient&);
Findings events_in_long_units(const Patient&);
// division.cpp
Findings possible_divisions_by_zero(const Patient&);
// motions.cpp
Findings splines_in_motions(const Patient&);
Findings steps_in_motions(const Patient&);
// ranges.cpp
Findings splines_read_beyond(const Patient&);
// numbers.cpp
Findings extreme_numbers(const Patient&);
// units.cpp
Findings unsuitable_units(const Patient&);
Findings gravity_of_other_units(const Patient&);
// masses.cpp
Findings parts_without_mass(const Patient&);
Findings tiny_masses(const Patient&);
// holding.cpp
Findings parts_that_nothing_holds(const Patient&);
// energy.cpp
Findings negative_damping(const Patient&);
Findings negative_stiffness(const Patient&);
// stiffness.cpp
Findings undamped_stiffness(const Patient&);
Findings high_damping(const Patient&);
Findings spread_of_time_constants(const Patient&);
// joints.cpp
Findings duplicate_joints(const Patient&);
// unused.cpp
Findings unused_definitions(const Patient&);

}  // namespace trammel::analysis::doctor
