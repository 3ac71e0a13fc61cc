// `trammel run` with a command file.
// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>

#include <cmath>

#include "app/script_fixture.h"

namespace trammel::app {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST_F(RunScript, simulations_follow_each_other_in_one_table) {
  const Finished r = script(
      "\nINTEGRATOR/ERROR = 1E-7\nsim/dyn, end = 1, steps = 10\n"
      "deactivate/sforce, id = 1\nsim/dyn, dur = 1, dtout = 0.25\nstop\n");
  ASSERT_EQ(r.exit_code, 0) << r.errors;
  const Rows table = rows();
  ASSERT_EQ(table.size(), 11u + 5u);  // the change makes a row of its own
  EXPECT_EQ(table[10][0], 1.0);
  EXPECT_EQ(table[11][0], 1.0);
  EXPECT_EQ(table[15][0], 2.0);
  EXPECT_NEAR(table[10][2], std::cos(2.0), 1e-5);
  EXPECT_NEAR(table[10][6], -4 * std::cos(2.0), 1e-4);
  EXPECT_EQ(table[11][6], 0);
  EXPECT_NEAR(table[15][2], std::cos(2.0) - 2 * std::sin(2.0), 1e-4);
  EXPECT_NEAR(table[15][10], 4, 1e-9);
}

TEST_F(RunScript, constraints_that_are_switched_off_let_go_and_catch_again) {
  const Finished r = script(
      "\nINTEGRATOR/ERROR = 1E-7\nsim/dyn, end = 1, steps = 2\ndea/jprim, range = 1, 5\n"
      "sim/dyn, end = 2, steps = 2\nACTIVATE/JPRIM, ID = 1\nsim/dyn, end = 3, steps = 2\n");
  ASSERT_EQ(r.exit_code, 0) << r.errors;
  const Rows table = rows();
  ASSERT_EQ(table.size(), 3u + 3u + 3u);
  EXPECT_NEAR(table[2][3], 0, 1e-9);
  EXPECT_NEAR(table[2][12], 10, 1e-9) << "holds its weight";
  EXPECT_EQ(table[3][12], 0);
  EXPECT_NEAR(table[5][3], -5, 1e-4) << "has fallen for a second";
  EXPECT_NEAR(table[6][3], 0, 1e-9) << "is back on its line";
  EXPECT_NEAR(table[8][3], 0, 1e-9);
}

TEST_F(RunScript, statements_change_the_model) {
  const Finished r = script(
      "\nSFORCE/1, FUNCTION = 3\nACCGRAV/JGRAV = 0\nsim/dyn, end = 1, steps = 1\n"
      "POINT_MASS/2, MASS = 2\nPOINT_MASS/3, VX = 7\nsim/dyn, end = 2, steps = 1\n");
  ASSERT_EQ(r.exit_code, 0) << r.errors;
  const Rows table = rows();
  ASSERT_EQ(table.size(), 4u);
  EXPECT_NEAR(table[1][2], 1 + 1.5, 1e-6);
  EXPECT_NEAR(table[3][2], 2.5 + 3 + 0.75, 1e-6);
  EXPECT_NEAR(table[3][10], 2 + 7, 1e-6);
}

TEST_F(RunScript, every_command_is_echoed) {
  const Finished r = script(
      "\naccgrav/jgrav=0\npreferences/solver=cxx\nequil/maxit=200, &\n, "
      "stability=0.1\nsim/stat\nlist/joint\n"
      "dea/request, id=2\nsim/dyn, end=0.1, steps=1\nINFO\nTIME\nHELP\nequil/list\nstop\n");
  ASSERT_EQ(r.exit_code, 0) << r.errors;
  for (const char* command :
       {" command: preferences/solver=cxx", " command: equil/maxit=200, , stability=0.1",
        " command: sim/stat", " command: list/joint", " command: stop"})
    EXPECT_THAT(messages(), HasSubstr(command));
  EXPECT_THAT(messages(), HasSubstr("degrees of freedom"));
  EXPECT_THAT(messages(), HasSubstr("time = 0.1"));
  EXPECT_THAT(messages(), HasSubstr("MAXIT = 200"));
  const Rows table = rows();
  ASSERT_EQ(table.size(), 3u);
  EXPECT_TRUE(std::isnan(table[1][10])) << "a request that is switched off";
}

TEST_F(RunScript, a_failing_command_names_its_line_and_keeps_results) {
  const Finished r =
      script("\nsim/dyn, end = 1, steps = 4\nsim/dyn, end = 0.5\nsim/dyn, end = 3\n");
  EXPECT_EQ(r.exit_code, 3);
  EXPECT_THAT(r.errors, HasSubstr("script.acf:3:1: error: SIMULATE: END = 0.5 lies before"));
  EXPECT_EQ(rows().size(), 5u);
  EXPECT_THAT(messages(), HasSubstr("lies before the present time"));
  EXPECT_THAT(messages(), Not(HasSubstr("end = 3")));
  EXPECT_THAT(read(path("model.stats.json")), HasSubstr("failed"));
}

// The place in the dataset shows the element as it was: the command that has changed it is named.
TEST_F(RunScript, what_a_change_has_made_impossible_names_the_change) {
  const Finished r =
      script("\nsim/dyn, end = 0.4\nsforce/1, function = sqrt(0.2-time)\nsim/dyn, end = 1\n");
  EXPECT_EQ(r.exit_code, 3);
  EXPECT_THAT(r.errors, HasSubstr("a function has no value at the start: SFORCE/1: FUNCTION"));
  EXPECT_THAT(r.errors, HasSubstr("hint: SFORCE/1 was changed in line 3 of script.acf"));
}

TEST_F(RunScript, what_the_model_does_not_have_is_found_before_anything_runs) {
  for (const char* command :
       {"JOINT/7, REVOLUTE", "dea/jprim, id = 4", "activate/jprim, range = 2, 9",
        "MARKER/999, QP = 1, 2, 3", "PART/1, PLANAR"}) {
    const Finished r =
        script("\nsim/dyn, end = 1\n" + std::string(command) + "\nsim/dyn, end = 2\n");
    EXPECT_EQ(r.exit_code, 2) << command;
    EXPECT_THAT(r.errors, HasSubstr("script.acf:3:")) << command;
    EXPECT_FALSE(fs::exists(path("model.csv"))) << command;
  }
}

TEST_F(RunScript, an_end_that_is_reached_already_does_nothing) {
  const Finished r = script("\nsim/dyn, end = 1, steps = 4\nsim/dyn, end = 1\nstop\n");
  EXPECT_EQ(r.exit_code, 0) << r.errors;
  EXPECT_EQ(rows().size(), 5u);
}

TEST_F(RunScript, output_steps_may_be_longer_than_the_simulation) {
  ASSERT_EQ(script("\nsim/dyn, end = 5.E-3, dtout = 5.E-2\n").exit_code, 0);
  EXPECT_EQ(rows().size(), 2u);
}

TEST_F(RunScript, the_script_names_model_and_results) {
  write("arm.adm", slider + "END\n");
  write("classic.acf", "arm\nrun2\nsim/dyn, end = 1, steps = 2\n");
  write("view.acf", "\nfile/model=arm\nsim/dyn, end = 1, steps = 2\n");
  EXPECT_EQ(execute("run classic.acf -o out").exit_code, 0);
  EXPECT_TRUE(fs::exists(path("out/run2.csv")));
  EXPECT_TRUE(fs::exists(path("out/run2.msg")));
  EXPECT_EQ(execute("run view.acf").exit_code, 0);
  EXPECT_EQ(read(path("arm.csv")), read(path("out/run2.csv")));
  EXPECT_EQ(execute("run arm.adm --acf classic.acf --csv mine.csv").exit_code, 0);
  EXPECT_EQ(read(path("mine.csv")), read(path("arm.csv")));
}

TEST_F(RunScript, usage) {
  write("none.acf", "\nsim/dyn, end = 1\n");
  const Finished none = execute("run none.acf");
  EXPECT_EQ(none.exit_code, 3);
  EXPECT_THAT(none.errors, HasSubstr("there is no model yet"));
  write("lost.acf", "\nfile/model=lost\nsim/dyn, end = 1\n");
  EXPECT_EQ(execute("run lost.acf").exit_code, 4);
  EXPECT_EQ(execute("run model.adm nowhere.acf").exit_code, 4);
  EXPECT_EQ(script("\nsim/dyn\n").exit_code, 2);
  EXPECT_EQ(script("\nsim/stat\n", "--steps 3").exit_code, 1);
  EXPECT_EQ(script("\nsim/stat\n", "--error -1").exit_code, 1);
}

TEST_F(RunScript, options_of_the_command_line_come_before_commands) {
  ASSERT_EQ(script("\nint/gstiff, error=1e-3\nsim/dyn, end = 1, steps = 2\n",
                   "--integrator hht-i3 --error 1e-6")
                .exit_code,
            0);
  EXPECT_THAT(messages(), HasSubstr("dynamic simulation with hht-i3"));
  EXPECT_THAT(read(path("model.stats.json")), HasSubstr("1e-06"));
}

TEST_F(RunScript, statics_in_the_middle_leave_the_model_at_rest) {
  const Finished r = script(
      "\nDEA/JPRIM, ID=1\nsforce/1, func=0\nACT/JPRIM, ID=1\nsforce/1, "
      "function=-4*dz(201,101,101)\n"
      "POINT_MASS/3, VX=0\naccgrav/jgrav=0\nsim/dyn, end=1, steps=2\nsim/stat\n"
      "sim/dyn, dur=1, steps=2\n");
  ASSERT_EQ(r.exit_code, 0) << r.errors;
  const Rows table = rows();
  ASSERT_EQ(table.size(), 3u + 1u + 2u);
  EXPECT_NEAR(table[3][2], 0, 1e-3) << "the equilibrium";
  EXPECT_EQ(table[3][0], 1);
  EXPECT_NEAR(table[5][2], table[3][2], 1e-3) << "where it stays";
}

// A crank that turns as its motion says.
const std::string crank = R"(crank
PART/1, GROUND
MARKER/101, PART = 1
PART/2, MASS = 1, CM = 201, IP = 1, 1, 1
MARKER/201, PART = 2
MARKER/202, PART = 2, QP = 1, 0, 0
JOINT/1, REVOLUTE, I = 201, J = 101
MOTION/1, JOINT = 1, FUNCTION = 2*PI*TIME
SENSOR/1, GE, FUNCTION = AZ(201, 101), VALUE = 7, RETURN
REQUEST/1, F2 = AZ(201, 101)\ F3 = DX(202)\ F4 = MODE\ F5 = VY(202)
)";

