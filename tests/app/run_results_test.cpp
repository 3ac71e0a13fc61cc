// What `trammel run` writes, and what it refuses to overwrite; values that do not exist; warnings about
// settings without effect.
// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "app/run_fixture.h"

namespace trammel::app {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

class RunResults : public RunCommand {
 protected:
  nlohmann::json stats() const {
    return nlohmann::json::parse(read(path("model.stats.json")), nullptr, false);
  }
};

TEST_F(RunResults, the_model_is_never_overwritten) {
  write("model.adm", pendulum + "END\n");
  fs::create_directories(path("sub"));
  fs::create_symlink(path("model.adm"), path("link"));
  fs::create_hard_link(path("model.adm"), path("hard"));
  for (const char* options :
       {"--csv model.adm", "--csv ./model.adm", "--csv sub/../model.adm", "--csv link",
        "--csv hard", "--stats model.adm", "--stats link", "--csv a.csv --stats a.csv",
        "--csv sub/../a.csv --stats a.csv", "-o . --stats model.csv"}) {
    const Finished r = execute(std::string("run model.adm --end 1 --steps 2 ") + options);
    EXPECT_EQ(r.exit_code, 1) << options << r.errors;
    EXPECT_THAT(r.errors, StartsWith("trammel run: error: --")) << options;
    EXPECT_EQ(read(path("model.adm")), pendulum + "END\n") << options;
    EXPECT_FALSE(fs::exists(path("a.csv")) || fs::exists(path("model.csv"))) << options;
  }
}

TEST_F(RunResults, a_model_named_like_a_table_is_not_overwritten_either) {
  write("model.csv", pendulum + "END\n");
  EXPECT_EQ(execute("run model.csv --end 1 --steps 2").exit_code, 1);
  EXPECT_EQ(read(path("model.csv")), pendulum + "END\n");
  EXPECT_EQ(execute("run model.csv --end 1 --steps 2 --csv /dev/null --stats /dev/null").exit_code,
            0);
}

TEST_F(RunResults, values_that_do_not_exist_are_empty_and_named) {
  const Finished r = simulate(pendulum +
                                  "REQUEST/4, F1 = TIME\\ F2 = SQRT(0.55 - TIME)\\ F3 = 1\n"
                                  "REQUEST/5, F1 = 1/(TIME - 0.5)\n",
                              "--end 1 --steps 10");
  EXPECT_EQ(r.exit_code, 0);
  const std::vector<std::string> rows = lines_of(read(path("model.csv")));
  EXPECT_THAT(rows[6], HasSubstr(",0.5,0.22"));
  EXPECT_THAT(rows[6], testing::EndsWith(",,0,0,0,0,0,0,0"));
  EXPECT_THAT(rows[7], HasSubstr(",0.6,,1,0,0,0,0,0,"));
  EXPECT_THAT(read(path("model.csv")), Not(HasSubstr("nan")));
  EXPECT_THAT(
      r.errors,
      HasSubstr("model.adm:12:1: warning: REQUEST/4: no value at 5 outputs from time 0.6 to "
                "1; its fields are empty there: F2: "));
  EXPECT_THAT(r.errors, HasSubstr("model.adm:13:1: warning: REQUEST/5: no value at time 0.5; "));
  const nlohmann::json missing = stats()["missing_values"];
  ASSERT_EQ(missing.size(), 2u);
  EXPECT_EQ(missing[0]["request"], 4);
  EXPECT_EQ(missing[0]["outputs"], 5);
  EXPECT_EQ(missing[0]["first_time"], 0.6);
  EXPECT_EQ(missing[0]["last_time"], 1.0);
  EXPECT_THAT(missing[0]["reason"].get<std::string>(), HasSubstr("SQRT"));
  EXPECT_EQ(missing[1]["outputs"], 1);
}

// The motion passes the pole of the torque; what happens at its very time has no value.
TEST_F(RunResults, accelerations_and_reactions_at_a_pole_are_empty_and_named) {
  for (const char* options : {"", " --integrator newmark"}) {
    const Finished r = simulate(
        pendulum +
            "SFORCE/1, ROTATIONAL, I = 202, J = 101, FUNCTION = 1/(TIME - 0.5)\n"
            "REQUEST/4, ACCELERATION, I = 201\nREQUEST/5, F1 = JOINT(1, 0, 1, 0)\\ F2 = TIME\n",
        std::string("--end 1 --steps 10") + options);
    ASSERT_EQ(r.exit_code, 0) << options << r.errors;
    const std::vector<std::string> rows = lines_of(read(path("model.csv")));
    ASSERT_EQ(rows.size(), 12u) << options;
    EXPECT_THAT(rows[6], HasSubstr(",0.5,,,,,,,,,,0.5,0,0,0,0,0,0")) << options;
    EXPECT_THAT(rows[7], Not(HasSubstr(",,"))) << options << "what follows is not touched";
    EXPECT_THAT(read(path("model.csv")), Not(HasSubstr("nan"))) << options;
    EXPECT_THAT(r.errors, HasSubstr("model.adm:12:1: warning: at time 0.5 accelerations and "
                                    "reactions have no value: SFORCE/1: FUNCTION: "))
        << options;
    EXPECT_THAT(r.errors, HasSubstr("REQUEST/4: no value at time 0.5; ")) << options;
    EXPECT_EQ(stats()["missing_values"].size(), 2u) << options;
  }
}

// 0/0 at one output time only. In the coordinates of joints, too, what has no value there is not a number in a
// file without a word.
TEST_F(RunResults, a_hole_in_a_force_is_empty_and_named_with_every_kind_of_coordinates) {
  for (const char* integrator : {"abam", "rkf45", "gstiff-si2", "sdirk4"}) {
    const Finished r = simulate(pendulum +
                                    "SFORCE/1, ROTATIONAL, I = 202, J = 101, FUNCTION = "
                                    "2*(TIME - 0.5)/(TIME - 0.5)\n"
                                    "REQUEST/5, F1 = JOINT(1, 0, 1, 0)\\ F2 = TIME\n",
                                std::string("--end 1 --steps 10 --integrator ") + integrator);
    ASSERT_EQ(r.exit_code, 0) << integrator << r.errors;
    const std::vector<std::string> rows = lines_of(read(path("model.csv")));
    ASSERT_EQ(rows.size(), 12u) << integrator;
    EXPECT_THAT(rows[6], HasSubstr(",,0.5,0,0,0,0,0,0")) << integrator;
    EXPECT_THAT(rows[5] + rows[7], Not(HasSubstr(",,"))) << integrator;
    EXPECT_THAT(read(path("model.csv")), Not(HasSubstr("nan"))) << integrator;
    EXPECT_THAT(r.errors, HasSubstr("warning: at time 0.5 accelerations and reactions have no "
                                    "value: SFORCE/1: FUNCTION: "))
        << integrator;
    EXPECT_THAT(r.errors, HasSubstr("REQUEST/5: no value at time 0.5; ")) << integrator;
  }
}

TEST_F(RunResults, status_of_a_run) {
  simulate(pendulum, "--end 1 --steps 2");
  EXPECT_EQ(stats()["status"], "ok");
  EXPECT_THAT(stats()["missing_values"], IsEmpty());
  simulate(pendulum +
               "SFORCE/9, TRANSLATIONAL, ACTIONONLY, I = 201, J = 101, FUNCTION = "
               "SQRT(0.5 - TIME)\n",
           "--end 1 --steps 2");
  EXPECT_EQ(stats()["status"], "failed");
}

TEST_F(RunResults, times_print_as_one_would_write_them) {
  simulate(pendulum, "--end 1 --dtout 0.05");
  EXPECT_THAT(read(path("model.csv")), HasSubstr("\n0.35,"));
  simulate(pendulum, "--end 0.7 --steps 10");
  EXPECT_THAT(read(path("model.csv")), HasSubstr("\n0.21,"));
}

TEST_F(RunResults, datasets_of_other_editors) {
  std::string lines = pendulum + "END\n";
  for (std::size_t at = 0; (at = lines.find('\n', at)) != std::string::npos; at += 2)
    lines.replace(at, 1, "\r\n");
  write("model.adm", "\xef\xbb\xbf" + lines);
  const Finished r = execute("run model.adm --end 1 --steps 2");
  EXPECT_EQ(r.exit_code, 0) << r.errors;
  EXPECT_THAT(r.errors, StartsWith("model.adm: pendulum\n"));
}

TEST_F(RunResults, a_smallest_step_longer_than_the_outputs_allow) {
  const Finished r = simulate(pendulum + "INTEGRATOR/HMIN = 0.5\n", "--end 1");
  EXPECT_EQ(r.exit_code, 2);
  EXPECT_THAT(r.errors, HasSubstr("model.adm:12:1: error: INTEGRATOR: HMIN = 0.5 is longer than "
                                  "0.01, the time between outputs"));
  EXPECT_FALSE(fs::exists(path("model.csv")));
}

TEST_F(RunResults, settings_of_the_dataset_that_are_wrong_are_wrong_input) {
  const Finished r = simulate(pendulum + "INTEGRATOR/HHT, MAXIT = 1\n", "--end 1");
  EXPECT_EQ(r.exit_code, 2);
  EXPECT_THAT(r.errors, HasSubstr("model.adm:12:1: error: INTEGRATOR: MAXIT must be at least 2"));
  EXPECT_EQ(simulate(pendulum + "INTEGRATOR/HHT, MAXIT = 1\n", "--end 1 --maxit 5").exit_code, 0);
  EXPECT_EQ(simulate(pendulum + "INTEGRATOR/HMAX = 0.1\n", "--end 1 --hmin 0.2").exit_code, 1);
}

TEST_F(RunResults, errors_of_the_command_line_come_before_the_model) {
  const std::string warned = pendulum + "INTEGRATOR/HMAX = 0.1, LIST\n";
  EXPECT_THAT(simulate(warned, "--end 1").errors, HasSubstr("warning"));
  for (const char* options : {"--end 1 --maxit 1", "--end 1 --alpha 1", "--end 1 --hmin 0.2"}) {
    const Finished r = simulate(warned, options);
    EXPECT_EQ(r.exit_code, 1) << options;
    EXPECT_THAT(r.errors, StartsWith("trammel run: error: ")) << options;
    EXPECT_THAT(r.errors, Not(HasSubstr("warning"))) << options;
  }
  EXPECT_EQ(execute("run nothing.adm --end 1 --maxit 1").exit_code, 1);
}

TEST_F(RunResults, what_a_run_cannot_give_is_said_before) {
  const std::string silent = pendulum.substr(0, pendulum.find("REQUEST/7"));
  Finished done = simulate(silent, "--end 0.1 --steps 1 --quiet");
  EXPECT_EQ(done.exit_code, 0);
  EXPECT_THAT(done.errors, HasSubstr("the model has no REQUEST"));
  done = simulate(pendulum, "--end 0.1 --steps 1 --csv -");
  EXPECT_EQ(done.exit_code, 1);
  EXPECT_THAT(done.errors, HasSubstr("--csv -: give the name of a file"));
  done = simulate(pendulum, "--end 0.1 --steps 1 --analysis kinematic");
  EXPECT_EQ(done.exit_code, 2);
  EXPECT_THAT(done.errors, HasSubstr("this model has 1 degree of freedom"));
  done = simulate(pendulum + "MOTION/4, JOINT = 1, VELOCITY, FUNCTION = 1\n",
                  "--end 0.1 --steps 1 --analysis kinematic");
  EXPECT_EQ(done.exit_code, 2);
  EXPECT_THAT(done.errors, HasSubstr("error: MOTION/4: a kinematic analysis needs"));
}

TEST_F(RunResults, a_model_much_smaller_than_its_unit_is_warned_of) {
  const std::string tiny =
      "tiny\nPART/1, GROUND\nMARKER/100, PART = 1\nMARKER/199, PART = 1, FLOATING\n"
      "POINT_MASS/2, MASS = 1, CM = 201, QG = 1E-3, 0, 0\nMARKER/201, POINT_MASS = 2\n"
      "VFORCE/1, I = 201, JFLOAT = 199, FX = -100*DX(201)\nREQUEST/1, D, I = 201\n";
  EXPECT_THAT(simulate(tiny, "--end 0.1 --steps 1 --quiet").errors,
              HasSubstr("the model measures 0.001 "));
  EXPECT_THAT(execute("check model.adm").errors, HasSubstr("use ERROR = 1e-08 or less"));
  EXPECT_EQ(simulate(tiny, "--end 0.1 --steps 1 --quiet --error 1e-8").errors, "");
}

TEST_F(RunResults, settings_without_effect_are_named_once) {
  const std::string model =
      pendulum + "OUTPUT/REQSAVE, GRSAVE\nRESULTS/FORMATTED\nDEBUG/TOPOLOGY\n";
  const Finished r = simulate(model, "--end 1 --steps 2");
  EXPECT_EQ(r.exit_code, 0);
  EXPECT_THAT(r.errors, HasSubstr("model.adm:12:1: warning: OUTPUT: GRSAVE has no effect: "));
  EXPECT_THAT(r.errors, HasSubstr("model.adm:13:1: warning: RESULTS: FORMATTED has no effect: "));
  EXPECT_THAT(r.errors, HasSubstr("model.adm:14:1: warning: DEBUG: TOPOLOGY has no effect: "));
  EXPECT_THAT(execute("check model.adm").output, HasSubstr("0 errors, 3 warnings"));
  EXPECT_THAT(simulate(pendulum + "OUTPUT/NOPRINT\n", "--end 1 --quiet").errors, IsEmpty());
}

TEST_F(RunResults, files_are_those_that_are_asked_for) {
  const auto found = [&] {
    std::string names;
    for (const char* suffix : {"h5", "res", "req", "out"}) {
      const fs::path file = path(std::string("model.") + suffix);
      if (fs::exists(file)) names += std::string(" ") + suffix;
      fs::remove(file);
    }
    return names;
  };
  EXPECT_EQ(simulate(pendulum, "--end 1 --steps 2").exit_code, 0);
  EXPECT_EQ(found(), " h5");
  EXPECT_EQ(simulate(pendulum + "RESULTS/XRF\nOUTPUT/REQSAVE\n", "--end 1 --steps 2").exit_code, 0);
  EXPECT_EQ(found(), " h5 res req out");
  EXPECT_EQ(execute("run model.adm --end 1 --steps 2 --results none").exit_code, 0);
  EXPECT_EQ(found(), "");
  EXPECT_EQ(execute("run model.adm --end 1 --steps 2 --results REQ,out").exit_code, 0);
  EXPECT_EQ(found(), " req out");
  EXPECT_EQ(execute("run model.adm --end 1 --steps 2 --results xyz").exit_code, 1);
  // Beside a table that is named, and none where the table goes to a pipe.
  EXPECT_EQ(execute("run model.adm --end 1 --steps 2 --csv t.csv").exit_code, 0);
  EXPECT_TRUE(fs::exists(path("t.h5")) && fs::exists(path("t.res")));
  EXPECT_EQ(found(), "");
  const Finished piped =
      execute("run model.adm --end 1 --steps 2 --csv /dev/stdout --stats /dev/null --quiet");
  EXPECT_EQ(lines_of(piped.output).size(), 4u) << piped.output;
  const Finished talking = execute("run model.adm --end 1 --steps 2 --csv /dev/stdout");
  EXPECT_EQ(talking.output, piped.output);
  EXPECT_THAT(talking.errors, HasSubstr("degree of freedom"));
  EXPECT_EQ(found(), "");
}

TEST_F(RunResults, result_files_of_a_script_have_all_simulations_and_modes) {
  write("model.adm", pendulum + "END\n");
  write("script.acf",
        "\nfile/model=model\nsimulate/dynamic, end=0.1, steps=2\nlinear/eigensol\n"
        "simulate/dynamic, end=0.2, steps=2\nstop\n");
  const Finished r = execute("run script.acf --results h5,res");
  EXPECT_EQ(r.exit_code, 0) << r.errors;
  EXPECT_THAT(r.errors, HasSubstr("model.h5"));
  const std::string res = read(path("model.res"));
  EXPECT_THAT(res, HasSubstr("<Data name=\"dynamic_001\""));
  EXPECT_THAT(res, HasSubstr("<Data name=\"dynamic_002\""));
  EXPECT_EQ(execute("export model.h5 --csv -o again.csv").exit_code, 0);
  EXPECT_EQ(read(path("again.csv")), read(path("model.csv")));
}

TEST_F(RunResults, a_sensor_that_halts_leaves_complete_results) {
  const Finished r =
      simulate(pendulum + "SENSOR/5, LE, VALUE = -30D, FUNCTION = AZ(202, 101)\\ HALT\n",
               "--end 9 --steps 90");
  EXPECT_EQ(r.exit_code, 0);
  EXPECT_THAT(r.errors, HasSubstr("model.adm: SENSOR/5 has become active at time = 0.34428"));
  const std::vector<std::string> rows = lines_of(read(path("model.csv")));
  EXPECT_EQ(rows.size(), 6u);  // heading, 0 to 0.3, the event
  EXPECT_THAT(rows.back(), HasSubstr(",-0.523598775"));
  EXPECT_THAT(read(path("model.stats.json")), HasSubstr("\"status\": \"ok\""));
  EXPECT_THAT(read(path("model.stats.json")), HasSubstr("\"time_end\": 0.34428"));
  EXPECT_THAT(execute("run model.adm --end 9 --quiet").errors, IsEmpty());
}

TEST_F(RunResults, are_drawn_into_the_file_that_is_named) {
  ASSERT_EQ(simulate(pendulum, "--end 0.1 --steps 2").exit_code, 0);
  EXPECT_EQ(execute("plot model.h5 REQ3.F2 -o one.svg").output, "one.svg\n");
  EXPECT_EQ(execute("plot model.h5 REQ3.F2 -o two.png").output, "two.png\n");
  EXPECT_EQ(execute("plot model.h5 REQ3.F2 -o both").output, "both.svg\nboth.png\n");
  for (const char* drawn : {"one.svg", "two.png", "both.svg", "both.png"})
    EXPECT_TRUE(fs::exists(path(drawn))) << drawn;
  for (const char* other : {"one.svg.svg", "one.svg.png", "one.png", "two.svg"})
    EXPECT_FALSE(fs::exists(path(other))) << other;
}

TEST_F(RunResults, are_those_of_one_dataset) {
  write("other.adm", pendulum + "END\n");
  const Finished r = simulate(pendulum, "other.adm --end 1");
  EXPECT_EQ(r.exit_code, 1);
  EXPECT_THAT(r.errors, HasSubstr("model.adm and other.adm: a run has one dataset"));
}

}  // namespace
}  // namespace trammel::app
