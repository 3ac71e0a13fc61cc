// The program as a user starts it: exit codes, and what goes to standard output and error.
// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

struct Finished {
  int exit_code = -1;
  std::string output;
};

// Standard output, or with `stream` = 2 standard error.
Finished run(const std::string& arguments, int stream = 1) {
  const std::string redirection = stream == 1 ? "2>/dev/null" : "2>&1 >/dev/null";
  const std::string command =
      std::string("'") + TRAMMEL_PROGRAM "' " + arguments + ' ' + redirection;
  std::FILE* pipe = popen(command.c_str(), "r");
  Finished result;
  if (!pipe) return result;
  std::array<char, 4096> buffer;
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe))
    result.output.append(buffer.data(), count);
  const int status = pclose(pipe);
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return result;
}

std::string dataset(const std::string& name) {
  return "'" TRAMMEL_SOURCE_DIR "/tests/datasets/" + name + "'";
}

TEST(CommandLine, version) {
  const Finished r = run("--version");
  EXPECT_EQ(r.exit_code, 0);
  EXPECT_THAT(r.output, StartsWith("trammel "));
}

TEST(CommandLine, help) {
  const Finished r = run("--help");
  EXPECT_EQ(r.exit_code, 0);
  EXPECT_THAT(r.output, HasSubstr("check"));
}

TEST(CommandLine, wrong_usage) {
  for (const char* arguments : {"", "check", "--nonsense", "check --nonsense a.adm", "frobnicate"})
    EXPECT_EQ(run(arguments).exit_code, 1) << arguments;
}

TEST(CommandLine, unknown_command) {
  EXPECT_THAT(
      run("chekc a.adm", 2).output,
      StartsWith("trammel: unknown command 'chekc'; did you mean check?\ncommands: bench check"));
}

TEST(CommandLine, check_of_a_good_model) {
  const std::string good = "check '" TRAMMEL_SOURCE_DIR "/examples/pendulum.adm'";
  const Finished r = run(good);
  EXPECT_EQ(r.exit_code, 0);
  EXPECT_THAT(r.output, HasSubstr("1  JOINT"));
  EXPECT_THAT(r.output, HasSubstr("NEWTON, KILOGRAM, METER, SECOND"));
  EXPECT_THAT(r.output, HasSubstr("1 degree of freedom"));
  EXPECT_THAT(r.output, HasSubstr("0 errors, 0 warnings"));
  EXPECT_EQ(run(good, 2).output, "");
}

TEST(CommandLine, check_writes_its_findings_as_json) {
  const std::string file = testing::TempDir() + "trammel_check.json";
  run("check '" TRAMMEL_SOURCE_DIR "/examples/suspension.adm' --json '" + file + "'", 0);
  std::ifstream stream(file);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  EXPECT_THAT(text, HasSubstr("\"rule\": \"impact-exponent\""));
  EXPECT_THAT(text, HasSubstr("\"element\": \"SFORCE/11\""));
  EXPECT_THAT(text, HasSubstr("\"degrees_of_freedom\": "));
  EXPECT_EQ(run("check '" TRAMMEL_SOURCE_DIR "/examples/pendulum.adm' --json /dev/full").exit_code,
            4);
}

TEST(CommandLine, validate_reports_digits) {
  const std::string model = "validate '" TRAMMEL_SOURCE_DIR "/examples/pendulum.adm' ";
  const Finished r = run(model + "--end 0.2 --steps 10 --digits 3");
  EXPECT_EQ(r.exit_code, 0);
  EXPECT_THAT(r.output, HasSubstr("pendulum.adm: converged: ERROR = 1e-0"));
  EXPECT_THAT(r.output, HasSubstr("reaction forces"));
  for (const char* wrong :
       {"", "--end -1", "--end 1 --levels 1", "--end 1 --integrator rk", "--end 1 --digits 0"})
    EXPECT_EQ(run(model + wrong).exit_code, 1) << wrong;
}

TEST(CommandLine, check_of_a_bad_model) {
  const Finished r = run("check " + dataset("bad/reference-marker.adm"), 2);
  EXPECT_EQ(r.exit_code, 2);
  EXPECT_THAT(r.output,
              HasSubstr("reference-marker.adm:12:7: error: JOINT/3 (hinge): marker 304 is not "
                        "defined [E102]\n  , I = 304\n        ^\n"));
}

TEST(CommandLine, every_bad_dataset_ends_with_exit_code_2) {
  int count = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(TRAMMEL_SOURCE_DIR "/tests/datasets/bad")) {
    EXPECT_EQ(run("check '" + entry.path().string() + "'").exit_code, 2) << entry.path();
    ++count;
  }
  EXPECT_GE(count, 120);
}

TEST(CommandLine, output_that_cannot_be_written) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "there is no /dev/full";
  const std::string check = "check '" TRAMMEL_SOURCE_DIR "/examples/pendulum.adm'";
  const Finished r = run(check + " 2>&1 >/dev/full #");
  EXPECT_EQ(r.exit_code, 4);
  EXPECT_THAT(r.output, HasSubstr("trammel: standard output: cannot write"));
}

TEST(CommandLine, check_lists_what_is_not_supported) {
  const Finished r = run("check " + dataset("bad/statement-unsupported.adm"));
  EXPECT_EQ(r.exit_code, 2);
  EXPECT_THAT(r.output, HasSubstr("unsupported statements\n       1  CONTACT      line 16\n"
                                  "       2  SURFACE      lines 14, 15\n"));
}

TEST(CommandLine, a_file_that_cannot_be_read) {
  const Finished r = run("check /nowhere/model.adm", 2);
  EXPECT_EQ(r.exit_code, 4);
  EXPECT_THAT(r.output, HasSubstr("/nowhere/model.adm: cannot open"));
  EXPECT_EQ(run("check /").exit_code, 4);
}

}  // namespace
