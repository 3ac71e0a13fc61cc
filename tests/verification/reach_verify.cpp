// Writes docs/verification/reach.md: how near methods on independent coordinates and time elements come to the
// references of all initial value problems at the tightest settings that make sense. `make verify` runs it;
// arguments: the folder to write to, and problems if not all of them are wanted.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <fmt/os.h>

#include <filesystem>
#include <string>
#include <vector>

#include "verification/page.h"
#include "verification/problem_runs.h"

namespace trammel::testing {
namespace {

constexpr double limit_s = 60;  // of one run

struct Reach {  // what a method is to reach, and the settings it is tried with, loosest first
  const char* integrator;
  double wanted;
  std::vector<double> errors;
};

// Each decade of ERROR gains 2/3 of a decade with order 2 and 5/6 with order 5: the last entries are 1e-12
// where higher orders are at round-off, and where order 2 takes a million steps.
const std::vector<Reach>& methods() {
  static const std::vector<Reach> list = {
      {"abam", 1e-9, {1e-10, 1e-11, 1e-12}},       {"rkf45", 1e-7, {1e-8, 1e-9, 1e-10}},
      {"sdirk4", 1e-7, {1e-8, 1e-9, 1e-10}},       {"tlismni-am4", 1e-7, {1e-9, 1e-10, 1e-11}},
      {"tlismni-am3", 1e-7, {1e-9, 1e-10, 1e-11}}, {"tlismni-trapezoidal", 1e-7, {1e-11, 1e-12}},
      {"st-qc", 1e-7, {1e-9, 1e-10, 1e-11}},       {"st-l2h4", 1e-7, {1e-9, 1e-10, 1e-11}},
      {"st-l1h3", 1e-7, {1e-10, 1e-11, 1e-12}},    {"st-lq", 1e-7, {1e-10, 1e-11, 1e-12}}};
  return list;
}

template <class Run>
void reach(fmt::ostream& out, const std::string& problem, const Run& run) {
  for (const Reach& r : methods()) {
    Row best;
    double error = 0;
    for (const double tried : r.errors) {
      const Row row = run(r.integrator, tried);
      // What has been reached before counts more than a run that fails or is cut off.
      if (error > 0 && best.failure.empty() && (!row.failure.empty() || row.error >= best.error))
        break;
      best = row;
      error = tried;
      if (!row.failure.empty() || row.error <= r.wanted) break;
    }
    const bool meets = best.failure.empty() && best.error <= r.wanted;
    out.print("| {} | {} | {:.0e} | {} | {} | {:.0e}: {} | {} | {} | {} | {:.2f} |\n", problem,
              r.integrator, error,
              best.failure.empty() ? fmt::format("{:.1e}", best.error) : best.failure, best.where,
              r.wanted, meets ? "met" : "**missed**", best.steps, best.rejected, best.iterations,
              best.seconds);
    out.flush();
  }
}

bool is_wanted(const std::vector<std::string>& only, const std::string& name) {
  return only.empty() || std::find(only.begin(), only.end(), name) != only.end();
}

void tables(fmt::ostream& out, const std::vector<std::string>& only) {
  out.print(
      "| problem | integrator | ERROR | largest error | channel | wanted | steps | rejected | "
      "iterations | CPU s |\n|---|---|---|---|---|---|---|---|---|---|\n");
  each_example([&](const std::string& name, const Reference& reference) {
    if (!is_wanted(only, name)) return;
    reach(out, name, [&](const char* integrator, double error) {
      return run_example(name, reference, end_of(reference), integrator, error, limit_s);
    });
  });
  const struct {
    const char* problem;
    double end;
  } textbook[] = {{"flexible_slider_crank_damped", 0.02}, {"manufactured_index3", 1}};
  for (const auto& item : textbook) {
    if (!is_wanted(only, item.problem)) continue;
    reach(out, item.problem, [&](const char* integrator, double error) {
      return run_textbook(test_problem(item.problem), item.end, integrator, {error / 100});
    });
  }
}

}  // namespace
}  // namespace trammel::testing

int main(int argc, char** argv) {
  using namespace trammel::testing;
  const auto folder = verification_folder(argc, argv);
  const std::vector<std::string> only(argv + std::min(argc, 2), argv + argc);
  fmt::ostream out = fmt::output_file((folder / "reach.md").string());
  out.print(
      "# What is reached\n\nWritten by `make verify`.\n\n"
      "Every initial value problem of the reference set, over all its time. The error is the "
      "largest over all output times and\nchannels, as a share of the range of the channel; abam "
      "is "
      "to be right to 1e-9, the others to 1e-7. ERROR is the\nloosest of those tried that does it "
      "(or the best); runs are cut off after {:.0f} s. The last problems run through\ndae.h, with "
      "a "
      "hundredth of ERROR for one step.\n\n",
      limit_s);
  tables(out, only);
  fmt::print("{} written\n", (folder / "reach.md").string());
}
