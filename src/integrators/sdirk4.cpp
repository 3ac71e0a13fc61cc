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
constexpr double slow = 0.05;  // Newton: a new matrix, unless this one is of the same step
constexpr double too_slow = 0.3;
using Row = std::array<double, 5>;
constexpr Row c = {1. / 4, 3. / 4, 11. / 20, 1. / 2, 1};
constexpr std::array<Row, 5> a_of = {{{1. / 4},
                                      {1. / 2, 1. / 4},
                                      {17. / 50, -1. / 25, 1. / 4},
                                      {371. / 1360, -137. / 2720, 15. / 544, 1. / 4},
                                      {25. / 24, -49. / 48, 125. / 16, -85. / 12, 1. / 4}}};
// Where each stage is expected to be: the polynomial through the beginning and stages before.
constexpr std::array<Row, 5> expected_of = {{{1},
                                             {-2, 3},
                                             {-8. / 25, 22. / 25, 11. / 25},
                                             {-1. / 33, 1. / 6, -1. / 12, 125. / 132},
                                             {-1, 4, 4, 0, -6}}};
constexpr Row error_of = {25. / 24 - 59. / 48, -49. / 48 + 17. / 96, 125. / 16 - 225. / 32, 0,
                          1. / 4};  // b − b̂

}  // namespace

Sdirk4::Sdirk4(const Dae& dae, const IntegratorOptions& options)
    : PartitionedIntegrator(dae, options),
      matrix_(dae, ConstraintForm::index3),
      blocks_(make_blocks(dae)),
      values_(make_values(layout_)),
      newton_(matrix_.size(), options.max_iterations),
      plan_{options.pattern},
      interpolant_(dae),
      tolerance_(share_of_newton * std::min(options.error, std::pow(options.error, 1.25))) {
  for (Vector& f : f_) f = Vector::Zero(rows());
  y0_ = base_ = Vector::Zero(rows());
  unknowns_ = Vector::Zero(matrix_.size());
  known_.fill(unknowns_);
  q_star_ = Vector::Zero(layout_.n_q);
  velocity_ = Vector::Zero(layout_.n);
}

void Sdirk4::begin_history(double h) {
  control_.start(std::isfinite(h) ? h : bold_step());
  interpolant_.set(s0_, s0_);
  has_blocks_ = false;
}

PartitionedIntegrator::Attempt Sdirk4::attempt() {
  Attempt a{.exponent = 4};
  stack(s0_, y0_);
  s1_ = s0_;
  known_[0] << s0_.a, s0_.lambda, s0_.x_dot, s0_.y;
  if (has_blocks_ && h_ != h_of_matrix_) has_blocks_ = false;
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
  base_.setZero();
  for (std::size_t i = 0; i < stages; ++i) base_ += h_ * error_of[i] * f_[i];  // (SDIRK.2)
  a.error = error_size(base_);
  base_ = h_ / 4 * (f0_ - 2 * f_[0] + 2 * f_[1] - f_[4]);  // (SDIRK.5)
  a.error = std::max(a.error, error_size(base_));
  if (layout_.m1 > 0) a.error = std::max(a.error, defect_of_imposed());
  return a;
}

// Positions whose velocities are imposed are integrals of functions of time.
double Sdirk4::defect_of_imposed() {
  base_.setZero();
  interpolant_.defect(base_.head(layout_.n_q));
  q_star_ = base_.head(layout_.n_q);
  dae_.velocity(s1_.q, q_star_, velocity_);
  motion_.keep_imposed(velocity_);
  return norm_.of_position(velocity_) / options_.error;
}

void Sdirk4::expect(int stage) {
  const Row& w = expected_of[std::size_t(stage)];
  unknowns_.setZero();
  for (int j = 0; j <= stage; ++j) unknowns_ += w[std::size_t(j)] * known_[std::size_t(j)];
  const Layout& l = layout_;
  s1_.a = unknowns_.head(l.n);
  s1_.lambda = unknowns_.segment(l.n, l.m());
  s1_.x_dot = unknowns_.segment(l.n + l.m(), l.n_x);
  s1_.y = unknowns_.tail(l.n_y);
}

