// `trammel run` in a folder of its own.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace trammel::app {

namespace fs = std::filesystem;

inline const std::string pendulum = R"(pendulum
UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND
PART/1, GROUND
MARKER/101, PART = 1
PART/2, MASS = 1, CM = 201, IP = 0.1, 0.1, 0.1, QG = 1, 0, 0
MARKER/201, PART = 2
MARKER/202, PART = 2, QP = -1, 0, 0
JOINT/1, REVOLUTE, I = 202, J = 101
ACCGRAV/JGRAV = -9.81
REQUEST/7, DISPLACEMENT, I = 201, J = 101
REQUEST/3, F2 = AZ(202, 101)\ F8 = TIME
)";

struct Finished {
  int exit_code = -1;
  std::string output, errors;
};

inline std::string read(const fs::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

inline std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

class RunCommand : public testing::Test {
 protected:
  RunCommand()
      : folder_(fs::path(testing::TempDir()) /
                (std::string("trammel_run_") + std::to_string(getpid()) + "_" +
                 testing::UnitTest::GetInstance()->current_test_info()->name())) {
    fs::create_directories(folder_);
  }
  ~RunCommand() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
  }

  Finished execute(const std::string& arguments) const {
    const std::string command = "cd '" + folder_.string() + "' && '" TRAMMEL_PROGRAM "' " +
                                arguments + " >stdout.txt 2>stderr.txt";
    const int status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read(path("stdout.txt")),
            read(path("stderr.txt"))};
  }

  Finished simulate(const std::string& model, const std::string& options) const {
    write("model.adm", model + "END\n");
    return execute("run model.adm " + options);
  }

  fs::path folder_;
};

}  // namespace trammel::app
