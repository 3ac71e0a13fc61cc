// Writes docs/verification/behaviour.md: ringing of a planetary gear, numerical damping against
// theory, how often Jacobians are made as steps shrink, and which orders BDF really uses.
// `make verify` runs it; argument: the folder to write to. SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <fmt/os.h>

#include <Eigen/Eigenvalues>
#include <array>
#include <cmath>
#include <filesystem>
#include <optional>
#include <string>

#include "integrators/measure.h"
#include "support/linear_oscillator.h"
#include "verification/page.h"

namespace trammel::testing {
namespace {

void gear_table(fmt::ostream& out) {
  IntegratorOptions published = study_options();
  published.hht.formula = HhtVariants::Formula::printed;
  published.hht.rescale = false;
  const struct {
    const char *name, *method;
    IntegratorOptions options;
  } rows[] = {{"hht-i3 as published", "hht-i3", published},
              {"hht-i3 with rescaling", "hht-i3", study_options()},
              {"hht-si2", "hht-si2", study_options()}};
  out.print("## A planetary gear with steps that change all the time\n\n");
  out.print(
      "Largest relative error of the force on the planet's pin; steps alternate between 0.8 and "
      "1.2 "
      "of their mean.\n\n| method | 100 steps | 200 | 400 | 800 | order "
      "|\n|---|---|---|---|---|---|\n");
  for (const auto& row : rows) {
    std::vector<double> errors;
    out.print("| {} |", row.name);
    for (int n = 100; n <= 800; n *= 2) {
      errors.push_back(pin_force_error(row.method, n, row.options));
      out.print(" {:.1e} |", errors.back());
    }
    out.print(" {:.2f} |\n", orders(errors).back());
  }
  out.print("\n");
}

// HHT on q̈ = −ω²q as a map of (q, hv, h²a), Ω = hω.
Mat3 amplification(double alpha, double Omega) {
  const double gamma = 0.5 - alpha, beta = (1 - alpha) * (1 - alpha) / 4, k = Omega * Omega;
  const double d = 1 + (1 + alpha) * beta * k;
  const Vec3 q_known(1, 1, 0.5 - beta);  // the new q without β a1
  const Vec3 a1 = -k * ((1 + alpha) * q_known - alpha * Vec3(1, 0, 0)) / d;
  Mat3 map;
  map.row(0) = (q_known + beta * a1).transpose();
  map.row(1) = (Vec3(0, 1, 1 - gamma) + gamma * a1).transpose();
  map.row(2) = a1.transpose();
  return map;
}

double spectral_radius(double alpha, double Omega) {
  return amplification(alpha, Omega).eigenvalues().cwiseAbs().maxCoeff();
}

// Decay of √energy per step: slope of the logarithm over the later half of n steps.
template <class Energy>
double decay(int n, const Energy& energy_after_a_step) {
  double sx = 0, sy = 0, sxx = 0, sxy = 0, count = 0;
  for (int k = 1; k <= n; ++k) {
    const double y = 0.5 * std::log(energy_after_a_step());
    if (k > n / 2) sx += k, sy += y, sxx += double(k) * k, sxy += k * y, ++count;
  }
  return std::exp((count * sxy - sx * sy) / (count * sxx - sx * sx));
}

int steps_for(double rho) {  // until a millionth is left
  return rho > 0.9999 ? 4000 : std::min(4000, int(std::ceil(std::log(1e-6) / std::log(rho))));
}

double measured_decay(double alpha, double Omega) {
  const LinearOscillator oscillator(mass_spring(Omega));
  IntegratorOptions options = study_options();
  options.alpha = alpha;
  options.hht.start = HhtVariants::Start::plain;
  options.corrector = Corrector::modified;
  options.step.fixed = 1;
  const auto method = find_integrator("hht-i3")->make(oscillator, options);
  if (!method->start(oscillator.initial_state()).ok()) return 0;
  return decay(steps_for(spectral_radius(alpha, Omega)), [&] {
    method->step(1e9);
    return oscillator.energy(method->state());
  });
}

double theoretical_decay(double alpha, double Omega) {
  const Mat3 map = amplification(alpha, Omega);
  Vec3 state(1, 0, -Omega * Omega);
  return decay(steps_for(spectral_radius(alpha, Omega)), [&] {
    state = (map * state).eval();
    return (state[1] * state[1] + Omega * Omega * state[0] * state[0]) / 2;
  });
}

void damping_table(fmt::ostream& out) {
  out.print("## Numerical damping of HHT\n\n");
  out.print(
      "An undamped oscillator: 1 − factor by which √energy shrinks in a step. Measured with hht-i3 "
      "/ "
      "the same number of\nsteps of the amplification matrix / 1 − its spectral radius, which is "
      "reached late where it belongs to a double root\n(hω ≫ 1).\n\n| hω |");
  const std::array<double, 6> alphas = {0, -0.05, -0.1, -0.2, -0.3, -1.0 / 3};
  for (const double alpha : alphas) out.print(" α = {:.3g} |", alpha);
  out.print("\n|---|---|---|---|---|---|---|\n");
  const auto loss = [](double factor) {
    return fmt::format("{:.3g}", std::abs(1 - factor) < 1e-9 ? 0 : 1 - factor);
  };
  for (const double Omega : {0.1, 0.3, 1.0, 3.0, 10.0, 100.0, 1e4}) {
    out.print("| {} |", Omega);
    for (const double alpha : alphas)
      out.print(" {} / {} / {} |", loss(measured_decay(alpha, Omega)),
                loss(theoretical_decay(alpha, Omega)), loss(spectral_radius(alpha, Omega)));
    out.print("\n");
  }
  out.print("\nWithout constraints hht-si2 is the same method.\n\n");
}

struct Counted {
  Statistics statistics;
  double time = 0;
  std::array<double, 7> steps_at{}, time_at{};  // by order
  bool ok = true;
};

Counted run(const TestProblem& p, const char* method_name, double error, Formulation formulation,
            std::optional<int> highest = {}) {
  IntegratorOptions options;
  options.error = error;
  options.formulation = formulation;
  options.max_order = highest;
  const auto method = find_integrator(method_name)->make(*p.dae, options);
  StepReport report = method->start(p.start);
  Counted result;
  while (report.ok() && method->state().t < p.t_end) {
    const auto order = std::size_t(method->order());
    const double t = method->state().t;
    report = method->step(p.t_end);
    result.steps_at[order] += 1;
    result.time_at[order] += method->state().t - t;
  }
  result.ok = report.ok();
  result.statistics = method->statistics();
  result.time = p.t_end - p.start.t;
  return result;
}

void jacobian_table(fmt::ostream& out) {
  const struct {
    const char *name, *method;
    Formulation formulation;
    std::optional<int> highest;
  } rows[] = {{"hht-i3", "hht-i3", Formulation::scaled, {}},
              {"hht-si2", "hht-si2", Formulation::scaled, {}},
              {"gstiff-i3", "gstiff-i3", Formulation::scaled, {}},
              {"gstiff-i3, KMAX=2", "gstiff-i3", Formulation::scaled, 2},
              {"gstiff-si2", "gstiff-si2", Formulation::scaled, {}},
              {"gstiff-i3, primer", "gstiff-i3", Formulation::primer, {}}};
  out.print("## Jacobians as the step shrinks\n\n");
  out.print(
      "The paper expects HHT to need ever fewer evaluations of the Jacobian as h → 0, where BDF "
      "needs "
      "them again and\nagain. Per hundred steps: evaluations of the derivatives, factorisations, "
      "Newton iterations.\n\n");
  for (const char* problem : {"double_pendulum_springs", "hanging_chain_6", "heavy_top"}) {
    out.print("### {}\n\n| method |", problem);
    for (int k = 3; k <= 9; k += 2)
      out.print(" ERROR 1e-{0}: mean h | Jacobians | factorisations | iterations |", k);
    out.print("\n|---|{}\n", [] {
      std::string columns;
      for (int k = 0; k < 16; ++k) columns += "---|";
      return columns;
    }());
    for (const auto& row : rows) {
      out.print("| {} |", row.name);
      for (int k = 3; k <= 9; k += 2) {
        const Counted c =
            run(test_problem(problem), row.method, std::pow(10, -k), row.formulation, row.highest);
        const Statistics& s = c.statistics;
        const double steps = double(s.steps) / 100;
        out.print(" {:.1e} | {:.1f} | {:.0f} | {:.0f} |", c.time / double(s.steps),
                  double(s.jacobians) / steps,
                  double(s.factorizations + s.refactorizations) / steps,
                  double(s.iterations) / steps);
      }
      out.print("\n");
    }
    out.print("\n");
  }
}

void orders_table(fmt::ostream& out) {
  out.print("## Orders that BDF really uses\n\n");
  out.print("Share of the steps at each order in per cent, and the mean order over time.\n\n");
  out.print("| problem | method | ERROR | steps | 1 | 2 | 3 | 4 | 5 | 6 | mean |\n");
  out.print("|---|---|---|---|---|---|---|---|---|---|---|\n");
  for (const char* problem :
       {"rod_pendulum", "double_pendulum_springs", "heavy_top", "gas_spring",
        "stiff_double_pendulum", "slow_and_stiff", "bouncing_ball", "bouncing_ball_damped"})
    for (const char* method : {"gstiff-i3", "gstiff-si2"})
      for (const double error : {1e-4, 1e-6, 1e-8}) {
        const TestProblem& p = test_problem(problem);
        const Counted c = run(p, method, error, Formulation::scaled);
        double mean = 0, all = 0;
        out.print("| {}{} | {} | {:.0e} | {} |", problem, p.smooth ? "" : " (not smooth)", method,
                  error, c.statistics.steps);
        for (int k = 1; k <= 6; ++k) {
          mean += k * c.time_at[std::size_t(k)], all += c.time_at[std::size_t(k)];
          out.print(" {:.0f} |",
                    100 * c.steps_at[std::size_t(k)] / double(std::max(1L, c.statistics.steps)));
        }
        out.print(" {:.1f}{} |\n", mean / all, c.ok ? "" : " (stopped)");
      }
  out.print("\n");
}

}  // namespace
}  // namespace trammel::testing

int main(int argc, char** argv) {
  using namespace trammel::testing;
  const auto folder = verification_folder(argc, argv);
  fmt::ostream out = fmt::output_file((folder / "behaviour.md").string());
  out.print("# How the integrators behave\n\nWritten by `make verify`.\n\n");
  gear_table(out);
  damping_table(out);
  jacobian_table(out);
  orders_table(out);
  fmt::print("{} written\n", (folder / "behaviour.md").string());
}
