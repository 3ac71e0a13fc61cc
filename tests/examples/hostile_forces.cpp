// SPDX-License-Identifier: BSD-3-Clause
#include "examples/hostile.h"

namespace trammel::examples {
namespace {

struct Row {
  const char* name;
  const char* text;
  const char* exit_codes;
};

// A free body pushed along z; both markers coincide at the start.
HostileModel pushed_body(const Row& row) {
  return {std::string("force_") + row.name,
          std::string("Hostile force\nPART/1, GROUND\nMARKER/101, PART = 1\n"
                      "PART/2, MASS = 1, CM = 201, IP = 1, 1, 1\nMARKER/201, PART = 2\n"
                      "SFORCE/1, TRANSLATIONAL, ACTIONONLY, I = 201, J = 101, FUNCTION = ") +
              row.text + "\nREQUEST/1, F1 = DZ(201)\\ F2 = VZ(201)\\ F3 = ACCZ(201)\nEND\n",
          row.exit_codes, "SFORCE/1"};
}

const Row forces[] = {
    // Outside the domain at the start.
    {"root_of_negative", "SQRT(-1)", "23"},
    {"root_of_negative_state", "SQRT(DZ(201) - 1)", "23"},
    {"division_by_zero", "1/0", "23"},
    {"division_by_zero_state", "1/DZ(201)", "23"},
    {"zero_over_zero", "DZ(201)/DZ(201)", "23"},
    {"zero_over_zero_velocity", "VZ(201)/VM(201)", "23"},
    {"log_of_zero", "LOG(0)", "23"},
    {"log_of_time", "LOG(TIME)", "23"},
    {"log10_of_state", "LOG10(DZ(201))", "23"},
    {"arc_cosine_of_two", "ACOS(2)", "23"},
    {"arc_sine_of_state", "ASIN(2 + DZ(201))", "23"},
    {"remainder_by_zero", "MOD(TIME, 0)", "23"},
    {"zero_to_minus_one", "0**(-1)", "23"},
    {"negative_to_half", "(-1)**0.5", "23"},
    {"state_to_minus_one", "DZ(201)**(-1)", "23"},
    {"state_to_half", "DZ(201)**0.5", "023"},
    // Outside the domain later.
    {"root_fails_later", "SQRT(0.5 - TIME)", "3"},
    {"log_fails_later", "LOG(0.5 - TIME)", "3"},
    {"arc_sine_fails_later", "ASIN(2*TIME)", "3"},
    {"root_of_falling_height", "SQRT(0.1 - DZ(201)) + 1", "3"},
    {"branch_fails_later", "IF(TIME - 0.5: 1, 1, SQRT(-TIME))", "3"},
    {"pole_in_time", "1/(TIME - 0.55)", "03"},
    {"square_pole_in_time", "1/(TIME - 0.55)**2", "03"},
    {"tangent_poles", "TAN(10*TIME)", "03"},
    {"negative_power_later", "(0.5 - TIME)**1.5", "3"},
    // Overflow.
    {"huge", "1E300", "03"},
    {"huge_negative", "-1E300", "03"},
    {"product_overflows", "1E200*1E200", "23"},
    {"exponential_overflows", "EXP(1000)", "23"},
    {"exponential_overflows_later", "EXP(2000*TIME)", "3"},
    {"hyperbolic_overflows_later", "SINH(2000*TIME)", "3"},
    {"power_overflows_later", "(10*TIME)**400", "3"},
    {"polynomial_overflows", "POLY(TIME, 0, 0, 0, 0, 0, 0, 0, 0, 1E300)", "03"},
    {"tiny", "1E-300", "0"},
    {"denormal", "1E-310", "0"},
    // Jumps and kinks.
    {"jump", "IF(TIME - 0.5: 0, 0, 1E3)", "0"},
    {"tall_jump", "IF(TIME - 0.5: 0, 0, 1E9)", "03"},
    {"step_without_width", "STEP(TIME, 0.5, 0, 0.5, 1)", "023"},
    {"step_backwards", "STEP(TIME, 1, 0, 0, 1)", "02"},
    {"haversine_without_width", "HAVSIN(TIME, 0.5, 0, 0.5, 1)", "023"},
    {"sweep_without_width", "SWEEP(TIME, 1, 0, 1, 0, 1, 0)", "023"},
    {"staircase", "AINT(100*TIME)", "03"},
    {"sawtooth", "MOD(100*TIME, 1)", "03"},
    {"dry_friction", "1 - 2*SIGN(1, VZ(201))", "03"},
    {"relay", "-1E3*SIGN(1, DZ(201)) + 1", "03"},
    {"stiff_relay", "-1E9*SIGN(1, VZ(201)) + 1", "03"},
    {"corner", "-1E6*ABS(DZ(201)) + 1", "03"},
    {"fast_sine", "SIN(1E4*TIME)", "03"},
    {"sine_beyond_precision", "SIN(1E15*TIME)", "03"},
    {"sine_of_huge", "SIN(1E300)", "023"},
    {"state_modulo", "MOD(DZ(201)*1E3, 1) + 1", "03"},
    {"arc_tangent_of_zeros", "ATAN2(DZ(201), DX(201)) + 1", "03"},
    // Feedback.
    {"explosive_feedback", "1E6*VZ(201) + 1", "03"},
    {"explosive_stiffness", "1E12*DZ(201) + 1", "03"},
    {"finite_escape", "1E3*VZ(201)**2 + 1", "3"},
    {"exponential_escape", "EXP(10*VZ(201))", "3"},
    {"cubic_escape", "1E6*DZ(201)**3 + 1E3*DZ(201) + 1", "03"},
    {"own_acceleration", "ACCZ(201)", "23"},
    {"own_acceleration_contradiction", "ACCZ(201) + 1", "23"},
    {"twice_own_acceleration", "2*ACCZ(201) + 1", "023"},
    {"half_own_acceleration", "0.5*ACCZ(201) + 1", "0"},
    {"square_of_acceleration", "ACCZ(201)**2 + 1", "23"},
    {"own_value", "SFORCE(1, 0, 4, 0)", "23"},
    {"own_value_plus_one", "SFORCE(1, 0, 4, 0) + 1", "23"},
    {"half_own_value", "0.5*SFORCE(1, 0, 4, 0) + 1", "0"},
    {"square_of_own_value", "SFORCE(1, 0, 4, 0)**2 + 1", "23"},
    {"infinite_damping", "-1E30*VZ(201) + 1", "03"},
    {"infinite_stiffness", "-1E30*DZ(201) + 1", "03"},
    {"stiffness_overflows", "-1E300*DZ(201) + 1", "03"},
    {"stiffness_of_stiffness", "-1E200*DZ(201)*1E200 + 1", "23"},
    // Measures where they have no derivative, contact with absurd numbers.
    {"distance_from_itself", "1 - 100*DM(201, 101)", "03"},
    {"radial_speed_at_no_distance", "1 - VR(201, 101)", "03"},
    {"angle_of_no_triangle", "1 + INCANG(201, 101, 201)", "023"},
    {"euler_angle_at_singularity", "1 + PSI(201, 101)", "03"},
    {"impact_without_depth", "IMPACT(DZ(201), VZ(201), 0.1, 1E6, 1.5, 10, 0)", "023"},
    {"impact_exponent_zero", "IMPACT(DZ(201), VZ(201), 0.1, 1E3, 0, 0, 0.1)", "023"},
    {"impact_exponent_tiny", "IMPACT(DZ(201), VZ(201), 1E-3, 1E3, 0.1, 0, 0.1)", "023"},
    {"impact_pulls", "IMPACT(DZ(201), VZ(201), 0.1, -1E3, 1.5, 0, 0.1)", "023"},
    {"impact_like_steel", "IMPACT(DZ(201), VZ(201), 0.01, 1E15, 2.2, 1E6, 1E-9) - 10", "03"},
    {"stops_crossed", "BISTOP(DZ(201), VZ(201), 1, -1, 1E3, 1.5, 10, 0.1)", "023"},
};

const Row springs[] = {
    {"stiffness_1e12", "SPRINGDAMPER/1, TRANSLATIONAL, I = 201, J = 102, K = 1E12, LENGTH = 1",
     "03"},
    {"stiffness_1e300", "SPRINGDAMPER/1, TRANSLATIONAL, I = 201, J = 102, K = 1E300, LENGTH = 1.1",
     "03"},
    {"stiffness_1e300_relaxed",
     "SPRINGDAMPER/1, TRANSLATIONAL, I = 201, J = 102, K = 1E300, LENGTH = 1", "03"},
    {"negative_stiffness",
     "SPRINGDAMPER/1, TRANSLATIONAL, I = 201, J = 102, K = -1E6, LENGTH = 1.1", "03"},
    {"damping_1e300", "SPRINGDAMPER/1, TRANSLATIONAL, I = 201, J = 102, C = 1E300, LENGTH = 1",
     "03"},
    {"negative_damping", "SPRINGDAMPER/1, TRANSLATIONAL, I = 201, J = 102, C = -1E3, LENGTH = 1",
     "03"},
    {"length_1e300", "SPRINGDAMPER/1, TRANSLATIONAL, I = 201, J = 102, K = 1, LENGTH = 1E300",
     "03"},
    {"no_length", "SPRINGDAMPER/1, TRANSLATIONAL, I = 201, J = 101, K = 100, LENGTH = 1", "023"},
    {"through_zero_length",
     "SPRINGDAMPER/1, TRANSLATIONAL, I = 201, J = 102, K = 100, LENGTH = 1E-9", "03"},
    {"torsion_1e300", "SPRINGDAMPER/1, ROTATIONAL, I = 201, J = 102, KT = 1E300, ANGLE = 1D", "03"},
    {"torsion_of_half_turn", "SPRINGDAMPER/1, ROTATIONAL, I = 201, J = 102, KT = 100, ANGLE = 180D",
     "03"},
    {"bushing_1e300", "BUSHING/1, I = 201, J = 102, K = 1E300, 1E300, 1E300", "03"},
    {"bushing_offset_1e15", "BUSHING/1, I = 201, J = 102, K = 1E15, 1E15, 1E15, KT = 1, 1, 1",
     "03"},
    {"bushing_of_nothing", "BUSHING/1, I = 201, J = 102", "0"},
    {"beam_1e300",
     "BEAM/1, I = 201, J = 102, LENGTH = 1, AREA = 1, IXX = 1, IYY = 1, IZZ = 1, EMODULUS = 1E300, "
     "GMODULUS = 1",
     "03"},
    {"beam_of_no_length",
     "BEAM/1, I = 201, J = 102, LENGTH = 1E-100, AREA = 1, IXX = 1, IYY = 1, IZZ = 1, EMODULUS = "
     "1, "
     "GMODULUS = 1",
     "03"},
    {"force_line_without_length", "SFORCE/1, TRANSLATIONAL, I = 201, J = 101, FUNCTION = 10",
     "023"},
    {"force_through_the_other_marker", "SFORCE/1, TRANSLATIONAL, I = 201, J = 102, FUNCTION = -10",
     "03"},
    {"torque_with_crossed_axes",
     "SFORCE/1, ROTATIONAL, I = 201, J = 103, FUNCTION = -100*AZ(201, 103)", "03"},
};

// Of a translational, revolute or spherical joint on an incline, whose part moves.
struct FrictionRow {
  const char* name;
  const char* joint;
  const char* data;
  const char* exit_codes;
};

const FrictionRow frictions[] = {
    {"coefficient_1e9", "TRANSLATIONAL", "MU_STATIC = 1E9", "03"},
    {"coefficient_1e300", "TRANSLATIONAL", "MU_STATIC = 1E300", "23"},
    {"velocity_tiny", "TRANSLATIONAL", "MU_STATIC = 0.3, STICTION_TRANSITION_VELOCITY = 1E-300",
     "03"},
    {"velocity_huge", "TRANSLATIONAL", "MU_STATIC = 0.3, STICTION_TRANSITION_VELOCITY = 1E300",
     "0"},
    {"deformation_tiny", "TRANSLATIONAL", "MU_STATIC = 0.3, MAX_STICTION_DEFORMATION = 1E-300",
     "0"},
    {"deformation_huge", "TRANSLATIONAL", "MU_STATIC = 0.3, MAX_STICTION_DEFORMATION = 1E300", "0"},
    {"preload_1e300", "TRANSLATIONAL", "MU_STATIC = 0.3, FRICTION_FORCE_PRELOAD = 1E300", "23"},
    {"jams_by_its_own_torque", "TRANSLATIONAL", "MU_STATIC = 0.3, REACTION_ARM = 1E-3", "03"},
    {"arm_tiny", "TRANSLATIONAL", "MU_STATIC = 0.3, REACTION_ARM = 1E-300", "23"},
    // The friction of such a guide presses its own surfaces together by more than itself.
    {"jams_without_a_solution", "TRANSLATIONAL", "MU_STATIC = 0.3, INITIAL_OVERLAP = 1E-9", "3"},
    {"leaves_its_guide", "TRANSLATIONAL",
     "MU_STATIC = 0.3, INITIAL_OVERLAP = 0.1, OVERLAP_DELTA = DECREASE", "03"},
    {"pin_1e300", "REVOLUTE", "MU_STATIC = 0.3, PIN_RADIUS = 1E300", "23"},
    {"ball_1e9", "SPHERICAL", "MU_STATIC = 0.3, BALL_RADIUS = 1E9", "03"},
};

}  // namespace

std::vector<HostileModel> hostile_frictions() {
  std::vector<HostileModel> models;
  for (const FrictionRow& row : frictions)
    models.push_back(
        {std::string("friction_") + row.name,
         std::string("Hostile friction\nPART/1, GROUND\n"
                     "MARKER/101, PART = 1, REULER = 90D, 110D, 0\n"
                     "PART/2, MASS = 1, CM = 200, IP = 1, 1, 1, VX = 1\nMARKER/200, PART = 2\n"
                     "MARKER/201, PART = 2, QP = 0, 0.1, 0, REULER = 90D, 110D, 0\n"
                     "ACCGRAV/KGRAV = -9.81\nJOINT/1, ") +
             row.joint + ", I = 201, J = 101\nFRICTION/1, JOINT = 1, MU_DYNAMIC = 0.2, " +
             row.data +
             "\nREQUEST/1, F1 = DM(201)\\ F2 = VM(201)\\ F3 = FRICTION(1, 0, 1, 0)\nEND\n",
         row.exit_codes, ""});
  return models;
}

std::vector<HostileModel> hostile_forces() {
  std::vector<HostileModel> models;
  for (const Row& row : forces) models.push_back(pushed_body(row));
  return models;
}

std::vector<HostileModel> hostile_springs() {
  std::vector<HostileModel> models;
  for (const Row& row : springs)
    models.push_back(
        {std::string("spring_") + row.name,
         std::string("Hostile spring\nPART/1, GROUND\nMARKER/101, PART = 1\n"
                     "MARKER/102, PART = 1, QP = 1, 0, 0\n"
                     "MARKER/103, PART = 1, QP = 1, 0, 0, REULER = 0, 90D, 0\n"
                     "PART/2, MASS = 1, CM = 201, IP = 1, 1, 1\nMARKER/201, PART = 2\n") +
             row.text + "\nREQUEST/1, F1 = DX(201)\\ F2 = VX(201)\nEND\n",
         row.exit_codes, ""});
  return models;
}

}  // namespace trammel::examples
