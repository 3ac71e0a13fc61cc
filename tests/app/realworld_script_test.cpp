// The scripts of ../shared/realworld, with stand-ins for user routines (tests/user_routines).
// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>

#include <cmath>

#include "app/run_fixture.h"

namespace trammel::app {
namespace {

using ::testing::HasSubstr;

const std::string folder = TRAMMEL_SHARED_DIR "/realworld/";

class RealWorldScript : public RunCommand {
 protected:
  void SetUp() override {
    if (!fs::exists(folder)) GTEST_SKIP() << folder << " is not there";
  }

  Finished run(const std::string& name, const std::string& model = {}) const {
    return execute("run '" + folder + (model.empty() ? name : model) + ".adm' '" + folder + name +
                   ".acf' --quiet --user-routines '" TRAMMEL_USER_ROUTINES "'");
  }

  // Of a script that starts with `opening` lines: every line that is no comment and continues nothing.
  static void expect_echoed(const std::string& name, int opening, const std::string& messages) {
    const std::vector<std::string> lines = lines_of(read(folder + name + ".acf"));
    for (std::size_t k = std::size_t(opening); k < lines.size(); ++k) {
      std::string line = lines[k].substr(0, lines[k].find_last_not_of(" \r&") + 1);
      if (line.empty() || line[0] == '!' || line[0] == ',' || line[0] == ' ') continue;
      EXPECT_THAT(messages, HasSubstr(" command: " + line)) << name;
    }
  }
};

TEST_F(RealWorldScript, small_models_run_to_their_end) {
  for (const auto& [name, rows] : {std::pair{"generic_model", 201}, {"small-spikes", 201}}) {
    const Finished r = run(name);
    EXPECT_EQ(r.exit_code, 0) << r.errors;
    expect_echoed(name, 1, read(path(std::string(name) + ".msg")));
    EXPECT_EQ(lines_of(read(path(std::string(name) + ".csv"))).size(), std::size_t(rows) + 1);
  }
}

// The first step holds tower, blades and rotor; then they are let go.
TEST_F(RealWorldScript, the_wind_turbine_is_released_and_stands) {
  const Finished r = run("wind-turbine");
  ASSERT_EQ(r.exit_code, 0) << r.errors;
  const std::string messages = read(path("Test14_ADAMS.msg"));
  expect_echoed("wind-turbine", 2, messages);
  EXPECT_THAT(messages, HasSubstr("ended at time 10"));
  EXPECT_EQ(lines_of(read(path("Test14_ADAMS.csv"))).back().substr(0, 3), "10,");
}

// Let go, the tower bends; its first two frequencies, fore-aft and sideways, are close to each other. What nothing
// holds has eigenvalues that are zero to rounding, which splits them into one line or two.
TEST_F(RealWorldScript, the_wind_turbine_has_frequencies) {
  const Finished r = run("wind-turbine-linear", "wind-turbine");
  ASSERT_EQ(r.exit_code, 0) << r.errors;
  expect_echoed("wind-turbine-linear", 2, read(path("Test14_ADAMS_LIN.msg")));
  const std::vector<std::string> lines = lines_of(read(path("Test14_ADAMS_LIN.eig.csv")));
  ASSERT_GT(lines.size(), 25u);
  EXPECT_EQ(lines[0], "MODE,REAL,IMAG,FREQUENCY,DAMPING_RATIO");
  std::vector<double> frequencies;
  for (std::size_t mode = 1; mode < lines.size(); ++mode) {
    std::istringstream cells(lines[mode]);
    double number = 0, real = 0, imag = 0, frequency = 0;
    char comma = 0;
    cells >> number >> comma >> real >> comma >> imag >> comma >> frequency;
    EXPECT_EQ(number, double(mode));
    if (frequency > 1e-3) frequencies.push_back(frequency);
  }
  ASSERT_GE(frequencies.size() + 2, lines.size() - 1);
  EXPECT_NEAR(frequencies[0], 0.41, 0.005);
  EXPECT_NEAR(frequencies[1], 0.41, 0.005);
}

// Its own funnel of equilibria, and then the first of its hundred seconds.
TEST_F(RealWorldScript, the_drill_string_settles_by_its_funnel_and_runs) {
  std::string text = read(folder + "drill-string.acf");
  const std::size_t dynamics = text.find("sim/dyn");
  ASSERT_NE(dynamics, std::string::npos);
  write("drill.acf", text.substr(0, dynamics) + "sim/dyn, end=1.0, dtout=0.5\nstop\n");
  const Finished r = execute("run '" + folder +
                             "drill-string.adm' drill.acf --quiet --user-routines "
                             "'" TRAMMEL_USER_ROUTINES "'");
  ASSERT_EQ(r.exit_code, 0) << r.errors;
  EXPECT_EQ(lines_of(read(path("drill-string.csv"))).back().substr(0, 2), "1,");
  EXPECT_THAT(read(path("drill-string.msg")), HasSubstr("ended at time 1"));
}

TEST_F(RealWorldScript, what_a_model_needs_is_told_by_line) {
  const Finished r = run("machine-110-contacts");
  EXPECT_EQ(r.exit_code, 2);
  EXPECT_THAT(r.errors, HasSubstr("machine-110-contacts.acf:43:12: error: DEACTIVATE: CONTACT"));
}

}  // namespace
}  // namespace trammel::app
