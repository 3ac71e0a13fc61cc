// Malformed datasets. Each says in comments below its title what the reader must say:
//   ! expect: 12:7: error: JOINT/3: marker 304 is not defined [E102]
//   ! hint: …                    (belongs to the message before it)
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <ctime>
#include <filesystem>
#include <regex>
#include <set>
#include <sstream>

#include "datasets.h"

namespace trammel::adm {
namespace {

std::string test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = std::filesystem::path(info.param).stem().string();
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

// Messages with their hints, one line each, as the comments of the file have them.
std::string expected_of(const std::string& text) {
  std::istringstream lines(text);
  std::string line, expected;
  std::getline(lines, line);
  while (std::getline(lines, line)) {
    if (line.rfind("! expect: ", 0) == 0)
      expected += line.substr(10) + '\n';
    else if (line.rfind("! hint: ", 0) == 0)
      expected += "  " + line.substr(2) + '\n';
    else
      break;
  }
  return expected;
}

std::string found_in(const Reading& reading) {
  std::istringstream lines(reading.messages());
  std::string line, found;
  const std::string prefix = reading.source.name + ':';
  while (std::getline(lines, line)) {
    if (line.rfind(prefix, 0) == 0) found += line.substr(prefix.size()) + '\n';
    if (line.rfind("  hint: ", 0) == 0) found += line + '\n';
  }
  return found;
}

class BadDataset : public testing::TestWithParam<std::string> {};

TEST_P(BadDataset, gets_exactly_the_messages_it_announces) {
  const std::clock_t start = std::clock();
  const Reading reading = read_file(GetParam());
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  EXPECT_EQ(found_in(reading), expected_of(reading.source.text));
  EXPECT_FALSE(reading.ok());
  EXPECT_LT(seconds, 1.0);
}

INSTANTIATE_TEST_SUITE_P(, BadDataset, testing::ValuesIn(datasets("bad")), test_name);

TEST(BadDatasets, are_many_and_show_every_message) {
  const auto files = datasets("bad");
  EXPECT_GE(files.size(), 340u);
  // Of elements beyond parts, joints and plain forces.
  const std::regex library(
      "(beam|field|nforce|friction|spline|curve|matrix|lse|tfsiso|gse|pinput|poutput|plant|ptcv|"
      "cvcv|sensor|"
      "user|routine|mrequest)-.*");
  EXPECT_GE(std::count_if(files.begin(), files.end(),
                          [&](const std::string& file) {
                            return std::regex_match(std::filesystem::path(file).filename().string(),
                                                    library);
                          }),
            130);
  // E002 needs a binary file: hostile_test.cpp; others are found when the equations are built, or when
  // commands are carried out.
  std::set<std::string_view> shown{"E002", "W125", "E133", "E140"};
  for (const std::string& file : files) {
    const Reading reading = read_file(file);
    for (const Message& message : reading.diagnostics.messages())
      shown.insert(model::row(message.code).name);
  }
  for (const model::MessageRow& row : model::message_table())
    EXPECT_TRUE(shown.count(row.name)) << row.name << " is in no dataset";
}

}  // namespace
}  // namespace trammel::adm
