// Every model of examples/ runs as its README says: exit code, messages, statistics, checked numbers,
// conserved quantities; those of the reference problems also converge to the references, at order 2.
// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "examples/expectation.h"
#include "examples/run.h"

namespace trammel::examples {
namespace {

using ::testing::HasSubstr;

constexpr double run_limit_s = 120;

std::vector<std::string> names_with(bool (*wanted)(const Expectation&)) {
  std::vector<std::string> names;
  for (const std::string& name : example_names())
    if (has_expectation(name) && wanted(read_expectation(name))) names.push_back(name);
  return names;
}

double cell(const Table& table, int row, int column) {
  return table.rows[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
}

void expect_table_is_sound(const Table& table, const Expectation& expected) {
  ASSERT_FALSE(table.rows.empty()) << "no results";
  EXPECT_EQ(table.names.front(), "TIME");
  EXPECT_TRUE(table.bad_cells.empty()) << table.bad_cells.front() << " is not a finite number";
  EXPECT_EQ(table.empty_cells, 0);
  EXPECT_EQ(table.names.size() % 8, 1u) << "eight columns for each request";
  const double rows =
      expected.rows ? *expected.rows : option_value(expected.options, "--steps") + 1;
  EXPECT_EQ(static_cast<double>(table.rows.size()), rows);
}

void expect_numbers(const Table& table, const Expectation& expected) {
  for (const Check& check : expected.checks) {
    const int column = table.column(check.column);
    const int row = table.row_at(check.time);
    ASSERT_GE(column, 0) << check.column;
    ASSERT_GE(row, 0) << check.column << " at " << check.time;
    EXPECT_NEAR(cell(table, row, column), check.value, check.tolerance)
        << check.column << " at " << check.time << ": " << check.why;
  }
}

void expect_invariants(const Table& table, const Expectation& expected) {
  for (const Invariant& invariant : expected.invariants) {
    const int column = table.column(invariant.column);
    ASSERT_GE(column, 0) << invariant.column;
    double drift = 0;
    for (int row = 0; row < static_cast<int>(table.rows.size()); ++row)
      drift = std::max(drift, std::abs(cell(table, row, column) - cell(table, 0, column)));
    EXPECT_LE(drift, invariant.tolerance) << invariant.column << ": " << invariant.why;
  }
}

void expect_bounds(const Table& table, const Expectation& expected) {
  for (const Bound& bound : expected.bounds) {
    const int column = table.column(bound.column);
    ASSERT_GE(column, 0) << bound.column;
    for (int row = 0; row < static_cast<int>(table.rows.size()); ++row) {
      const double value = cell(table, row, column);
      const double time = cell(table, row, 0);
      EXPECT_GE(value, bound.at_least.value_or(value)) << bound.why << ", time " << time;
      EXPECT_LE(value, bound.at_most.value_or(value)) << bound.why << ", time " << time;
    }
  }
}

class Example : public testing::TestWithParam<std::string> {};

TEST_P(Example, runs_and_gives_its_numbers) {
  const Expectation expected = read_expectation(GetParam());
  const Finished run = run_model(model_path(GetParam()), expected.options, run_limit_s);
  ASSERT_FALSE(run.timed_out) << "longer than " << run_limit_s << " s";
  ASSERT_EQ(run.exit_code, expected.exit_code) << run.messages;
  for (const std::string& text : expected.messages) EXPECT_THAT(run.messages, HasSubstr(text));
  for (const auto& [key, value] : expected.stats) {
    ASSERT_TRUE(run.stats.count(key)) << key;
    EXPECT_EQ(run.stats.at(key), value) << key;
  }
  if (expected.exit_code != 0) return;
  expect_table_is_sound(run.requests, expected);
  if (HasFatalFailure()) return;
  expect_numbers(run.requests, expected);
  expect_invariants(run.requests, expected);
  expect_bounds(run.requests, expected);
}

TEST_P(Example, title_is_that_of_the_model_and_readme_lists_it) {
  std::ifstream model(model_path(GetParam()));
  std::string title;
  std::getline(model, title);
  EXPECT_EQ(read_expectation(GetParam()).title, title);
  std::ostringstream readme;
  readme << std::ifstream(TRAMMEL_SOURCE_DIR "/examples/README.md").rdbuf();
  EXPECT_THAT(readme.str(), HasSubstr("(" + GetParam() + ".adm)"));
}

std::string test_name(const testing::TestParamInfo<std::string>& info) {
  return info.param;
}

INSTANTIATE_TEST_SUITE_P(All, Example, testing::ValuesIn(example_names()), test_name);

TEST(Examples, every_expectation_has_its_model) {
  const std::vector<std::string> names = example_names();
  for (const auto& entry : std::filesystem::directory_iterator(TRAMMEL_SOURCE_DIR "/examples")) {
    const std::string file = entry.path().filename().string();
    const std::string suffix = ".expect.json";
    if (file.size() <= suffix.size() || !std::equal(suffix.rbegin(), suffix.rend(), file.rbegin()))
      continue;
    EXPECT_THAT(names, testing::Contains(file.substr(0, file.size() - suffix.size())));
  }
}

class ReferenceProblem : public testing::TestWithParam<std::string> {};

TEST_P(ReferenceProblem, converges_to_the_reference) {
  const Reference reference = *read_expectation(GetParam()).reference;
  if (reference_table(reference.file).rows.empty())
    GTEST_SKIP() << "no reference data at " TRAMMEL_SHARED_DIR "/reference/data/" << reference.file;
  const Finished run = run_model(model_path(GetParam()), reference.options, run_limit_s);
  ASSERT_EQ(run.exit_code, 0) << run.messages;
  for (const ChannelError& channel : channel_errors(run.requests, reference)) {
    EXPECT_GE(channel.times, 2) << channel.channel;
    EXPECT_LE(channel.error, reference.tolerance) << channel.channel << " (share of its range)";
  }
}

INSTANTIATE_TEST_SUITE_P(All, ReferenceProblem,
                         testing::ValuesIn(names_with([](const Expectation& e) {
                           return e.reference.has_value();
                         })),
                         test_name);

class SmoothProblem : public testing::TestWithParam<std::string> {};

// Root of the mean square of the channels' errors with a fixed step.
double error_with_step(const std::string& name, const Reference& reference, double end,
                       double step) {
  const Finished run =
      run_model(model_path(name), fixed_step_options(reference, end, step), run_limit_s);
  EXPECT_EQ(run.exit_code, 0) << run.messages;
  double sum = 0;
  const std::vector<ChannelError> channels = channel_errors(run.requests, reference);
  for (const ChannelError& channel : channels) sum += channel.error * channel.error;
  return std::sqrt(sum / static_cast<double>(channels.size()));
}

TEST_P(SmoothProblem, converges_at_order_two) {
  const Expectation expected = read_expectation(GetParam());
  const Reference& reference = *expected.reference;
  if (reference_table(reference.file).rows.empty())
    GTEST_SKIP() << "no reference data at " TRAMMEL_SHARED_DIR "/reference/data/" << reference.file;
  const double h = expected.order->step;
  const double e1 = error_with_step(GetParam(), reference, expected.order->end, h);
  const double e2 = error_with_step(GetParam(), reference, expected.order->end, h / 2);
  const double e4 = error_with_step(GetParam(), reference, expected.order->end, h / 4);
  EXPECT_NEAR(std::log2(e2 / e4), 2, 0.1) << "errors " << e1 << ' ' << e2 << ' ' << e4;
}

INSTANTIATE_TEST_SUITE_P(All, SmoothProblem, testing::ValuesIn(names_with([](const Expectation& e) {
                           return e.order.has_value();
                         })),
                         test_name);

// Nothing damps in that network, nor does the method: what its energy does is the error of the steps,
// of the second order.
TEST(ElasticNetwork, energy_is_kept_to_the_error_of_the_integration) {
  double previous = 0;
  for (const char* step : {"2e-3", "1e-3", "5e-4"}) {
    const Finished run = run_model(model_path("elastic_network"),
                                   {"--end", "1", "--steps", "20", "--integrator", "newmark",
                                    "--gamma", "0.5", "--beta", "0.25", "--fixed-step", step},
                                   run_limit_s);
    ASSERT_EQ(run.exit_code, 0) << run.messages;
    const int column = run.requests.column("REQ1.F7");
    double drift = 0;
    for (int row = 0; row < static_cast<int>(run.requests.rows.size()); ++row)
      drift = std::max(drift,
                       std::abs(cell(run.requests, row, column) - cell(run.requests, 0, column)));
    if (previous > 0) {
      EXPECT_NEAR(previous / drift, 4, 0.2) << step;
    }
    previous = drift;
  }
}

}  // namespace
}  // namespace trammel::examples
