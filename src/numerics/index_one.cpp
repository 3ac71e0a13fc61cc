// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/index_one.h"

#include <cmath>
#include <limits>

namespace trammel {

namespace {

// Accelerations are wanted to about twelve digits, of their size or of one unit.
constexpr double relative_tolerance = 1e-12;
constexpr double most_imbalance = 1e-4;  // of the largest force, where Newton stands still

IndexOneReport::Status status_of(Outcome outcome) {
  return outcome == Outcome::ok          ? IndexOneReport::Status::ok
         : outcome == Outcome::user_stop ? IndexOneReport::Status::stopped
                                         : IndexOneReport::Status::domain_error;
}

IndexOneReport::Status status_of(Acceleration fast) {
  return fast == Acceleration::ok         ? IndexOneReport::Status::ok
         : fast == Acceleration::singular ? IndexOneReport::Status::singular
                                          : IndexOneReport::Status::domain_error;
}

double largest(const Eigen::Ref<const Vector>& v) {
  return v.size() > 0 ? v.cwiseAbs().maxCoeff() : 0;
}

// Newton squares a small relative change: after this one only round-off is left, in any units of
// the constraints.
bool is_last(double change, double size) {
  return change <= 1e-8 * size;
}

// Where forces follow reactions, small changes of these are no solution by themselves.
double imbalance(const Values& values) {
  const double force =
      std::max({largest(values.inertia), largest(values.reaction), largest(values.action)});
  if (!(force > 0)) return 0;
  return (values.inertia + values.reaction - values.action).cwiseAbs().maxCoeff() / force;
}

IndexOneReport::Status status_of(NewtonReport::Status status) {
  switch (status) {
    case NewtonReport::Status::converged:
      return IndexOneReport::Status::ok;
    case NewtonReport::Status::singular:
      return IndexOneReport::Status::singular;
    case NewtonReport::Status::domain_error:
      return IndexOneReport::Status::domain_error;
    case NewtonReport::Status::stopped:
      return IndexOneReport::Status::stopped;
    default:
      return IndexOneReport::Status::not_converged;
  }
}

}  // namespace

namespace {

int size_of(const Layout& l) {
  return l.n + l.m() + l.n_aux();
}

}  // namespace

IndexOne::IndexOne(const Dae& dae)
    : dae_(dae),
      values_(make_values(dae.layout())),
      newton_(size_of(dae.layout()), IndexOneLimits{}.iterations),
      rhs_(Vector::Zero(size_of(dae.layout()))),
      gamma_u_(Vector::Zero(dae.layout().m())),
      delta_(Vector::Zero(dae.layout().n)),
      q_(Vector::Zero(dae.layout().n_q)) {}

void IndexOne::prepare() {
  if (matrix_) return;
  matrix_.emplace(dae_, ConstraintForm::index1);
  blocks_ = make_blocks(dae_);
}

std::string IndexOne::describe_singularity() const {
  return matrix_ ? matrix_->describe_singularity(dae_) : "they are not unique";
}

void IndexOne::set_limits(const IndexOneLimits& limits) {
  newton_ = Newton(size_of(dae_.layout()), limits.iterations);
  plan_.pattern = limits.pattern.empty() ? std::vector<bool>{true} : limits.pattern;
  plan_.pattern[0] = true;  // nothing was factored before
  error_ = limits.error;
}

double IndexOne::stagnation() const {
  if (imbalance(values_) > most_imbalance) return 1;
  const State& s = *state_;
  const double size = std::max({largest(s.a), largest(s.lambda), largest(s.x_dot), largest(s.y)});
  return std::max(1.0, error_ * std::min(1.0, size) / relative_tolerance);
}

IndexOneReport IndexOne::accelerate(State& s) {
  was_linear_ = false;
  const Acceleration fast = dae_.accelerate(s);
  was_fast_ = fast != Acceleration::not_offered;
  if (was_fast_) return {status_of(fast)};
  prepare();
  state_ = &s;
  newton_.forget_rate();
  const NewtonReport report = newton_.solve(*this, plan_, nullptr);
  was_linear_ = report.converged() && is_linear() && !keep_matrix_;
  return {status_of(report.status), report.iterations, report.worst_row};
}

Outcome IndexOne::residual(Vector& r) {  // (IDX.1)
  const Layout& l = dae_.layout();
  const unsigned ask = Ask::forces | Ask::acceleration | (l.n_aux() > 0 ? Ask::auxiliary : 0u);
  const Outcome outcome = dae_.evaluate(*state_, ask, values_);
  r.head(l.n) = values_.inertia + values_.reaction - values_.action;
  r.segment(l.n, l.m()) = values_.c2;
  r.tail(l.n_aux()) = values_.aux;
  return outcome;
}

NewtonProblem::Matrix IndexOne::renew_matrix() {
  if (keep_matrix_) return Matrix::ok;
  const Outcome outcome = dae_.linearise(
      *state_, NewtonMatrix::blocks_needed(dae_.layout(), ConstraintForm::index1), blocks_);
  if (outcome != Outcome::ok)
    return outcome == Outcome::user_stop ? Matrix::stopped : Matrix::domain_error;
  matrix_->combine(blocks_, map_);
  return matrix_->factor().ok() ? Matrix::ok : Matrix::singular;
}

double IndexOne::correct(const Vector& d) {
  const Layout& l = dae_.layout();
  State& s = *state_;
  s.a += d.head(l.n);
  s.lambda += d.segment(l.n, l.m());
  s.x_dot += d.segment(l.n + l.m(), l.n_x);
  s.y += d.tail(l.n_y);
  if (is_linear() && !keep_matrix_) return 0;  // exact

  const auto relative = [](const auto& part, const Vector& value) {
    return largest(part) / std::max(1.0, largest(value));
  };
  const double change =
      std::max({relative(d.head(l.n), s.a), relative(d.segment(l.n, l.m()), s.lambda),
                relative(d.segment(l.n + l.m(), l.n_x), s.x_dot), relative(d.tail(l.n_y), s.y)});
  if (keep_matrix_ && is_last(change, 1)) return 0;
  // Of the iterate before: what is far from balance is far from the solution, whatever changes.
  const double unbalanced = l.forces_use_lambda ? imbalance(values_) : 0;
  return std::max(change, unbalanced > most_imbalance ? unbalanced : 0) / relative_tolerance;
}

bool IndexOne::is_linear() const {
  const Layout& l = dae_.layout();
  return !l.forces_use_a && !l.forces_use_lambda && l.n_aux() == 0 && l.m2 == 0;
}

IndexOneReport IndexOne::make_consistent(State& s) {
  IndexOneReport report = project_position(s);
  if (!report.ok()) return report;
  const Layout& l = dae_.layout();
  assembled_ = s;
  keep_matrix_ = report.iterations > 0 && is_linear() && l.m1 == 0 && l.mass_is_constant;
  const auto finish = [&] {
    report = project_velocity(s);
    if (report.ok()) report = accelerate(s);
  };
  finish();
  const bool was_kept = keep_matrix_;
  keep_matrix_ = false;
  if (!report.ok() && was_kept) {
    s = assembled_;
    finish();
  }
  return report;
}

IndexOneReport IndexOne::factor_at(const State& s) {
  prepare();
  const BlockMask needed = NewtonMatrix::blocks_needed(dae_.layout(), ConstraintForm::index1);
  if (const Outcome outcome = dae_.linearise(s, needed, blocks_); outcome != Outcome::ok)
    return {status_of(outcome), 0};
  // μ is no reaction that friction could follow.
  for (const Block block : {Block::Ql, Block::Sl}) blocks_[block].set_zero();
  matrix_->combine(blocks_, map_);
  return {matrix_->factor().ok() ? IndexOneReport::Status::ok : IndexOneReport::Status::singular,
          0};
}

void IndexOne::limit_move() {
  const Layout& l = dae_.layout();
  double excess = 1;
  for (int k = 0; k < l.n; ++k)
    excess = std::max(excess, std::abs(delta_[k]) / (l.kinds[std::size_t(k)] == Kind::angle
                                                         ? projection_.rotation
                                                         : projection_.translation));
  if (excess > 1) delta_ /= excess;
}

IndexOneReport IndexOne::project_position(State& s) {
  const Layout& l = dae_.layout();
  if (l.m0 == 0) return {};
  const double size = largest(s.q);
  const std::vector<bool>& pattern = projection_.pattern;
  double before = std::numeric_limits<double>::infinity();
  for (int k = 0; k < projection_.iterations; ++k) {
    if (const Outcome outcome = dae_.evaluate(s, Ask::position, values_); outcome != Outcome::ok)
      return {status_of(outcome), k};
    if (values_.c0.isZero(0)) return {IndexOneReport::Status::ok, k};
    if (k == 0 || pattern.empty() || pattern[std::size_t(k) % pattern.size()])
      if (const IndexOneReport report = factor_at(s); !report.ok()) return report;
    rhs_.setZero();
    rhs_.segment(l.n, l.m0) = -values_.c0;  // (IDX.3)
    matrix_->solve(rhs_);
    delta_ = rhs_.head(l.n);
    const double wanted = largest(delta_);
    if (!delta_.allFinite() || wanted > 2 * before)
      return {IndexOneReport::Status::not_converged, k};
    limit_move();
    before = wanted;
    q_ = s.q;
    dae_.retract(q_, delta_, s.q);
    if (is_last(wanted, std::max(size, largest(s.q)))) return {IndexOneReport::Status::ok, k + 1};
  }
  const bool enough = before <= projection_.error;
  return {enough ? IndexOneReport::Status::ok : IndexOneReport::Status::not_converged,
          projection_.iterations};
}

IndexOneReport IndexOne::project_velocity(State& s) {
  const Layout& l = dae_.layout();
  const int rows = l.m0 + l.m1;
  if (rows == 0) return {};
  const double speed = largest(s.v);
  // Level 0 is linear in v; nonlinear Ψ needs a few turns.
  constexpr int most = 10;
  for (int k = 0; k < most; ++k) {
    if (const Outcome outcome = dae_.evaluate(s, Ask::velocity, values_); outcome != Outcome::ok)
      return {status_of(outcome), k};
    if (values_.c1.isZero(0)) return {IndexOneReport::Status::ok, k};
    if (!keep_matrix_)
      if (const IndexOneReport report = factor_at(s); !report.ok()) return report;
    rhs_.setZero();
    rhs_.segment(l.n, rows) = -values_.c1;  // (IDX.2)
    matrix_->solve(rhs_);
    if (!rhs_.allFinite()) break;
    s.v += rhs_.head(l.n);
    if (is_last(largest(rhs_.head(l.n)), std::max(speed, largest(s.v))) || (k > 0 && l.m1 == 0))
      return {IndexOneReport::Status::ok, k + 1};
  }
  return {IndexOneReport::Status::not_converged, most};
}

IndexOneReport IndexOne::normal_part(const State& s, const Vector& u, Vector& w) {
  const Layout& l = dae_.layout();
  w.setZero();
  if (l.m0 == 0) return {};
  if (const IndexOneReport report = factor_at(s); !report.ok()) return report;
  gamma_u_.setZero();
  blocks_[Block::G].multiply_add(u, 1, gamma_u_);
  rhs_.setZero();
  rhs_.segment(l.n, l.m0) = gamma_u_.head(l.m0);
  matrix_->solve(rhs_);
  w = rhs_.head(l.n);
  return {IndexOneReport::Status::ok, 1};
}

}  // namespace trammel