// Where an old matrix fails, every iteration has a new one: next to a singular pose Γ of a moment ago says
// nothing about what reactions can do now.
AttemptResult Sdirk4::solve_stage(int stage, int& iterations) {
  for (int attempt = 0; attempt < 2; ++attempt) {
    expect(stage);
    if (attempt > 0) s1_.q = s0_.q;  // what the first one has made of it is no guide
    is_unsolvable_ = !follow();
    if (!has_blocks_) {
      const Matrix made = renew_matrix();
      if (made == Matrix::stopped) return AttemptResult::stopped;
      if (made == Matrix::domain_error) return AttemptResult::domain_error;
      if (made == Matrix::singular) return AttemptResult::singular_matrix;
      newton_.forget_rate();
    }
    const NewtonReport report =
        newton_.solve(*this, attempt == 0 ? plan_ : full_, options_.observer);
    iterations += report.iterations;
    if (report.rate > (step_of_matrix_ == statistics_.steps ? too_slow : slow)) has_blocks_ = false;
    if (report.converged() && !is_unsolvable_) return AttemptResult::accepted;
    if (report.status == NewtonReport::Status::stopped) return AttemptResult::stopped;
    has_blocks_ = false;
    if (attempt == 0) continue;
    return report.status == NewtonReport::Status::domain_error ? AttemptResult::domain_error
                                                               : AttemptResult::not_converged;
  }
  return AttemptResult::not_converged;
}

bool Sdirk4::follow() {  // (SDIRK.3)
  const double step = h_ * diagonal;
  s1_.x = base_.tail(layout_.n_x) + step * s1_.x_dot;
  velocity_ = base_.segment(layout_.n_q, layout_.n) + step * s1_.a;
  // Dependent velocities follow from positions, and rotations from all velocities: once more around.
  const int rounds = layout_.m0 + layout_.m1 > 0 ? 2 : 1;
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

Outcome Sdirk4::residual(Vector& r) {  // (IDX.1)
  ++statistics_.residuals;
  if (is_unsolvable_) return Outcome::domain_error;
  const unsigned ask =
      Ask::forces | Ask::acceleration | (layout_.n_aux() > 0 ? Ask::auxiliary : 0u);
  const Outcome outcome = dae_.evaluate(s1_, ask, values_);
  r.head(layout_.n) = values_.inertia + values_.reaction - values_.action;
  r.segment(layout_.n, layout_.m()) = values_.c2;
  r.tail(layout_.n_aux()) = values_.aux;
  return outcome;
}

NewtonProblem::Matrix Sdirk4::renew_matrix() {
  ++statistics_.jacobians;
  const Outcome outcome =
      dae_.linearise(s1_, NewtonMatrix::blocks_needed(layout_, ConstraintForm::index3), blocks_);
  if (outcome != Outcome::ok)
    return outcome == Outcome::user_stop ? Matrix::stopped : Matrix::domain_error;
  const double step = h_ * diagonal;
  map_.s = step * step;
  map_.v = map_.sx = step;
  map_.constraint_scale = {1 / map_.s, 1 / step, 1};
  matrix_.combine(blocks_, map_);
  const FactorReport report = matrix_.factor();
  ++(report.result == FactorReport::Result::refactored ? statistics_.refactorizations
                                                       : statistics_.factorizations);
  has_blocks_ = report.ok();
  h_of_matrix_ = h_;
  step_of_matrix_ = statistics_.steps;
  return report.ok() ? Matrix::ok : Matrix::singular;
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
  double size = std::max({norm_.of_velocity(velocity_), step * norm_.of_position(velocity_),
                          step * norm_.of_states(d.segment(l.n + l.m(), l.n_x))});
  if (l.n_y > 0) {
    const double largest = std::max(1.0, s1_.y.cwiseAbs().maxCoeff());
    size = std::max(size, d.tail(l.n_y).cwiseAbs().maxCoeff() / largest);
  }
  is_unsolvable_ = !follow();
  return size / tolerance_;
}

void Sdirk4::remember() {
  rates(s1_, f0_);
}

}  // namespace trammel
