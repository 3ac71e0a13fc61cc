// Command files: openings, continuation, abbreviations, files within files.
// SPDX-License-Identifier: BSD-3-Clause
#include "io/acf/script.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

namespace trammel::acf {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Script read_text(const std::string& text) {
  return read_script(adm::Source{"script.acf", text});
}

std::vector<std::string> names(const Script& script) {
  std::vector<std::string> list;
  for (const Command& command : script.commands) list.push_back(command.name());
  return list;
}

TEST(Script, the_classic_opening_names_dataset_and_results) {
  const Script script = read_text("rig  ! dataset\nrig_run2\nsimulate/static\nstop\n");
  EXPECT_EQ(script.model, "rig");
  EXPECT_EQ(script.prefix, "rig_run2");
  EXPECT_THAT(names(script), ElementsAre("SIMULATE", "STOP"));
  EXPECT_EQ(script.commands.front().at(), (model::Location{3, 1}));
}

TEST(Script, a_blank_first_line_names_nothing) {
  for (const char* opening : {"\n", "   ! nothing here\n", "\r\n"}) {
    const Script script = read_text(std::string(opening) + "file/model=arm\nsim/dyn, end=1\n");
    EXPECT_TRUE(script.ok()) << script.messages();
    EXPECT_EQ(script.model, "");
    EXPECT_THAT(names(script), ElementsAre("FILE", "SIMULATE"));
  }
}

TEST(Script, a_command_in_the_first_line_is_one) {
  EXPECT_THAT(names(read_text("SIM/STAT\nSTOP")), ElementsAre("SIMULATE", "STOP"));
  EXPECT_THAT(names(read_text("part/3, mass = 2")), ElementsAre("PART"));
  EXPECT_EQ(read_text("models/rig\n\nstop\n").model, "models/rig");
}

TEST(Script, commands_go_on_in_three_ways) {
  const Script script = read_text(
      "\nINTEGRATOR/ &\n, HHT &\n\n! comment\n, ERROR = 1.0E-05\n"
      "VARIABLE/1, FUNCTION = VARVAL(2) * &\n, (STEP(TIME,0.0,0.0,15.0,500.0))\n"
      "SIM/DYN,\n END = 1\nVARIABLE/2, FUNCTION = -TIME &\n  -STEP(TIME,0,0,1,2)\n");
  EXPECT_TRUE(script.ok()) << script.messages();
  EXPECT_THAT(names(script), ElementsAre("INTEGRATOR", "VARIABLE", "SIMULATE", "VARIABLE"));
  EXPECT_EQ(script.commands[2].line(), "SIM/DYN, END = 1");
}

TEST(Script, words_may_be_cut) {
  const Script script = read_text(
      "\nequil/maxit=500, stab=0.1, error=0.1, imbal=0.1, tlim=1.0, alim=2.0D\nsim/stat\n"
      "accg/kgrav=0\nint/hht, err=1E-7, hmax=2.5E-4, INTERPOLATE=on\nsim/dyn, dur=.5, dtout=.001\n"
      "deactivate/sensor, ID=1000\ndea/mot, id = 3, 4\nrel/system, file=a.sav, out=b\nsto\n");
  EXPECT_TRUE(script.ok()) << script.messages();
  EXPECT_THAT(names(script), ElementsAre("EQUILIBRIUM", "SIMULATE", "ACCGRAV", "INTEGRATOR",
                                         "SIMULATE", "DEACTIVATE", "DEACTIVATE", "RELOAD", "STOP"));
}

TEST(Script, nothing_is_read_after_stop) {
  EXPECT_TRUE(read_text("\nSIM/STAT\nSTOP\nnonsense\n").ok());
}

TEST(Script, what_has_no_effect_is_a_warning) {
  const Script script = read_text("\nENVIRONMENT/NAME=X, VALUE=off\nMENU\nSIM/STAT\n");
  EXPECT_TRUE(script.ok());
  EXPECT_THAT(script.messages(), HasSubstr("the command ENVIRONMENT has no effect"));
}

class Folder : public testing::Test {
 protected:
  Folder()
      : path_(std::filesystem::path(testing::TempDir()) / ("acf_" + std::to_string(getpid()))) {
    std::filesystem::create_directories(path_);
  }
  ~Folder() override { std::filesystem::remove_all(path_); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name) << text;
    return (path_ / name).string();
  }
  std::filesystem::path path_;
};
using NestedScripts = Folder;

TEST_F(NestedScripts, stand_in_the_place_of_the_command_that_names_them) {
  write("inner.acf", "SIM/STAT\nTIME\n");
  const Script script = read_script(write("outer.acf", "\nFILE/COMMAND=inner\nINFO\n"));
  EXPECT_TRUE(script.ok()) << script.messages();
  EXPECT_THAT(names(script), ElementsAre("FILE", "SIMULATE", "TIME", "INFO"));
  EXPECT_NE(script.commands[1].file, script.commands[3].file);
}

TEST_F(NestedScripts, that_stop_stop_everything) {
  write("inner.acf", "STOP\n");
  EXPECT_THAT(names(read_script(write("outer.acf", "\nFILE/COMMAND=inner.acf\nINFO\n"))),
              ElementsAre("FILE", "STOP"));
}

TEST_F(NestedScripts, with_errors_name_their_own_lines) {
  write("inner.acf", "! one\nSIM/STAAT\n");
  const Script script = read_script(write("outer.acf", "\nFILE/COMMAND=inner\n"));
  EXPECT_THAT(script.messages(), HasSubstr("inner.acf:2:5: error: SIMULATE"));
}

TEST_F(NestedScripts, that_name_themselves_or_nothing_are_errors) {
  write("a.acf", "FILE/COMMAND=b\nFILE/COMMAND=b\n");
  write("b.acf", "FILE/COMMAND=a\n");
  EXPECT_THAT(read_script(write("outer.acf", "\nFILE/COMMAND=a\n")).messages(),
              HasSubstr("a names itself"));
  EXPECT_THAT(read_script(write("outer.acf", "\n\nFILE/COMMAND=c\n")).messages(),
              HasSubstr("outer.acf:3:1: error: FILE:"));
}

TEST_F(NestedScripts, are_found_beside_the_file_that_names_them) {
  write("model.adm", "");
  const Script script = read_script(write("outer.acf", "\nFILE/MODEL=model\n"));
  EXPECT_EQ(find_file(*script.files.front(), "model", ".adm"), (path_ / "model.adm").string());
  EXPECT_EQ(find_file(*script.files.front(), "other", ".adm"), (path_ / "other.adm").string());
  std::filesystem::create_directories(path_ / "sub");
  write("sub/deep.adm", "");
  EXPECT_EQ(find_file(*script.files.front(), "sub\\deep", ".adm"),
            (path_ / "sub/deep.adm").string());
}

}  // namespace
}  // namespace trammel::acf
