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

RungeKuttaSteps::RungeKuttaSteps(const Dae& dae, const IntegratorOptions& options)
    : PartitionedIntegrator(dae, options), interpolant_(dae) {
  y1_ = f1_ = sum_ = Vector::Zero(rows());
  for (Vector& f : f_) f = sum_;
}

PartitionedIntegrator::Attempt RungeKuttaSteps::runge_kutta(const RungeKuttaPair& pair) {
  Attempt a{.exponent = double(pair.order)};
  const auto evaluate_rows = [&](double t, Vector& f) {  // rates of y1_ at t
    ++a.iterations;
    const IndexOneReport report = evaluate(y1_, t, s1_);
    if (report.ok()) rates(s1_, f);
    a.result = result_of(report);
    return report.ok();
  };
  const auto combine = [&](const RungeKuttaPair::Row& weights, std::size_t count) {
    stack(s0_, y1_);
    for (std::size_t j = 0; j < count; ++j) y1_ += h_ * weights[j] * f_[j];  // (RK.1)
  };
  rates(s0_, f_[0]);
  for (std::size_t i = 1; i < f_.size(); ++i) {
    combine(pair.a[i], i);
    if (!evaluate_rows(s0_.t + pair.c[i] * h_, f_[i])) return a;
  }
  combine(pair.b, f_.size());
  if (!evaluate_rows(t1_, f1_)) return a;
  interpolant_.set(s0_, s1_);
  const double defect = position_defect(interpolant_);
  sum_.setZero();
  for (std::size_t i = 0; i < f_.size(); ++i) sum_ += h_ * pair.error[i] * f_[i];  // (RK.2)
  a.error = std::max(error_size(sum_), defect);
  return a;
}

void RungeKutta::begin_history(double h) {
  control_.start(std::isfinite(h) ? h : bold_step());
  interpolant_.set(s0_, s0_);
}

}  // namespace trammel
