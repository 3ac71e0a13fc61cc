// What a script changes on the way, what it leaves alone, and how it ends.
// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>

#include "app/run_fixture.h"

namespace trammel::app {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// A free part that falls and spins about a principal axis.
const std::string flier = R"(flier
PART/1, GROUND
MARKER/101, PART = 1
PART/2, MASS = 1, CM = 201, IP = 1, 1, 1, QG = 1, 2, 3, VX = 1, VY = 2, VZ = 3, WZ = 0.5
MARKER/201, PART = 2
MARKER/202, PART = 2, QP = 1, 0, 0
ACCGRAV/JGRAV = -10
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I = 201, J = 101, FUNCTION = 0
REQUEST/1, F2 = DX(201)\ F3 = DY(201)\ F4 = DZ(201)\ F5 = VY(201)\ F6 = WZ(201)\ F7 = AZ(201, 101)
)";

class ScriptChanges : public RunCommand {
 protected:
  Finished script(const std::string& text, const std::string& model = flier) const {
    write("model.adm", model + "END\n");
    write("script.acf", text);
    return execute("run model.adm script.acf");
  }
  std::vector<double> last_row(const std::string& file = "model.csv") const {
    std::vector<double> row;
    std::istringstream cells(lines_of(read(path(file))).back());
    for (std::string cell; std::getline(cells, cell, ',');) row.push_back(std::stod(cell));
    return row;
  }
};

constexpr double tolerance = 1e-6;
const std::string start = "\nINTEGRATOR/ERROR = 1E-8\nsim/dyn, end = 1, steps = 2\n";

TEST_F(ScriptChanges, a_velocity_leaves_the_others_alone) {
  const Finished r = script(start + "PART/2, VX = 7\nsim/dyn, end = 2, steps = 2\n");
  ASSERT_EQ(r.exit_code, 0) << r.errors;
  const std::vector<double> row = last_row();
  EXPECT_NEAR(row[2], 1 + 1 + 7, tolerance);
  EXPECT_NEAR(row[3], 2 + 2 * 2 - 5.0 * 4, 10 * tolerance) << "it goes on falling";
  EXPECT_NEAR(row[4], 3 + 2 * 3, tolerance);
  EXPECT_NEAR(row[6], 0.5, tolerance);
}

TEST_F(ScriptChanges, a_place_leaves_the_orientation_alone_and_the_other_way_round) {
  const Finished moved = script(start + "PART/2, QG = 0, 0, 0\nsim/dyn, end = 2, steps = 2\n");
  ASSERT_EQ(moved.exit_code, 0) << moved.errors;
  EXPECT_NEAR(last_row()[2], 1, tolerance);
  EXPECT_NEAR(last_row()[7], 0.5 * 2, tolerance) << "turned on";
  const Finished turned = script(start + "PART/2, REULER = 0, 0, 0\nsim/dyn, end = 2, steps = 2\n");
  ASSERT_EQ(turned.exit_code, 0) << turned.errors;
  EXPECT_NEAR(last_row()[2], 1 + 2, tolerance);
  EXPECT_NEAR(last_row()[7], 0.5, tolerance) << "turned back";
}

TEST_F(ScriptChanges, one_change_after_the_other_adds_up) {
  const Finished r = script(
      start + "PART/2, VX = 7\nPART/2, VY = 0\nPART/2, WZ = 2\nsim/dyn, end = 2, steps = 2\n");
  ASSERT_EQ(r.exit_code, 0) << r.errors;
  EXPECT_NEAR(last_row()[2], 2 + 7, tolerance);
  EXPECT_NEAR(last_row()[5], -10, tolerance);
  EXPECT_NEAR(last_row()[7], 0.5 + 2, tolerance);
}

TEST_F(ScriptChanges, the_ground_stays_the_ground) {
  const Finished r = script(start + "PART/1, MASS = 3\nsim/dyn, end = 2\n");
  EXPECT_EQ(r.exit_code, 2);
  EXPECT_THAT(r.errors, HasSubstr("script.acf:4:1: error: PART/1: the ground has no mass"));
  EXPECT_FALSE(fs::exists(path("model.csv")));
}

