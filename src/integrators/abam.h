// Adams-Bashforth-Moulton on independent coordinates: variable order and step, explicit.
//
//   predict Y^P (ADAMS.4), evaluate F^P, d = F^P − φᵉ_1,
//   correct Y = Y^P + h g_{k+1} d, evaluate F_{n+1}                                         (ADAMS.7)
//   ERR = |h (g_k − g_{k+1}) d|                                                            (ADAMS.8)
//   E_k = |h γ*_k σ_{k+1} d|,  E_{k−1} = |h γ*_{k−1} σ_k (φᵉ_k + d)|,
//   E_{k−2} = |h γ*_{k−2} σ_{k−1} (φᵉ_{k−1} + d)|,  E_{k+1} = |h γ*_{k+1} φ_{k+2}(n+1)|      (ADAMS.9)
//   L = |F_{n+1} − F^P| / |Y_{n+1} − Y^P|: with h L at its limit and low orders for long, the
//   model is stiff                                                                         (ADAMS.10)
//   as printed by Shampine and Gordon: |r|² = Σ (r_i/W_i)², W_i = 1 + |Y_i| at the beginning of the step, first step
//   ¼ √(ERROR/|F_0|)                                                                       (ADAMS.12)
//
// The result has order k+1. Theory: docs/theory/adams.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "integrators/adams_differences.h"
#include "integrators/adams_interpolant.h"
#include "integrators/partitioned_integrator.h"

namespace trammel {

class Abam final : public PartitionedIntegrator {
 public:
  Abam(const Dae&, const IntegratorOptions&);
  static std::string check(const IntegratorOptions&);

  const Interpolant& interpolant() const override { return interpolant_; }
  int order() const override { return k_; }

 private:
  Attempt attempt() override;
  StepDecision decide(const Attempt&) override;
  void remember() override;
  void set_end_memory(const Vector& memory) override { interpolant_.set_end_memory(memory); }
  void begin_history(double h) override;
  bool glide() override;
  bool needs_short_steps() const override { return true; }
  bool has_variable_order() const override { return true; }

  bool fill_history(double h);  // exact past rates, for studies of one order
  void measure_orders();        // (ADAMS.9), of d
  double size_of(const Vector& rows);
  double size_of_term(double factor);  // of h · factor · term_
  void choose(int lower);
  void choose_step_size();
  void watch_stiffness();

  int highest_order_;
  AdamsDifferences differences_;
  AdamsInterpolant interpolant_;
  State newest_;  // the end of the last step of the formula; s0_ may have glided on from there
  Vector y_, d_, term_, f1_, predicted_rate_, weights_;
  int k_ = 1, lower_ = 1;  // order, and the one that the errors recommend if it is not higher
  bool is_starting_ = true;
  double local_error_ = 0, error_below_ = 0, error_at_ = 0;
  double h_of_step_ = 0;  // of the attempt, from newest_ …
  double h_before_ = 0;   // … and of the last step; 0: there is none
  int equal_steps_ = 0;
  int steps_at_limit_ = 0;
};

}  // namespace trammel
