// SPDX-License-Identifier: BSD-3-Clause
#include "integrators/sdirk4.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/rotation.h"

namespace trammel {

namespace {

constexpr double diagonal = 0.25;  // γ
// What Newton leaves of a stage has factors up to 8 in the step (SDIRK.1) and is the same in every step;
// it is to be a hundredth of the true error of a step, ERROR^(5/4) by and large.              (SDIRK.6)
constexpr double share_of_newton = 1e-3;
constexpr double share_in_noise = 3;  // of ERROR, …
constexpr double share_of_noise =
    1e-2;                      // of ERROR, where Newton stands still next to a singular pose
constexpr double slow = 0.05;  // Newton: new derivatives, unless these are of the same step
constexpr double too_slow = 0.3;
constexpr double most_stretched = 1.2;   // a step beside that of the factors
constexpr double most_extrapolated = 2;  // a step beside the one before it
using Row = std::array<double, 5>;
constexpr Row c = {1. / 4, 3. / 4, 11. / 20, 1. / 2, 1};
constexpr std::array<Row, 5> a_of = {{{1. / 4},
                                      {1. / 2, 1. / 4},
                                      {17. / 50, -1. / 25, 1. / 4},
                                      {371. / 1360, -137. / 2720, 15. / 544, 1. / 4},
                                      {25. / 24, -49. / 48, 125. / 16, -85. / 12, 1. / 4}}};
constexpr Row error_of = {25. / 24 - 59. / 48, -49. / 48 + 17. / 96, 125. / 16 - 225. / 32, 0,
                          1. / 4};  // b − b̂

// Where a stage is expected to be: on the cubic through four points, known in this step (their number, 0: the
// beginning) or in the one before (negative, −4: its fourth stage).
constexpr std::array<std::array<int, 4>, 5> expected_from = {
    {{0, -2, -4, -1}, {0, 1, -2, -4}, {0, 1, 2, -2}, {0, 1, 2, 3}, {0, 1, 2, 4}}};

}  // namespace

Sdirk4::Sdirk4(const Dae& dae, const IntegratorOptions& options)
    : PartitionedIntegrator(dae, options),
      matrix_(dae, ConstraintForm::index3),
      blocks_(make_blocks(dae)),
      values_(make_values(layout_)),
      newton_(matrix_.size(), options.max_iterations),
      plan_{options.pattern},
      interpolant_(dae),
      tolerance_(share_of_newton * std::min(options.error, std::pow(options.error, 1.25))),
      probe_(make_state(layout_)) {
  for (Vector& f : f_) f = Vector::Zero(rows());
  y0_ = base_ = second_ = Vector::Zero(rows());
  unknowns_ = correction_ = Vector::Zero(matrix_.size());
  known_.fill(unknowns_);
  past_.fill(unknowns_);
  q_star_ = Vector::Zero(layout_.n_q);
  velocity_ = position_ = Vector::Zero(layout_.n);
  states_ = Vector::Zero(layout_.n_x);
}

std::span<const double> Sdirk4::evaluated_at() const {
  return c;
}

void Sdirk4::begin_history(double h) {
  control_.start(std::isfinite(h) ? h : bold_step());
  interpolant_.set(s0_, s0_);
  has_blocks_ = false;
  h_past_ = 0;
}

PartitionedIntegrator::Attempt Sdirk4::attempt() {
  Attempt a{.exponent = 4};
  stack(s0_, y0_);
  s1_ = s0_;
  known_[0] << s0_.a, s0_.lambda, s0_.x_dot, s0_.y;
  for (int i = 0; i < stages; ++i) {
    base_ = y0_;
    for (int j = 0; j < i; ++j)
      base_ += h_ * a_of[std::size_t(i)][std::size_t(j)] * f_[std::size_t(j)];  // (SDIRK.1)
    s1_.t = i + 1 == stages ? t1_ : s0_.t + c[std::size_t(i)] * h_;
    a.result = solve_stage(i, a.iterations);
    if (a.result != AttemptResult::accepted) return a;
    rates(s1_, f_[std::size_t(i)]);
    known_[std::size_t(i) + 1] << s1_.a, s1_.lambda, s1_.x_dot, s1_.y;
  }
  const IndexOneReport report = motion_.evaluate(s1_);
  a.result = result_of(report);
  if (!report.ok()) return a;
  interpolant_.set(s0_, s1_);
  a.error = local_error();
  if (layout_.m1 > 0) a.error = std::max(a.error, defect_of_imposed());
  return a;
}

// The smaller estimate is filtered only where the larger one does not decide.
double Sdirk4::local_error() {
  base_.setZero();
  for (std::size_t i = 0; i < stages; ++i) base_ += h_ * error_of[i] * f_[i];  // (SDIRK.2)
  second_ = h_ / 4 * (f0_ - 2 * f_[0] + 2 * f_[1] - f_[4]);                    // (SDIRK.5)
  double first = error_size(base_), second = error_size(second_);
  if (!std::isfinite(first + second)) return first + second;
  if (first < second) base_.swap(second_), std::swap(first, second);
  first = std::min(first, filtered_size(base_));
  if (second <= first) return first;
  return std::max(first, std::min(second, filtered_size(second_)));
}

// What one iteration of Newton makes of the stage when its base is moved by the error.
double Sdirk4::filtered_size(const Vector& error) {  // (SDIRK.7)
  const Layout& l = layout_;
  const double step = h_ * diagonal;
  q_star_ = error.head(l.n_q);
  dae_.velocity(s1_.q, q_star_, position_);
  velocity_ = error.segment(l.n_q, l.n);
  states_ = error.tail(l.n_x);
  position_ += step * velocity_;
  probe_ = s1_;
  dae_.retract(s1_.q, position_, probe_.q);
  probe_.v += velocity_;
  probe_.x += states_;
  const double unknown = std::numeric_limits<double>::infinity();
  if (evaluate_residual(probe_, correction_) != Outcome::ok) return unknown;
  correction_ = -correction_;
  matrix_.solve(correction_);
  velocity_ += step * correction_.head(l.n);
  position_ += step * step * correction_.head(l.n);
  states_ += step * correction_.segment(l.n + l.m(), l.n_x);
  const double size = error_size(position_, velocity_, states_);
  return std::isfinite(size) ? size : unknown;
}

// Positions whose velocities are imposed are integrals of functions of time.
double Sdirk4::defect_of_imposed() {
  base_.setZero();
  interpolant_.defect(h_, base_.head(layout_.n_q));
  q_star_ = base_.head(layout_.n_q);
  dae_.velocity(s1_.q, q_star_, velocity_);
  motion_.keep_imposed(velocity_);
  return norm_.of_position(velocity_) / options_.error;
}

void Sdirk4::expect(int stage) {
  const double ratio = h_past_ / h_;
  const bool has_past = most_extrapolated * ratio > 1 && ratio < most_extrapolated;
  std::array<double, 4> node{};
  std::array<const Vector*, 4> value{};
  std::size_t count = 0;
  for (const int k : expected_from[std::size_t(stage)]) {
    if (k < 0 && !has_past) continue;
    value[count] = k < 0 ? &past_[std::size_t(-k)] : &known_[std::size_t(k)];
    node[count++] = k < 0    ? (c[std::size_t(-k - 1)] - 1) * ratio
                    : k == 0 ? 0
                             : c[std::size_t(k - 1)];
  }
  unknowns_.setZero();
  for (std::size_t i = 0; i < count; ++i) {  // Lagrange
    double weight = 1;
    for (std::size_t j = 0; j < count; ++j)
      if (j != i) weight *= (c[std::size_t(stage)] - node[j]) / (node[i] - node[j]);
    unknowns_ += weight * *value[i];
  }
  const Layout& l = layout_;
  s1_.a = unknowns_.head(l.n);
  s1_.lambda = unknowns_.segment(l.n, l.m());
  s1_.x_dot = unknowns_.segment(l.n + l.m(), l.n_x);
  s1_.y = unknowns_.tail(l.n_y);
}

// What fails with an old matrix is repeated with a new one, multipliers eliminated: next to a singular pose Γ of
// a moment ago says nothing about what reactions can do now. Where that is known, elimination comes first.
AttemptResult Sdirk4::solve_stage(int stage, int& iterations) {
  for (int attempt = 0; attempt < 2; ++attempt) {
    eliminates_ = (attempt > 0) != is_noisy();
    expect(stage);
    if (attempt > 0) s1_.q = s0_.q;  // what the first one has made of it is no guide
    is_unsolvable_ = !follow(2);
    const Matrix made = prepare_matrix();
    if (made == Matrix::stopped) return AttemptResult::stopped;
    if (made == Matrix::domain_error) return AttemptResult::domain_error;
    if (made == Matrix::singular) return AttemptResult::singular_matrix;
    const NewtonReport report = newton_.solve(*this, plan_, options_.observer);
    iterations += report.iterations;
    if (report.rate > (step_of_matrix_ == statistics_.steps ? too_slow : slow))
      wants_blocks_ = true;
    if (report.converged() && !is_unsolvable_) return AttemptResult::accepted;
    if (report.status == NewtonReport::Status::stopped) return AttemptResult::stopped;
    wants_blocks_ = true;
    if (attempt == 0) continue;
    return report.status == NewtonReport::Status::domain_error ? AttemptResult::domain_error
                                                               : AttemptResult::not_converged;
  }
  return AttemptResult::not_converged;
}

// Dependent velocities follow from positions, and rotations from all velocities: once more around, where no
// iteration follows that does.
bool Sdirk4::follow(int rounds) {  // (SDIRK.3)
  const double step = h_ * diagonal;
  s1_.x = base_.tail(layout_.n_x) + step * s1_.x_dot;
  velocity_ = base_.segment(layout_.n_q, layout_.n) + step * s1_.a;
  if (layout_.m0 + layout_.m1 == 0) rounds = 1;
  for (int k = 0; k < rounds; ++k) {
    s1_.v = velocity_;
    if (!motion_.complete_velocity(s1_).ok()) return false;
    move_position(step);
    s1_.v = velocity_;
    if (!motion_.complete(s1_).ok()) return false;
  }
  return true;
}

void Sdirk4::move_position(double step) {
  q_star_ = base_.head(layout_.n_q);
  for (std::size_t k = 0; k < raw_index_.size(); ++k)
    if (raw_index_[k] >= 0) q_star_[raw_index_[k]] += step * s1_.v[Eigen::Index(k)];
  for (const Rotation& r : layout_.rotations) {  // (SDIRK.4)
    const Vec4 e = q_star_.segment<4>(r.q);
    const Vec3 half = step / 2 * s1_.v.segment<3>(r.v);
    const double square = e.squaredNorm();
    const double rho = std::sqrt(std::max(0.0, square - half.squaredNorm()));
    q_star_.segment<4>(r.q) = quaternion_product(e, Vec4(rho, half[0], half[1], half[2])) / square;
  }
  dae_.retract(q_star_, zero_, s1_.q);
}

Outcome Sdirk4::residual(Vector& r) {
  if (is_unsolvable_) return Outcome::domain_error;
  if (eliminates_) {  // (SDIRK.8)
    probe_ = s1_;
    if (!index_one_.accelerate(probe_).ok()) return Outcome::domain_error;
    s1_.lambda = probe_.lambda;
    s1_.y = probe_.y;
  }
  return evaluate_residual(s1_, r);
}

Outcome Sdirk4::evaluate_residual(const State& s, Vector& r) {  // (IDX.1)
  ++statistics_.residuals;
  const unsigned ask =
      Ask::forces | Ask::acceleration | (layout_.n_aux() > 0 ? Ask::auxiliary : 0u);
  const Outcome outcome = dae_.evaluate(s, ask, values_);
  r.head(layout_.n) = values_.inertia + values_.reaction - values_.action;
  r.segment(layout_.n, layout_.m()) = values_.c2;
  r.tail(layout_.n_aux()) = values_.aux;
  return outcome;
}

// Factors for h serve steps of nearly h.
NewtonProblem::Matrix Sdirk4::prepare_matrix() {
  if (!has_blocks_ || wants_blocks_) return renew_matrix();
  const double stretched = h_ / h_of_matrix_;
  if (stretched == 1) return Matrix::ok;
  if (stretched < most_stretched && most_stretched * stretched > 1) {
    newton_.expect_rate(std::abs(1 - stretched * stretched));
    return Matrix::ok;
  }
  return combine();
}

NewtonProblem::Matrix Sdirk4::renew_matrix() {
  ++statistics_.jacobians;
  has_blocks_ = false;
  const Outcome outcome =
      dae_.linearise(s1_, NewtonMatrix::blocks_needed(layout_, ConstraintForm::index3), blocks_);
  if (outcome != Outcome::ok)
    return outcome == Outcome::user_stop ? Matrix::stopped : Matrix::domain_error;
  has_blocks_ = true;
  wants_blocks_ = false;
  step_of_matrix_ = statistics_.steps;
  return combine();
}

NewtonProblem::Matrix Sdirk4::combine() {
  const double step = h_ * diagonal;
  map_.s = step * step;
  map_.v = map_.sx = step;
  map_.constraint_scale = {1 / map_.s, 1 / step, 1};
  matrix_.combine(blocks_, map_);
  const FactorReport report = matrix_.factor();
  ++(report.result == FactorReport::Result::refactored ? statistics_.refactorizations
                                                       : statistics_.factorizations);
  h_of_matrix_ = h_;
  newton_.forget_rate();
  has_blocks_ = has_blocks_ && report.ok();
  return report.ok() ? Matrix::ok : Matrix::singular;
}

// Next to a singular pose rounding is magnified beyond what Newton is asked for.
double Sdirk4::stagnation() const {
  const double share = is_noisy() ? share_in_noise : eliminates_ ? share_of_noise : 0;
  const double magnified = share * options_.error / tolerance_;
  return std::max(1e3 * round_off(), magnified);
}

double Sdirk4::round_off() const {
  return 16 * std::numeric_limits<double>::epsilon() / tolerance_;
}

double Sdirk4::correct(const Vector& d) {
  const Layout& l = layout_;
  const double step = h_ * diagonal;
  s1_.a += d.head(l.n);
  s1_.lambda += d.segment(l.n, l.m());
  s1_.x_dot += d.segment(l.n + l.m(), l.n_x);
  s1_.y += d.tail(l.n_y);
  velocity_ = step * d.head(l.n);
  if (eliminates_) motion_.keep_independent_velocity(velocity_);
  double size = std::max({norm_.of_velocity(velocity_), step * norm_.of_position(velocity_),
                          step * norm_.of_states(d.segment(l.n + l.m(), l.n_x))});
  if (l.n_y > 0 && !eliminates_) {
    const double largest = std::max(1.0, s1_.y.cwiseAbs().maxCoeff());
    size = std::max(size, d.tail(l.n_y).cwiseAbs().maxCoeff() / largest);
  }
  is_unsolvable_ = !follow(1);
  return size / tolerance_;
}

void Sdirk4::remember() {
  rates(s1_, f0_);
  past_.swap(known_);
  h_past_ = h_;
}

}  // namespace trammel
