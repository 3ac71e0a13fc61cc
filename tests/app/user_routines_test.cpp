// User routines from the command line: where they come from, what is said when they are missing.
// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>

#include <cmath>

#include "run_fixture.h"

namespace trammel::app {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string example = TRAMMEL_SOURCE_DIR "/examples/user_routines/";
const std::string named = " --user-routines '" TRAMMEL_USER_ROUTINES "' ";

class UserRoutines : public RunCommand {
 protected:
  // The last line of the table.
  std::vector<double> last_row(const std::string& file) const {
    std::vector<double> numbers;
    std::istringstream line(lines_of(read(path(file))).back());
    for (std::string cell; std::getline(line, cell, ',');) numbers.push_back(std::stod(cell));
    return numbers;
  }
};

// The same model with expressions in the place of its routines.
TEST_F(UserRoutines, example_in_c_moves_as_its_formulas_say) {
  std::string plain = read(example + "springs.adm");
  const auto replace = [&](const std::string& from, const std::string& to) {
    ASSERT_NE(plain.find(from), plain.npos) << from;
    plain.replace(plain.find(from), from.size(), to);
  };
  replace("FUNCTION = USER(20, 10, 100, 400, 2, 1)\\\n, ROUTINE = springs::stiffening_spring",
          "FUNCTION = -100*(DM(20,10)-1)-400*(DM(20,10)-1)**3-2*VR(20,10)");
  replace("FUNCTION = USER(20, 0.5)\\\n, ROUTINE = springs::drag",
          "FX = -0.5*VM(20)*VX(20)\\ FY = -0.5*VM(20)*VY(20)\\ FZ = -0.5*VM(20)*VZ(20)");
  write("plain.adm", plain);
  const std::string options = " --end 1 --error 1e-8 --quiet --csv ";
  const Finished user = execute("run '" + example + "springs.adm'" + options + "user.csv" + named);
  ASSERT_EQ(user.exit_code, 0) << user.errors;
  ASSERT_EQ(execute("run plain.adm" + options + "plain.csv").exit_code, 0);
  const std::vector<double> a = last_row("user.csv"), b = last_row("plain.csv");
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t k = 0; k < a.size(); ++k) EXPECT_NEAR(a[k], b[k], 1e-9) << k;
}

// x'' = (3 u - x)/4 with u from a routine: the matrix B knows u nevertheless.
TEST_F(UserRoutines, may_be_inputs_of_a_linear_model) {
  write("plant.adm", R"(plant
PART/1, GROUND
MARKER/101, PART = 1, REULER = 90D, 90D, 0
POINT_MASS/2, MASS = 4, CM = 201, QG = 1, 0, 0
MARKER/201, POINT_MASS = 2
JPRIM/1, INLINE, I = 201, J = 101
VARIABLE/1, FUNCTION = USER(100)\, ROUTINE = routines::fails_late
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I = 201, J = 101, FUNCTION = 3*VARVAL(1) - DZ(201, 101, 101)
VARIABLE/2, FUNCTION = VX(201)
PINPUT/1, VARIABLES = 1
POUTPUT/1, VARIABLES = 2
REQUEST/1, F2 = DX(201)
END
)");
  write("plant.acf", "\nlinear/statemat, pinput = 1, poutput = 1, file = plant\n");
  const Finished ran = execute("run plant.adm plant.acf --quiet" + named);
  ASSERT_EQ(ran.exit_code, 0) << ran.errors;
  const std::vector<std::string> B = lines_of(read(path("plant_B.csv")));
  ASSERT_EQ(B.size(), 2u);
  EXPECT_NEAR(std::abs(std::stod(B[1])), 0.75, 1e-8);
}

TEST_F(UserRoutines, example_in_cpp_reaches_its_speed) {
  const Finished ran =
      execute("run '" + example + "controller.adm' --end 40 --quiet --csv out.csv" + named);
  ASSERT_EQ(ran.exit_code, 0) << ran.errors;
  const std::vector<double> row = last_row("out.csv");
  EXPECT_NEAR(row[1], 10, 1e-3);  // speed
  EXPECT_NEAR(row[2], 2, 1e-3);   // torque that holds it against 0.2 WZ
  EXPECT_NEAR(row[4], 0, 1e-3);   // mean of the error
}

