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

// Methods all or some of whose steps are those of a pair, with polynomials of degree 5 between the ends.
class RungeKuttaSteps : public PartitionedIntegrator {
 public:
  const Interpolant& interpolant() const final { return interpolant_; }

 protected:
  RungeKuttaSteps(const Dae&, const IntegratorOptions&);

  // s1_, y1_ and f1_ by a step of the pair from s0_, and the larger of its errors, (RK.2) and (QUINT.4).
  Attempt runge_kutta(const RungeKuttaPair&);
  void set_end_memory(const Vector& memory) final { interpolant_.set_end_memory(memory); }

  QuinticInterpolant interpolant_;
  Vector y1_, f1_;  // rows of s1_ and their rates

 private:
  std::array<Vector, RungeKuttaPair::stages> f_;
  Vector sum_;
};

class RungeKutta final : public RungeKuttaSteps {
 public:
  RungeKutta(const Dae& dae, const IntegratorOptions& options, const RungeKuttaPair& pair)
      : RungeKuttaSteps(dae, options), pair_(pair) {}

  int order() const override { return pair_.order; }
  static std::string check(const IntegratorOptions&) { return {}; }

 private:
  Attempt attempt() override { return runge_kutta(pair_); }
  bool needs_short_steps() const override { return true; }
  std::span<const double> evaluated_at() const override { return pair_.c; }
  void remember() override { f0_ = f1_; }
  void begin_history(double h) override;

  const RungeKuttaPair& pair_;
};

}  // namespace trammel
