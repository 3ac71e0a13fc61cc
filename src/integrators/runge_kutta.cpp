// SPDX-License-Identifier: BSD-3-Clause
#include "integrators/runge_kutta.h"

#include <algorithm>
#include <cmath>

namespace trammel {

const RungeKuttaPair& RungeKuttaPair::fehlberg() {
  static const RungeKuttaPair pair{5,
                                   {0, 1. / 4, 3. / 8, 12. / 13, 1, 1. / 2},
                                   {{{},
                                     {1. / 4},
                                     {3. / 32, 9. / 32},
                                     {1932. / 2197, -7200. / 2197, 7296. / 2197},
                                     {439. / 216, -8, 3680. / 513, -845. / 4104},
                                     {-8. / 27, 2, -3544. / 2565, 1859. / 4104, -11. / 40}}},
                                   {16. / 135, 0, 6656. / 12825, 28561. / 56430, -9. / 50, 2. / 55},
                                   {1. / 360, 0, -128. / 4275, -2197. / 75240, 1. / 50, 2. / 55}};
  return pair;
}

RungeKuttaStages::RungeKuttaStages(int rows) {
  for (Vector& f : f_) f = Vector::Zero(rows);
}

void RungeKuttaStages::error(const RungeKuttaPair& pair, double h, Vector& out) const {
  out.setZero();
  for (std::size_t i = 0; i < f_.size(); ++i) out += h * pair.error[i] * f_[i];
}

RungeKutta::RungeKutta(const Dae& dae, const IntegratorOptions& options, const RungeKuttaPair& pair)
    : PartitionedIntegrator(dae, options), pair_(pair), stages_(rows()), interpolant_(dae) {
  y0_ = y1_ = f1_ = Vector::Zero(rows());
}

void RungeKutta::begin_history(double h) {
  // The start of a formula of order 1 is too cautious by far, but growth is quick.
  control_.start(std::isfinite(h) ? h : 4 * cautious_step());
  interpolant_.set(s0_, s0_);
}

PartitionedIntegrator::Attempt RungeKutta::attempt() {
  Attempt a{.exponent = double(pair_.order)};
  IndexOneReport report;
  const auto rates_at = [&](const Vector& y, double t, Vector& f) {
    ++a.iterations;
    report = evaluate(y, t, s1_);
    if (report.ok()) rates(s1_, f);
    return report.ok();
  };
  stack(s0_, y0_);
  if (stages_.advance(pair_, s0_.t, h_, y0_, f0_, rates_at, y1_)) rates_at(y1_, t1_, f1_);
  a.result = result_of(report);
  if (!report.ok()) return a;
  interpolant_.set(s0_, s1_);
  const double defect = position_defect(interpolant_);
  stages_.error(pair_, h_, y0_);
  a.error = std::max(error_size(y0_), defect);
  return a;
}

void RungeKutta::remember() {
  f0_ = f1_;
}

}  // namespace trammel
