// SPDX-License-Identifier: BSD-3-Clause
#include "results/statistics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "results/file.h"

namespace trammel::results {
namespace {

using ::testing::HasSubstr;

TEST(Statistics, every_key_of_the_contract) {
  const std::string json = to_json({});
  for (const char* key : {"model",
                          "analysis",
                          "integrator",
                          "status",
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
                          "constraint_violation",
                          "missing_values"})
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

// After a change of the keys: make docs
TEST(Manual, page_of_the_results_is_up_to_date) {
  const std::string path = TRAMMEL_SOURCE_DIR "/docs/reference/results.md";
  const std::string page = results_reference();
  if (std::getenv("TRAMMEL_UPDATE_DOCS")) write_text(path, page);
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  EXPECT_TRUE(text.str() == page) << path << " differs from the tables: make docs";
}

}  // namespace
}  // namespace trammel::results
