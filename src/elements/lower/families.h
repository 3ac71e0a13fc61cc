// The steps of registry.cpp, one file each.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace trammel::elements {

class Lowering;

void declare_bodies(Lowering&);
void declare_markers(Lowering&);
void declare_joints(Lowering&);
void finish_joints(Lowering&);
void declare_joint_primitives(Lowering&);
void declare_couplers(Lowering&);
void declare_gears(Lowering&);
void finish_gears(Lowering&);
void declare_motions(Lowering&);
void finish_motions(Lowering&);
void declare_general_constraints(Lowering&);
void finish_general_constraints(Lowering&);
void declare_higher_pairs(Lowering&);  // PTCV, CVCV
void declare_single_forces(Lowering&);
void declare_vector_forces(Lowering&);  // VFORCE, VTORQUE, GFORCE
void declare_spring_dampers(Lowering&);
void declare_bushings(Lowering&);
void declare_elastic_forces(Lowering&);  // BEAM, FIELD
void declare_multi_forces(Lowering&);    // NFORCE
void declare_frictions(Lowering&);
void finish_frictions(Lowering&);
void finish_loads(Lowering&);
void declare_variables(Lowering&);
void declare_diffs(Lowering&);
void number_diffs(Lowering&);  // states or unknowns, once definitions are settled
void finish_diffs(Lowering&);
void declare_sensors(Lowering&);
void finish_sensors(Lowering&);
void declare_systems(Lowering&);  // LSE, TFSISO, GSE
void finish_systems(Lowering&);
void finish_requests(Lowering&);
void finish_delays(Lowering&);    // after all that may ask for one
void solve_variables(Lowering&);  // in loops
void show_variables(Lowering&);   // last of all: they add nothing to the equations

}  // namespace trammel::elements