TEST_F(RunScript, analyses_of_every_kind_follow_each_other) {
  const Finished r = script(
      "\nsim/init\nsim/kin, end = 1, steps = 4\nsim/trans, end = 3, dtout = 0.5\n"
      "dea/sensor, id = 1\nsim/stat, dur = 0.5, steps = 2\nsim/dyn, dur = 0.25, steps = 1\n",
      "", crank);
  ASSERT_EQ(r.exit_code, 0) << r.errors;
  EXPECT_THAT(r.errors, HasSubstr("SENSOR/1 has become active at time = 1.11"));
  EXPECT_THAT(r.errors, HasSubstr("the model has no degrees of freedom"));
  const Rows table = rows();
  ASSERT_EQ(table.size(), 1u + 4u + 1u + 3u + 1u);
  for (const auto& row : table) {
    EXPECT_NEAR(row[2], 2 * M_PI * row[0], 1e-6) << "turns go on at time " << row[0];
    EXPECT_NEAR(row[3], std::cos(2 * M_PI * row[0]), 1e-6);
  }
  EXPECT_NEAR(table[5][0], 7 / (2 * M_PI), 1e-9) << "RETURN ends the simulation, not the script";
  EXPECT_EQ(table[1][4], 1);
  EXPECT_EQ(table[8][4], 6);
  EXPECT_EQ(table[8][5], 0) << "equilibria have no velocity";
  EXPECT_NEAR(table[9][5], 2 * M_PI * table[9][3], 1e-6);
}

