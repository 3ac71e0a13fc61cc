// Writes docs/verification/integrators.md: orders, constants, damping and error control of every
// registered integrator on the textbook DAEs. `make verify` runs it; argument: the folder to write
// to. SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <fmt/os.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <stdexcept>
#include <string>

#include "integrators/measure.h"
#include "verification/page.h"

namespace trammel::testing {
namespace {

constexpr int samples = 200;  // of a run: references cost more than steps

std::string row(const std::vector<double>& errors) {
  std::string text;
  for (const double e : errors) text += fmt::format(" {:.2e} |", e);
  const auto p = orders(errors);
  return text + fmt::format(" {:.2f} |", p.back());
}

void order_table(fmt::ostream& out, const IntegratorInfo& info, bool alternating) {
  out.print("### {}: {} steps\n\n", info.name, alternating ? "alternating h, 2h" : "constant");
  out.print("| problem | steps | q | q | q | order | v | v | v | order | λ | λ | λ | order |\n");
  out.print("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
  for (const TestProblem& p : all_test_problems()) {
    if (!p.smooth || p.singular || p.stiff) continue;
    std::vector<double> q, v, lambda;
    // So few steps for high orders that their errors are above rounding.
    const int n = (p.has_quaternions() ? 1000 : 400) / (info.order > 2 ? 4 : 1);
    try {
      for (int k = 0; k < 3; ++k) {
        const Steps steps = (alternating ? alternating_steps : constant_steps)(p.t_end, n << k);
        const Errors e = errors_of(p, info, steps, study_options(), 0, std::min(samples, n));
        q.push_back(e.q), v.push_back(e.v), lambda.push_back(e.lambda);
      }
    } catch (const std::runtime_error& failure) {
      out.print("| {} | {} | {} | | | | | | | | | | | |\n", p.name, n, failure.what());
      continue;
    }
    out.print("| {} | {}, {}, {} |{}{}{}\n", p.name, n, 2 * n, 4 * n, row(q), row(v),
              p.has_multipliers() ? row(lambda) : " | | | |");
  }
  out.print("\n");
}

void error_control_table(fmt::ostream& out, const IntegratorInfo& info) {
  out.print("### {}: true error against ERROR\n\n", info.name);
  out.print(
      "| problem | ERROR | steps | rejected | iterations | Jacobians | factorisations | largest q "
      "error | largest λ error |\n");
  out.print("|---|---|---|---|---|---|---|---|---|\n");
  for (const TestProblem& p : all_test_problems()) {
    if (p.singular || (p.stiff && !info.is_stiff)) continue;
    for (double error = 1e-3; error > 0.5e-8; error /= 10) {
      IntegratorOptions options;
      options.error = error;
      const auto method = info.make(*p.dae, options);
      StepReport report = method->start(p.start);
      Vector delta(p.dae->layout().n);
      double q = 0, lambda = 0, next = 0;
      while (report.ok() && method->state().t < p.t_end) {
        report = method->step(p.t_end);
        if (method->state().t < next) continue;
        next = std::min(p.t_end, method->state().t + p.t_end / samples);
        const State exact = p.reference(method->state().t);
        p.dae->difference(method->state().q, exact.q, delta);
        q = std::max(q, delta.cwiseAbs().maxCoeff());
        if (exact.lambda.size() > 0)
          lambda = std::max(lambda, (method->state().lambda - exact.lambda).cwiseAbs().maxCoeff());
      }
      const Statistics& s = method->statistics();
      if (report.ok())
        out.print("| {} | {:.0e} | {} | {} | {} | {} | {} | {:.2e} | {:.2e} |\n", p.name, error,
                  s.steps, s.rejected_steps, s.iterations, s.jacobians,
                  s.factorizations + s.refactorizations, q, lambda);
      else
        out.print("| {} | {:.0e} | {} | | | | | {} | |\n", p.name, error, s.steps,
                  report.message + std::string(describe(report.cause)));
    }
  }
  out.print("\n");
}

void rescaling_table(fmt::ostream& out) {
  out.print("### hht-i3: what the rescalings at step changes do (alternating steps, λ errors)\n\n");
  out.print(
      "| problem | with | with | with | order | without | without | without | order "
      "|\n|---|---|---|---|---|---|---|---|---|\n");
  const IntegratorInfo& info = *find_integrator("hht-i3");
  for (const char* name : {"rod_pendulum", "rod_pendulum_driven", "double_pendulum", "heavy_top"}) {
    const TestProblem& p = test_problem(name);
    std::vector<double> with, without;
    for (int k = 0; k < 3; ++k) {
      const Steps steps = alternating_steps(p.t_end, (p.has_quaternions() ? 500 : 200) << k);
      IntegratorOptions options = study_options();
      with.push_back(errors_of(p, info, steps, options).lambda);
      options.hht.rescale = false;
      without.push_back(errors_of(p, info, steps, options).lambda);
    }
    out.print("| {} |{}{}\n", name, row(with), row(without));
  }
  out.print("\n");
}

}  // namespace
}  // namespace trammel::testing

int main(int argc, char** argv) {
  using namespace trammel;
  using namespace trammel::testing;
  const auto folder = verification_folder(argc, argv);
  fmt::ostream out = fmt::output_file((folder / "integrators.md").string());
  out.print("# Integrators on the textbook DAEs\n\n");
  out.print(
      "Written by `make verify`. The problems are those of `tests/support/`; errors are the "
      "largest of the first\n");
  out.print("steps and at 200 times against closed forms or solutions in extended precision.\n\n");
  for (const IntegratorInfo& info : integrators()) {
    if (info.order > 0) {  // the others: bdf.md
      order_table(out, info, false);
      order_table(out, info, true);
    }
    error_control_table(out, info);
  }
  rescaling_table(out);
  fmt::print("{} written\n", (folder / "integrators.md").string());
  return 0;
}
