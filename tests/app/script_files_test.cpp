// Where the files of a script go, what the summary says of them, and what is said of scripts that cannot run.
// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>

#include <algorithm>

#include "app/script_fixture.h"

namespace trammel::app {
namespace {

using ::testing::HasSubstr;

TEST_F(RunScript, results_stay_in_their_folder_whatever_the_prefix) {
  for (const char* prefix : {"../r", "sub/../../r", "/tmp/r"}) {
    const Finished r =
        script(std::string("model\n") + prefix + "\nsim/dyn, end=0.1, steps=1\n", "-o results");
    EXPECT_EQ(r.exit_code, 2) << prefix;
    EXPECT_THAT(r.errors, HasSubstr(std::string("script.acf:2:1: error: results named ") + prefix +
                                    " would leave their folder"));
    EXPECT_FALSE(fs::exists(path("results"))) << prefix;
  }
  const Finished by_command =
      script("\nFILE/MODEL = model, OUTPUT_PREFIX = ../r\nsim/dyn, end=0.1, steps=1\n");
  EXPECT_EQ(by_command.exit_code, 2);
  EXPECT_THAT(by_command.errors, HasSubstr("script.acf:2:1: error: results named ../r"));
  const Finished reloaded = script(
      "\nsim/dyn, end=0.1, steps=1\nSAVE/SYSTEM, FILE = x\n"
      "RELOAD/SYSTEM, FILE = x, OUTPREFIX = a/../../r\n",
      "-o results");
  EXPECT_EQ(reloaded.exit_code, 3);
  EXPECT_THAT(reloaded.errors, HasSubstr("is outside the folder of the results"));
}

TEST_F(RunScript, the_summary_names_every_file) {
  const std::string plant = slider + "VARIABLE/1, FUNCTION = DX(201)\nPOUTPUT/1, VARIABLES = 1\n";
  const Finished r = script(
      "\naccgrav/jgrav = 0\nsim/stat\nsim/dyn, end=0.1, steps=1\nSAVE/SYSTEM, FILE = "
      "x\nSAVE/SYSTEM, FILE = x\n"
      "linear/eigensol\nlinear/statemat, poutput = 1, file = plant\n"
      "RELOAD/SYSTEM, FILE = x, OUTPREFIX = second\nsim/dyn, end=0.2, steps=1\n",
      "--eprint steps.json", plant);
  ASSERT_EQ(r.exit_code, 0) << r.errors;
  std::vector<std::string> listed;
  for (const std::string& line : lines_of(r.errors))
    if (const std::size_t at = line.rfind(' '); line.size() > 2 && line.substr(0, 2) == "  ")
      listed.push_back(line.substr(at + 1));
  for (const auto& entry : fs::directory_iterator(folder_)) {
    const std::string name = entry.path().filename().string();
    if (name == "model.adm" || name == "script.acf" || name == "stdout.txt" || name == "stderr.txt")
      continue;
    EXPECT_EQ(std::count(listed.begin(), listed.end(), name), 1) << name << '\n' << r.errors;
  }
  EXPECT_EQ(r.errors.find("h 0 to"), std::string::npos) << "an equilibrium is no step";
}

TEST_F(RunScript, settings_of_a_command_are_judged_in_its_line) {
  const std::string run = "sim/dyn, end=0.1, steps=1\n";
  const Finished r = script("\nsim/stat\nintegrator/gstiff, kmax=9\n" + run);
  EXPECT_EQ(r.exit_code, 2) << "before anything runs";
  EXPECT_THAT(r.errors, HasSubstr("script.acf:3:1: error: INTEGRATOR: KMAX must lie between 1 and "
                                  "6, not 9"));
  EXPECT_EQ(script("\nintegrator/gstiff, kmax=9\nintegrator/kmax=5\n" + run).exit_code, 0);
  EXPECT_EQ(script("\nintegrator/gstiff, kmax=9\n" + run, "--kmax 4").exit_code, 0);
  const Finished late = script("\nintegrator/hmin=0.5\n" + run);
  EXPECT_EQ(late.exit_code, 3);
  EXPECT_THAT(late.errors, HasSubstr("script.acf:2:1: error: INTEGRATOR: HMIN = 0.5 is longer"));
  EXPECT_THAT(script("\nintegrator/hht, kmax=9\n" + run).errors,
              HasSubstr("INTEGRATOR was changed in line 2 of script.acf"));
  EXPECT_THAT(script("\nintegrator/gstiff, kmax=3\nintegrator/hht, error=1e-4\n" + run).errors,
              HasSubstr("INTEGRATOR was changed in line 2 of script.acf"))
      << "where the argument is given that has no effect";
}

TEST_F(RunScript, other_files_than_scripts_are_refused_in_one_line) {
  const Finished r = script(std::string(5000, '\1') + "\nEND\nsim/stat\n");
  EXPECT_EQ(r.exit_code, 2);
  EXPECT_THAT(r.errors, HasSubstr("script.acf:1:1: error: the file is not text"));
  EXPECT_EQ(r.errors.find(": error: ", 30), std::string::npos) << r.errors;
}

}  // namespace
}  // namespace trammel::app
