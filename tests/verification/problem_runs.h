// Runs of the reference problems for the tables of `make verify`: examples through the program, textbook
// problems through dae.h, with the largest error and what the run has cost.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <fmt/format.h>
#include <fmt/os.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <optional>
#include <string>

#include "examples/expectation.h"
#include "integrators/measure.h"
#include "numerics/index_one.h"

namespace trammel::testing {

using namespace trammel::examples;

inline constexpr double run_limit_s = 60;    // of what is for stiff models
inline constexpr double short_limit_s = 20;  // of methods without derivatives, and of time elements

inline double limit_of(std::string_view integrator) {
  const IntegratorInfo& info = *find_integrator(integrator);
  return info.is_stiff && info.index > 1 && !info.name.starts_with("st-") ? run_limit_s
                                                                          : short_limit_s;
}

struct Row {
  double error = 0;  // largest over all channels, as a share of the channel's range
  std::string where, failure;
  double steps = 0, rejected = 0, iterations = 0, jacobians = 0, factorisations = 0, seconds = 0;
};

inline void print_header(fmt::ostream& out, bool names_problem = false) {
  out.print(
      "{}| integrator | ERROR | error | channel | steps | rejected | iterations | Jacobians | "
      "factorisations | CPU s |\n{}|---|---|---|---|---|---|---|---|---|---|\n",
      names_problem ? "| problem " : "", names_problem ? "|---" : "");
}

inline void print(fmt::ostream& out, std::string_view integrator, double error, const Row& row) {
  out.print("| {} | {:.0e} | {} | {} | {} | {} | {} | {} | {} | {:.2f} |\n", integrator, error,
            row.failure.empty() ? fmt::format("{:.1e}", row.error) : row.failure, row.where,
            row.steps, row.rejected, row.iterations, row.jacobians, row.factorisations,
            row.seconds);
}

inline Row run_example(const std::string& name, const Reference& reference, double end,
                       std::string_view integrator, double error, double limit, double h_max = 0) {
  const double interval =
      option_value(reference.options, "--end") / option_value(reference.options, "--steps");
  std::vector<std::string> options = {
      "--end",        fmt::format("{}", end),
      "--steps",      fmt::format("{}", std::lround(end / interval)),
      "--integrator", std::string(integrator),
      "--error",      fmt::format("{}", error)};
  if (h_max > 0) options.insert(options.end(), {"--hmax", fmt::format("{}", h_max)});
  const Finished run = run_model(model_path(name), options, limit);
  const auto number = [&](const char* key) {
    const auto found = run.stats.find(key);
    return found == run.stats.end() ? 0 : found->second;
  };
  Row row;
  if (run.timed_out || run.exit_code < 0)  // killed at its limit
    row.failure = fmt::format("over {:.0f} s", limit);
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
inline double end_of(const Reference& reference) {
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

inline Vector channels_of(const State& s) {
  Vector all(s.q.size() + s.v.size() + s.lambda.size());
  all << s.q, s.v, s.lambda;
  return all;
}

inline std::string channel_name(const Layout& l, Eigen::Index i) {
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
inline Row run_textbook(const TestProblem& p, double end, std::string_view integrator,
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

}  // namespace trammel::testing
