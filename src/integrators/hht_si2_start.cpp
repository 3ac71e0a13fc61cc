// HHT-SI2: start and restart. Theory: docs/theory/hht_si2.md#start
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "integrators/hht_si2.h"

namespace trammel {

namespace {

constexpr double distance = 0.02;  // of the first step, for the rate of the action

}  // namespace

// From (t, q, v, x) of s0_; h infinite: choose it.
StepReport HhtSi2::begin(double h) {
  history_.clear();  // until this has succeeded there is nothing to step from
  if (const StepReport report = accelerate(); !report.ok()) return report;
  observe_magnitudes();
  h_ = h;
  third_derivative(jerk_, x_second_);
  if (!std::isfinite(h)) h = first_step(1.0 / 6, jerk_, x_second_);
  if (control_.limits().fixed == 0) h = std::min(h, dae_.largest_step(s0_));
  control_.start(h);
  increment_.setZero();
  interpolant_.set(s0_, s0_, increment_);
  return settle(control_.h());
}

// A natural start for a step of size h from the present state; the planned step stays.
StepReport HhtSi2::restart(double h) {
  if (const StepReport report = make_consistent(); !report.ok()) return report;
  h_ = h;
  third_derivative(jerk_, x_second_);
  return settle(h);
}

// Algorithmic values at s0_ for a first step of size h.
StepReport HhtSi2::settle(double h) {
  history_.clear();
  index_one_knows_ = false;
  remember_start();
  forget_matrix();
  for (Vector* v : {&D_, &u_defect_, &w_defect_, &Lambda0_defect_, &Lambda1_defect_}) v->setZero();
  h_shift_ = h;
  h_before_ = 0;
  if (dae_.evaluate(s0_, Ask::forces, values_) != Outcome::ok)
    return {StepReport::Status::domain_error, s0_.t, h, 0, "a force has no value at the start"};
  take_action(s0_);
  F0_ = F1_;
  inertia0_ = values_.inertia;
  state_error_.setZero();
  if (options_.hht.start == HhtVariants::Start::natural) {
    naturalise(h);
    state_error_ = alpha_ * h * x_second_;
  }
  states_.begin(x_second_, state_error_);
  return {.t = s0_.t, .h = h};
}

void HhtSi2::naturalise(double h) {  // (SI2.10)
  if (forget_transients(h, jerk_, x_second_)) return;
  const double d = distance * h;
  s1_ = s0_;
  s1_.t = s0_.t + d;
  product_ = d * s0_.v + 0.5 * d * d * s0_.a;
  dae_.retract(s0_.q, product_, s1_.q);
  s1_.v = s0_.v + d * s0_.a + 0.5 * d * d * jerk_;
  s1_.x = s0_.x + d * s0_.x_dot;
  if (!index_one_.accelerate(s1_).ok()) return;
  if (dae_.linearise(s0_, mask(Block::M), blocks_) != Outcome::ok) return;

  const auto reaction = [&](const State& s, Vector& out) {  // of levels 0 and 1
    Lambda0_ = s.lambda;
    Lambda0_.tail(layout_.m2).setZero();
    dae_.reaction(s, Lambda0_, out);
  };
  reaction(s0_, R0_);
  reaction(s1_, R1_);
  product_ = s1_.a - s0_.a;
  D_ = R1_ - R0_;
  blocks_[Block::M].multiply_add(product_, 1, D_);
  D_ *= alpha_ * h / d;
  if (!D_.allFinite()) D_.setZero();
}

}  // namespace trammel