// 0.3 sin 2t + t² reaches 0.5: there the run ends, and SENVAL is what it was.
TEST_F(UserRoutines, watch_and_evaluate_for_sensors) {
  const Finished ran =
      simulate(pendulum +
                   "SENSOR/1, GE, VALUE = 0.5, FUNCTION = USER()\\, ROUTINE = routines::motion\n"
                   ", EVALUATE = USER()\\, EVALUATE_ROUTINE = routines::motion, HALT\n"
                   "REQUEST/9, F1 = SENVAL(1)\n",
               "--end 1 --steps 4" + named);
  ASSERT_EQ(ran.exit_code, 0) << ran.errors;
  const std::vector<double> row = last_row("model.csv");
  const double t = row.front();
  EXPECT_NEAR(0.3 * std::sin(2 * t) + t * t, 0.5, 1e-9);
  EXPECT_NEAR(row[row.size() - 8], 0.5, 1e-9);
}

TEST_F(UserRoutines, are_not_loaded_from_folders_that_nobody_named) {
  fs::create_directories(folder_);
  fs::copy_file(TRAMMEL_USER_ROUTINES "/springs.so", folder_ / "springs.so");
  fs::copy_file(example + "springs.adm", folder_ / "springs.adm");
  for (const char* command : {"run springs.adm --end 1", "check springs.adm"}) {
    const Finished ran =
        execute("true; export LD_LIBRARY_PATH='" TRAMMEL_USER_ROUTINES "'; '" TRAMMEL_PROGRAM "' " +
                std::string(command));
    EXPECT_EQ(ran.exit_code, 2);
    EXPECT_THAT(
        ran.errors,
        AllOf(HasSubstr("springs.adm:9:1: error: SFORCE/1: USER calls "
                        "springs::stiffening_spring: library springs is not loaded"),
              HasSubstr("springs.adm:12:1: error: VFORCE/1"), HasSubstr("--user-routines DIR")));
  }
  EXPECT_EQ(execute("check springs.adm --user-routines .").exit_code, 0);
}

TEST_F(UserRoutines, that_are_missing_are_listed_with_everything_else) {
  const std::string model = pendulum +
                            "VARIABLE/1, FUNCTION = USER(1)\\, ROUTINE = routines::nowhere\n"
                            "VARIABLE/2, FUNCTION = VARVAL(7)\n";
  const Finished ran = simulate(model, "--end 1" + named);
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.errors, AllOf(HasSubstr("variable 7 is not defined"),
                                HasSubstr("library routines has no function nowhere")));
}

TEST_F(UserRoutines, that_fail_end_the_run_with_element_and_time) {
  const std::string model =
      pendulum +
      "SFORCE/5, ROTATION, I = 202, J = 101, FUNCTION = USER(0.5)\\, ROUTINE = routines::";
  const Finished ran = simulate(model + "says_why\n", "--end 1" + named);
  EXPECT_EQ(ran.exit_code, 3);
  EXPECT_THAT(ran.errors, AllOf(HasSubstr("at time 0.5"), HasSubstr("SFORCE/5"),
                                HasSubstr("the tank is empty")));
  // A function without a value at the start is a fault of the input.
  EXPECT_EQ(simulate(model + "not_a_number\n", "--end 1" + named).exit_code, 2);
  EXPECT_EQ(simulate(model + "throws\n", "--end 1" + named).exit_code, 2);
}

// Errors of a real dataset that do not speak of USER.
std::string other_errors(const std::string& messages) {
  std::string result;
  for (const std::string& line : lines_of(messages))
    if (line.find(": error: ") != line.npos && line.find("USER calls ") == line.npos)
      result += line + '\n';
  return result;
}

TEST_F(UserRoutines, are_all_that_real_datasets_lack) {
  const std::string realworld = TRAMMEL_SHARED_DIR "/realworld/";
  if (!fs::exists(realworld)) GTEST_SKIP() << realworld << " is not there";
  const std::pair<std::string, std::string> models[] = {{"wind-turbine.adm", "72 moving parts"},
                                                        {"drill-string.adm", "116 moving parts"}};
  for (const auto& [model, parts] : models) {
    const Finished alone = execute("check '" + realworld + model + "'");
    EXPECT_EQ(alone.exit_code, 2);
    EXPECT_EQ(other_errors(alone.errors), "") << model;
    EXPECT_THAT(alone.errors, HasSubstr("USER calls "));
    const Finished with = execute("check '" + realworld + model + "'" + named);
    EXPECT_EQ(other_errors(with.errors), "") << model;
    EXPECT_THAT(with.errors, Not(HasSubstr("USER calls ")));
    EXPECT_EQ(with.exit_code, 0) << model;
    EXPECT_THAT(with.output, HasSubstr(parts)) << model;
  }
}

TEST_F(UserRoutines, folder_that_does_not_exist_is_wrong_usage) {
  const Finished ran = simulate(pendulum, "--end 1 --user-routines nowhere");
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.errors, HasSubstr("nowhere"));
}

}  // namespace
}  // namespace trammel::app
