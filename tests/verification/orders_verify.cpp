// Writes docs/verification/orders.md: observed orders of every method with constant and alternating
// steps, and the tables that prototypes of the methods printed beside ours. `make verify` runs it;
// argument: the folder to write to. SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <fmt/os.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>

#include "examples/expectation.h"
#include "integrators/measure.h"
#include "support/rod_chain.h"
#include "verification/page.h"

namespace trammel::testing {
namespace {

constexpr double run_limit_s = 600;

struct Series {
  std::vector<double> q, v, lambda;
  void add(const Errors& e) { q.push_back(e.q), v.push_back(e.v), lambda.push_back(e.lambda); }
};

std::string errors_and_order(const std::vector<double>& errors) {
  std::string text;
  for (const double e : errors) text += fmt::format(" {:.2e}", e);
  return text + fmt::format(" | **{:.2f}** |", orders(errors).back());
}

IntegratorOptions newmark_options(double beta, double gamma) {
  IntegratorOptions options = study_options();
  options.error = 1e-13;  // γ = ½ damps nothing, what Newton leaves included
  options.beta = beta;
  options.gamma = gamma;
  return options;
}

struct Method {
  std::string name;
  const char* integrator;
  IntegratorOptions options;
  int order = 0;                          // fixed order of BDF, 0: not BDF
  std::vector<std::string> command = {};  // the same on the command line
};

std::vector<Method> methods() {
  std::vector<Method> list = {
      {"newmark β = ¼, γ = ½",
       "newmark",
       newmark_options(0.25, 0.5),
       0,
       {"--beta", "0.25", "--gamma", "0.5"}},
      {"newmark β = 0.36, γ = 0.7", "newmark", newmark_options(0.36, 0.7), 0, {}},
      {"hht-i3", "hht-i3", study_options(), 0, {}},
      {"hht-si2", "hht-si2", study_options(), 0, {}},
  };
  for (const char* integrator : {"gstiff-i3", "gstiff-si2"})
    for (int k = 1; k <= 6; ++k)
      list.push_back({fmt::format("{} k = {}", integrator, k),
                      integrator,
                      study_options(),
                      k,
                      {"--order", std::to_string(k), "--pattern", "T"}});
  for (const IntegratorInfo& info : integrators())
    if (info.order > 1 && (info.index == 1 || info.name.starts_with("st-")))
      list.push_back({std::string(info.name), info.name.data(), study_options(), 0, {}});
  return list;
}

int first_steps(const TestProblem& p, const Method& method) {
  const int of_method = find_integrator(method.integrator)->order;
  if (method.order == 0 && of_method > 2) {
    constexpr int all[] = {0, 0, 0, 100, 50, 25, 25};
    return all[of_method] * (p.has_quaternions() ? 5 : p.name == "manufactured_index3" ? 1 : 2);
  }
  const int order = method.order;
  static constexpr int pendulum[] = {400, 3200, 800, 400, 200, 100, 50};
  static constexpr int top[] = {1000, 4000, 2000, 1000, 500, 400, 400};
  static constexpr int manufactured[] = {400, 1600, 400, 100, 50, 50, 25};
  const auto k = std::size_t(order);
  return p.has_quaternions()               ? top[k]
         : p.name == "manufactured_index3" ? manufactured[k]
                                           : pendulum[k];
}

// As errors_at_order(), with new derivatives in every iteration: what an old matrix leaves of a
// position, times (l_1/h)², would hide the errors of order 5 and more.
Errors errors_by_full_newton(const TestProblem& p, const Method& method, int n) {
  const int k = method.order;
  const double h = p.t_end / n;
  IntegratorOptions options = method.options;
  options.error = 1e-14;
  options.pattern = {true};
  options.fixed_order = k;
  options.step.fixed = h;
  const auto integrator = find_integrator(method.integrator)->make(*p.dae, options);
  StepReport report = integrator->start(p.reference(k * h));
  Errors errors;
  Vector delta(p.dae->layout().n);
  for (int step = k; step < n && report.ok(); ++step) {
    report = integrator->step(2 * p.t_end);
    if (step <= 2 * k + 3) continue;  // index 3 starts with wrong multipliers
    const State &s = integrator->state(), exact = p.reference((step + 1) * h);
    p.dae->difference(s.q, exact.q, delta);
    errors.q = std::max(errors.q, delta.cwiseAbs().maxCoeff());
    errors.v = std::max(errors.v, (s.v - exact.v).cwiseAbs().maxCoeff());
    errors.lambda = std::max(errors.lambda, (s.lambda - exact.lambda).cwiseAbs().maxCoeff());
  }
  if (!report.ok()) throw std::runtime_error(report.message + std::string(describe(report.cause)));
  return errors;
}

Series textbook_series(const TestProblem& p, const Method& method, int n) {
  Series series;
  for (int j = 0; j < 3; ++j)
    series.add(method.order > 0 ? errors_by_full_newton(p, method, n << j)
                                : errors_of(p, *find_integrator(method.integrator),
                                            constant_steps(p.t_end, n << j), method.options));
  return series;
}

void textbook_table(fmt::ostream& out, const char* problem) {
  const TestProblem& p = test_problem(problem);
  out.print("### {}\n\n| method | steps | q | order | v | order | λ | order |\n", problem);
  out.print("|---|---|---|---|---|---|---|---|\n");
  for (const Method& method : methods()) {
    const int n = first_steps(p, method);
    try {
      const Series s = textbook_series(p, method, n);
      out.print("| {} | {}, {}, {} |{}{}{}\n", method.name, n, 2 * n, 4 * n, errors_and_order(s.q),
                errors_and_order(s.v), errors_and_order(s.lambda));
    } catch (const std::exception& failure) {
      out.print("| {} | {}, {}, {} | {} | | | | | |\n", method.name, n, 2 * n, 4 * n,
                failure.what());
    }
  }
  out.print("\n");
}

// The four-bar linkage as a model of the program: worst of all channels of its reference.
void fourbar_table(fmt::ostream& out) {
  using namespace trammel::examples;
  const Reference reference = *read_expectation("fourbar_revolutes").reference;
  if (reference_table(reference.file).rows.empty()) {
    out.print("### four-bar\n\nThe reference data are not installed.\n\n");
    return;
  }
  out.print("### four-bar (examples/fourbar_revolutes.adm, 1 s)\n\n");
  out.print("Largest error of angles, rates and reactions, as a share of each range.\n\n");
  out.print("| method | h | errors at h, h/2, h/4 | order |\n|---|---|---|---|\n");
  for (const Method& method : methods()) {
    static constexpr double steps[] = {0.005, 0.0005, 0.0025, 0.0025, 0.005, 0.00125, 0.01};
    const int of_method = find_integrator(method.integrator)->order;
    const double h = method.order == 0 && of_method > 2 ? 0.01 : steps[method.order];
    std::vector<double> errors;
    std::string failure;
    for (const int divisor : {1, 2, 4}) {
      std::vector<std::string> options = fixed_step_options(reference, 1, h / divisor);
      *(std::find(options.begin(), options.end(), "--error") + 1) = "1e-11";
      options.insert(options.end(), {"--integrator", method.integrator});
      options.insert(options.end(), method.command.begin(), method.command.end());
      const Finished run = run_model(model_path("fourbar_revolutes"), options, run_limit_s);
      if (run.exit_code != 0) failure = fmt::format("exit code {}", run.exit_code);
      double worst = 0;
      for (const ChannelError& c : channel_errors(run.requests, reference))
        worst = std::max(worst, c.error);
      errors.push_back(worst);
    }
    if (failure.empty())
      out.print("| {} | {} |{}\n", method.name, h, errors_and_order(errors));
    else
      out.print("| {} | {} | {} | |\n", method.name, h, failure);
  }
  out.print("\n");
}

TestProblem sprung_pendulum() {
  RodChainParameters parameters = rod_pendulum();
  parameters.rods[0].stiffness = 4;
  parameters.rods[0].damping = 0.5;
  const auto dae = std::make_shared<const RodChain>(parameters);
  return {.name = "rod_pendulum with a spring",
          .dae = dae,
          .start = dae->initial_state(),
          .t_end = 2,
          .reference = [dae](double t) { return dae->exact(t); }};
}

Series si2_series(const TestProblem& p, Steps (*steps)(double, int), const IntegratorOptions& o) {
  Series series;
  for (int n = 100; n <= 800; n *= 2)
    series.add(errors_of(p, *find_integrator("hht-si2"), steps(p.t_end, n), o));
  return series;
}

void alternating_table(fmt::ostream& out) {
  out.print("## hht-si2 with alternating steps h, 2h\n\n");
  out.print(
      "100, 200, 400, 800 steps; the corrected formula rescales the action at every change.\n\n");
  out.print("| problem | formula | q | order | v | order |\n|---|---|---|---|---|---|\n");
  for (const TestProblem& p : {sprung_pendulum(), test_problem("double_pendulum_springs"),
                               test_problem("heavy_top"), test_problem("manufactured_index3")})
    for (const double b : {0.0, 1.0 / 3})
      for (const bool rescale : {true, false}) {
        IntegratorOptions options = study_options();
        options.hht.rescale = rescale;
        options.hht.b = b;
        const Series s = si2_series(p, alternating_steps, options);
        out.print("| {} | b = {:.3g}, {} |{}{}\n", p.name, b, rescale ? "corrected" : "uncorrected",
                  errors_and_order(s.q), errors_and_order(s.v));
      }
  out.print("\n");
}

// A row of printed numbers beside ours.
void beside(fmt::ostream& out, const std::string& what, const std::vector<double>& theirs,
            const std::vector<double>& ours) {
  out.print("| {} |", what);
  double worst = 0;
  for (const double e : theirs) out.print(" {:.3g}", e);
  out.print(" |");
  for (std::size_t k = 0; k < ours.size(); ++k) {
    out.print(" {:.3g}", ours[k]);
    worst = std::max(worst, std::abs(ours[k] / theirs[k] - 1));
  }
  out.print(" | {:.1f} % |\n", 100 * worst);
}

std::vector<double> at_order(const char* problem, const char* method, int k, int n, int count,
                             double Errors::*what, bool skip) {
  std::vector<double> errors;
  for (int j = 0; j < count; ++j)
    errors.push_back(
        errors_at_order(test_problem(problem), *find_integrator(method), k, n << j, skip).*what);
  return errors;
}

void rotation_rows(fmt::ostream& out) {
  const std::vector<std::vector<double>> free_top = {{8.79e-2, 4.42e-2, 2.22e-2},
                                                     {4.39e-3, 1.09e-3, 2.71e-4},
                                                     {6.31e-5, 7.84e-6, 9.77e-7},
                                                     {5.31e-6, 3.31e-7, 2.07e-8},
                                                     {2.15e-7, 6.62e-9, 2.05e-10}};
  for (int k = 1; k <= 5; ++k)
    beside(out, fmt::format("free top, BDF k = {}, rotation", k), free_top[std::size_t(k) - 1],
           at_order("free_top", "gstiff-i3", k, k == 1 ? 400 : 200, 3, &Errors::rotation, false));
  const std::vector<std::vector<double>> heavy = {{3.39e-2, 1.72e-2},
                                                  {3.78e-2, 9.47e-3, 2.37e-3},
                                                  {2.02e-4, 2.60e-5, 3.31e-6},
                                                  {3.61e-5, 2.25e-6, 1.41e-7},
                                                  {4.89e-7, 1.56e-8, 5.08e-10}};
  for (int k = 1; k <= 5; ++k)
    beside(out, fmt::format("heavy top, index 3, k = {}, rotation", k), heavy[std::size_t(k) - 1],
           at_order("heavy_top", "gstiff-i3", k, k == 1 ? 4000 : 1000, k == 1 ? 2 : 3,
                    &Errors::rotation, false));
  beside(out, "heavy top, index 2, k = 5, rotation", {3.49e-7, 1.12e-8, 3.67e-10},
         at_order("heavy_top", "gstiff-si2", 5, 1000, 3, &Errors::rotation, false));
  const auto hht = [&](const char* problem, int first, double Errors::*what) {
    std::vector<double> errors;
    for (int j = 0; j < 4; ++j)
      errors.push_back(errors_of(test_problem(problem), *find_integrator("hht-i3"),
                                 constant_steps(test_problem(problem).t_end, first << j),
                                 study_options()).*
                       what);
    return errors;
  };
  beside(out, "free top, HHT α = -0.3, rotation", {4.81e-3, 1.20e-3, 3.00e-4, 7.49e-5},
         hht("free_top", 100, &Errors::rotation));
  beside(out, "heavy top, HHT α = -0.3, rotation", {3.90e-2, 9.67e-3, 2.41e-3, 6.03e-4},
         hht("heavy_top", 250, &Errors::rotation));
  beside(out, "heavy top, HHT α = -0.3, λ", {19.0, 4.76, 1.20, 0.300},
         hht("heavy_top", 250, &Errors::lambda));
}

void si2_rows(fmt::ostream& out) {
  const TestProblem one = sprung_pendulum(), two = test_problem("double_pendulum_springs");
  const Series c1 = si2_series(one, constant_steps, study_options()),
               c2 = si2_series(two, constant_steps, study_options()),
               a1 = si2_series(one, alternating_steps, study_options()),
               a2 = si2_series(two, alternating_steps, study_options());
  beside(out, "hht-si2, pendulum, y", {1.558e-3, 3.899e-4, 9.748e-5, 2.437e-5}, c1.q);
  beside(out, "z", {4.235e-3, 1.062e-3, 2.657e-4, 6.644e-5}, c1.v);
  beside(out, "double pendulum, y", {2.595e-3, 6.479e-4, 1.619e-4, 4.048e-5}, c2.q);
  beside(out, "z", {1.508e-2, 3.780e-3, 9.436e-4, 2.357e-4}, c2.v);
  beside(out, "pendulum, alternating, y", {2.040e-3, 5.111e-4, 1.279e-4, 3.198e-5}, a1.q);
  beside(out, "double pendulum, alternating, y", {3.436e-3, 8.567e-4, 2.140e-4, 5.347e-5}, a2.q);
}

void bdf_rows(fmt::ostream& out) {
  const std::vector<std::vector<double>> i3 = {
      {4.06e-1, 2.42e-1, 1.34e-1}, {1.15e-2, 3.37e-3, 9.02e-4}, {3.60e-3, 4.44e-4, 5.48e-5},
      {1.31e-4, 7.63e-6, 4.60e-7}, {1.28e-3, 4.57e-5, 1.45e-6}, {2.50e-4, 3.05e-6, 4.59e-8}};
  const std::vector<std::vector<double>> lambda = {
      {5.19, 3.07, 1.82},          {3.25e-1, 8.92e-2, 2.32e-2}, {5.52e-2, 6.59e-3, 8.02e-4},
      {1.96e-3, 1.66e-4, 1.17e-5}, {2.66e-2, 8.34e-4, 2.46e-5}, {4.01e-3, 6.09e-5, 9.05e-7}};
  const std::vector<std::vector<double>> si2 = {
      {3.28e-1, 1.87e-1, 1.00e-1}, {9.74e-3, 2.77e-3, 7.33e-4}, {2.48e-3, 3.06e-4, 3.78e-5},
      {9.64e-5, 5.66e-6, 3.42e-7}, {8.53e-4, 3.07e-5, 9.80e-7}, {1.74e-4, 2.30e-6, 3.50e-8}};
  for (int k = 1; k <= 6; ++k) {
    const auto row = std::size_t(k) - 1;
    const int n = k < 5 ? 100 : 50;
    beside(out, fmt::format("pendulum, index 3, k = {}, q", k), i3[row],
           at_order("rod_pendulum", "gstiff-i3", k, n, 3, &Errors::q, true));
    beside(out, fmt::format("index 3, k = {}, λ", k), lambda[row],
           at_order("rod_pendulum", "gstiff-i3", k, n, 3, &Errors::lambda, true));
    beside(out, fmt::format("index 2, k = {}, q", k), si2[row],
           at_order("rod_pendulum", "gstiff-si2", k, n, 3, &Errors::q, true));
  }
}

void write(const std::filesystem::path& folder) {
  fmt::ostream out = fmt::output_file((folder / "orders.md").string());
  out.print(
      "# Observed orders\n\nWritten by `make verify`. Errors are the largest over all steps.\n\n");
  out.print(
      "## Constant steps\n\n"
      "BDF starts from exact past values, and its Newton iteration goes on to round-off. The "
      "numbers "
      "of steps are chosen for each order between\nsteps too long for the error to be asymptotic "
      "and "
      "round-off. The multipliers of index 3 have the noise of positions times (l_1/h)²: an order\n"
      "far from k beside errors of λ below 1e-6 of its size is that noise, not the method. "
      "Undamped "
      "(γ = ½) Newmark keeps\nwhatever noise it has once received, in λ above all.\n\n");
  for (const char* problem : {"rod_pendulum", "heavy_top", "manufactured_index3"})
    textbook_table(out, problem);
  fourbar_table(out);
  alternating_table(out);
  out.print("## Numbers of the prototypes beside ours\n\n");
  out.print(
      "Dense prototypes of the formulas printed these errors; the last column is the largest "
      "relative "
      "difference.\n\n| what | theirs | ours | difference |\n|---|---|---|---|\n");
  rotation_rows(out);
  si2_rows(out);
  bdf_rows(out);
  fmt::print("{} written\n", (folder / "orders.md").string());
}

}  // namespace
}  // namespace trammel::testing

int main(int argc, char** argv) {
  trammel::testing::write(trammel::testing::verification_folder(argc, argv));
}
