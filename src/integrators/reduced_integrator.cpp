// SPDX-License-Identifier: BSD-3-Clause
#include "integrators/reduced_integrator.h"

#include <algorithm>

namespace trammel {

ReducedIntegrator::ReducedIntegrator(const Dae& dae, const IntegratorOptions& options, Make make)
    : dae_(dae),
      reduction_(*dae.reduction()),
      options_(options),
      make_(make),
      reduced_(make_state(reduction_.dae().layout())),
      method_(make(reduction_.dae(), options)),
      interpolant_(*this),
      full_(make_state(dae.layout())) {}

StepReport ReducedIntegrator::start(const State& s) {
  is_expanded_ = false;
  before_ = {};
  if (is_reduced_) {
    reduced_.memory = s.memory;
    if (reduction_.reduce(s, reduced_))
      if (const StepReport report = method_->start(reduced_); report.ok()) return report;
    is_reduced_ = false;
    method_ = make_(dae_, options_);
  }
  return method_->start(s);
}

StepReport ReducedIntegrator::step(double t_limit) {
  if (is_reduced_ && method_->wants_all_coordinates())
    if (const StepReport report = leave_reduction(); !report.ok()) return report;
  is_expanded_ = false;
  return method_->step(t_limit);
}

StepReport ReducedIntegrator::leave_reduction() {
  const State now = state();
  before_ = method_->statistics();
  ++before_.restarts;
  is_reduced_ = false;
  method_ = make_(dae_, options_);
  return method_->start(now);
}

const Statistics& ReducedIntegrator::statistics() const {
  if (before_.steps == 0) return method_->statistics();
  in_all_ = method_->statistics();
  in_all_.h_min = in_all_.steps > 0 ? std::min(in_all_.h_min, before_.h_min) : before_.h_min;
  in_all_.h_max = std::max(in_all_.h_max, before_.h_max);
  for (long Statistics::*count :
       {&Statistics::steps, &Statistics::rejected_steps, &Statistics::convergence_failures,
        &Statistics::restarts, &Statistics::iterations, &Statistics::residuals,
        &Statistics::jacobians, &Statistics::factorizations, &Statistics::refactorizations})
    in_all_.*count += before_.*count;
  return in_all_;
}

const State& ReducedIntegrator::state() const {
  if (!is_reduced_) return method_->state();
  if (!is_expanded_) reduction_.expand(method_->state(), full_);
  is_expanded_ = true;
  return full_;
}

const Interpolant& ReducedIntegrator::interpolant() const {
  return is_reduced_ ? interpolant_ : method_->interpolant();
}

void ReducedIntegrator::Expanded::at(double t, State& out) const {
  of_.method_->interpolant().at(t, at_);
  of_.reduction_.expand(at_, out);
}

bool ReducedIntegrator::consistent_at(double t, State& out) {
  if (!is_reduced_) return method_->consistent_at(t, out);
  if (!method_->consistent_at(t, reduced_)) return false;
  reduction_.expand(reduced_, out);
  return true;
}

void ReducedIntegrator::set_fixed_step(double h) {
  options_.step.fixed = h;
  method_->set_fixed_step(h);
}

std::unique_ptr<Integrator> make_on_few_coordinates(const Dae& dae,
                                                    const IntegratorOptions& options,
                                                    ReducedIntegrator::Make make) {
  if (options.coordinates == Coordinates::automatic && dae.reduction())
    return std::make_unique<ReducedIntegrator>(dae, options, make);
  return make(dae, options);
}

}  // namespace trammel