TEST_F(ScriptChanges, ids_and_files_of_late_commands_are_looked_up_first) {
  for (const char* command : {"SFORCE/1, FUNCTION = DX(999)", "linear/statemat, pinput = 7",
                              "list/joint, id = 4", "SFORCE/1, FUNCTION = VARVAL(3)"}) {
    const Finished r = script(start + std::string(command) + "\nsim/dyn, end = 2\n");
    EXPECT_EQ(r.exit_code, 2) << command << r.errors;
    EXPECT_THAT(r.errors, HasSubstr("script.acf:4:1: error:")) << command;
    EXPECT_FALSE(fs::exists(path("model.csv"))) << command;
  }
  const std::string splined = flier + "SPLINE/1, X = 0, 1, 2, 3, Y = 0, 1, 2, 3\n";
  const Finished in_script =
      script(start + "SPLINE/1, FILE = none.txt\nsim/dyn, end = 2\n", splined);
  EXPECT_EQ(in_script.exit_code, 2) << in_script.errors;
  EXPECT_THAT(in_script.errors, HasSubstr("none.txt: cannot open"));
  const Finished in_dataset = script(start, flier + "SPLINE/1, FILE = none.txt\n");
  EXPECT_EQ(in_dataset.exit_code, 2) << "the same mistake, the same code";
}

TEST_F(ScriptChanges, check_tries_a_script) {
  write("model.adm", flier + "END\n");
  write("good.acf", "model\nout\nsim/dyn, end = 1\n");
  const Finished good = execute("check good.acf");
  EXPECT_EQ(good.exit_code, 0) << good.errors;
  EXPECT_THAT(good.output, HasSubstr("degrees of freedom"));
  write("bad.acf", "model\nout\nsim/dyn, end = 1\ndeactivate/joint, id = 9\n");
  const Finished bad = execute("check bad.acf --json check.json");
  EXPECT_EQ(bad.exit_code, 2);
  EXPECT_THAT(bad.errors, HasSubstr("bad.acf:4:1: error: DEACTIVATE: JOINT/9 is not defined"));
  EXPECT_THAT(read(path("check.json")), HasSubstr("\"rule\": \"script\""));
  write("lost.acf", "\nsim/dyn, end = 1\n");
  EXPECT_EQ(execute("check lost.acf").exit_code, 2);
  EXPECT_FALSE(fs::exists(path("out.csv")));
}

TEST_F(ScriptChanges, results_are_never_written_over) {
  const std::string saved = start + "SAVE/SYSTEM, FILE = half\n";
  const Finished again = script(
      saved + "RELOAD/SYSTEM, FILE = half, OUTPREFIX = model\nsim/dyn, end = 2, steps = 2\n");
  ASSERT_EQ(again.exit_code, 0) << again.errors;
  EXPECT_EQ(lines_of(read(path("model.csv"))).size(), 1u + 3 + 2) << "it goes on in its table";
  const Finished back =
      script(saved +
             "RELOAD/SYSTEM, FILE = half, OUTPREFIX = other\nsim/dyn, end = 2, steps = 2\n"
             "RELOAD/SYSTEM, FILE = half, OUTPREFIX = model\nsim/dyn, end = 2, steps = 2\n");
  EXPECT_EQ(back.exit_code, 3);
  EXPECT_THAT(back.errors, HasSubstr("model.csv has results of this run already"));
  EXPECT_EQ(lines_of(read(path("model.csv"))).size(), 1u + 3);
  EXPECT_EQ(lines_of(read(path("other.csv"))).size(), 1u + 3);
}

TEST_F(ScriptChanges, damage_of_a_saved_run_names_its_line) {
  ASSERT_EQ(script(start + "SAVE/SYSTEM, FILE = half\n").exit_code, 0);
  std::string broken = read(path("half.sav"));
  broken.replace(broken.find("\nmode 1 "), 8, "\nmode 1 x");
  write("half.sav", broken);
  const Finished r = script("\nRELOAD/SYSTEM, FILE = half\nsim/dyn, end = 2\n");
  EXPECT_EQ(r.exit_code, 3);
  EXPECT_THAT(r.errors, HasSubstr("half.sav: line "));
  EXPECT_THAT(r.errors, HasSubstr("makes no sense ('mode 1 x"));
}

TEST_F(ScriptChanges, an_interrupted_script_has_not_failed) {
  write("model.adm", flier + "END\n");
  write("script.acf", "\nsim/dyn, end = 1, steps = 2\nsim/dyn, end = 1e7, dtout = 1\n");
  const int status = std::system(("cd '" + folder_.string() +
                                  "' && timeout --preserve-status -s INT 1.5 '" TRAMMEL_PROGRAM
                                  "' run model.adm script.acf >stdout.txt 2>stderr.txt")
                                     .c_str());
  EXPECT_EQ(WIFEXITED(status) ? WEXITSTATUS(status) : -1, 3);
  EXPECT_THAT(read(path("stderr.txt")),
              HasSubstr("script.acf:3:1: error: SIMULATE: interrupted at"));
  EXPECT_THAT(read(path("model.stats.json")), HasSubstr("\"status\": \"interrupted\""));
  EXPECT_THAT(read(path("model.msg")), HasSubstr("the run has stopped: interrupted"));
  EXPECT_GE(lines_of(read(path("model.csv"))).size(), 4u) << "what was there is kept";
}

}  // namespace
}  // namespace trammel::app
