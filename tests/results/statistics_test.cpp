// SPDX-License-Identifier: BSD-3-Clause
#include "results/statistics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace trammel::results {
namespace {

using testing::HasSubstr;

TEST(Statistics, every_key_of_the_contract) {
  const std::string json = to_json({});
  for (const char* key : {"model",
                          "analysis",
                          "integrator",
                          "error",
                          "time_end",
                          "steps",
                          "rejected_steps",
                          "convergence_failures",
                          "iterations",
                          "residuals",
                          "jacobians",
                          "factorizations",
                          "refactorizations",
                          "equations",
                          "bodies",
                          "degrees_of_freedom",
                          "redundant_constraints",
                          "h_min",
                          "h_max",
                          "wall_s",
                          "cpu_s",
                          "constraint_violation"})
    EXPECT_THAT(json, HasSubstr('"' + std::string(key) + "\":")) << key;
}

TEST(Statistics, values_and_hostile_names) {
  RunStatistics s;
  s.model = "a \"b\" \xff.adm";
  s.steps = 12;
  s.error = 1e-5;
  const std::string json = to_json(s);
  EXPECT_THAT(json, HasSubstr(R"("model": "a \"b\" )"));
  EXPECT_THAT(json, HasSubstr(R"("steps": 12)"));
  EXPECT_THAT(json, HasSubstr(R"("error": 1e-05)"));
}

}  // namespace
}  // namespace trammel::results
