// Hostile models never crash, hang or put something that is no number into the results; a run that
// fails says when, and names the element.
// SPDX-License-Identifier: BSD-3-Clause
#include "examples/hostile.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <sstream>

#include "examples/run.h"

namespace trammel::examples {
namespace {

constexpr double run_limit_s = 20;

std::vector<HostileModel> all_models() {
  std::vector<HostileModel> all;
  for (const auto& models :
       {hostile_forces(), hostile_springs(), hostile_frictions(), hostile_parts(), hostile_joints(),
        hostile_motions(), hostile_constraints(), hostile_states(), hostile_settings()})
    all.insert(all.end(), models.begin(), models.end());
  return all;
}

// What the messages say about errors, without the lines that quote the model.
std::string errors_of(const std::string& messages) {
  std::istringstream lines(messages);
  std::string errors;
  for (std::string line; std::getline(lines, line);)
    for (const char* kind : {"error: ", "hint: "})
      if (const std::size_t at = line.find(kind); at != std::string::npos)
        errors += line.substr(at) + '\n';
  return errors;
}

bool says(const std::string& errors, const char* pattern) {
  return std::regex_search(errors, std::regex(pattern));
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
  const std::string errors = errors_of(run.messages);
  EXPECT_THAT(errors, testing::HasSubstr("error: ")) << account;
  if (model.mentions.empty())
    EXPECT_TRUE(says(errors, "[A-Z_]+/[0-9]+")) << "no element is named\n" << account;
  else
    EXPECT_THAT(errors, testing::HasSubstr(model.mentions)) << account;
  if (run.exit_code == 3) {
    EXPECT_TRUE(says(errors, "time [0-9]")) << "no time is named\n" << account;
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
