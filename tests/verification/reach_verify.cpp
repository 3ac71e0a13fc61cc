// Writes docs/verification/reach.md: how near methods on independent coordinates and time elements come to the
// references of all initial value problems at the tightest settings that make sense. `make verify` runs it;
// arguments: the folder to write to, and problems and integrators if not all of them are wanted.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <fmt/os.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "verification/page.h"
#include "verification/problem_runs.h"

namespace trammel::testing {
namespace {

struct Reach {  // what a method is to reach, and the settings it is tried with, loosest first
  const char* integrator;
  double wanted;
  double limit_s;  // of one run
  // Decades of error that a decade of ERROR gains: p/(p + 1) with order p. The next ERROR is the loosest that promises
  // what is wanted.
  double gain;
  std::vector<double> errors;
};

constexpr double long_s = 900, short_s = 60, gain_of_order_2 = 2. / 3;
// Where order 2 comes to round-off before ERROR is small enough: equal steps, so many over the run.
constexpr double error_of_equal_steps = 1e-9;
constexpr std::array equal_steps = {5e5, 1.25e6, 3.2e6};

// The last entries are where higher orders are at round-off, and where order 2 takes millions of steps.
const std::vector<Reach>& methods() {
  static const std::vector<double> second = {1e-9, 1e-10, 1e-11, 3e-12, 1e-12, 3e-13, 2e-13, 1e-13};
  static const std::vector<Reach> list = {
      {"abam", 1e-9, long_s, 1, {1e-10, 1e-11, 1e-12}},
      {"rkf45", 1e-7, short_s, 1, {1e-8, 1e-9, 1e-10}},
      {"sdirk4", 1e-7, short_s, 1, {1e-8, 1e-9, 1e-10}},
      {"tlismni-am4", 1e-7, long_s, 0.8, {1e-9, 1e-10, 1e-11, 1e-12}},
      {"tlismni-am3", 1e-7, long_s, 0.75, {1e-9, 1e-10, 1e-11, 1e-12, 1e-13}},
      {"tlismni-trapezoidal", 1e-7, long_s, gain_of_order_2, second},
      {"tlismni-hht", 1e-7, long_s, gain_of_order_2, second},
      {"tlismni-bdf2", 1e-7, long_s, gain_of_order_2, second},
      {"st-qc", 1e-7, long_s, 1, {1e-9, 1e-10, 1e-11, 1e-12, 1e-13}},
      {"st-l2h4", 1e-7, long_s, 1, {1e-9, 1e-10, 1e-11, 1e-12, 1e-13}},
      {"st-l1h3", 1e-7, long_s, 1, {1e-10, 1e-11, 1e-12, 1e-13}},
      {"st-lq", 1e-7, long_s, 1, {1e-10, 1e-11, 1e-12, 1e-13}}};
  return list;
}

struct Wanted {
  std::vector<std::string> problems, integrators;  // empty: all

  static bool has(const std::vector<std::string>& only, const std::string& name) {
    return only.empty() || std::find(only.begin(), only.end(), name) != only.end();
  }
};

// The loosest ERROR after `tried` that promises what is wanted, or the last one; 0: there is none.
double next_error(const Reach& r, double tried, double reached) {
  const double enough = tried * std::pow(r.wanted / reached, 1 / r.gain);
  double next = 0;
  for (const double error : r.errors)
    if (error < tried && !(next > 0 && next <= enough)) next = error;
  return next;
}

double looser(const Reach& r, double than) {  // the next one in the list
  double next = r.errors.front();
  for (const double error : r.errors)
    if (error > than) next = error;
  return next;
}

struct Best {
  Row row;
  double error = 0, h_max = 0;  // settings

