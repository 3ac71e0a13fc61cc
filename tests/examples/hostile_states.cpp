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

const char* const particle =
    "Hostile model\nPART/1, GROUND\nMARKER/101, PART = 1\n"
    "PART/2, MASS = 1, CM = 201, IP = 1, 1, 1, QG = 1, 0, 0\nMARKER/201, PART = 2\n"
    "ACCGRAV/JGRAV = -9.81\n";

HostileModel model(const char* prefix, const Row& row, const std::string& statement,
                   const char* requests) {
  return {std::string(prefix) + row.name, particle + statement + '\n' + requests + "END\n",
          row.exit_codes, row.mentions};
}

const Row constraints[] = {
    {"of_nothing", "0", "02", "GCON/1"},
    {"of_a_constant", "1", "2", "GCON/1"},
    {"of_time", "TIME", "2", "GCON/1"},
    {"of_a_small_constant", "1E-6", "2", "GCON/1"},
    {"square", "(DX(201) - 1)**2", "023", "GCON/1"},
    {"square_plus_one", "DX(201)**2 + 1", "2", "GCON/1"},
    {"cube", "(DX(201) - 1)**3", "023", "GCON/1"},
    {"exponential", "EXP(DX(201))", "2", "GCON/1"},
    {"distance_zero", "DM(201, 101)", "023", "GCON/1"},
    {"distance_nearly_zero", "DM(201, 101) - 1E-12", "023", "GCON/1"},
    {"distance_negative", "DM(201, 101) + 1", "2", "GCON/1"},
    {"distance_far", "DM(201, 101) - 1E6", "02", "GCON/1"},
    {"distance_shrinks_to_nothing", "DM(201, 101) - 1 + 2*TIME", "3", "GCON/1"},
    {"runs_to_infinity", "DX(201) - 1 - 1/(0.55 - TIME)", "023", "GCON/1"},
    {"root_of_place", "SQRT(DX(201)) - SQRT(1 - 2*TIME)", "3", "GCON/1"},
    {"product_of_places", "DX(201)*DY(201)", "03"},
    {"unscaled_tiny", "1E-20*(DX(201) - 1)", "02", "GCON/1"},
    {"unscaled_huge", "1E20*(DX(201) - 1)", "02", "GCON/1"},
    {"unscaled_overflow", "1E300*(DX(201) - 1)", "023", "GCON/1"},
    {"kink", "ABS(DX(201) - 1)", "023", "GCON/1"},
    {"jump", "DX(201) - IF(TIME - 0.55: 1, 1, 2)", "03", "GCON/1"},
    {"sign", "SIGN(1, DX(201) - 1)", "2", "GCON/1"},
    {"pole", "1/(DX(201) - 1)", "2", "GCON/1"},
    {"speed_squared", "VX(201)**2", "023", "GCON/1"},
    {"speed_squared_plus_one", "VX(201)**2 + 1", "2", "GCON/1"},
    {"speed_from_rest", "VM(201) - 1", "023", "GCON/1"},
    {"speed_over_speed", "VX(201)/VY(201)", "23", "GCON/1"},
    {"speed_blows_up", "VX(201) - DX(201)**2", "023"},
    {"of_acceleration", "ACCX(201)", "2", "GCON/1"},
    {"of_a_diff", "DIF(1) - DX(201)\nDIFF/1, IC = 1, FUNCTION = 0", "2", "GCON/1"},
    {"of_a_force", "FX(201) - 1", "2", "GCON/1"},
    {"twice", "DX(201) - 1\nGCON/2, FUNCTION = 2*DX(201) - 2", "0"},
    {"twice_in_conflict", "DX(201) - 1\nGCON/2, FUNCTION = DX(201) - 2", "2", "GCON/"},
    {"place_and_its_speed", "DX(201) - 1\nGCON/2, FUNCTION = VX(201)", "02"},
    {"place_and_another_speed", "DX(201) - 1\nGCON/2, FUNCTION = VX(201) - 1", "23", "GCON/"},
    {"seven_on_one_body",
     "DX(201) - 1\nGCON/2, FUNCTION = DY(201)\nGCON/3, FUNCTION = DZ(201)\n"
     "GCON/4, FUNCTION = DX(201) + DY(201) - 1\nGCON/5, FUNCTION = DX(201) - DZ(201) - 1",
     "0"},
};

