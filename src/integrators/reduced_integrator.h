// A method that runs on the reduced coordinates of a Dae (numerics/reduction.h) and shows full states.
//
// Where the reduction cannot express a state, or cannot start from it, or a singular pose is ahead, the method runs
// on the Dae itself: the user sees no difference but the time it takes. Theory: docs/theory/trees.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "integrators/integrator.h"
#include "numerics/reduction.h"

namespace trammel {

class ReducedIntegrator final : public Integrator {
 public:
  using Make = std::unique_ptr<Integrator> (*)(const Dae&, const IntegratorOptions&);

  // The Dae offers a reduction.
  ReducedIntegrator(const Dae&, const IntegratorOptions&, Make);

  StepReport start(const State&) override;
  StepReport step(double t_limit) override;
  const State& state() const override;
  const Interpolant& interpolant() const override;
  bool consistent_at(double t, State&) override;
  const Statistics& statistics() const override;
  int order() const override { return method_->order(); }
  std::string bottleneck() const override { return method_->bottleneck(); }
  void set_fixed_step(double h) override;

  std::string row_name(int row) const override { return method_->row_name(row); }
  std::string column_name(int column) const override { return method_->column_name(column); }
  std::string unknown_name(int i) const override { return method_->unknown_name(i); }

  bool is_reduced() const { return is_reduced_; }

 private:
  class Expanded final : public Interpolant {
   public:
    explicit Expanded(const ReducedIntegrator& of) : of_(of), at_(of.reduced_) {}
    double begin() const override { return of_.method_->interpolant().begin(); }
    double end() const override { return of_.method_->interpolant().end(); }
    void at(double t, State& out) const override;

   private:
    const ReducedIntegrator& of_;
    mutable State at_;  // workspace
  };

  StepReport leave_reduction();

  const Dae& dae_;
  const Reduction& reduction_;
  IntegratorOptions options_;
  Make make_;
  State reduced_;
  std::unique_ptr<Integrator> method_;
  bool is_reduced_ = true;
  Statistics before_;          // of the method on reduced coordinates, once it has been left …
  mutable Statistics in_all_;  // … and of both
  Expanded interpolant_;
  mutable State full_;  // of the end of the last step, when somebody asks
  mutable bool is_expanded_ = false;
};

// The method on reduced coordinates where the Dae offers them and the options do not forbid it.
std::unique_ptr<Integrator> make_on_few_coordinates(const Dae&, const IntegratorOptions&,
                                                    ReducedIntegrator::Make);

}  // namespace trammel
