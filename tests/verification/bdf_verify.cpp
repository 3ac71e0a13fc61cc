// Writes docs/verification/bdf.md: errors of GSTIFF and WSTIFF at every order, and the
// flexible slider crank at the tightest setting. `make verify` runs it; argument: the folder to
// write to. SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <fmt/os.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "integrators/measure.h"
#include "numerics/index_one.h"
#include "verification/page.h"

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
  const auto folder = verification_folder(argc, argv);
  fmt::ostream out = fmt::output_file((folder / "bdf.md").string());
  out.print("# GSTIFF and WSTIFF on the textbook DAEs\n\n");
  out.print(
      "Written by `make verify`. The problems are those of `tests/support/`; errors are the ");
  out.print("largest over all steps.\n\n");
  for (const char* method : methods) order_table(out, method);
  flexible_table(out);
  fmt::print("{} written\n", (folder / "bdf.md").string());
  return 0;
}
