// Sections 1 to 3 of Negrut, Rampalli, Ottarsson and Sajdak: damping, order and conditioning of HHT in index 3.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bench/papers/experiments.h"
#include "bench/papers/pendulum_errors.h"
#include "bench/papers/report.h"
#include "numerics/dense.h"

namespace trammel::bench::papers {

namespace {

// Spectral radius of a step of HHT on q̈ = −ω²q with hω = z, of (q, v, a).
double hht_root(double alpha, double z) {
  const double gamma = 0.5 - alpha, beta = (1 - alpha) * (1 - alpha) / 4, w = z * z;
  const double d = 1 + (1 + alpha) * w * beta;
  Eigen::Matrix3d step;
  step.row(2) = Eigen::RowVector3d(-w, -(1 + alpha) * w, -(1 + alpha) * w * (0.5 - beta)) / d;
  step.row(0) = Eigen::RowVector3d(1, 1, 0.5 - beta) + beta * step.row(2);
  step.row(1) = Eigen::RowVector3d(0, 1, 1 - gamma) + gamma * step.row(2);
  return spectral_radius(step);
}

// What masses on slides show: √energy per step.
double measured_root(double alpha, double z, double expected) {
  const Mechanism masses(mass_springs_dataset({1, 1, 1}));
  const int many = int(std::clamp(std::log(1e4) / std::max(1e-9, -std::log(expected)), 16., 400.));
  const int before = std::max(8, many / 4), window = before;
  IntegratorOptions options = study_options();
  options.alpha = alpha;
  int step = 0;
  double early = 0, late = 0;
  run_steps(masses, "hht-i3", options, std::vector<double>(std::size_t(before + window + many), z),
            [&](const State& s) {
              const double size = std::hypot(Mechanism::x(s, 0), Mechanism::x_rate(s, 0));
              if (step >= before && step < before + window) early = std::max(early, size);
              if (step >= before + many) late = std::max(late, size);
              ++step;
            });
  return std::pow(late / early, 1.0 / many);
}

class LastMatrix final : public Observer {
 public:
  void matrix_factored(double, const SparseMatrix& matrix) override { values = matrix.dense(); }
  Matrix values;
};

double condition(const char* integrator, Formulation formulation, double h) {
  const Mechanism pendulum(rod_dataset({.angle = 0.7}));
  LastMatrix last;
  IntegratorOptions options = study_options();
  options.formulation = formulation;
  options.observer = &last;
  if (std::string_view(integrator).substr(0, 6) == "gstiff") options.fixed_order = 1;
  run_steps(pendulum, integrator, options, {h});
  if (last.values.size() == 0) return std::nan("");
  const Vector sizes = singular_values(last.values);
  return sizes[0] / sizes[sizes.size() - 1];
}

void add_damping(Outcome& out) {
  Table t{
      "Decay of an undamped vibration in a step of hht-i3: root of the method, and measured on "
      "masses on slides",
      {"alpha", "h omega = 0.5", "h omega = 2", "h omega = 10", "long steps"},
      {}};
  double worst = 0;
  for (const double alpha : {-0.05, -0.1, -0.2, -0.3, -1. / 3}) {
    std::vector<std::string> row = {fmt::format("{:.3g}", alpha)};
    for (const double z : {0.5, 2.0, 10.0}) {
      const double expected = hht_root(alpha, z), found = measured_root(alpha, z, expected);
      worst = std::max(worst, std::abs(found / expected - 1));
      row.push_back(fmt::format("{:.4f}, {:.4f}", expected, found));
    }
    const double limit = (1 + alpha) / (1 - alpha);
    row.push_back(fmt::format("{:.3f}", hht_root(alpha, 1e4)));
    out.numbers.push_back({fmt::format("root for long steps over its limit, alpha = {:.3g}", alpha),
                           hht_root(alpha, 1e4) / limit});
    t.rows.push_back(std::move(row));
  }
  out.tables.push_back(std::move(t));
  out.numbers.push_back({"largest difference of damping", worst});
  out.claims.push_back(
      {"alpha controls numerical damping, more for smaller alpha", "alpha from -1/3 to 0",
       fmt::format(
           "as the roots say; largest difference {:.1e}; (1 + alpha)/(1 - alpha) for long steps",
           worst),
       worst < 0.02 ? Verdict::reproduced : Verdict::in_part});
}

void add_orders(Outcome& out, const Effort& effort) {
  Table t{"hht-i3 on a rod pendulum, 2 s: largest errors (order)",
          {"alpha", "angle", "rate", "acceleration"},
          {}};
  double farthest = 0;
  for (const double alpha : {-0.05, -0.3, -1. / 3}) {
    std::vector<double> angle, rate, acceleration;
    for (const int n : {200, 400, 800}) {
      IntegratorOptions options = study_options();
      options.alpha = alpha;
      const PendulumErrors e = rod_errors(Rod{}, "hht-i3", options, equal_steps(2, n));
      angle.push_back(e.angle), rate.push_back(e.rate), acceleration.push_back(e.acceleration);
    }
    if (effort.is_stopped()) return;
    const auto words = [&](const std::vector<double>& e) {
      farthest = std::max(farthest, std::abs(last_order(e) - 2));
      return fmt::format("{} {} {} ({:.2f})", number(e[0]), number(e[1]), number(e[2]),
                         last_order(e));
    };
    t.rows.push_back(
        {fmt::format("{:.3g}", alpha), words(angle), words(rate), words(acceleration)});
  }
  out.tables.push_back(std::move(t));
  out.numbers.push_back({"farthest from order 2", farthest});
  out.claims.push_back({"HHT keeps order 2 on index-3 equations", "second order",
                        fmt::format("farthest from 2: {:.2f}, accelerations included", farthest),
                        farthest < 0.1 ? Verdict::reproduced : Verdict::in_part,
                        "with a start that fits the method; the printed one leaves accelerations "
                        "at order 1 for a while"});
}

void add_conditioning(Outcome& out) {
  Table t{
      "Condition number of Newton's matrix, rod pendulum at 0.7 rad",
      {"h", "primer, index 3", "primer, index 2", "gstiff-i3", "gstiff-si2", "hht-i3", "hht-si2"},
      {}};
  double first = 0, last = 0, scaled = 0;
  for (const double h : {1e-1, 1e-3, 1e-5, 1e-7}) {
    const double primer = condition("gstiff-i3", Formulation::primer, h);
    const double hht = condition("hht-i3", Formulation::scaled, h),
                 bdf = condition("gstiff-i3", Formulation::scaled, h);
    if (h == 1e-1) first = primer;
    if (h > 1e-6) last = primer;  // beyond 1e16 rounding hides the rest
    scaled = std::max({scaled, hht, bdf});
    t.rows.push_back({fmt::format("{:.0e}", h), number(primer),
                      number(condition("gstiff-si2", Formulation::primer, h)), number(bdf),
                      number(condition("gstiff-si2", Formulation::scaled, h)), number(hht),
                      number(condition("hht-si2", Formulation::scaled, h))});
  }
  out.tables.push_back(std::move(t));
  const double power = std::log10(last / first) / 4;
  out.numbers.push_back({"power of 1/h, primer index 3", power});
  out.numbers.push_back({"largest scaled condition number", scaled});
  out.claims.push_back(
      {"the Jacobian of HHT stays well conditioned as h shrinks, that of BDF in index 3 does not",
       "the latter grows with 1/h",
       fmt::format("the primer's system grows with h^-{:.1f}; HHT and a BDF with scaled rows and "
                   "unknowns stay below {}",
                   power, number(scaled, 2)),
       Verdict::in_part,
       "true of the system as printed; scaling cures it, so it is no property of BDF"});
}

}  // namespace

Outcome hht_claims(const Effort& effort) {
  Outcome out;
  out.text =
      "What the paper says of the method itself, on small mechanisms. Longer tables of the same "
      "kind are in "
      "docs/verification.md.";
  effort.tell("damping");
  add_damping(out);
  effort.tell("orders");
  add_orders(out, effort);
  effort.tell("conditioning");
  add_conditioning(out);
  return out;
}

}  // namespace trammel::bench::papers