TEST_F(RunScript, kinematics_are_refused_where_there_is_freedom) {
  const Finished r = script("\nsim/kin, end = 1\n");
  EXPECT_EQ(r.exit_code, 3);
  EXPECT_THAT(r.errors, HasSubstr("SIMULATE/DYNAMICS integrates the motion"));
}

TEST_F(RunScript, a_sensor_that_halts_ends_the_script) {
  const Finished r =
      script("\nSENSOR/1, HALT\nsim/kin, end = 3, steps = 6\nsim/kin, end = 4\n", "", crank);
  EXPECT_EQ(r.exit_code, 0) << r.errors;
  EXPECT_NEAR(rows().back()[0], 7 / (2 * M_PI), 1e-9);
}

// Half of a run, saved and reloaded, is the other half of the same run, bit by bit.
TEST_F(RunScript, saved_runs_go_on_with_the_same_bits) {
  const std::string model = slider + R"(DIFF/1, IC = 0.3, FUNCTION = -DIF(1)+DELAY(DX(201), 0.07, 1)
REQUEST/3, F2 = DIF(1)\ F3 = AZ(401, 101)\ F4 = WZ(401, 101)
PART/4, MASS = 1, CM = 401, IP = 1, 2, 3, WX = 3, WY = 11, WZ = 0.1
MARKER/401, PART = 4
)";
  const std::string first =
      "\nsim/dyn, end = 1, steps = 7\nSFORCE/1, FUNCTION = -3.3*DZ(201, 101, 101)\n"
      "int/gstiff, error = 1e-4\nsim/dyn, end = 1.5, dtout = 0.1\nDEA/JPRIM, ID = 1\n";
  const std::string second =
      "PART/4, MASS = 3, WX = 1\nsim/dyn, end = 2, steps = 5\nsim/stat\nsim/dyn, dur = 0.3, steps "
      "= 3\n";
  // Nothing to fall from: an equilibrium for the statics.
  const std::string calm = "accgrav/jgrav = 0\n";
  ASSERT_EQ(script(first + calm + second, "", model).exit_code, 0);
  const std::string whole = read(path("model.csv"));
  ASSERT_GT(lines_of(whole).size(), 20u);
  const std::string kept = "SAVE/SYSTEM, FILE = half.sav\nRELOAD/SYSTEM, FILE = half.sav\n";
  const Finished within = script(first + kept + calm + kept + second, "", model);
  ASSERT_EQ(within.exit_code, 0) << within.errors;
  EXPECT_EQ(read(path("model.csv")), whole);

  ASSERT_EQ(script(first + calm + "SAVE/SYSTEM, FILE = half.sav\n", "", model).exit_code, 0);
  write("again.acf", "\nRELOAD/SYSTEM, FILE = half.sav, OUTPREFIX = rest\n" + second);
  const Finished later = execute("run again.acf");
  ASSERT_EQ(later.exit_code, 0) << later.errors;
  const std::string rest = read(path("rest.csv"));
  EXPECT_THAT(whole, HasSubstr(rest.substr(rest.find('\n') + 1)));
}