  bool meets(const Reach& r) const { return row.failure.empty() && row.error <= r.wanted; }
};

template <class Run>
Best loosest(const Reach& r, const Run& run) {
  Best best;
  double refused = 0;  // the loosest ERROR that has failed or made nothing better
  for (double tried = r.errors.front(); tried > refused;) {
    const Row row = run(r, tried, 0.0);
    // What has been reached before counts more than a run that fails or is cut off.
    const bool is_worse = !row.failure.empty() || row.error >= best.row.error;
    if (best.error > 0 && best.row.failure.empty() && is_worse) {
      refused = tried;
    } else {
      best = {row, tried};
      if (!row.failure.empty() || row.error <= r.wanted) break;
    }
    tried = refused > 0 ? looser(r, refused) : next_error(r, best.error, best.row.error);
    if (tried >= best.error) break;
  }
  return best;
}

template <class Run>
void reach(fmt::ostream& out, const Wanted& wanted, const std::string& problem, double end,
           const Run& run) {
  for (const Reach& r : methods()) {
    if (!Wanted::has(wanted.integrators, r.integrator)) continue;
    Best best = loosest(r, run);
    for (const double steps : equal_steps) {
      if (r.gain > gain_of_order_2 || best.meets(r)) break;
      const Best equal{run(r, error_of_equal_steps, end / steps), error_of_equal_steps,
                       end / steps};
      if (equal.meets(r)) best = equal;
    }
    const Row& row = best.row;
    out.print(
        "| {} | {} | {:.0e}{} | {} | {} | {:.0e}: {} | {} | {} | {} | {:.2f} |\n", problem,
        r.integrator, best.error, best.h_max > 0 ? fmt::format(", HMAX {:.1e}", best.h_max) : "",
        row.failure.empty() ? fmt::format("{:.1e}", row.error) : row.failure, row.where, r.wanted,
        best.meets(r) ? "met" : "**missed**", row.steps, row.rejected, row.iterations, row.seconds);
    out.flush();
  }
}

struct Textbook {
  const char* problem;
  double end;
};
constexpr Textbook textbook[] = {{"flexible_slider_crank_damped", 0.02},
                                 {"manufactured_index3", 1}};

std::string unknown_problem(const Wanted& wanted) {
  std::vector<std::string> known;
  each_example([&](const std::string& name, const Reference&) { known.push_back(name); });
  for (const Textbook& item : textbook) known.emplace_back(item.problem);
  for (const std::string& name : wanted.problems)
    if (!Wanted::has(known, name)) return name;
  return "";
}

void tables(fmt::ostream& out, const Wanted& wanted) {
  out.print(
      "| problem | integrator | ERROR | largest error | channel | wanted | steps | rejected | "
      "iterations | CPU s |\n|---|---|---|---|---|---|---|---|---|---|\n");
  each_example([&](const std::string& name, const Reference& reference) {
    if (!Wanted::has(wanted.problems, name)) return;
    const double end = end_of(reference);
    reach(out, wanted, name, end, [&](const Reach& r, double error, double h_max) {
      return run_example(name, reference, end, r.integrator, error, r.limit_s, h_max);
    });
  });
  for (const Textbook& item : textbook) {
    if (!Wanted::has(wanted.problems, item.problem)) continue;
    reach(out, wanted, item.problem, item.end, [&](const Reach& r, double error, double h_max) {
      if (h_max > 0) return Row{0, "", "no HMAX"};
      return run_textbook(test_problem(item.problem), item.end, r.integrator, {error / 100});
    });
  }
}

}  // namespace
}  // namespace trammel::testing

int main(int argc, char** argv) {
  using namespace trammel::testing;
  const auto folder = verification_folder(argc, argv);
  Wanted wanted;
  for (const char* const* word = argv + std::min(argc, 2); word != argv + argc; ++word)
    (trammel::find_integrator(*word) ? wanted.integrators : wanted.problems).emplace_back(*word);
  if (const std::string unknown = unknown_problem(wanted); !unknown.empty()) {
    fmt::print(stderr, "{}: neither a problem nor an integrator\n", unknown);
    return 1;
  }
  fmt::ostream out = fmt::output_file((folder / "reach.md").string());
  out.print(
      "# What is reached\n\nWritten by `make verify`.\n\n"
      "Every initial value problem of the reference set, over all its time. The error is the "
      "largest over all output times and\nchannels, as a share of the range of the channel; abam "
      "is to be right to 1e-9, the others to 1e-7. ERROR is the\nloosest of those tried that does "
      "it (or the best): the next one is the loosest that promises it by the order of the\nmethod. "
      "Runs are cut off after {:.0f} s, those of rkf45 and sdirk4 after {:.0f} s. The last "
      "problems "
      "run through\ndae.h, with a hundredth of ERROR for one step.\n\n"
      "Methods of order 2 gain 2/3 of a decade with one of ERROR and take 2.15 times the steps. "
      "Where ERROR comes to "
      "round-off before\nthat is enough, equal steps are: ERROR = 1e-9 and an HMAX.\n\n",
      long_s, short_s);
  tables(out, wanted);
  fmt::print("{} written\n", (folder / "reach.md").string());
}
