// SPDX-License-Identifier: BSD-3-Clause
#include "integrators/hht_i3.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/rotation.h"

namespace trammel {

namespace {

constexpr double newton_share = 1e-3;     // of ERROR that Newton may leave
constexpr double slow_rate = 0.25;        // a slower corrector asks for a new matrix
constexpr long oldest_blocks = 50;        // steps after which derivatives are renewed anyway
constexpr double largest_rotation = 2.5;  // rad in one step; the exponential map is singular at 2π
constexpr int history_length = 4;         // predictor of degree 3

}  // namespace

HhtI3::HhtI3(const Dae& dae, const IntegratorOptions& options)
    : dae_(dae),
      layout_(dae.layout()),
      options_(options),
      printed_(options.hht.formula == HhtVariants::Formula::printed),
      alpha_(options.alpha.value_or(-0.3)),
      beta_((1 - alpha_) * (1 - alpha_) / 4),  // (HHT.5)
      gamma_(0.5 - alpha_),
      index_one_(dae),
      matrix_(dae, ConstraintForm::index3),
      blocks_(make_blocks(dae)),
      newton_(matrix_.size(), options.max_iterations),
      plan_{options.pattern},
      revision_(layout_.revision),
      control_(options.step),
      norm_(layout_),
      history_(history_length, matrix_.size()),
      interpolant_(dae),
      s0_(make_state(layout_)),
      s1_(s0_),
      values_(make_values(layout_)) {
  const auto& hht = options_.hht;
  error_constant_ = hht.constant == HhtVariants::Constant::smooth
                        ? beta_ + alpha_ / 2 - 1.0 / 6              // (HHT.9)
                        : beta_ - 1 / (6 * (1 + alpha_));           // eq. (25) of the paper
  state_error_constant_ = 1.0 / 12 - alpha_ / 2 - alpha_ * alpha_;  // (HHT.10)
  // Newton's test in the paper is on C h² |δa|; δ = (1+α)βh² δq̈ carries the factor C/β.
  position_tolerance_ = newton_share * options_.error * beta_ / error_constant_;
  // Multipliers converge to a tenth of the method's own relative accuracy, ε^(2/3).
  multiplier_tolerance_ = std::min(1e-3, 0.1 * std::pow(options_.error, 2.0 / 3));

  for (Vector* v : {&a_shift_, &w_, &a0_, &v0_, &a1_, &f0_, &increment_, &error_, &jerk_})
    *v = Vector::Zero(layout_.n);
  for (Vector* v : {&W_shift_, &W0_, &W1_, &state_error_, &x_second_, &x_dot_before_})
    *v = Vector::Zero(layout_.n_x);
  y_follows_a_ = dae.pattern(Block::Sa).n_entries() > 0 || dae.pattern(Block::Sl).n_entries() > 0;
  stacked_ = rhs_ = Vector::Zero(matrix_.size());
  map_.V.assign(layout_.rotations.size(), Mat3::Identity());
  map_.W = map_.V;
  map_.inertia = printed_ ? 1 / (1 + alpha_) : 1;
}

void HhtI3::set_fixed_step(double h) {
  StepLimits limits = control_.limits();
  limits.fixed = h;
  control_ = StepController(limits);
  control_.start(h);
}

StepReport HhtI3::step(double t_limit) {
  using Action = StepDecision::Action;
  if (history_.size() == 0)
    return {StepReport::Status::stopped, s0_.t, 0, 0, "the integrator has not been started"};
  bool force_new_matrix = false;
  while (true) {
    h_ = control_.attempt(s0_.t, t_limit, dae_.largest_step(s0_));
    if (!(h_ > 0)) return {.t = s0_.t};
    if (options_.observer)
      options_.observer->attempt_begins(
          {statistics_.steps + 1, 2, s0_.t, h_, statistics_.iterations});

    if (is_sudden(h_))
      if (const StepReport report = restart(h_); !report.ok()) return report;
    shift_to(h_);
    predict();
    follow();
    NewtonReport newton;
    if (const Matrix prepared = prepare_matrix(force_new_matrix); prepared != Matrix::ok) {
      newton.status = prepared == Matrix::singular  ? NewtonReport::Status::singular
                      : prepared == Matrix::stopped ? NewtonReport::Status::stopped
                                                    : NewtonReport::Status::domain_error;
    } else {
      newton = newton_.solve(*this, plan_, options_.observer);
    }
    statistics_.iterations += newton.iterations;

    ErrorEstimate estimate{0, 3};
    AttemptResult result = AttemptResult::accepted;
    StepDecision decision{};
    if (newton.converged()) {
      estimate = estimate_error();
      decision = control_.completed(s0_.t, h_, estimate.error, estimate.exponent);
      if (decision.action != Action::accept) result = AttemptResult::error_too_large;
    } else {
      const bool is_new = force_new_matrix || newton.matrix_was_renewed || steps_with_blocks_ == 0;
      decision = control_.newton_failed(s0_.t, h_, newton, is_new);
      using Status = NewtonReport::Status;
      result = newton.status == Status::singular       ? AttemptResult::singular_matrix
               : newton.status == Status::domain_error ? AttemptResult::domain_error
               : newton.status == Status::stopped      ? AttemptResult::stopped
                                                       : AttemptResult::not_converged;
      ++statistics_.convergence_failures;
    }
    if (options_.observer)
      options_.observer->attempt_ends(
          {result, s0_.t, h_, estimate.error, decision.h, newton.iterations});

    if (decision.action == Action::accept) {
      matrix_is_wanted_ = newton.rate > slow_rate;
      accept();
      return {.t = s0_.t, .h = h_, .error = estimate.error};
    }
    if (result == AttemptResult::error_too_large) ++statistics_.rejected_steps;
    if (decision.action == Action::give_up) return give_up(result, newton, estimate.error);
    if (decision.action == Action::restart) {
      ++statistics_.restarts;
      if (options_.observer) options_.observer->restarted(s0_.t);
      if (const StepReport report = restart(decision.h); !report.ok()) return report;
    }
    force_new_matrix = decision.action == Action::retry_with_new_matrix || !newton.converged();
  }
}

void HhtI3::shift_to(double h) {
  const double sigma = options_.hht.rescale ? h / h_shift_ : 1;
  const bool changes = std::abs(sigma - 1) > 1e-12;
  a0_ = s0_.a + sigma * a_shift_;  // (HHT.7)
  W0_ = s0_.x_dot + sigma * W_shift_;
  v0_ = s0_.v;
  if (changes && layout_.m0 > 0) {
    if (!w_is_known_) normal_offset();
    v0_ += (sigma * sigma - 1) * w_;  // (HHT.8)
  }
}

// The Newton matrix of the new step serves, with Γ of this pose: an old Γ would let w slip into the
// tangent space. Its (1,1) block is the mass matrix up to O(h).
void HhtI3::normal_offset() {
  w_.setZero();
  w_is_known_ = true;
  const BlockMask of_projection = mask(Block::M) | mask(Block::G);
  if (!blocks_are_valid_) return;
  blocks_are_valid_ = dae_.linearise(s0_, of_projection, blocks_) == Outcome::ok;
  increment_ = h_ * s0_.v;  // for the tangent operators of the step to come
  if (!blocks_are_valid_ || recombine() != Matrix::ok) return;
  if (dae_.evaluate(s0_, Ask::velocity, values_) != Outcome::ok) return;
  rhs_.setZero();
  rhs_.segment(layout_.n, layout_.m0) = values_.c1.head(layout_.m0);
  matrix_.solve(rhs_);
  if (rhs_.allFinite()) w_ = rhs_.head(layout_.n);
}

void HhtI3::predict() {
  const int degree = std::min(history_length - 1, history_.size() - 1);
  history_.predict(s0_.t + h_, degree, stacked_);
  s1_.t = s0_.t + h_;
  s1_.a = stacked_.head(layout_.n);
  s1_.lambda = stacked_.segment(layout_.n, layout_.m());
  s1_.x_dot = stacked_.segment(layout_.n + layout_.m(), layout_.n_x);
  s1_.y = stacked_.tail(layout_.n_y);
  s1_.memory = s0_.memory;
  if (printed_) s1_.a = (1 + alpha_) * s1_.a - alpha_ * s0_.a;  // iterate on the algorithmic one
}

void HhtI3::follow() {
  const double h = h_;
  if (printed_)
    a1_ = s1_.a;
  else
    a1_ = (1 + alpha_) * s1_.a - alpha_ * s0_.a;                       // (HHT.1)
  increment_ = h * v0_ + h * h * ((0.5 - beta_) * a0_ + beta_ * a1_);  // (HHT.2)
  dae_.retract(s0_.q, increment_, s1_.q);
  s1_.v = v0_ + h * ((1 - gamma_) * a0_ + gamma_ * a1_);  // (HHT.3)
  if (options_.hht.states == HhtVariants::States::second_order) {
    W1_ = (1 + alpha_) * s1_.x_dot - alpha_ * s0_.x_dot;  // (HHT.6)
    s1_.x = s0_.x + h * ((1 - gamma_) * W0_ + gamma_ * W1_);
  } else {
    s1_.x = s0_.x + h * (s0_.x_dot + options_.hht.rho * (s1_.x_dot - s0_.x_dot));
  }
}

void HhtI3::set_map() {  // (HHT.13)
  const double share = printed_ ? 1 : 1 + alpha_;
  map_.s = share * beta_ * h_ * h_;
  map_.v = share * gamma_ * h_;
  map_.a = 1;
  map_.sx = options_.hht.states == HhtVariants::States::second_order ? gamma_ * (1 + alpha_) * h_
                                                                     : options_.hht.rho * h_;
  map_.constraint_scale = {1 / map_.s, 1 / map_.v, 1};
  for (std::size_t k = 0; k < layout_.rotations.size(); ++k) {
    const Vec3 theta = increment_.segment<3>(layout_.rotations[k].v);
    map_.W[k] = tangent_operator_inverse(theta);
    map_.V[k] = map_.v * map_.W[k];
  }
}

NewtonProblem::Matrix HhtI3::prepare_matrix(bool force_new) {
  const bool old = !blocks_are_valid_ || matrix_is_wanted_ || steps_with_blocks_ > oldest_blocks;
  const bool adaptive = options_.pattern.empty();
  if (force_new || !blocks_are_valid_ || (adaptive && old)) return renew_matrix();
  return h_ == h_of_matrix_ ? Matrix::ok : recombine();
}

NewtonProblem::Matrix HhtI3::renew_matrix() {
  ++statistics_.jacobians;
  const BlockMask needed = NewtonMatrix::blocks_needed(layout_, ConstraintForm::index3);
  const Outcome outcome = dae_.linearise(s1_, needed, blocks_);
  if (outcome != Outcome::ok) {
    blocks_are_valid_ = false;
    return outcome == Outcome::user_stop ? Matrix::stopped : Matrix::domain_error;
  }
  blocks_are_valid_ = true;
  matrix_is_wanted_ = false;
  steps_with_blocks_ = 0;
  return recombine();
}

NewtonProblem::Matrix HhtI3::recombine() {
  set_map();
  matrix_.combine(blocks_, map_);
  newton_.forget_rate();
  h_of_matrix_ = h_;
  const FactorReport report = matrix_.factor();
  ++(report.result == FactorReport::Result::refactored ? statistics_.refactorizations
                                                       : statistics_.factorizations);
  if (options_.observer && statistics_.factorizations > 1 &&
      report.result == FactorReport::Result::factored)
    options_.observer->pivots_chosen_anew();
  if (report.ok()) return Matrix::ok;
  blocks_are_valid_ = false;
  return Matrix::singular;
}

Outcome HhtI3::residual(Vector& r) {  // (HHT.4)
  const Layout& l = layout_;
  ++statistics_.residuals;
  for (const Rotation& rotation : l.rotations)
    if (!(increment_.segment<3>(rotation.v).norm() < largest_rotation))
      return Outcome::domain_error;

  unsigned ask = Ask::forces | Ask::position;
  if (l.m1 > 0) ask |= Ask::velocity;
  if (l.m2 > 0) ask |= Ask::acceleration;
  if (l.n_aux() > 0) ask |= Ask::auxiliary;
  const Outcome outcome = dae_.evaluate(s1_, ask, values_);

  r.head(l.n) = map_.inertia * values_.inertia + values_.reaction - values_.action;
  if (printed_) r.head(l.n) -= alpha_ / (1 + alpha_) * f0_;
  r.segment(l.n, l.m0) = map_.constraint_scale[0] * values_.c0;
  r.segment(l.n + l.m0, l.m1) = map_.constraint_scale[1] * values_.c1.tail(l.m1);
  r.segment(l.n + l.m0 + l.m1, l.m2) = map_.constraint_scale[2] * values_.c2.tail(l.m2);
  r.tail(l.n_aux()) = values_.aux;
  return outcome;
}

double HhtI3::correct(const Vector& d) {
  const Layout& l = layout_;
  const auto xi = d.head(l.n);
  s1_.a += xi;
  for (std::size_t k = 0; k < l.rotations.size(); ++k) {  // δa = W ξ
    const int i = l.rotations[k].v;
    const Vec3 x = d.segment<3>(i);
    s1_.a.segment<3>(i) += map_.W[k] * x - x;
  }
  s1_.lambda += d.segment(l.n, l.m());
  s1_.x_dot += d.segment(l.n + l.m(), l.n_x);
  s1_.y += d.tail(l.n_y);
  follow();

  error_ = map_.s * xi;  // measured in units of position
  state_error_ = map_.sx * d.segment(l.n + l.m(), l.n_x);
  double size =
      std::max(norm_.of_position(error_), norm_.of_states(state_error_)) / position_tolerance_;
  position_change_ = size;
  // What Newton leaves of a position constraint returns as Φ/s in the multipliers of the next
  // steps: with the original corrector accelerations and multipliers must converge too.
  const auto test = [&](double change, double scale) {
    if (scale > 0) size = std::max(size, change / (scale * multiplier_tolerance_));
  };
  if (options_.corrector == Corrector::original && size > round_off()) {
    test(norm_.of_position(d.head(l.n)), std::max(largest_a_, norm_.of_position(s1_.a)));
    if (l.m() > 0)
      test(d.segment(l.n, l.m()).cwiseAbs().maxCoeff(),
           std::max(largest_lambda_, s1_.lambda.cwiseAbs().maxCoeff()));
  }
  // Algebraic unknowns have no error control of their own: they converge or the step fails, unless
  // they follow accelerations down to their noise.
  if (l.n_y > 0 && (size > round_off() || !y_follows_a_)) {
    const double change = d.tail(l.n_y).cwiseAbs().maxCoeff();
    const double scale = std::max(1.0, s1_.y.cwiseAbs().maxCoeff());
    unknown_change_ = change / (scale * multiplier_tolerance_);
    size = std::max(size, unknown_change_);
  }
  return size;
}

double HhtI3::round_off() const {
  return 20 * std::numeric_limits<double>::epsilon() / position_tolerance_;
}

// An ulp of Φ is amplified by 1/s into accelerations and multipliers, and much more next to a pose
// where constraints become dependent. A shorter step makes that worse: when Newton stands still with
// derivatives of this very step and the positions have converged, there is nothing better to get.
double HhtI3::stagnation() const {
  const bool matrix_is_new = steps_with_blocks_ == 0;
  if (unknown_change_ > 1 && !y_follows_a_) return 0;
  if (matrix_is_new && position_change_ <= std::max(1.0, 1e-9 / position_tolerance_))
    return std::numeric_limits<double>::infinity();
  return std::max(round_off(), 1e-11 / position_tolerance_);
}

void HhtI3::accept() {
  if (printed_) {
    s1_.a = (a1_ + alpha_ * s0_.a) / (1 + alpha_);
    if (dae_.evaluate(s1_, Ask::forces, values_) == Outcome::ok)
      f0_ = values_.reaction - values_.action;
  }
  x_dot_before_ = s0_.x_dot;
  h_before_ = h_;
  a_shift_ = a1_ - s1_.a;
  W_shift_ = W1_ - s1_.x_dot;
  h_shift_ = h_;
  w_is_known_ = false;

  s0_.v = v0_;
  interpolant_.set(s0_, s1_, increment_);
  dae_.commit(s1_, interpolant_);
  interpolant_.set_end_memory(s1_.memory);
  std::swap(s0_, s1_);

  stacked_ << s0_.a, s0_.lambda, s0_.x_dot, s0_.y;
  history_.push(s0_.t, stacked_);
  observe_magnitudes();

  ++statistics_.steps;
  ++steps_with_blocks_;
  statistics_.h_min = statistics_.steps == 1 ? h_ : std::min(statistics_.h_min, h_);
  statistics_.h_max = std::max(statistics_.h_max, h_);
}

void HhtI3::observe_magnitudes() {
  norm_.observe(s0_);
  largest_a_ = std::max(largest_a_, norm_.of_position(s0_.a));
  if (layout_.m() > 0)
    largest_lambda_ = std::max(largest_lambda_, s0_.lambda.cwiseAbs().maxCoeff());
}

StepReport HhtI3::give_up(AttemptResult result, const NewtonReport& newton, double error) const {
  StepReport report{.t = s0_.t, .h = h_, .error = error};
  using Status = StepReport::Status;
  std::string_view advice;
  switch (result) {
    case AttemptResult::singular_matrix:
      report.status = Status::singular_matrix;
      advice = "look for a lock-up, a redundant constraint or a massless part that is free to move";
      break;
    case AttemptResult::domain_error:
      report.status = Status::domain_error;
      advice = "guard square roots, divisions and logarithms in the functions";
      break;
    case AttemptResult::stopped:
      report.status = Status::stopped;
      break;
    case AttemptResult::error_too_large:
      report.status = Status::error_too_large;
      advice = "look for a discontinuous function, or increase ERROR or lower HMIN";
      break;
    default:
      report.status = Status::not_converged;
      advice = "look for a discontinuous function or a lock-up near this time, or lower HMIN";
  }
  report.message = fmt::format("at time {:.8g} with step {:.3g}: {}", s0_.t, h_, describe(result));
  if (result == AttemptResult::singular_matrix)
    report.message = fmt::format("at time {:.8g} with step {:.3g}: {}", s0_.t, h_,
                                 matrix_.describe_singularity(dae_));
  else if (newton.worst_row >= 0 && result != AttemptResult::error_too_large)
    report.message +=
        fmt::format("; the largest residual is in {}", dae_.row_name(newton.worst_row));
  else if (result == AttemptResult::error_too_large)
    report.message += fmt::format(" in {}", bottleneck());
  if (!advice.empty()) report.message += fmt::format("; {}", advice);
  return report;
}

}  // namespace trammel