// Bristles that nothing has loaded yet are loaded by the first motion, before or after a SAVE, and once.
TEST_F(RunScript, saved_runs_of_friction_go_on_with_the_same_bits) {
  const std::string block = R"(block
PART/1, GROUND
MARKER/101, PART = 1, REULER = 90D, 110D, 0
PART/2, MASS = 2, CM = 201, IP = 0.01, 0.01, 0.01, REULER = 90D, 110D, 0
MARKER/201, PART = 2
JOINT/1, TRANSLATIONAL, I = 201, J = 101
FRICTION/1, JOINT = 1, MU_STATIC = 0.5, MU_DYNAMIC = 0.4
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I = 201, J = 101, FUNCTION = STEP(TIME, 0.3, 0, 0.6, 6)
ACCGRAV/KGRAV = -9.81
REQUEST/1, F2 = DZ(201, 101, 101)\ F3 = FRICTION(1, 0, 4, 101)
)";
  const std::string first = "sim/dyn, end = 0.4, steps = 4\n",
                    second = "sim/dyn, end = 1, steps = 6\n",
                    kept = "SAVE/SYSTEM, FILE = half.sav\nRELOAD/SYSTEM, FILE = half.sav\n";
  ASSERT_EQ(script("\n" + first + second, "", block).exit_code, 0);
  const std::string whole = read(path("model.csv"));
  EXPECT_NEAR(rows()[2][2], 0, 1e-6) << "it rests until it is pushed";
  EXPECT_GT(rows().back()[2], 0.1);
  const Finished saved = script("\nsim/init\n" + kept + first + kept + second, "", block);
  ASSERT_EQ(saved.exit_code, 0) << saved.errors;
  EXPECT_EQ(read(path("model.csv")), whole);
}

