// Hostile models never crash, hang or put something that is no number into the results; a run that
// fails says when, and names the element.
// SPDX-License-Identifier: BSD-3-Clause
#include "examples/hostile.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "examples/run.h"

namespace trammel::examples {
namespace {

constexpr double run_limit_s = 5;

std::vector<HostileModel> all_models() {
  std::vector<HostileModel> all;
  for (const auto& models :
       {hostile_forces(), hostile_springs(), hostile_parts(), hostile_joints(), hostile_motions(),
        hostile_constraints(), hostile_states(), hostile_settings()})
    all.insert(all.end(), models.begin(), models.end());
  return all;
}

class Hostile : public testing::TestWithParam<HostileModel> {};

TEST_P(Hostile, ends_well) {
  const HostileModel& model = GetParam();
  const Finished run = run_text(model.dataset, model.options, run_limit_s);
  const std::string account = model.dataset + "---- exit code " + std::to_string(run.exit_code) +
                              "\n" + run.messages.substr(0, 4000);
  ASSERT_FALSE(run.timed_out) << account;
  ASSERT_TRUE(run.exit_code >= 0 && run.exit_code <= 4) << account;
  EXPECT_NE(model.exit_codes.find(std::to_string(run.exit_code)), std::string::npos)
      << "expected one of " << model.exit_codes << '\n'
      << account;
  EXPECT_TRUE(run.requests.bad_cells.empty()) << run.requests.bad_cells.front() << '\n' << account;
  if (run.exit_code == 0) return;
  EXPECT_THAT(run.messages, testing::HasSubstr("error")) << account;
  EXPECT_THAT(run.messages, testing::HasSubstr(model.mentions)) << account;
  if (run.exit_code == 3) {
    EXPECT_THAT(run.messages, testing::HasSubstr("time")) << account;
  }
}

std::string test_name(const testing::TestParamInfo<HostileModel>& info) {
  return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(Models, Hostile, testing::ValuesIn(all_models()), test_name);

TEST(HostileModels, there_are_two_hundred_of_different_names) {
  std::set<std::string> names;
  for (const HostileModel& model : all_models()) names.insert(model.name);
  EXPECT_EQ(names.size(), all_models().size());
  EXPECT_GE(names.size(), 200u);
}

}  // namespace
}  // namespace trammel::examples