const Row variables[] = {
    {"plus_one", "VARIABLE/1, FUNCTION = VARVAL(1) + 1", "2", "VARIABLE/1"},
    {"itself", "VARIABLE/1, FUNCTION = VARVAL(1)", "23", "VARIABLE/1"},
    {"square_plus_one", "VARIABLE/1, FUNCTION = VARVAL(1)**2 + 1", "2", "VARIABLE/1"},
    {"exponential", "VARIABLE/1, FUNCTION = EXP(VARVAL(1))", "2", "VARIABLE/1"},
    {"minus_inverse", "VARIABLE/1, IC = 1, FUNCTION = -1/VARVAL(1)", "2", "VARIABLE/1"},
    {"inverse_from_zero", "VARIABLE/1, IC = 0, FUNCTION = 1/VARVAL(1)", "02", "VARIABLE/1"},
    {"root_outside", "VARIABLE/1, IC = 0, FUNCTION = SQRT(VARVAL(1) - 2)", "2", "VARIABLE/1"},
    {"steep_cosine", "VARIABLE/1, FUNCTION = 1E10*COS(VARVAL(1))", "02", "VARIABLE/1"},
    {"sign_of_itself", "VARIABLE/1, FUNCTION = -SIGN(1, VARVAL(1))", "2", "VARIABLE/1"},
    {"contradiction_of_two",
     "VARIABLE/1, FUNCTION = VARVAL(2) + 1\nVARIABLE/2, FUNCTION = VARVAL(1) + 1", "2",
     "VARIABLE/"},
    {"two_that_agree", "VARIABLE/1, FUNCTION = VARVAL(2) + 1\nVARIABLE/2, FUNCTION = VARVAL(1) - 1",
     "23", "VARIABLE/"},
    {"solution_ends", "VARIABLE/1, IC = 0.5, FUNCTION = VARVAL(1)**2 + TIME", "3", "VARIABLE/1"},
    {"solution_ends_in_force",
     "VARIABLE/1, IC = 0.5, FUNCTION = VARVAL(1)**2 + TIME\n"
     "SFORCE/1, TRANSLATIONAL, ACTIONONLY, I = 201, J = 101, FUNCTION = VARVAL(1)",
     "3", "VARIABLE/1"},
    {"guess_1e300", "VARIABLE/1, IC = 1E300, FUNCTION = COS(VARVAL(1))", "02", "VARIABLE/1"},
    {"constant_overflow", "VARIABLE/1, FUNCTION = 1E200*1E200", "23", "VARIABLE/1"},
    {"not_a_number", "VARIABLE/1, FUNCTION = SQRT(-1)", "23", "VARIABLE/1"},
    {"of_own_acceleration",
     "VARIABLE/1, FUNCTION = ACCX(201) + 1\n"
     "VFORCE/1, I = 201, JFLOAT = 102, RM = 101, FX = VARVAL(1)\nMARKER/102, PART = 1, FLOATING",
     "23"},
    {"of_own_reaction",
     "VARIABLE/1, FUNCTION = 2*JOINT(1, 0, 2, 0)\nJOINT/1, FIXED, I = 201, J = 103\n"
     "MARKER/103, PART = 1, QP = 1, 0, 0",
     "0"},
};

