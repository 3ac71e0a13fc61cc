// Writes docs/verification/problems.md: every initial value problem of the reference set with every
// integrator at three tolerances, what it costs, and the tightest settings of the methods of high
// order. `make verify` runs it; argument: the folder to write to.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <fmt/os.h>

#include <array>
#include <filesystem>
#include <string>

#include "verification/page.h"
#include "verification/problem_runs.h"

namespace trammel::testing {
namespace {

constexpr std::array<double, 3> tolerances = {1e-4, 1e-6, 1e-8};
void example_tables(fmt::ostream& out) {
  each_example([&](const std::string& name, const Reference& reference) {
    const double end = end_of(reference);
    out.print("### {}, {} s ({})\n\n", name, end, reference.file);
    print_header(out);
    for (const IntegratorInfo& info : integrators()) {
      bool goes_on = true;  // a run that is cut off is not made with a smaller error
      for (const double error : tolerances) {
        if (!goes_on) continue;
        const Row row = run_example(name, reference, end, info.name, error, limit_of(info.name));
        print(out, info.name, error, row);
        goes_on = row.failure.rfind("over", 0) != 0;
      }
    }
    out.print("\n");
    out.flush();
  });
}

void textbook_tables(fmt::ostream& out) {
  const struct {
    const char *problem, *reference;
    double end;
  } list[] = {{"flexible_slider_crank", "P05c", 0.02},
              {"flexible_slider_crank_damped", "P05c damped", 0.02},
              {"bouncing_ball", "P06j undamped", 1},
              {"bouncing_ball_damped", "P06j", 1},
              {"manufactured_index3", "P08", 1}};
  for (const auto& item : list) {
    out.print("### {}, {} s ({}, through dae.h; ERROR of one step)\n\n", item.problem, item.end,
              item.reference);
    print_header(out);
    for (const IntegratorInfo& info : integrators())
      for (const double error : tolerances)
        print(out, info.name, error,
              run_textbook(test_problem(item.problem), item.end, info.name, {error}));
    out.print("\n");
    out.flush();
  }
}

void tightest_table(fmt::ostream& out) {
  out.print(
      "## At the tightest settings\n\nEvery channel is to be right to 1e-9 of its range.\n\n");
  print_header(out, true);
  for (const char* name : {"andrews", "car_axis"})
    for (const char* integrator : {"gstiff-si2", "wstiff-si2"}) {
      const Reference reference = *read_expectation(name).reference;
      if (reference_table(reference.file).rows.empty()) continue;
      out.print("| {} ", name);
      print(out, integrator, 1e-12,
            run_example(name, reference, end_of(reference), integrator, 1e-12, run_limit_s));
    }
  for (const double error : {1e-13, 1e-14, 1e-15}) {
    out.print("| flexible_slider_crank, 0.1 s ");
    print(out, "abam", error,
          run_textbook(test_problem("flexible_slider_crank"), 0.1, "abam", {error}, 20));
  }
  for (const char* integrator : {"gstiff-si2", "wstiff-si2"})
    for (const double h : {2e-6, 1e-6, 5e-7}) {
      out.print("| flexible_slider_crank, 0.1 s, order 6, h = {:.0e} ", h);
      print(
          out, integrator, 1e-13,
          run_textbook(test_problem("flexible_slider_crank"), 0.1, integrator, {1e-13, h, 6}, 20));
    }
  out.print("\n");
}

}  // namespace
}  // namespace trammel::testing

int main(int argc, char** argv) {
  using namespace trammel::testing;
  const auto folder = verification_folder(argc, argv);
  fmt::ostream out = fmt::output_file((folder / "problems.md").string());
  out.print("# The reference problems with every integrator\n\nWritten by `make verify`.\n\n");
  out.print(
      "The error is the largest over all output times and channels, as a share of the range of the "
      "channel. ERROR is that\nof the program (docs/decisions/0006-what-error-means.md) unless "
      "said "
      "otherwise.\n\n");
  tightest_table(out);
  out.print("## Three tolerances\n\n");
  textbook_tables(out);
  example_tables(out);
  fmt::print("{} written\n", (folder / "problems.md").string());
}
