// SPDX-License-Identifier: BSD-3-Clause
#include "integrators/state_time.h"

#include <algorithm>
#include <cmath>

#include "math/rotation.h"

namespace trammel {

namespace {

// Of ERROR that Newton may leave of positions: what it leaves of velocities is larger by 1/h, and stays.
constexpr double newton_share = 1e-7;
constexpr double slow = 0.1;          // an iteration is dear
constexpr double longest_growth = 4;  // of the step, that polynomials are continued over

// (ST.6)
bool needs_accelerations(const Dae& dae, const TimeElement& element) {
  const Layout& l = dae.layout();
  return !element.is_hermite() && l.m0 + l.m1 > 0 &&
         (l.forces_use_a || l.forces_use_lambda || dae.pattern(Block::Sa).n_entries() > 0 ||
          dae.pattern(Block::Sl).n_entries() > 0);
}

}  // namespace

StateTime::StateTime(const Dae& dae, const IntegratorOptions& options, TimeElement::Type type)
    : ImplicitIntegrator(dae, options, StateTimeMatrix::size(dae.layout(), TimeElement(type)),
                         newton_share * options.error),
      element_(type),
      is_at_accelerations_(needs_accelerations(dae, element_)),
      matrix_(dae, element_,
              is_at_accelerations_ ? StateTimeMatrix::Level::acceleration
                                   : StateTimeMatrix::Level::own),
      history_(element_.points() + 1, layout_.n + layout_.m() + layout_.n_aux()),
      interpolant_(dae, element_),
      loads_(values_),
      end_(s0_) {
  set_slow_rate(slow);
  const auto k = std::size_t(element_.points());
  const Layout& l = layout_;
  points_.assign(k, s0_);
  A_.assign(k, Vector::Zero(l.n));
  xi_.assign(k + 1, Vector::Zero(l.n));
  rate_ = xi_;
  for (std::size_t i = 0; i < k; ++i) point_blocks_.push_back(make_blocks(dae));
  for (const Blocks& blocks : point_blocks_) sets_.push_back(&blocks);
  sets_.push_back(&blocks_);
  stacked_ = Vector::Zero(l.n + l.m() + l.n_aux());
  balance_ = acceleration_change_ = jerk_ = normal_ = Vector::Zero(l.n);
  multiplier_change_ = Vector::Zero(l.m());
  unknown_change_ = Vector::Zero(l.n_y);
  x_second_ = Vector::Zero(l.n_x);
}

std::string StateTime::check(const IntegratorOptions&) {
  return {};
}

// From (t, q, v, x) of s0_; h infinite: choose it.
StepReport StateTime::begin(double h) {
  history_.clear();
  if (const StepReport report = accelerate(); !report.ok()) return report;
  observe_magnitudes();
  h_ = h;
  if (!std::isfinite(h)) {
    third_derivative(jerk_, x_second_);
    h = first_step(1.0 / 6, jerk_, x_second_);
  }
  if (control_.limits().fixed == 0) h = std::min(h, dae_.largest_step(s0_));
  control_.start(h);
  interpolant_.set_standing(s0_);
  settle();
  return {.t = s0_.t, .h = control_.h()};
}

StepReport StateTime::restart(double h) {
  if (const StepReport report = make_consistent(); !report.ok()) return report;
  settle();
  return {.t = s0_.t, .h = h};
}

void StateTime::settle() {
  history_.clear();
  stacked_ << s0_.a, s0_.lambda, s0_.x_dot, s0_.y;
  history_.push(s0_.t, stacked_);
  history_span_ = 0;
  forget_matrix();
}

StepReport StateTime::predict() {
  const Layout& l = layout_;
  corrector_.set_terms(std::max(h_ * norm_.of_position(s0_.v), h_ * h_ * norm_.of_position(s0_.a)));
  const int degree = h_ > longest_growth * history_span_ ? 0 : element_.points();
  for (int i = 0; i < element_.points(); ++i) {
    State& s = points_[std::size_t(i)];
    s.t = s0_.t + element_.point(i) * h_;
    s.memory = s0_.memory;
    history_.predict(s.t, degree, stacked_);
    s.a = A_[std::size_t(i)] = stacked_.head(l.n);
    s.lambda = stacked_.segment(l.n, l.m());
    s.x_dot = stacked_.segment(l.n + l.m(), l.n_x);
    s.y = stacked_.tail(l.n_y);
  }
  s1_.t = t1_;
  s1_.memory = s0_.memory;
  follow();
  if (turns_too_far(xi_.back())) {
    expect_steady_motion();
    return {.t = s0_.t, .h = h_};
  }
  // What was predicted are accelerations of the bodies, and their chart has turned (ST.1).
  for (int i = 0; i < element_.points(); ++i) {
    const auto at = std::size_t(i);
    history_.predict(points_[at].t, degree, stacked_);
    for (const Rotation& rotation : l.rotations) {
      const Vec3 theta = xi_[at].segment<3>(rotation.v), alpha = stacked_.segment<3>(rotation.v);
      A_[at].segment<3>(rotation.v) =
          tangent_operator_inverse(theta) * (alpha - turning_rate(i, rotation));
    }
  }
  follow();
  return {.t = s0_.t, .h = h_};
}

// Accelerations of a stiff start die out within a small part of the step.
void StateTime::expect_steady_motion() {
  for (std::size_t i = 0; i < points_.size(); ++i) {
    A_[i].setZero();
    points_[i].lambda.setZero();
  }
  follow();
}

Vec3 StateTime::turning_rate(int i, const Rotation& rotation) const {
  const auto at = std::size_t(i);
  const Vec3 theta = xi_[at].segment<3>(rotation.v), theta_dot = rate_[at].segment<3>(rotation.v);
  return tangent_operator_rate(theta, theta_dot) * theta_dot;
}

// States of the points and of the end from A, ẋ, λ, y of the points.
void StateTime::follow() {
  const int k = element_.points();
  for (int i = 0; i < k; ++i) {
    const auto at = std::size_t(i);
    follow_point(i, points_[at]);
    points_[at].a = A_[at];
    for (const Rotation& rotation : layout_.rotations) {  // (ST.1)
      const Vec3 theta = xi_[at].segment<3>(rotation.v), A = A_[at].segment<3>(rotation.v);
      points_[at].a.segment<3>(rotation.v) =
          tangent_operator(theta) * A + turning_rate(i, rotation);
    }
  }
  follow_point(k, s1_);
}

void StateTime::follow_point(int i, State& s) {
  Vector &xi = xi_[std::size_t(i)], &rate = rate_[std::size_t(i)];
  xi = h_ * element_.point(i) * s0_.v;  // (STE.3)
  rate = s0_.v;
  s.x = s0_.x;
  for (int j = 0; j < element_.points(); ++j) {
    const Vector& A = A_[std::size_t(j)];
    xi += h_ * h_ * element_.position(i, j) * A;
    rate += h_ * element_.velocity(i, j) * A;
    s.x += h_ * element_.velocity(i, j) * points_[std::size_t(j)].x_dot;  // (ST.2)
  }
  dae_.retract(s0_.q, xi, s.q);
  s.v = rate;
  for (const Rotation& rotation : layout_.rotations) {
    const Vec3 theta = xi.segment<3>(rotation.v), theta_dot = rate.segment<3>(rotation.v);
    s.v.segment<3>(rotation.v) = tangent_operator(theta) * theta_dot;
  }
}

Outcome StateTime::linearise() {
  for (std::size_t i = 0; i < points_.size(); ++i)
    if (const Outcome outcome = dae_.linearise(points_[i], blocks_needed(), point_blocks_[i]);
        outcome != Outcome::ok)
      return outcome;
  if (layout_.m0 + layout_.m1 == 0 || is_at_accelerations_) return Outcome::ok;
  return dae_.linearise(s1_, StateTimeMatrix::blocks_needed_at_end(), blocks_);
}

FactorReport StateTime::factor() {
  for (int i = 0; i <= element_.points(); ++i)
    for (std::size_t r = 0; r < layout_.rotations.size(); ++r) {
      const int v = layout_.rotations[r].v;
      const Vec3 theta = xi_[std::size_t(i)].segment<3>(v);
      const Vec3 theta_dot = rate_[std::size_t(i)].segment<3>(v);
      matrix_.set_turns(i, int(r), h_, tangent_operator(theta),
                        tangent_operator_derivative(theta, theta_dot));
    }
  matrix_.combine(sets_, h_);
  return matrix_.factor();
}

Outcome StateTime::residual(Vector& r) {
  ++statistics_.residuals;
  if (turns_too_far(xi_.back())) return Outcome::domain_error;
  r.setZero();
  balance_.setZero();
  for (Vector* load : {&loads_.inertia, &loads_.action, &loads_.reaction}) load->setZero();
  for (int i = 0; i < element_.points(); ++i)
    if (const Outcome outcome = residual_at_point(i, r); outcome != Outcome::ok) return outcome;
  corrector_.set_imbalance(loads_, balance_);
  return residual_at_end(r);
}

Outcome StateTime::residual_at_point(int i, Vector& r) {
  const Layout& l = layout_;
  const bool has_moments = !is_at_accelerations_;
  const int position_moments = has_moments && l.m0 > 0 ? element_.position_moments() : 0;
  const int velocity_moments = has_moments && l.m1 > 0 ? element_.velocity_moments() : 0;
  const int accelerations = is_at_accelerations_ ? l.m() : l.m2;
  unsigned ask = Ask::forces;
  if (position_moments > 0) ask |= Ask::position;
  if (velocity_moments > 0) ask |= Ask::velocity;
  if (accelerations > 0) ask |= Ask::acceleration;
  if (l.n_aux() > 0) ask |= Ask::auxiliary;
  const Outcome outcome = dae_.evaluate(points_[std::size_t(i)], ask, values_);
  if (outcome != Outcome::ok) return outcome;

  auto motion = r.segment(matrix_.motion(i), l.n);
  motion = values_.inertia + values_.reaction - values_.action;  // (ST.3)
  balance_ = balance_.cwiseMax(motion.cwiseAbs());
  for (Vector Values::*load : {&Values::inertia, &Values::action, &Values::reaction})
    loads_.*load = (loads_.*load).cwiseMax((values_.*load).cwiseAbs());
  for (int p = 0; p < position_moments; ++p)  // (ST.4)
    r.segment(matrix_.constraints(p), l.m0) += element_.moment(p, i) / (h_ * h_) * values_.c0;
  for (int p = 0; p < velocity_moments; ++p)
    r.segment(matrix_.constraints(p) + l.m0, l.m1) +=
        element_.moment(p, i) / h_ * values_.c1.tail(l.m1);
  if (accelerations > 0)
    r.segment(matrix_.constraints(i) + l.m() - accelerations, accelerations) =
        values_.c2.tail(accelerations);
  if (l.n_aux() > 0) r.segment(matrix_.states(i), l.n_aux()) = values_.aux;
  return Outcome::ok;
}

Outcome StateTime::residual_at_end(Vector& r) {
  const Layout& l = layout_;
  if (l.m0 + l.m1 == 0 || is_at_accelerations_) return Outcome::ok;
  const Outcome outcome = dae_.evaluate(s1_, Ask::position | Ask::velocity, values_);
  if (outcome != Outcome::ok) return outcome;
  const int last = matrix_.constraints(element_.points() - 1);
  r.segment(last, l.m0) = values_.c0 / (h_ * h_);  // (ST.4)
  r.segment(last + l.m0, l.m1) = values_.c1.tail(l.m1) / h_;
  if (element_.is_hermite())
    r.segment(matrix_.constraints(element_.position_moments()), l.m0) = values_.c1.head(l.m0) / h_;
  return Outcome::ok;
}

double StateTime::correct(const Vector& d) {
  const Layout& l = layout_;
  for (int j = 0; j < element_.points(); ++j) {
    const auto at = std::size_t(j);
    A_[at] += d.segment(matrix_.motion(j), l.n);
    points_[at].lambda += d.segment(matrix_.constraints(j), l.m());
    points_[at].x_dot += d.segment(matrix_.states(j), l.n_x);
    points_[at].y += d.segment(matrix_.states(j) + l.n_x, l.n_y);
  }
  follow();
  measure(d);
  return corrector_.size(
      {error_, state_error_, acceleration_change_, multiplier_change_, unknown_change_},
      points_.back());
}

// The largest changes of all points and of the end.
void StateTime::measure(const Vector& d) {
  const Layout& l = layout_;
  const int k = element_.points();
  for (Vector* v :
       {&error_, &state_error_, &acceleration_change_, &multiplier_change_, &unknown_change_})
    v->setZero();
  for (int i = 0; i <= k; ++i) {
    balance_.setZero();
    x_second_.setZero();
    for (int j = 0; j < k; ++j) {
      balance_ += h_ * h_ * element_.position(i, j) * d.segment(matrix_.motion(j), l.n);
      x_second_ += h_ * element_.velocity(i, j) * d.segment(matrix_.states(j), l.n_x);
    }
    error_ = error_.cwiseMax(balance_.cwiseAbs());
    state_error_ = state_error_.cwiseMax(x_second_.cwiseAbs());
  }
  for (int j = 0; j < k; ++j) {
    const auto raise = [&](Vector& v, int begin) {
      v = v.cwiseMax(d.segment(begin, v.size()).cwiseAbs());
    };
    raise(acceleration_change_, matrix_.motion(j));
    raise(multiplier_change_, matrix_.constraints(j));
    raise(unknown_change_, matrix_.states(j) + l.n_x);
  }
}

ImplicitIntegrator::ErrorEstimate StateTime::estimate_error() {
  constexpr double refused = 100;
  const double power = element_.error_power(), power_of_states = element_.points() + 1;
  if (!complete_end()) return {refused, power};
  error_.setZero();
  state_error_.setZero();
  for (std::size_t j = 0; j < A_.size(); ++j) error_ += element_.jump(int(j)) * A_[j];  // (STE.6)
  keep_motion(error_);
  error_ = error_.cwiseAbs();
  disagreement(0, s0_);
  disagreement(1, s1_);
  error_ *= h_ * h_;
  state_error_ *= h_;
  double error = norm_.of_position(error_) / options_.error;
  for (const Rotation& rotation : layout_.rotations) {  // at most 1 rad a step
    const double turn = xi_.back().segment<3>(rotation.v).norm();
    if (turn > 1) error = std::max(error, std::pow(turn, power));
  }
  const double of_states = norm_.of_states(state_error_) / options_.error;
  return of_states > error ? ErrorEstimate{of_states, power_of_states}
                           : ErrorEstimate{error, power};
}

// Raises the errors by what the points say of an end and the end does not.
void StateTime::disagreement(double tau, const State& end) {  // (STE.10)
  const TimeElement::Smooth at = element_.smooth(tau);
  balance_ = end.a;
  x_second_ = end.x_dot;
  for (std::size_t j = 0; j < points_.size(); ++j) {
    balance_ -= at.acceleration[j] * points_[j].a;
    x_second_ -= at.acceleration[j] * points_[j].x_dot;
  }
  keep_motion(balance_);
  error_ = error_.cwiseMax(element_.position_weight() * balance_.cwiseAbs());
  state_error_ = state_error_.cwiseMax(element_.state_weight() * x_second_.cwiseAbs());
}

// Next to a singular pose: without what constraints forbid, in the mass norm. What rounding makes of the reactions of a
// point does no work there, and moves nothing that constraints do not take back at the end.
void StateTime::keep_motion(Vector& tangent) {  // (ST.7)
  if (is_near_singular() && index_one_.normal_part(s1_, tangent, normal_).ok() &&
      normal_.allFinite())
    tangent -= normal_;
}

void StateTime::accept() {
  interpolant_.set(s0_, s1_, A_, points_);
  dae_.commit(s1_, interpolant_);
  interpolant_.set_end_memory(s1_.memory);
  std::swap(s0_, s1_);
  remember_points();
  observe_magnitudes();
}

// (ST.5), and a, λ, ẋ, y of the end. At a pose where constraints are dependent there are none, and those
// of the last point go on; false: the equations have no solution there.
bool StateTime::complete_end() {
  const State& last = points_.back();
  s1_.a = last.a;
  s1_.lambda = last.lambda;
  s1_.x_dot = last.x_dot;
  s1_.y = last.y;
  end_ = s1_;
  const bool is_projected = !element_.is_hermite() && layout_.m0 + layout_.m1 > 0;
  const IndexOneReport report =
      is_projected ? index_one_.make_consistent(end_) : index_one_.accelerate(end_);
  if (!report.ok()) return report.status == IndexOneReport::Status::singular;
  std::swap(s1_, end_);
  return true;
}

void StateTime::remember_points() {
  const auto push = [&](const State& s) {
    stacked_ << s.a, s.lambda, s.x_dot, s.y;
    history_.push(s.t, stacked_);
  };
  history_.clear();
  history_span_ = stood_still_ ? 0 : h_;
  if (!stood_still_)
    for (const State& s : points_) push(s);
  push(s0_);
}

}  // namespace trammel
