// Explicit Runge-Kutta pairs on independent coordinates.
//
//   Y_i = Y_n + h Σ_{j<i} a_ij F_j,   Y_{n+1} = Y_n + h Σ b_i F_i                             (RK.1)
//   local error: h Σ (b_i − b̂_i) F_i, of the lower order of the pair                        (RK.2)
//
// A jump between two stages may pass unseen by (RK.2): the defect of positions (QUINT.4) has to be
// small too. rkf45: Fehlberg's pair of orders 4 and 5, continued with order 5.
// Theory: docs/theory/partitioning.md#runge-kutta
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>

#include "integrators/partitioned_integrator.h"
#include "integrators/quintic_interpolant.h"

namespace trammel {

struct RungeKuttaPair {
  static constexpr int stages = 6;
  using Row = std::array<double, stages>;
  int order;  // of the solution; the estimate is of the order below
  Row c;
  std::array<Row, stages> a;
  Row b, error;  // b − b̂

  static const RungeKuttaPair& fehlberg();
};

// One step of a pair, for methods that need a start.
class RungeKuttaStages {
 public:
  explicit RungeKuttaStages(int rows);

  // Y of the rows at t + h from y with rates f; `rates_at(y, t, f)` evaluates and says whether it could.
  template <class RatesAt>
  bool advance(const RungeKuttaPair& pair, double t, double h, const Vector& y, const Vector& f,
               RatesAt rates_at, Vector& out) {
    f_[0] = f;
    for (std::size_t i = 1; i < f_.size(); ++i) {
      out = y;
      for (std::size_t j = 0; j < i; ++j) out += h * pair.a[i][j] * f_[j];  // (RK.1)
      if (!rates_at(out, t + pair.c[i] * h, f_[i])) return false;
    }
    out = y;
    for (std::size_t i = 0; i < f_.size(); ++i) out += h * pair.b[i] * f_[i];
    return true;
  }
  void error(const RungeKuttaPair&, double h, Vector& out) const;  // (RK.2)

 private:
  std::array<Vector, RungeKuttaPair::stages> f_;
};

class RungeKutta : public PartitionedIntegrator {
 public:
  RungeKutta(const Dae&, const IntegratorOptions&, const RungeKuttaPair&);

  const Interpolant& interpolant() const final { return interpolant_; }
  int order() const final { return pair_.order; }
  static std::string check(const IntegratorOptions&) { return {}; }

 private:
  Attempt attempt() final;
  void remember() final;
  void set_end_memory(const Vector& memory) final { interpolant_.set_end_memory(memory); }
  void begin_history(double h) final;

  const RungeKuttaPair& pair_;
  RungeKuttaStages stages_;
  QuinticInterpolant interpolant_;
  Vector y0_, y1_, f1_;
};

}  // namespace trammel