const Row diffs[] = {
    {"finite_escape", "DIFF/1, IC = 4, FUNCTION = DIF(1)**2", "3", "DIFF/1"},
    {"exponential_escape", "DIFF/1, IC = 1, FUNCTION = EXP(DIF(1))", "3", "DIFF/1"},
    {"fast_growth", "DIFF/1, IC = 1, FUNCTION = 1E3*DIF(1)", "3", "DIFF/1"},
    {"rate_1e300", "DIFF/1, IC = 0, FUNCTION = 1E300", "03"},
    {"rate_overflows", "DIFF/1, IC = 0, FUNCTION = 1E200*1E200", "23", "DIFF/1"},
    {"stiff_1e12", "DIFF/1, IC = 1, FUNCTION = -1E12*DIF(1)", "03"},
    {"stiff_1e300", "DIFF/1, IC = 1, FUNCTION = -1E300*DIF(1)", "03"},
    {"root_of_negative", "DIFF/1, IC = 1, FUNCTION = SQRT(-DIF(1))", "23", "DIFF/1"},
    {"pole_at_the_start", "DIFF/1, IC = 0, FUNCTION = 1/DIF(1)", "23", "DIFF/1"},
    {"falls_into_a_pole", "DIFF/1, IC = 0.5, FUNCTION = -1/DIF(1)", "3", "DIFF/1"},
    {"root_without_uniqueness", "DIFF/1, IC = 0, FUNCTION = SQRT(ABS(DIF(1)))", "023"},
    {"relay", "DIFF/1, IC = 0.3, FUNCTION = -SIGN(1, DIF(1))", "03"},
    {"start_1e300", "DIFF/1, IC = 1E300, FUNCTION = -DIF(1)", "023"},
    {"implicit_constant", "DIFF/1, IMPLICIT, IC = 0, FUNCTION = 1", "2", "DIFF/1"},
    {"implicit_nothing", "DIFF/1, IMPLICIT, IC = 0, FUNCTION = 0*DIF(1)", "23", "DIFF/1"},
    {"implicit_without_solution", "DIFF/1, IMPLICIT, IC = 0, FUNCTION = DIF1(1)**2 + 1", "2",
     "DIFF/1"},
    {"implicit_exponential", "DIFF/1, IMPLICIT, IC = 0, FUNCTION = EXP(DIF1(1))", "2", "DIFF/1"},
    {"implicit_singular_start", "DIFF/1, IMPLICIT, IC = 0, 0, FUNCTION = DIF1(1)**2 - DIF(1)",
     "023", "DIFF/1"},
    {"implicit_log", "DIFF/1, IMPLICIT, IC = 0, 0, FUNCTION = LOG(DIF1(1)) - DIF(1)", "023",
     "DIFF/1"},
    {"implicit_algebraic_without_solution", "DIFF/1, IMPLICIT, IC = 0, FUNCTION = DIF(1)**2 + 1",
     "2", "DIFF/1"},
    {"implicit_solution_ends", "DIFF/1, IMPLICIT, IC = 0, 0.7, FUNCTION = DIF1(1)**2 + TIME - 0.5",
     "3", "DIFF/1"},
    {"implicit_index_two",
     "DIFF/1, IMPLICIT, IC = 1, FUNCTION = DIF(2) - SIN(TIME)\n"
     "DIFF/2, IMPLICIT, IC = 0, FUNCTION = DIF1(2) - DIF(1)",
     "023"},
    {"rate_of_itself", "DIFF/1, IC = 0, FUNCTION = DIF1(1) + 1", "23", "DIFF/1"},
    {"rates_in_a_circle", "DIFF/1, FUNCTION = DIF1(2) + 1\nDIFF/2, FUNCTION = DIF1(1) + 1", "23",
     "DIFF/"},
};

struct Setting {
  const char* name;
  const char* statements;
  const char* exit_codes;
  std::vector<std::string> options;
  const char* mentions = "";
};

