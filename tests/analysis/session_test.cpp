// Settings: command line before dataset.
// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/session.h"

#include <gmock/gmock.h>

#include "analysis/datasets.h"

namespace trammel::analysis {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

RunSettings settings_of(const std::string& statement, const Overrides& overrides,
                        Findings& findings) {
  Loaded model(ground + statement);
  return run_settings(model.reading.model, overrides, findings);
}

TEST(Settings, defaults) {
  Findings findings;
  const RunSettings s = settings_of("", {}, findings);
  EXPECT_EQ(s.integrator, "hht-i3");
  EXPECT_EQ(s.error, 1e-5);
  EXPECT_THAT(findings, IsEmpty());
  EXPECT_EQ(check(s), "");
}

TEST(Settings, the_dataset_is_heard) {
  Findings findings;
  const RunSettings s = settings_of(
      "INTEGRATOR/HHT, ERROR = 1E-7, HMAX = 0.01, MAXIT = 7, ALPHA = -0.1, INTERPOLATE = OFF", {},
      findings);
  EXPECT_EQ(s.integrator, "hht-i3");
  EXPECT_EQ(s.error, 1e-7);
  EXPECT_EQ(s.options.step.h_max, 0.01);
  EXPECT_EQ(s.options.max_iterations, 7);
  EXPECT_EQ(s.options.alpha, -0.1);
  EXPECT_FALSE(s.interpolate);
  EXPECT_THAT(findings, IsEmpty());
}

TEST(Settings, the_command_line_wins) {
  Findings findings;
  Overrides overrides;
  overrides.error = 1e-9;
  overrides.hmax = 1;
  overrides.interpolate = true;
  const RunSettings s = settings_of("INTEGRATOR/HHT, ERROR = 1E-7, HMAX = 0.01, INTERPOLATE = OFF",
                                    overrides, findings);
  EXPECT_EQ(s.error, 1e-9);
  EXPECT_EQ(s.options.step.h_max, 1);
  EXPECT_TRUE(s.interpolate);
}

TEST(Settings, what_does_not_exist_is_replaced_with_a_word) {
  for (const auto& [statement, integrator, words] :
       {std::tuple{"INTEGRATOR/WSTIFF, SI2", "wstiff-si2", ""},
        {"INTEGRATOR/HASTIFF", "hht-i3", "hastiff is not available yet; the run uses hht-i3"},
        {"INTEGRATOR/GSTIFF, SI1", "gstiff-si2", "SI1 is not available; the run uses gstiff-si2"},
        {"INTEGRATOR/SI1", "gstiff-si2", "SI1 is not available"},
        {"INTEGRATOR/HHT, SI1", "hht-si2", "SI1 is not available"},
        {"INTEGRATOR/NEWMARK, SI2", "newmark", "newmark has no SI2; the run uses newmark"},
        {"INTEGRATOR/ABAM, KMAX = 9", "abam", ""},
        {"INTEGRATOR/ABAM, SI2", "abam", "abam has no SI2; the run uses abam, on independent"},
        {"INTEGRATOR/RKF45", "rkf45", ""},
        {"INTEGRATOR/NEWMARK, I3", "newmark", ""},
        {"INTEGRATOR/CORRECTOR = ORIG_CONSTANT", "hht-i3", "ORIGINAL is used"}}) {
    Findings findings;
    EXPECT_EQ(settings_of(statement, {}, findings).integrator, integrator) << statement;
    EXPECT_THAT(lines(findings), HasSubstr(words)) << statement;
    EXPECT_EQ(findings.empty(), std::string_view(words).empty()) << lines(findings);
    for (const Finding& f : findings) EXPECT_GT(f.at.line, 0) << statement;
  }
}

TEST(Settings, of_options_that_exclude_each_other_one_has_no_effect) {
  Findings findings;
  Overrides overrides;
  overrides.integrator = "gstiff-i3";
  overrides.fixed_step = 0.01;
  overrides.order = 2;
  overrides.kmax = 3;
  overrides.hmax = 1;
  settings_of("INTEGRATOR/HMAX = 0.1", overrides, findings);
  EXPECT_EQ(lines(findings),
            "warning: : --hmax has no effect with --fixed-step\n"
            "warning: : --kmax has no effect with --order\n");
}

TEST(Settings, options_of_iterations_have_no_effect_where_there_are_none) {
  Findings findings;
  Overrides overrides;
  overrides.integrator = "rkf45";
  overrides.pattern = {true, false};
  overrides.corrector = Corrector::modified;
  overrides.coordinates = Coordinates::absolute;
  RunSettings s = settings_of("INTEGRATOR/MAXIT = 7", overrides, findings);
  EXPECT_EQ(lines(findings),
            "warning: INTEGRATOR: MAXIT has no effect with rkf45\n"
            "warning: : --pattern has no effect with rkf45\n"
            "warning: : --corrector has no effect with rkf45\n");
  EXPECT_EQ(s.options.coordinates, Coordinates::absolute);

  findings.clear();
  overrides.integrator = "hht-si2";
  s = settings_of("INTEGRATOR/MAXIT = 7", overrides, findings);
  EXPECT_EQ(lines(findings), "warning: : --coordinates has no effect with hht-si2\n");
  EXPECT_EQ(s.options.max_iterations, 7);
  EXPECT_EQ(s.options.pattern, std::vector<bool>({true, false}));
  EXPECT_EQ(s.options.corrector, Corrector::modified);
}

TEST(Settings, options_reach_the_methods_that_have_them) {
  Findings findings;
  Overrides overrides;
  overrides.integrator = "gstiff-i3";
  overrides.order = 2;
  const RunSettings s = settings_of("INTEGRATOR/HHT, KMAX = 3, ALPHA = -0.1", overrides, findings);
  EXPECT_EQ(s.options.max_order, 3);
  EXPECT_EQ(s.options.fixed_order, 2);
  EXPECT_FALSE(s.options.alpha);
  EXPECT_EQ(lines(findings), "warning: INTEGRATOR: ALPHA has no effect with gstiff-i3\n");

  findings.clear();
  overrides = {};
  overrides.integrator = "newmark";
  overrides.beta = 0.3;
  const RunSettings newmark = settings_of("INTEGRATOR/GAMMA = 0.6", overrides, findings);
  EXPECT_EQ(newmark.options.beta, 0.3);
  EXPECT_EQ(newmark.options.gamma, 0.6);
  EXPECT_THAT(findings, IsEmpty());
}

}  // namespace
}  // namespace trammel::analysis
