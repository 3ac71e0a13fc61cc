// SPDX-License-Identifier: BSD-3-Clause
#include "examples/hostile.h"

namespace trammel::examples {
namespace {

struct Row {
  const char* name;
  const char* text;
  const char* exit_codes;
  const char* mentions = "";
};

std::vector<HostileModel> models_of(const char* prefix, const char* head, const char* tail,
                                    const Row* begin, const Row* end) {
  std::vector<HostileModel> models;
  for (const Row* row = begin; row != end; ++row)
    models.push_back({std::string(prefix) + row->name,
                      std::string("Hostile model\n") + head + row->text + '\n' + tail + "END\n",
                      row->exit_codes, row->mentions});
  return models;
}

const char* const ground =
    "PART/1, GROUND\nMARKER/101, PART = 1\nMARKER/102, PART = 1, QP = 1, 0, 0\n";
const char* const free_body =
    "PART/1, GROUND\nMARKER/101, PART = 1\nMARKER/102, PART = 1, QP = 1, 0, 0\n"
    "MARKER/103, PART = 1, REULER = 0, 90D, 0\nMARKER/104, PART = 1, REULER = 0, 180D, 0\n"
    "PART/2, MASS = 1, CM = 201, IP = 1, 1, 1\nMARKER/201, PART = 2\nMARKER/202, PART = 2, QP = 1, "
    "0, 0\n"
    "MARKER/203, PART = 2, REULER = 0, 90D, 0\n"
    "PART/3, MASS = 1, CM = 301, IP = 1, 1, 1, QG = 1, 0, 0\nMARKER/301, PART = 3\n"
    "ACCGRAV/JGRAV = -9.81\n";
const char* const hinged =
    "PART/1, GROUND\nMARKER/101, PART = 1\nMARKER/102, PART = 1, QP = 3, 0, 0\n"
    "PART/2, MASS = 1, CM = 201, IP = 1, 1, 1\nMARKER/201, PART = 2\nMARKER/202, PART = 2, QP = 1, "
    "0, 0\n"
    "JOINT/1, REVOLUTE, I = 201, J = 101\nACCGRAV/JGRAV = -9.81\n";
const char* const requests = "REQUEST/1, F1 = DX(201)\\ F2 = VX(201)\\ F3 = WZ(201)\n";

const Row parts[] = {
    {"massless_free", "PART/2, CM = 201\nMARKER/201, PART = 2", "2", "PART/2"},
    {"massless_free_with_inertia", "PART/2, CM = 201, IP = 1, 1, 1\nMARKER/201, PART = 2", "2",
     "PART/2"},
    {"no_inertia_free", "PART/2, MASS = 1, CM = 201\nMARKER/201, PART = 2", "2", "PART/2"},
    {"inertia_about_two_axes", "PART/2, MASS = 1, CM = 201, IP = 1, 1, 0\nMARKER/201, PART = 2",
     "2", "PART/2"},
    {"massless_on_spring",
     "PART/2, CM = 201\nMARKER/201, PART = 2\n"
     "SPRINGDAMPER/1, TRANSLATIONAL, I = 201, J = 102, K = 1, LENGTH = 1",
     "2", "PART/2"},
    {"massless_on_hinge",
     "PART/2, CM = 201\nMARKER/201, PART = 2\nJOINT/1, REVOLUTE, I = 201, J = 101", "2", "PART/2"},
    {"massless_on_damped_hinge",
     "PART/2, CM = 201\nMARKER/201, PART = 2\nJOINT/1, REVOLUTE, I = 201, J = 101\n"
     "SPRINGDAMPER/1, ROTATIONAL, I = 201, J = 101, KT = 1, CT = 1",
     "2", "PART/2"},
    {"massless_welded", "PART/2, CM = 201\nMARKER/201, PART = 2\nJOINT/1, FIXED, I = 201, J = 101",
     "0"},
    {"massless_driven",
     "PART/2, CM = 201\nMARKER/201, PART = 2\nJOINT/1, REVOLUTE, I = 201, J = 101\n"
     "MOTION/1, JOINT = 1, ROTATIONAL, FUNCTION = TIME",
     "0"},
    {"massless_particle", "POINT_MASS/2, CM = 201\nMARKER/201, POINT_MASS = 2", "2",
     "POINT_MASS/2"},
    {"massless_particle_on_gcon",
     "POINT_MASS/2, CM = 201, QG = 1, 0, 0\nMARKER/201, POINT_MASS = 2\n"
     "GCON/1, FUNCTION = DM(201, 101) - 1",
     "2", "POINT_MASS/2"},
    {"mass_1e_300",
     "PART/2, MASS = 1E-300, CM = 201, IP = 1E-300, 1E-300, 1E-300\nMARKER/201, PART = 2", "023"},
    {"mass_1e300", "PART/2, MASS = 1E300, CM = 201, IP = 1E300, 1E300, 1E300\nMARKER/201, PART = 2",
     "023"},
    {"mass_denormal", "PART/2, MASS = 1E-310, CM = 201, IP = 1, 1, 1\nMARKER/201, PART = 2", "023"},
    {"masses_of_24_decades",
     "PART/2, MASS = 1E-12, CM = 201, IP = 1E-12, 1E-12, 1E-12\nMARKER/201, PART = 2\n"
     "PART/3, MASS = 1E12, CM = 301, IP = 1E12, 1E12, 1E12, QG = 1, 0, 0\nMARKER/301, PART = 3\n"
     "MARKER/302, PART = 3, QP = -1, 0, 0\nJOINT/1, SPHERICAL, I = 201, J = 302",
     "03"},
    {"masses_of_24_decades_on_spring",
     "PART/2, MASS = 1E-12, CM = 201, IP = 1E-12, 1E-12, 1E-12\nMARKER/201, PART = 2\n"
     "PART/3, MASS = 1E12, CM = 301, IP = 1E12, 1E12, 1E12, QG = 1, 0, 0\nMARKER/301, PART = 3\n"
     "SPRINGDAMPER/1, TRANSLATIONAL, I = 201, J = 301, K = 1E-6, LENGTH = 1.1",
     "03"},
    {"inertia_1e_30",
     "PART/2, MASS = 1, CM = 201, IP = 1E-30, 1E-30, 1E-30, WX = 1\nMARKER/201, PART = 2", "023"},
    {"impossible_inertia",
     "PART/2, MASS = 1, CM = 201, IP = 1, 1, 10, WX = 1, WZ = 1\nMARKER/201, PART = 2", "02",
     "PART/2"},
    {"indefinite_inertia",
     "PART/2, MASS = 1, CM = 201, IP = 1, 1, 1, 5, 0, 0\nMARKER/201, PART = 2", "2", "PART/2"},
    {"no_centre_of_mass", "PART/2, MASS = 1, IP = 1, 1, 1\nMARKER/201, PART = 2", "2", "PART/2"},
    {"place_1e300",
     "PART/2, MASS = 1, CM = 201, IP = 1, 1, 1, QG = 1E300, 0, 0\nMARKER/201, PART = 2", "023"},
    {"place_1e20",
     "PART/2, MASS = 1, CM = 201, IP = 1, 1, 1, QG = 1E20, 0, 0, VX = 1\nMARKER/201, PART = 2",
     "03"},
    {"speed_1e300", "PART/2, MASS = 1, CM = 201, IP = 1, 1, 1, VX = 1E300\nMARKER/201, PART = 2",
     "023"},
    {"speed_1e200",
     "PART/2, MASS = 1, CM = 201, IP = 1, 1, 1, VX = 1E200, VY = 1E200\nMARKER/201, PART = 2",
     "023"},
    {"spin_1e8", "PART/2, MASS = 1, CM = 201, IP = 1, 1, 1, WZ = 1E8\nMARKER/201, PART = 2", "03"},
    {"spin_1e300",
     "PART/2, MASS = 1, CM = 201, IP = 1, 2, 3, WX = 1E300, WY = 1E300\nMARKER/201, PART = 2",
     "023"},
    {"gravity_1e300",
     "PART/2, MASS = 1, CM = 201, IP = 1, 1, 1\nMARKER/201, PART = 2\nACCGRAV/IGRAV = 1E300",
     "023"},
    {"gravity_1e_300",
     "PART/2, MASS = 1, CM = 201, IP = 1, 1, 1\nMARKER/201, PART = 2\nACCGRAV/IGRAV = 1E-300", "0"},
    {"at_rest_without_forces", "PART/2, MASS = 1, CM = 201, IP = 1, 1, 1\nMARKER/201, PART = 2",
     "0"},
    {"units_factor_1e300",
     "UNITS/UCF = 1E300\nPART/2, MASS = 1, CM = 201, IP = 1, 1, 1\nMARKER/201, PART = 2\n"
     "SFORCE/1, TRANSLATIONAL, ACTIONONLY, I = 201, J = 101, FUNCTION = 1",
     "023"},
    {"units_of_absurd_size",
     "UNITS/FORCE = NANONEWTON, MASS = KILOGRAM, LENGTH = KILOMETER, TIME = DAY\n"
     "PART/2, MASS = 1, CM = 201, IP = 1, 1, 1\nMARKER/201, PART = 2\n"
     "SPRINGDAMPER/1, TRANSLATIONAL, I = 201, J = 102, K = 1, LENGTH = 1.1",
     "03"},
};

const Row joints[] = {
    {"fixed_twice", "JOINT/1, FIXED, I = 201, J = 101\nJOINT/2, FIXED, I = 201, J = 101", "0"},
    {"fixed_at_two_places", "JOINT/1, FIXED, I = 201, J = 101\nJOINT/2, FIXED, I = 201, J = 102",
     "2", "JOINT/"},
    {"fixed_in_two_directions",
     "JOINT/1, FIXED, I = 201, J = 101\nJOINT/2, FIXED, I = 201, J = 103", "2", "JOINT/"},
    {"balls_too_far_apart",
     "JOINT/1, SPHERICAL, I = 201, J = 101\nJOINT/2, SPHERICAL, I = 202, J = 112\n"
     "MARKER/112, PART = 1, QP = 2, 0, 0",
     "2", "JOINT/"},
    {"balls_that_just_reach",
     "JOINT/1, SPHERICAL, I = 201, J = 101\nJOINT/2, SPHERICAL, I = 202, J = 102", "0"},
    {"balls_a_micron_too_far",
     "JOINT/1, SPHERICAL, I = 201, J = 101\nJOINT/2, SPHERICAL, I = 202, J = 112\n"
     "MARKER/112, PART = 1, QP = 1.000001, 0, 0",
     "2", "JOINT/"},
    {"parallel_and_perpendicular",
     "JPRIM/1, PARALLEL_AXES, I = 201, J = 101\nJPRIM/2, PERPENDICULAR, I = 201, J = 101", "2",
     "JPRIM/"},
    {"parallel_to_two_axes",
     "JPRIM/1, PARALLEL_AXES, I = 201, J = 101\nJPRIM/2, PARALLEL_AXES, I = 201, J = 103", "2",
     "JPRIM/"},
    {"on_two_parallel_lines",
     "JPRIM/1, INLINE, I = 201, J = 101\nJPRIM/2, INLINE, I = 201, J = 102", "2", "JPRIM/"},
    {"in_two_parallel_planes",
     "JPRIM/1, INPLANE, I = 201, J = 101\nJPRIM/2, INPLANE, I = 201, J = 113\n"
     "MARKER/113, PART = 1, QP = 0, 0, 1",
     "2", "JPRIM/"},
    {"hinge_with_opposite_axes", "JOINT/1, REVOLUTE, I = 201, J = 104", "02", "JOINT/1"},
    {"hinge_with_crossed_axes", "JOINT/1, REVOLUTE, I = 203, J = 101", "0"},
    {"weld_turned_by_half", "JOINT/1, FIXED, I = 201, J = 104", "02", "JOINT/1"},
    {"assembled_from_afar",
     "JOINT/1, SPHERICAL, I = 201, J = 114\nMARKER/114, PART = 1, QP = 1E6, 0, 0", "0"},
    {"assembled_from_infinity",
     "JOINT/1, SPHERICAL, I = 201, J = 114\nMARKER/114, PART = 1, QP = 1E300, 0, 0", "023"},
    {"universal_that_is_straight", "JOINT/1, UNIVERSAL, I = 201, J = 101", "02", "JOINT/1"},
    {"hooke_off_by_a_quarter",
     "JOINT/1, HOOKE, I = 204, J = 101\nMARKER/204, PART = 2, REULER = 90D, 0, 0", "02", "JOINT/1"},
    {"convel_folded_back", "JOINT/1, CONVEL, I = 201, J = 104", "023"},
    {"screw_without_pitch",
     "JOINT/1, CYLINDRICAL, I = 201, J = 101\nJOINT/2, SCREW, I = 201, J = 101, PITCH = 0", "02"},
    {"screw_without_guide", "JOINT/1, SCREW, I = 201, J = 101, PITCH = 0.1", "03"},
    {"screw_on_slide",
     "JOINT/1, TRANSLATIONAL, I = 201, J = 101\nJOINT/2, SCREW, I = 201, J = 101, PITCH = 0.1",
     "0"},
    {"rack_without_diameter",
     "JOINT/1, REVOLUTE, I = 201, J = 101\nJOINT/2, TRANSLATIONAL, I = 301, J = 102\n"
     "JOINT/3, RACKPIN, I = 201, J = 301, PD = 0",
     "02"},
    {"rack_free_of_everything", "JOINT/1, RACKPIN, I = 201, J = 301, PD = 0.1", "023"},
    {"gear_of_no_radius",
     "JOINT/1, REVOLUTE, I = 201, J = 101\nJOINT/2, REVOLUTE, I = 301, J = 102\n"
     "GEAR/1, JOINTS = 1, 2, CV = 101",
     "02", "GEAR/1"},
    {"gear_with_tooth_across",
     "JOINT/1, REVOLUTE, I = 201, J = 101\nJOINT/2, REVOLUTE, I = 301, J = 102\n"
     "GEAR/1, JOINTS = 1, 2, CV = 115\nMARKER/115, PART = 1, QP = 0.5, 0, 0",
     "02", "GEAR/1"},
    {"coupler_of_zeros",
     "JOINT/1, REVOLUTE, I = 201, J = 101\nJOINT/2, REVOLUTE, I = 301, J = 102\n"
     "COUPLER/1, JOINTS = 1, 2, TYPE = R:R, SCALES = 0, 0",
     "02", "COUPLER/1"},
    {"coupler_twice",
     "JOINT/1, REVOLUTE, I = 201, J = 101\nJOINT/2, REVOLUTE, I = 301, J = 102\n"
     "COUPLER/1, JOINTS = 1, 2, TYPE = R:R, SCALES = 1, 1\n"
     "COUPLER/2, JOINTS = 1, 2, TYPE = R:R, SCALES = 2, 2",
     "0"},
    {"couplers_that_lock",
     "JOINT/1, REVOLUTE, I = 201, J = 101\nJOINT/2, REVOLUTE, I = 301, J = 102\n"
     "COUPLER/1, JOINTS = 1, 2, TYPE = R:R, SCALES = 1, 1\n"
     "COUPLER/2, JOINTS = 1, 2, TYPE = R:R, SCALES = 1, -1",
     "0"},
    {"coupler_of_one_joint",
     "JOINT/1, REVOLUTE, I = 201, J = 101\nCOUPLER/1, JOINTS = 1, 1, TYPE = R:R, SCALES = 1, 1",
     "02"},
    {"start_speeds_contradict_the_hinge",
     "JOINT/1, REVOLUTE, I = 401, J = 101\nPART/4, MASS = 1, CM = 402, IP = 1, 1, 1, VX = 5, VY "
     "= 0, WZ = 1\n"
     "MARKER/401, PART = 4\nMARKER/402, PART = 4, QP = 1, 0, 0",
     "0"},
    {"start_angles_contradict",
     "JOINT/1, REVOLUTE, I = 201, J = 101, ICROT = 10D\nJOINT/2, REVOLUTE, I = 201, J = 101, "
     "ICROT = 50D",
     "02"},
    {"exact_places_contradict",
     "JOINT/1, SPHERICAL, I = 401, J = 101\n"
     "PART/4, MASS = 1, CM = 401, IP = 1, 1, 1, QG = 1, 1, 1, EXACT = X:Y:Z\nMARKER/401, PART = "
     "4",
     "02"},
};

const Row motions[] = {
    {"twice_the_same", "MOTION/1, JOINT = 1, FUNCTION = TIME\nMOTION/2, JOINT = 1, FUNCTION = TIME",
     "0"},
    {"in_conflict",
     "MOTION/1, JOINT = 1, FUNCTION = TIME\nMOTION/2, JOINT = 1, FUNCTION = TIME + 1", "2",
     "MOTION/"},
    {"in_conflict_from_the_start_of_motion",
     "MOTION/1, JOINT = 1, FUNCTION = TIME\nMOTION/2, JOINT = 1, FUNCTION = 2*TIME", "23",
     "MOTION/"},
    {"in_conflict_later",
     "MOTION/1, JOINT = 1, FUNCTION = TIME\n"
     "MOTION/2, JOINT = 1, FUNCTION = TIME + STEP5(TIME, 0.5, 0, 0.7, 0.1)",
     "3", "MOTION/"},
    {"of_two_levels_in_conflict",
     "MOTION/1, JOINT = 1, FUNCTION = TIME\nMOTION/2, JOINT = 1, VELOCITY, FUNCTION = 2", "23",
     "MOTION/"},
    {"against_a_weld", "JOINT/2, FIXED, I = 201, J = 101\nMOTION/1, JOINT = 1, FUNCTION = 1 + TIME",
     "2", "MOTION/1"},
    {"pole_at_the_start", "MOTION/1, JOINT = 1, FUNCTION = 1/TIME", "2", "MOTION/1"},
    {"root_of_time", "MOTION/1, JOINT = 1, FUNCTION = SQRT(TIME)", "023", "MOTION/1"},
    {"power_of_time", "MOTION/1, JOINT = 1, FUNCTION = TIME**1.5", "023", "MOTION/1"},
    {"log_of_time", "MOTION/1, JOINT = 1, FUNCTION = LOG(TIME)", "2", "MOTION/1"},
    {"domain_ends", "MOTION/1, JOINT = 1, FUNCTION = SQRT(0.55 - TIME)", "3", "MOTION/1"},
    {"pole_later", "MOTION/1, JOINT = 1, FUNCTION = 1/(0.55 - TIME)", "03", "MOTION/1"},
    {"kink", "MOTION/1, JOINT = 1, FUNCTION = ABS(TIME - 0.55)", "03"},
    {"jump", "MOTION/1, JOINT = 1, FUNCTION = IF(TIME - 0.55: 0, 0, 1)", "03", "MOTION/1"},
    {"jump_of_many_turns", "MOTION/1, JOINT = 1, FUNCTION = IF(TIME - 0.55: 0, 0, 1000)", "03"},
    {"step_without_width", "MOTION/1, JOINT = 1, FUNCTION = STEP(TIME, 0.5, 0, 0.5, 1)", "023"},
    {"speed_1e300", "MOTION/1, JOINT = 1, FUNCTION = 1E300*TIME", "23", "MOTION/1"},
    {"speed_1e6", "MOTION/1, JOINT = 1, FUNCTION = 1E6*TIME", "03"},
    {"velocity_with_pole", "MOTION/1, JOINT = 1, VELOCITY, FUNCTION = 1/(TIME - 0.55)", "03"},
    {"velocity_pole_at_the_start", "MOTION/1, JOINT = 1, VELOCITY, FUNCTION = 1/TIME", "23",
     "MOTION/1"},
    {"acceleration_1e300", "MOTION/1, JOINT = 1, ACCELERATION, FUNCTION = 1E300", "023"},
    {"acceleration_jumps",
     "MOTION/1, JOINT = 1, ACCELERATION, FUNCTION = IF(TIME - 0.55: -1, 0, 1)", "03"},
    {"of_a_state", "MOTION/1, JOINT = 1, FUNCTION = DX(202)", "2", "MOTION/1"},
    {"of_a_diff", "DIFF/1, IC = 0, FUNCTION = 1\nMOTION/1, JOINT = 1, FUNCTION = DIF(1)", "2",
     "MOTION/1"},
    {"of_its_own_reaction", "MOTION/1, JOINT = 1, FUNCTION = MOTION(1, 0, 8, 0)", "2", "MOTION/1"},
    {"of_a_circular_variable",
     "VARIABLE/1, FUNCTION = VARVAL(1) + TIME\nMOTION/1, JOINT = 1, FUNCTION = VARVAL(1)", "23"},
    {"beyond_reach",
     "PART/3, MASS = 1, CM = 301, IP = 1, 1, 1, QG = 1, 0, 0\nMARKER/301, PART = 3\n"
     "MARKER/302, PART = 3, QP = 2, 0, 0\nPART/4, MASS = 1, CM = 401, IP = 1, 1, 1, QG = 3, 0, "
     "0\n"
     "MARKER/401, PART = 4\nJOINT/2, SPHERICAL, I = 301, J = 202\nJOINT/3, CYLINDRICAL, I = 302, "
     "J = 401\n"
     "JOINT/4, TRANSLATIONAL, I = 402, J = 103\nMARKER/402, PART = 4, REULER = 90D, 90D, 0\n"
     "MARKER/103, PART = 1, QP = 3, 0, 0, REULER = 90D, 90D, 0\n"
     "MOTION/1, JOINT = 4, FUNCTION = 0.5*TIME",
     "23"},
    {"lock_up_of_a_linkage",
     "PART/3, MASS = 1, CM = 301, IP = 1, 1, 1, QG = 1, 0, 0, REULER = 90D, 0, 0\nMARKER/301, "
     "PART = 3\n"
     "MARKER/302, PART = 3, QP = 1, 0, 0\n"
     "PART/4, MASS = 1, CM = 401, IP = 1, 1, 1, QG = 2, 0, 0, REULER = 90D, 0, 0\nMARKER/401, "
     "PART = 4\n"
     "MARKER/402, PART = 4, QP = 1, 0, 0\nMARKER/105, PART = 1, QP = 2.2, 0, 0\n"
     "JOINT/2, REVOLUTE, I = 301, J = 202\nJOINT/3, REVOLUTE, I = 402, J = 302\n"
     "JOINT/4, REVOLUTE, I = 401, J = 105\nMOTION/1, JOINT = 1, FUNCTION = 3*TIME",
     "23"},
    {"gimbal_lock",
     "PART/3, MASS = 1, CM = 301, IP = 1, 1, 1\nMARKER/301, PART = 3\n"
     "MOTION/1, I = 301, J = 101, B1, FUNCTION = TIME\nMOTION/2, I = 301, J = 101, B2, FUNCTION "
     "= 2*TIME\n"
     "MOTION/3, I = 301, J = 101, B3, FUNCTION = TIME",
     "03"},
};

}  // namespace

std::vector<HostileModel> hostile_parts() {
  return models_of("part_", ground, requests, std::begin(parts), std::end(parts));
}

std::vector<HostileModel> hostile_joints() {
  std::vector<HostileModel> models =
      models_of("joint_", free_body, requests, std::begin(joints), std::end(joints));
  std::string hinges;
  for (int i = 1; i <= 100; ++i)
    hinges += "JOINT/" + std::to_string(i) + ", REVOLUTE, I = 201, J = 101\n";
  models.push_back({"joint_hundred_hinges_on_one_line",
                    std::string("Hostile model\n") + free_body + hinges + requests + "END\n", "0",
                    ""});
  return models;
}

std::vector<HostileModel> hostile_motions() {
  return models_of("motion_", hinged, requests, std::begin(motions), std::end(motions));
}

}  // namespace trammel::examples