const std::vector<std::string> usual = {"--end", "1", "--steps", "10"};
const Setting settings[] = {
    {"end_zero", "", "01", {"--end", "0", "--steps", "1"}, "--end"},
    {"end_negative", "", "1", {"--end", "-1", "--steps", "10"}, "--end"},
    {"end_not_a_number", "", "1", {"--end", "nan", "--steps", "10"}, "--end"},
    {"end_infinite", "", "1", {"--end", "inf", "--steps", "10"}, "--end"},
    {"steps_zero", "", "1", {"--end", "1", "--steps", "0"}, "--steps"},
    {"steps_negative", "", "1", {"--end", "1", "--steps", "-5"}, "--steps"},
    {"interval_zero", "", "1", {"--end", "1", "--dtout", "0"}, "--dtout"},
    {"interval_longer_than_the_run", "", "0", {"--end", "1", "--dtout", "5"}},
    {"error_zero", "", "1", {"--end", "1", "--steps", "10", "--error", "0"}, "--error"},
    {"error_1e_300", "", "013", {"--end", "1e-3", "--steps", "10", "--error", "1e-300"}, "--error"},
    {"error_1e300", "", "01", {"--end", "1", "--steps", "10", "--error", "1e300"}, "--error"},
    {"fixed_step_zero",
     "",
     "1",
     {"--end", "1", "--steps", "10", "--fixed-step", "0"},
     "--fixed-step"},
    {"fixed_step_longer_than_the_run",
     "",
     "013",
     {"--end", "1", "--steps", "10", "--fixed-step", "9"},
     "--fixed-step"},
    {"hmax_below_hmin",
     "",
     "1",
     {"--end", "1", "--steps", "10", "--hmin", "1", "--hmax", "1e-3"},
     "HMIN"},
    {"hmin_1e300", "", "0123", {"--end", "1", "--steps", "10", "--hmin", "1e300"}, "HMIN"},
    {"one_iteration", "", "1", {"--end", "1", "--steps", "10", "--maxit", "1"}, "MAXIT"},
    {"unknown_integrator",
     "",
     "1",
     {"--end", "1", "--steps", "10", "--integrator", "magic"},
     "magic"},
    {"alpha_out_of_range", "", "1", {"--end", "1", "--steps", "10", "--alpha", "-5"}, "ALPHA"},
    {"request_of_a_pole", "REQUEST/2, F1 = 1/DY(201)", "023", usual, "REQUEST/2"},
    {"request_outside_its_domain", "REQUEST/2, F1 = SQRT(-1)", "023", usual, "REQUEST/2"},
    {"request_leaves_its_domain", "REQUEST/2, F1 = LOG(0.5 - TIME)", "023", usual, "REQUEST/2"},
    {"request_overflows", "REQUEST/2, F1 = EXP(2000*TIME)", "023", usual, "REQUEST/2"},
    {"request_of_a_missing_marker", "REQUEST/2, F1 = DX(999)", "2", usual, "999"},
    {"request_of_a_missing_joint", "REQUEST/2, F1 = JOINT(9, 0, 2, 0)", "2", usual, "9"},
    {"request_of_a_missing_variable", "REQUEST/2, F1 = VARVAL(9)", "2", usual, "9"},
    {"static_of_a_free_fall", "", "3", {"--analysis", "static"}, "force along y is out of balance"},
    {"kinematics_with_freedom",
     "",
     "23",
     {"--analysis", "kinematic", "--end", "1", "--steps", "10"},
     "degrees of freedom"},
};

}  // namespace

std::vector<HostileModel> hostile_constraints() {
  std::vector<HostileModel> models;
  for (const Row& row : constraints)
    models.push_back(model("gcon_", row, std::string("GCON/1, FUNCTION = ") + row.text,
                           "REQUEST/1, F1 = DX(201)\\ F2 = VX(201)\n"));
  return models;
}

std::vector<HostileModel> hostile_states() {
  std::vector<HostileModel> models;
  for (const Row& row : variables)
    models.push_back(
        model("variable_", row, row.text, "REQUEST/1, F1 = VARVAL(1)\\ F2 = DX(201)\n"));
  for (const Row& row : diffs)
    models.push_back(model("diff_", row, row.text, "REQUEST/1, F1 = DIF(1)\\ F2 = DX(201)\n"));
  return models;
}

std::vector<HostileModel> hostile_settings() {
  const std::string request = "REQUEST/1, F1 = DX(201)\\ F2 = VX(201)\n";
  std::vector<HostileModel> models;
  for (const Setting& s : settings)
    models.push_back({std::string("setting_") + s.name,
                      std::string(particle) + s.statements + '\n' + request + "END\n", s.exit_codes,
                      s.mentions, s.options});
  models.push_back(
      {"structure_ground_alone",
       "Hostile model\nPART/1, GROUND\nMARKER/101, PART = 1\nREQUEST/1, F1 = TIME\nEND\n", "0",
       ""});
  models.push_back({"structure_no_request",
                    "Hostile model\nPART/1, GROUND\nPART/2, MASS = 1, CM = 201, IP = 1, 1, 1\n"
                    "MARKER/201, PART = 2\nEND\n",
                    "0", ""});
  models.push_back(
      {"structure_no_ground",
       "Hostile model\nPART/2, MASS = 1, CM = 201, IP = 1, 1, 1\nMARKER/201, PART = 2\nEND\n", "2",
       "ground"});
  models.push_back({"structure_nothing", "Hostile model\nEND\n", "2", "ground"});
  models.push_back({"structure_title_alone", "Hostile model\n", "2", "statements"});
  return models;
}

}  // namespace trammel::examples
