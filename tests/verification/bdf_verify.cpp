// Writes docs/verification/bdf.md: errors of GSTIFF and WSTIFF at every order, condition numbers, and
// the flexible slider crank at the tightest setting. `make verify` runs it; argument: the folder to
// write to. SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <fmt/os.h>

#include <Eigen/SVD>
#include <algorithm>
#include <filesystem>
#include <string>

#include "integrators/bdf_i3.h"
#include "integrators/bdf_si2.h"
#include "integrators/measure.h"
#include "numerics/index_one.h"

namespace trammel::testing {
namespace {

constexpr const char* methods[] = {"gstiff-i3", "wstiff-i3", "gstiff-si2", "wstiff-si2"};

std::string row(const std::vector<double>& errors) {
  std::string text;
  for (const double e : errors) text += fmt::format(" {:.2e} |", e);
  return text + fmt::format(" {:.2f} |", orders(errors).back());
}

void order_table(fmt::ostream& out, const char* method) {
  out.print("### {}: errors at fixed order, constant steps\n\n", method);
  out.print(
      "| problem | k | steps | q | q | q | order | v | v | v | order | λ | λ | λ | order |\n");
  out.print("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
  for (const char* name : {"rod_pendulum", "double_pendulum_springs", "heavy_top", "free_top",
                           "manufactured_index3", "cart_pendulum", "lagged_pendulum"}) {
    const TestProblem& p = test_problem(name);
    for (int k = 1; k <= 6; ++k) {
      const int n = p.has_quaternions() ? 1000 : k < 5 ? 200 : 100;
      std::vector<double> q, v, lambda;
      for (int j = 0; j < 3; ++j) {
        const Errors e = errors_at_order(p, *find_integrator(method), k, n << j, true);
        q.push_back(e.q), v.push_back(e.v), lambda.push_back(e.lambda);
      }
      out.print("| {} | {} | {}, {}, {} |{}{}{}\n", name, k, n, 2 * n, 4 * n, row(q), row(v),
                p.has_multipliers() ? row(lambda) : " | | | |");
    }
  }
  out.print("\n");
}

template <class Method>
double condition_at(const TestProblem& p, double h) {
  IntegratorOptions options = study_options();
  options.fixed_order = 1;
  options.step.fixed = h;
  Method method(*p.dae, options, Nordsieck::Spacing::equal);
  if (!method.start(p.start).ok() || !method.step(p.start.t + 10 * h).ok()) return 0;
  const Vector s = method.newton_matrix().matrix().dense().jacobiSvd().singularValues();
  return s[0] / s[s.size() - 1];
}

void conditioning_table(fmt::ostream& out) {
  out.print("### Condition numbers of the Newton matrices, order 1 (0: the step is too long)\n\n");
  out.print("| h | index 3: rod_pendulum | heavy_top | index 2: rod_pendulum | heavy_top |\n");
  out.print("|---|---|---|---|---|\n");
  const TestProblem &rod = test_problem("rod_pendulum"), &top = test_problem("heavy_top");
  for (double h = 1e-1; h > 0.5e-8; h /= 10)
    out.print("| {:.0e} | {:.2f} | {:.2f} | {:.2f} | {:.2f} |\n", h, condition_at<BdfI3>(rod, h),
              condition_at<BdfI3>(top, h), condition_at<BdfSi2>(rod, h),
              condition_at<BdfSi2>(top, h));
  out.print("\n");
}

// Errors of (q, v, λ) at twenty times, relative to the range of each channel.
Vector shares(const TestProblem& p, const char* method_name, double t_end, double h, int order) {
  IntegratorOptions options = study_options();
  options.error = 1e-13;
  options.fixed_order = order;
  options.step.fixed = h;
  const auto method = find_integrator(method_name)->make(*p.dae, options);
  IndexOne index_one(*p.dae);
  const auto channels = [](const State& s) {
    Vector all(s.q.size() + s.v.size() + s.lambda.size());
    all << s.q, s.v, s.lambda;
    return all;
  };
  Vector low = channels(p.start), high = low, error = Vector::Zero(low.size());
  StepReport report = method->start(p.start);
  for (int sample = 1; sample <= 20; ++sample) {
    const double t = t_end * sample / 20;
    while (report.ok() && method->state().t < t) report = method->step(t);
    State s = method->state();
    index_one.project_velocity(s);
    index_one.accelerate(s);
    const Vector exact = channels(p.reference(s.t));
    error = error.cwiseMax((channels(s) - exact).cwiseAbs());
    low = low.cwiseMin(exact), high = high.cwiseMax(exact);
  }
  if (!report.ok()) error.setConstant(1);
  return error.cwiseQuotient((high - low).cwiseMax(1e-300));
}

void flexible_table(fmt::ostream& out) {
  out.print("### flexible_slider_crank over 0.1 s, order 6, steps of 1e-6\n\n");
  out.print("Largest errors relative to the range of each channel.\n\n");
  out.print("| method | positions | velocities | reactions |\n|---|---|---|---|\n");
  const TestProblem& p = test_problem("flexible_slider_crank");
  const Layout& l = p.dae->layout();
  for (const char* method : {"gstiff-si2", "wstiff-si2"}) {
    const Vector s = shares(p, method, 0.1, 1e-6, 6);
    out.print("| {} | {:.1e} | {:.1e} | {:.1e} |\n", method, s.head(l.n_q).maxCoeff(),
              s.segment(l.n_q, l.n).maxCoeff(), s.tail(l.m()).maxCoeff());
  }
  out.print("\n");
}

}  // namespace
}  // namespace trammel::testing

int main(int argc, char** argv) {
  using namespace trammel::testing;
  const std::filesystem::path folder = argc > 1 ? argv[1] : ".";
  std::filesystem::create_directories(folder);
  fmt::ostream out = fmt::output_file((folder / "bdf.md").string());
  out.print("# GSTIFF and WSTIFF on the textbook DAEs\n\n");
  out.print(
      "Written by `make verify`. The problems are those of `tests/support/`; errors are the ");
  out.print("largest over all steps.\n\n");
  for (const char* method : methods) order_table(out, method);
  conditioning_table(out);
  flexible_table(out);
  fmt::print("{} written\n", (folder / "bdf.md").string());
  return 0;
}