TEST_F(RunScript, files_that_were_not_saved_are_refused) {
  write("x.sav", "nothing\n");
  const Finished r = script("\nRELOAD/SYSTEM, FILE = x.sav\nsim/stat\n");
  EXPECT_EQ(r.exit_code, 3);
  EXPECT_THAT(r.errors, HasSubstr("x.sav: the file was not written by SAVE/SYSTEM"));
  ASSERT_EQ(script("\nsim/dyn, end=0.1, steps=1\nSAVE/SYSTEM, FILE = x\n").exit_code, 0);
  const std::string saved = read(path("x.sav"));
  for (const char* damage : {"q 6 ", "kept 2", "mode 1"}) {
    std::string broken = saved;
    ASSERT_NE(broken.find(damage), std::string::npos) << damage;
    broken.replace(broken.find(damage), 6, "v 1 3\n");
    write("x.sav", broken);
    const Finished bad = script("\nRELOAD/SYSTEM, FILE = x\nsim/dyn, end=1\n");
    EXPECT_EQ(bad.exit_code, 3) << damage << bad.errors;
  }
  std::string changed = saved;  // to what would make sense
  changed.replace(changed.find("MASS = 1"), 8, "MASS = 2");
  write("x.sav", changed);
  EXPECT_THAT(script("\nRELOAD/SYSTEM, FILE = x\nsim/dyn, end=1\n").errors,
              HasSubstr("x.sav: the file is damaged: it is not as SAVE/SYSTEM has written it"));
  changed.replace(changed.find("MASS = 2"), 8, "MESS = 2");
  write("x.sav", changed);
  const std::string errors = script("\nRELOAD/SYSTEM, FILE = x\nsim/dyn, end=1\n").errors;
  EXPECT_THAT(errors, HasSubstr("x.sav: its dataset has errors; the first: x.sav:"));
  EXPECT_EQ(errors.find('?'), std::string::npos) << errors;
  const Finished lost = script("\nRELOAD/SYSTEM, FILE = nowhere\n");
  EXPECT_EQ(lost.exit_code, 4);
  EXPECT_THAT(lost.errors, HasSubstr("script.acf:2:1: error: RELOAD: nowhere.sav: cannot open"));
  EXPECT_EQ(script("\nSAVE/SYSTEM, FILE = no/folder/x.sav\n").exit_code, 4);
}

TEST_F(RunScript, a_run_is_not_saved_over_its_own_files_nor_elsewhere) {
  for (const char* file :
       {"model.adm", "script.acf", "model.csv", "model.h5", "model.msg", "./model.csv"}) {
    const Finished r =
        script(std::string("\nsim/dyn, end=0.1, steps=1\nSAVE/SYSTEM, FILE = ") + file + "\n");
    EXPECT_EQ(r.exit_code, 3) << file;
    EXPECT_THAT(r.errors, HasSubstr("would overwrite a file of this run")) << file;
    EXPECT_THAT(read(path("model.adm")), HasSubstr("JPRIM/1")) << file;
    EXPECT_EQ(rows().size(), 2u) << file;
  }
  for (const char* file : {"../half.sav", "/tmp/half.sav", "a/../../half.sav"})
    EXPECT_THAT(
        script(std::string("\nsim/dyn, end=0.1, steps=1\nSAVE/SYSTEM, FILE = ") + file + "\n")
            .errors,
        HasSubstr("is outside the folder of the results"))
        << file;
}

TEST_F(RunScript, a_variable_that_nobody_reads_is_solved_all_the_same) {
  const std::string loop = slider + "VARIABLE/1, FUNCTION = COS(VARVAL(1))\n";
  ASSERT_EQ(script("\nsim/dyn, end=0.1, steps=1\n", "--results h5,res", loop).exit_code, 0);
  EXPECT_THAT(read(path("model.res")), HasSubstr("0.739085"));
  const Finished r = script("\nsim/dyn, end=0.1, steps=1\n", "",
                            slider + "VARIABLE/1, FUNCTION = VARVAL(1) + 1\n");
  EXPECT_NE(r.exit_code, 0);
  EXPECT_THAT(r.errors, HasSubstr("VARIABLE/1"));
}

}  // namespace
}  // namespace trammel::app
