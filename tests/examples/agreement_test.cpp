// Every registered integrator gives the numbers of the examples: other formulas, other errors, the
// same mechanics. `make verify` runs all examples, `make test` one of each kind.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "examples/expectation.h"
#include "examples/run.h"
#include "integrators/registry.h"

namespace trammel::examples {
namespace {

constexpr double run_limit_s = 60;

// Loops and redundancy, quaternions, levels 0 to 2, DIFF, algebraic loops, stiffness, contact.
const char* const of_each_kind[] = {
    "bricard",
    "bushing",
    "car_axis",
    "diff_implicit",
    "free_chain",
    "gear",
    "massless_parts",
    "motion_levels",
    "rolling_disc",
    "skate",
    "rssr",
    "stiff_double_pendulum",
    "variable_loop",
    "flyball_governor",
    "fourbar_chain_2",
    "heavy_top_slow",
};

// Vibrations of no interest bound the steps of methods that are not for stiff models.
bool is_stiff(const std::string& name) {
  return name == "stiff_double_pendulum" || name == "bushing" || name == "car_axis";
}

std::vector<std::string> models() {
  if (std::getenv("TRAMMEL_ALL_EXAMPLES") == nullptr)
    return {std::begin(of_each_kind), std::end(of_each_kind)};
  std::vector<std::string> names;
  for (const std::string& name : example_names()) {
    if (!has_expectation(name)) continue;
    const Expectation e = read_expectation(name);
    const bool chooses = std::count(e.options.begin(), e.options.end(), "--fixed-step") > 0;
    if (e.exit_code == 0 && !e.checks.empty() && !chooses) names.push_back(name);
  }
  return names;
}

// Largest miss of a checked number, in units of its tolerance.
double miss(const Finished& run, const Expectation& expected) {
  double worst = 0;
  for (const Check& check : expected.checks) {
    const int column = run.requests.column(check.column), row = run.requests.row_at(check.time);
    if (column < 0 || row < 0) return HUGE_VAL;
    const double value = run.requests.rows[std::size_t(row)][std::size_t(column)];
    const double off = std::abs(value - check.value) / check.tolerance;
    if (!(off <= worst)) worst = off;
  }
  return worst;
}

std::vector<std::string> with_error(std::vector<std::string> options, double factor) {
  const auto at = std::find(options.begin(), options.end(), "--error");
  const double error = at == options.end() ? 1e-5 : std::stod(*(at + 1));
  if (at != options.end()) options.erase(at, at + 2);
  options.insert(options.end(), {"--error", ""});
  char text[32];
  std::snprintf(text, sizeof text, "%g", error * factor);
  options.back() = text;
  return options;
}

class Agreement : public testing::TestWithParam<std::tuple<IntegratorInfo, std::string>> {};

// The integrator that an example asks for, and its place in the options; none: the default.
std::vector<std::string>::iterator integrator_of(std::vector<std::string>& options) {
  const auto at = std::find(options.begin(), options.end(), "--integrator");
  return at == options.end() ? at : at + 1;
}

Finished run_with(const IntegratorInfo& method, const std::string& name, double error_factor) {
  const Expectation expected = read_expectation(name);
  std::vector<std::string> options = with_error(expected.options, error_factor);
  if (const auto at = integrator_of(options); at != options.end()) options.erase(at - 1, at + 1);
  options.insert(options.end(), {"--integrator", std::string(method.name)});
  return run_model(model_path(name), options, run_limit_s);
}

double miss(const IntegratorInfo& method, const std::string& name, double error_factor) {
  const Finished run = run_with(method, name, error_factor);
  EXPECT_EQ(run.exit_code, 0) << run.messages;
  EXPECT_TRUE(run.requests.bad_cells.empty());
  EXPECT_EQ(run.requests.empty_cells, 0);
  return miss(run, read_expectation(name));
}

// The longest time element amplifies vibrations far below its step (docs/theory/state_time.md): bristles.
bool is_beyond(const IntegratorInfo& method, const std::string& name) {
  return !method.is_stiff || (method.name == "st-l2h4" && name == "stick_slip");
}

// A method that is not for such a model and gives up must have told which others to take.
bool gives_up_as_it_should(const IntegratorInfo& method, const std::string& name) {
  if (!is_beyond(method, name)) return false;
  const Finished run = run_with(method, name, 1);
  const char* const advice =
      method.is_stiff ? "try an -si2 integrator" : "an implicit integrator such as";
  return run.exit_code != 0 && run.messages.find(advice) != std::string::npos;
}

// The settings are those of hht-i3; a method for which they are too loose must get there with smaller
// errors.
TEST_P(Agreement, gives_the_numbers_of_the_example) {
  const auto& [method, name] = GetParam();
  if (method.order == 1) {  // would need millions of steps: it comes nearer, by 10 in theory
    const auto comes_nearer = [](double coarse, double fine) {
      return fine < coarse / 3 || fine < 100;
    };
    const double coarse = miss(method, name, 1e4);
    if (coarse <= 1) return;
    const double fine = miss(method, name, 100);
    if (comes_nearer(coarse, fine)) return;
    // A swing that has lost its phase is not farther off for a larger error: a hundredth must tell.
    const double finest = miss(method, name, 1);
    EXPECT_TRUE(comes_nearer(fine, finest))
        << coarse << " tolerances off, then " << fine << ", then " << finest;
    return;
  }
  if (gives_up_as_it_should(method, name))
    GTEST_SKIP() << name << " is not for this method, as the run says";
  double before = miss(method, name, 1);
  // The error of a step is bounded, not that of a run: in a thousand turns, 35000 steps of BDF, errors
  // of 1e-6 add up to 1e-4. They must shrink as they should, and get there in the end.
  for (const double factor : {1e-2, 1e-4}) {
    if (before <= 1) return;
    const double now = miss(method, name, factor);
    EXPECT_TRUE(now <= 1 || now < before / 20) << before << " tolerances off, then " << now;
    before = now;
  }
  EXPECT_LE(before, 1) << "tolerances off";
}

// Explicit methods, and those whose corrector is iterated without derivatives, have the equations of
// their independent coordinates in common: one of them is enough for most models.
std::vector<std::tuple<IntegratorInfo, std::string>> cases() {
  std::vector<std::tuple<IntegratorInfo, std::string>> list;
  const bool is_long = std::getenv("TRAMMEL_ALL_EXAMPLES") != nullptr;
  for (const IntegratorInfo& method : integrators())
    for (const std::string& name : models()) {
      if (!method.is_stiff && is_stiff(name)) continue;
      const bool is_first = method.is_stiff || method.name == "abam";
      const bool is_of_each_kind =
          std::count(std::begin(of_each_kind), std::end(of_each_kind), name) > 0;
      if (is_first || (is_long && is_of_each_kind) || name == "rssr" || name == "rolling_disc")
        list.emplace_back(method, name);
    }
  return list;
}

INSTANTIATE_TEST_SUITE_P(Registry, Agreement, testing::ValuesIn(cases()), [](const auto& i) {
  std::string name = std::string(std::get<0>(i.param).name) + "_" + std::get<1>(i.param);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

}  // namespace
}  // namespace trammel::examples
