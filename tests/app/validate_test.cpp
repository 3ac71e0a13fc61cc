// `trammel validate`: verdicts, exit codes, the report.
// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "app/run_fixture.h"

namespace trammel::app {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class ValidateCommand : public RunCommand {
 protected:
  Finished validate(const std::string& model, const std::string& options) const {
    write("model.adm", model + "END\n");
    return execute("validate model.adm " + options);
  }
};

TEST_F(ValidateCommand, converged_is_success) {
  const Finished ran = validate(pendulum, "--end 1 --steps 20 --digits 2 --json report.json");
  EXPECT_EQ(ran.exit_code, 0) << ran.errors;
  EXPECT_THAT(ran.output, HasSubstr("model.adm: converged: ERROR = "));
  const std::string json = read(path("report.json"));
  EXPECT_THAT(json, HasSubstr("\"verdict\": \"converged\""));
  EXPECT_THAT(json, HasSubstr("\"role\": \"second method\""));
  EXPECT_THAT(json, HasSubstr("\"integrator\": \"hht-si2\""));
  EXPECT_THAT(json, HasSubstr("\"more_work\": true"));
}

TEST_F(ValidateCommand, a_second_method_of_the_same_family_is_told) {
  const std::string options = "--end 1 --steps 20 --digits 2 --integrator gstiff-si2 --second ";
  EXPECT_THAT(validate(pendulum, options + "wstiff-i3").output, HasSubstr("of one family"));
  for (const char* second : {"abam", "tlismni-hht"})
    EXPECT_THAT(validate(pendulum, options + second).output, Not(HasSubstr("of one family")));
}

TEST_F(ValidateCommand, standard_output_has_the_report_and_nothing_else) {
  const Finished ran = validate(pendulum, "--end 1 --steps 20 --digits 2 --json -");
  EXPECT_EQ(ran.exit_code, 0) << ran.errors;
  EXPECT_EQ(nlohmann::json::parse(ran.output).at("verdict"), "converged");
  EXPECT_THAT(ran.errors, HasSubstr("model.adm: converged: ERROR = "));
  EXPECT_FALSE(fs::exists(path("-")));
  const Finished checked = execute("check model.adm --json -");
  EXPECT_EQ(nlohmann::json::parse(checked.output).at("errors"), 0);
  EXPECT_THAT(checked.errors, HasSubstr("model.adm: 0 errors"));
  EXPECT_FALSE(fs::exists(path("-")));
}

TEST_F(ValidateCommand, not_converged_has_an_exit_code_of_its_own) {
  const Finished ran = validate(
      pendulum, "--end 1 --steps 20 --error 1e-3 --levels 2 --digits 9 --json report.json");
  EXPECT_EQ(ran.exit_code, 3);
  EXPECT_THAT(ran.output, HasSubstr("model.adm: not converged: no ERROR down to 0.0001"));
  EXPECT_THAT(read(path("report.json")), HasSubstr("\"recommended_error\": null"));
}

// The slide follows its command within 1e-14 s, which an explicit method would have to resolve: it stops,
// while what is asked for has converged.
TEST_F(ValidateCommand, not_confirmed_where_the_second_method_stops) {
  const Finished ran = validate(pendulum + R"(PART/3, MASS = 1, CM = 301, IP = 1, 1, 1, VZ = 0.1
MARKER/301, PART = 3
JOINT/2, TRANSLATIONAL, I = 301, J = 101
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I = 301, J = 101, FUNCTION = 1E14*(0.1*COS(TIME) - VZ(301, 101))
)",
                                "--end 0.5 --steps 10 --digits 2 --levels 2 --second abam "
                                "--json report.json");
  EXPECT_EQ(ran.exit_code, 3);
  EXPECT_THAT(ran.output, HasSubstr("model.adm: not confirmed: ERROR = 1e-05 gives 2 digits with "
                                    "hht-i3, by its own account: abam has stopped at time "));
  const std::string json = read(path("report.json"));
  EXPECT_THAT(json, HasSubstr("\"verdict\": \"not confirmed\""));
  EXPECT_THAT(json, HasSubstr("\"recommended_error\": 1e-05"));
}

TEST_F(ValidateCommand, less_than_a_digit_is_none) {
  const Finished ran =
      validate(pendulum, "--end 60 --steps 20 --error 1 --levels 2 --integrator newmark");
  EXPECT_EQ(ran.exit_code, 3);
  EXPECT_THAT(ran.output, HasSubstr("none;"));
}

TEST_F(ValidateCommand, a_run_that_stops_says_why) {
  const Finished ran =
      validate(pendulum + "SFORCE/1, ROTATIONAL, I = 202, J = 101, FUNCTION = SQRT(0.5 - TIME)\n",
               "--end 1 --json report.json");
  EXPECT_EQ(ran.exit_code, 3);
  EXPECT_THAT(ran.output, HasSubstr("failed: hht-i3 with ERROR = 1e-05 stops at time 0.5"));
  EXPECT_THAT(ran.errors, HasSubstr("SQRT"));
  EXPECT_THAT(read(path("report.json")), HasSubstr("\"verdict\": \"failed\""));
}

TEST_F(ValidateCommand, kinematics_has_no_error) {
  const Finished ran = validate(pendulum + "MOTION/1, JOINT = 1, ROTATION, FUNCTION = TIME\n",
                                "--end 1 --json report.json");
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_THAT(read(path("report.json")), HasSubstr("\"verdict\": \"kinematic\""));
}

TEST_F(ValidateCommand, wrong_usage_and_wrong_input) {
  EXPECT_EQ(validate(pendulum, "--end 1 --digits 0.5").exit_code, 1);
  EXPECT_EQ(validate(pendulum, "--end -1").exit_code, 1);
  EXPECT_THAT(validate(pendulum, "--end 1 --second hht-i3").errors,
              HasSubstr("it confirms nothing"));
  const Finished overwriting = validate(pendulum, "--end 1 --json model.adm");
  EXPECT_EQ(overwriting.exit_code, 1);
  EXPECT_THAT(read(path("model.adm")), HasSubstr("pendulum"));
  EXPECT_EQ(validate(pendulum + "JOINT/2, REVOLUTE, I = 999, J = 101\n", "--end 1").exit_code, 2);
  EXPECT_EQ(execute("validate missing.adm --end 1").exit_code, 4);
  EXPECT_THAT(execute("validate --help").output, HasSubstr("3 not converged"));
}

}  // namespace
}  // namespace trammel::app
