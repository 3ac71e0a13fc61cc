// Kinematic analysis: where the constraints alone determine the motion, positions at each output
// time by Newton from a prediction, then velocities, accelerations and reactions.
//
//   q(t+h) ≈ retract(q, h v + ½ h² a), corrected to Φ(t+h, q) = 0                        (KIN.1)
//
// Poses in which constraints become dependent are reported: the mechanism locks, or branches of motion cross
// (singular_pose.h). A substep turns no body by more than a quarter of a radian and is halved when Newton fails.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "analysis/run.h"

namespace trammel::analysis {

// Zero degrees of freedom by position constraints alone, and no differential states.
bool is_kinematic(const InitialConditions&);

// Why it is not.
Finding refuse_kinematics(const InitialConditions&);

// Steps and iterations are counted as those of an integrator.
RunReport run_kinematic(InitialConditions& start, std::shared_ptr<const elements::Equations>,
                        const RunSettings&, const Output&);

}  // namespace trammel::analysis
