// SPDX-License-Identifier: BSD-3-Clause
#include "integrators/bdf.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/rotation.h"

namespace trammel {

namespace {

// Of ERROR, that Newton may leave: fixed steps have no other error that is bounded. What it leaves of
// multipliers differs from step to step, and differences of high order make it the error of the step. Stiff forces
// do the same to a lesser degree: with a third, as in IDA, wstiff-si2 makes 23 % more steps on a mass on a stiff spring.
double newton_share(const Dae& dae, const IntegratorOptions& options) {
  if (options.step.fixed > 0) return 1e-3;
  return dae.layout().m() > 0 ? 0.02 : 0.1;
}
constexpr double longest_glide = 0.25;  // of a step, without the formula

int rows_of(const Layout& l) {
  return l.n_q + l.n + l.n_x;
}

}  // namespace

Bdf::Bdf(const Dae& dae, const IntegratorOptions& options, Nordsieck::Spacing spacing,
         const System& system)
    : ImplicitIntegrator(dae, options, system.size, newton_share(dae, options) * options.error),
      zero_(Vector::Zero(layout_.n)),
      array_(rows_of(layout_), spacing),
      algebraic_(system.multiplier_degree + 1, layout_.m() + layout_.n_y + system.n_extra),
      interpolant_(dae, array_),
      multiplier_degree_(system.multiplier_degree),
      highest_order_(options.max_order.value_or(Nordsieck::highest_order)),
      controls_velocity_(system.controls_velocity) {
  y_ = term_ = correction_ = Vector::Zero(rows_of(layout_));
  raw_index_ = raw_index_of_tangent(layout_);
  exp_minus_one_.resize(layout_.rotations.size());
  stacked_ = Vector::Zero(layout_.m() + layout_.n_y + system.n_extra);
  q_ = q_dot_ = Vector::Zero(layout_.n_q);
  velocity_ = jerk_ = Vector::Zero(layout_.n);
  x_second_ = Vector::Zero(layout_.n_x);
}

std::string Bdf::check(const IntegratorOptions& o) {
  const auto is_order = [](int k) { return 1 <= k && k <= Nordsieck::highest_order; };
  if (o.max_order && !is_order(*o.max_order))
    return fmt::format("KMAX must lie between 1 and 6, not {}", *o.max_order);
  if (o.fixed_order && !is_order(*o.fixed_order))
    return fmt::format("the fixed order must lie between 1 and 6, not {}", *o.fixed_order);
  if (o.fixed_order && o.step.fixed == 0) return "a fixed order needs a fixed step";
  return {};
}

StepReport Bdf::predict() {
  const Layout& l = layout_;
  if (lower_next_) change_order(array_.order() - 1);
  lower_next_ = false;
  array_.predict(h_);
  s1_.t = t1_;
  s1_.memory = s0_.memory;
  q_ = array_.predicted().head(l.n_q);
  dae_.retract(q_, zero_, s1_.q);
  correction_.head(l.n_q) = s1_.q - q_;
  correction_.tail(l.n + l.n_x).setZero();
  s1_.v = array_.predicted().segment(l.n_q, l.n);
  s1_.x = array_.predicted().tail(l.n_x);
  algebraic_.predict(s1_.t, std::min(array_.order(), multiplier_degree_), stacked_);
  s1_.lambda = stacked_.head(l.m());
  s1_.y = stacked_.segment(l.m(), l.n_y);
  extra() = stacked_.tail(stacked_.size() - l.m() - l.n_y);
  begin_iteration();
  return {.t = s0_.t, .h = h_};
}

// Differences of rounded positions, divided by h, would be noise in the velocities.
void Bdf::move_position(const Vector& delta) {
  for (std::size_t i = 0; i < raw_index_.size(); ++i)
    if (const int raw = raw_index_[i]; raw >= 0) {
      correction_[raw] += delta[Eigen::Index(i)];
      s1_.q[raw] += delta[Eigen::Index(i)];
    }
  for (std::size_t k = 0; k < exp_minus_one_.size(); ++k) {
    const Rotation& rotation = layout_.rotations[k];
    auto e = s1_.q.segment<4>(rotation.q);
    exp_minus_one_[k] = quaternion_exp_minus_one(delta.segment<3>(rotation.v));
    const Vec4 change = quaternion_product(e, exp_minus_one_[k]);
    correction_.segment<4>(rotation.q) += change;
    e = normalized_quaternion(e + change);  // what retract() does
  }
}

void Bdf::differentiate_position(Vector& q_dot) const {  // (BDF.4)
  const int n = layout_.n_q;
  q_dot = (array_.predicted_rate().head(n) + array_.leading() * correction_.head(n)) / h_;
}

void Bdf::move_velocity(const Vector& delta) {
  s1_.v += delta;
  correction_.segment(layout_.n_q, layout_.n) += delta;
}

void Bdf::move_states(const Vector& delta) {
  s1_.x += delta;
  correction_.tail(layout_.n_x) += delta;
}

void Bdf::differentiate_velocity() {
  const int at = layout_.n_q, n = layout_.n;
  s1_.a =
      (array_.predicted_rate().segment(at, n) + array_.leading() * correction_.segment(at, n)) / h_;
}

void Bdf::differentiate_states() {
  const int n = layout_.n_x;
  s1_.x_dot = (array_.predicted_rate().tail(n) + array_.leading() * correction_.tail(n)) / h_;
}

double Bdf::newton_tolerance() const {
  return newton_share(dae_, options_) * options_.error;
}

double Bdf::largest_turn() const {
  double cosine = 1;  // of half the angle
  for (const Rotation& rotation : layout_.rotations) {
    const double c = std::abs(s0_.q.segment<4>(rotation.q).dot(s1_.q.segment<4>(rotation.q)));
    if (!(c >= cosine)) cosine = c;
  }
  return 2 * std::acos(cosine);
}

void Bdf::accept() {
  ++steps_since_start_;
  ++steps_at_choice_;
  y_ << s1_.q, s1_.v, s1_.x;
  if (choice_is_due()) measure_neighbours();
  array_.accept(y_, correction_);
  glided_ = 0;
  remember_algebraic();
  finish();
  if (!options_.fixed_order) choose();
}

void Bdf::finish() {
  interpolant_.set(s0_, s1_, array_);
  dae_.commit(s1_, interpolant_);
  interpolant_.set_end_memory(s1_.memory);
  std::swap(s0_, s1_);
  observe_magnitudes();
}

// A step cut short to land on a time would divide round-off by its square and hand that on to the
// derivatives in the array. The polynomial is good enough for a small part of a step.
bool Bdf::glide() {
  const Layout& l = layout_;
  const double h = array_.h();
  if (!(glided_ + h_ < longest_glide * h) || !is_cut()) return false;
  s1_ = s0_;
  s1_.t = t1_;
  array_.evaluate(h_ / h, y_, term_);
  q_ = y_.head(l.n_q);
  dae_.retract(q_, zero_, s1_.q);
  s1_.v = y_.segment(l.n_q, l.n);
  s1_.x = y_.tail(l.n_x);
  if (!index_one_.project_position(s1_).ok()) return false;
  if (controls_velocity_ && !index_one_.project_velocity(s1_).ok()) return false;
  if (!index_one_.accelerate(s1_).ok()) return false;
  y_ << s1_.q, s1_.v, s1_.x;
  array_.move(h_ / h, y_);
  glided_ += h_;
  finish();
  return true;
}

void Bdf::remember_algebraic() {
  stacked_ << s1_.lambda, s1_.y, extra();
  algebraic_.push(s1_.t, stacked_);
}

double Bdf::acceleration_noise(double terms) const {
  constexpr double ulps = 20;
  const double size = s1_.a.norm();
  return size > 0 ? ulps * std::numeric_limits<double>::epsilon() * terms / size : 0;
}

}  // namespace trammel
