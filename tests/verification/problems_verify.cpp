// Writes docs/verification/problems.md: every initial value problem of the reference set with every
// integrator at three tolerances, what it costs, and the tightest settings of the methods of high
// order. `make verify` runs it; argument: the folder to write to.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <fmt/os.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <optional>
#include <string>

#include "examples/expectation.h"
#include "integrators/measure.h"
#include "numerics/index_one.h"
#include "verification/page.h"

namespace trammel::testing {
namespace {

using namespace trammel::examples;

constexpr std::array<double, 3> tolerances = {1e-4, 1e-6, 1e-8};
constexpr double run_limit_s = 300;   // of what is for stiff models
constexpr double short_limit_s = 20;  // of methods without derivatives, and of time elements

double limit_of(std::string_view integrator) {
  const IntegratorInfo& info = *find_integrator(integrator);
  return info.is_stiff && info.index > 1 && !info.name.starts_with("st-") ? run_limit_s
                                                                          : short_limit_s;
}

struct Row {
  double error = 0;  // largest over all channels, as a share of the channel's range
  std::string where, failure;
  double steps = 0, rejected = 0, iterations = 0, jacobians = 0, factorisations = 0, seconds = 0;
};

void print_header(fmt::ostream& out, bool names_problem = false) {
  out.print(
      "{}| integrator | ERROR | error | channel | steps | rejected | iterations | Jacobians | "
      "factorisations | CPU s |\n{}|---|---|---|---|---|---|---|---|---|---|\n",
      names_problem ? "| problem " : "", names_problem ? "|---" : "");
}

void print(fmt::ostream& out, std::string_view integrator, double error, const Row& row) {
  out.print("| {} | {:.0e} | {} | {} | {} | {} | {} | {} | {} | {:.2f} |\n", integrator, error,
            row.failure.empty() ? fmt::format("{:.1e}", row.error) : row.failure, row.where,
            row.steps, row.rejected, row.iterations, row.jacobians, row.factorisations,
            row.seconds);
}

Row run_example(const std::string& name, const Reference& reference, double end,
                std::string_view integrator, double error) {
  const double interval =
      option_value(reference.options, "--end") / option_value(reference.options, "--steps");
  const std::vector<std::string> options = {
      "--end",        fmt::format("{}", end),
      "--steps",      fmt::format("{}", std::lround(end / interval)),
      "--integrator", std::string(integrator),
      "--error",      fmt::format("{}", error)};
  const Finished run = run_model(model_path(name), options, limit_of(integrator));
  const auto number = [&](const char* key) {
    const auto found = run.stats.find(key);
    return found == run.stats.end() ? 0 : found->second;
  };
  Row row;
  if (run.timed_out || run.exit_code < 0)  // killed at its limit
    row.failure = fmt::format("over {:.0f} s", limit_of(integrator));
  else if (run.exit_code != 0)
    row.failure = fmt::format("exit code {}", run.exit_code);
  else
    for (const ChannelError& channel : channel_errors(run.requests, reference))
      if (channel.error >= row.error) row.error = channel.error, row.where = channel.channel;
  row.steps = number("steps"), row.rejected = number("rejected_steps");
  row.iterations = number("iterations"), row.jacobians = number("jacobians");
  row.factorisations = number("factorizations") + number("refactorizations");
  row.seconds = number("cpu_s");
  return row;
}

// Long problems whose phase alone would take millions of steps are run as long as their tests are.
double end_of(const Reference& reference) {
  const double tested = option_value(reference.options, "--end");
  const double all = reference_table(reference.file).rows.back().front();
  return all > 20 * tested ? tested : all;
}

// Examples of initial value problems whose reference is installed; TRAMMEL_ONLY_EXAMPLE in the environment: that one.
template <class Use>
void each_example(Use use) {
  const char* only = std::getenv("TRAMMEL_ONLY_EXAMPLE");
  for (const std::string& name : example_names()) {
    const std::optional<Reference> reference =
        has_expectation(name) ? read_expectation(name).reference : std::nullopt;
    if (!reference || reference_table(reference->file).rows.empty()) continue;
    if (name.find("kinematics") != std::string::npos || name.rfind("slider_crank", 0) == 0)
      continue;
    if (!only || name == only) use(name, *reference);
  }
}

void example_tables(fmt::ostream& out) {
  each_example([&](const std::string& name, const Reference& reference) {
    const double end = end_of(reference);
    out.print("### {}, {} s ({})\n\n", name, end, reference.file);
    print_header(out);
    for (const IntegratorInfo& info : integrators()) {
      bool goes_on = true;  // a run that is cut off is not made with a smaller error
      for (const double error : tolerances) {
        if (!goes_on) continue;
        const Row row = run_example(name, reference, end, info.name, error);
        print(out, info.name, error, row);
        goes_on = row.failure.rfind("over", 0) != 0;
      }
    }
    out.print("\n");
    out.flush();
  });
}

// What abam, the tlismni- methods and time elements are to reach, and the ERROR to begin with. Methods of
// variable order get there in one go; order 2 takes a hundred thousand steps.
void reached_table(fmt::ostream& out) {
  out.print(
      "## What is reached\n\nEvery channel is to be right to 1e-9 of its range with abam, to 1e-7 "
      "with "
      "time elements, tlismni- methods, rkf45 and sdirk4.\nERROR is the first of a decade, then "
      "two, "
      "below the one tried first that does it; runs of more than {:.0f} s are cut off.\n\n",
      short_limit_s);
  print_header(out, true);
  each_example([&](const std::string& name, const Reference& reference) {
    for (const IntegratorInfo& info : integrators()) {
      const bool is_element = info.name.starts_with("st-");
      if (info.index != 1 && !is_element) continue;
      const double wanted = info.order == 0 ? 1e-9 : 1e-7;
      const double first = info.order == 0 ? 1e-11 : info.order > 3 ? 1e-9 : 1e-10;
      double error = first;
      Row row = run_example(name, reference, end_of(reference), info.name, error);
      while (row.failure.empty() && row.error > wanted && error > 0.02 * first) {
        const Row next = run_example(name, reference, end_of(reference), info.name, error / 10);
        if (!next.failure.empty()) break;  // what has been reached before counts
        row = next;
        error /= 10;
      }
      out.print("| {} ", name);
      print(out, info.name, error, row);
      out.flush();
    }
  });
  out.print("\n");
}

Vector channels_of(const State& s) {
  Vector all(s.q.size() + s.v.size() + s.lambda.size());
  all << s.q, s.v, s.lambda;
  return all;
}

std::string channel_name(const Layout& l, Eigen::Index i) {
  if (i < l.n_q) return fmt::format("q{}", i + 1);
  if (i < l.n_q + l.n) return fmt::format("v{}", i - l.n_q + 1);
  return fmt::format("λ{}", i - l.n_q - l.n + 1);
}

struct Setting {
  double error;
  double fixed_step = 0;  // 0: variable
  int order = 0;
};

// (q, v, λ) at `samples` equal times, with velocities and multipliers as they are reported.
Row run_textbook(const TestProblem& p, double end, std::string_view integrator,
                 const Setting& setting, int samples = 50) {
  IntegratorOptions options;
  options.error = setting.error;
  options.step.fixed = setting.fixed_step;
  if (setting.order > 0) options.fixed_order = setting.order, options.max_iterations = 30;
  const auto method = find_integrator(integrator)->make(*p.dae, options);
  IndexOne index_one(*p.dae);
  Vector low = channels_of(p.start), high = low, error = Vector::Zero(low.size());
  Row row;
  const std::clock_t begin = std::clock();
  const auto elapsed = [&] { return double(std::clock() - begin) / CLOCKS_PER_SEC; };
  StepReport report = method->start(p.start);
  for (int sample = 1; sample <= samples && report.ok() && row.failure.empty(); ++sample) {
    const double t = end * sample / samples;
    for (long k = 0; report.ok() && method->state().t < t && row.failure.empty(); ++k) {
      report = method->step(t);
      if (k % 1000 == 999 && elapsed() > limit_of(integrator))
        row.failure = fmt::format("over {:.0f} s", limit_of(integrator));
    }
    State s = method->state();
    index_one.project_velocity(s);
    index_one.accelerate(s);
    const Vector exact = channels_of(p.reference(s.t));
    error = error.cwiseMax((channels_of(s) - exact).cwiseAbs());
    low = low.cwiseMin(exact), high = high.cwiseMax(exact);
  }
  if (!report.ok()) row.failure = report.message;
  const Layout& l = p.dae->layout();
  for (Eigen::Index i = 0; i < error.size(); ++i) {
    const double range = high[i] - low[i], size = std::max(std::abs(high[i]), std::abs(low[i]));
    const double share = error[i] / (range > 1e-9 * size ? range : std::max(size, 1e-300));
    if (share >= row.error) row.error = share, row.where = channel_name(l, i);
  }
  const Statistics& s = method->statistics();
  row.steps = double(s.steps), row.rejected = double(s.rejected_steps);
  row.iterations = double(s.iterations), row.jacobians = double(s.jacobians);
  row.factorisations = double(s.factorizations + s.refactorizations);
  row.seconds = elapsed();
  return row;
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
            run_example(name, reference, end_of(reference), integrator, 1e-12));
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
  reached_table(out);
  out.print("## Three tolerances\n\n");
  textbook_tables(out);
  example_tables(out);
  fmt::print("{} written\n", (folder / "problems.md").string());
}
