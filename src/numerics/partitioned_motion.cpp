// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/partitioned_motion.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace trammel {

namespace {

constexpr double round_off = 1e-15;      // of the largest entry
constexpr double good_enough = 1e-12;    // when rounding stops progress
constexpr double last_of_newton = 1e-8;  // the next correction is the square of it
constexpr double slow_rate = 0.02;       // of convergence: a new matrix is cheaper
constexpr double standing_still = 0.3;
constexpr double worn = 3;  // leverage beside that of the choice
constexpr int most_iterations = 12;

double largest(const Vector& v) {
  return v.size() > 0 ? v.cwiseAbs().maxCoeff() : 0;
}

IndexOneReport failure(Outcome outcome, int iterations) {
  return {outcome == Outcome::user_stop ? IndexOneReport::Status::stopped
                                        : IndexOneReport::Status::domain_error,
          iterations};
}

}  // namespace

struct PartitionedMotion::Level {
  Ask ask;
  const Vector& residual;
  PartitionMatrix& matrix;
  Vector& value;  // q or v of the state
};

PartitionedMotion::PartitionedMotion(const Dae& dae)
    : dae_(dae),
      layout_(dae.layout()),
      index_one_(dae),
      position_(dae, layout_.m0),
      velocity_(dae, layout_.m1 > 0 ? layout_.m0 + layout_.m1 : 0),
      blocks_(make_blocks(dae)),
      values_(make_values(layout_)),
      origin_(Vector::Zero(layout_.n_q)),
      total_(Vector::Zero(layout_.n)),
      delta_(Vector::Zero(layout_.n)),
      normal_(delta_) {
  weights_ = probe_ = Vector::Ones(layout_.n);
  response_ = Vector::Zero(layout_.m());
  columns_.level.assign(std::size_t(layout_.n), PivotColumns::independent);
}

IndexOneReport PartitionedMotion::choose(const State& s, const Vector& weights) {
  const int m0 = layout_.m0, m1 = layout_.m1;
  ++choices_;
  if (m0 + m1 == 0) return {};
  if (const Outcome o = dae_.linearise(s, mask(Block::G), blocks_); o != Outcome::ok)
    return failure(o, 0);
  columns_ = choose_pivot_columns(blocks_[Block::G], m0, m1, weights);
  std::vector<bool> in_position(std::size_t(layout_.n)), in_velocity(in_position.size());
  for (std::size_t j = 0; j < in_position.size(); ++j) {
    in_position[j] = columns_.level[j] != 0;
    in_velocity[j] = columns_.level[j] == PivotColumns::independent;
  }
  position_.set_independent(in_position);
  velocity_.set_independent(in_velocity);
  weights_ = weights;
  for (int j = 0; j < layout_.n;
       ++j)  // no motion of a mechanism has this pattern of signs and sizes
    probe_[j] = weights[j] * (0.75 + 0.25 * std::sin(1.7 * j)) * (j % 3 == 1 ? -1 : 1);
  keep_independent_velocity(probe_);
  position_leverage_.resize(0);
  velocity_leverage_.resize(0);
  const IndexOneReport report = renew(s);
  return columns_.is_complete ? report : IndexOneReport{IndexOneReport::Status::singular};
}

bool PartitionedMotion::is_worn() const {
  return leverage_ > worn;
}

double PartitionedMotion::leverage(PartitionMatrix& matrix, const SparseMatrix& gamma, int rows,
                                   Vector& at_choice) {
  response_.setZero();
  gamma.multiply_add(probe_, 1, response_);
  matrix.solve(response_.head(rows), delta_);
  delta_ = delta_.cwiseQuotient(weights_).cwiseAbs();
  if (at_choice.size() == 0) at_choice = delta_.cwiseMax(1.0);
  return delta_.cwiseQuotient(at_choice).maxCoeff();
}

bool PartitionedMotion::factor(const SparseMatrix& gamma) {
  is_factored_ = false;
  leverage_ = 0;
  if (layout_.m0 > 0) {
    if (!position_.factor(gamma).ok()) return false;
    leverage_ = leverage(position_, gamma, layout_.m0, position_leverage_);
  }
  if (layout_.m1 > 0) {
    if (!velocity_.factor(gamma).ok()) return false;
    leverage_ = std::max(leverage_,
                         leverage(velocity_, gamma, layout_.m0 + layout_.m1, velocity_leverage_));
  }
  return is_factored_ = true;
}

void PartitionedMotion::refresh(const State& s) {
  if (layout_.m0 + layout_.m1 == 0) return;
  if (index_one_.was_fast())
    renew(s);
  else
    factor(index_one_.gamma());
}

IndexOneReport PartitionedMotion::renew(const State& s) {
  is_factored_ = false;
  if (const Outcome o = dae_.linearise(s, mask(Block::G), blocks_); o != Outcome::ok)
    return failure(o, 0);
  if (!factor(blocks_[Block::G])) return {IndexOneReport::Status::singular};
  return {};
}

IndexOneReport PartitionedMotion::complete(State& s) {
  if (layout_.m0 > 0) {
    const IndexOneReport report = correct(s, {Ask::position, values_.c0, position_, s.q});
    if (!report.ok()) return report;
  }
  return complete_velocity(s);
}

IndexOneReport PartitionedMotion::complete_velocity(State& s) {
  if (layout_.m0 + layout_.m1 == 0) return {};
  return correct(s, {Ask::velocity, values_.c1, layout_.m1 > 0 ? velocity_ : position_, s.v});
}

IndexOneReport PartitionedMotion::correct(State& s, const Level& level) {  // (PART.3), (PART.4)
  using Status = IndexOneReport::Status;
  const bool is_position = level.ask == Ask::position;
  bool is_fresh = false;
  double before = std::numeric_limits<double>::infinity(), size = largest(level.value), change = 0;
  total_.setZero();
  if (is_position) origin_ = s.q;
  for (int k = 0; k < most_iterations; ++k) {
    if (const Outcome o = dae_.evaluate(s, level.ask, values_); o != Outcome::ok)
      return failure(o, k);
    if (level.residual.isZero(0)) return {Status::ok, k};
    const bool is_renewed = !is_factored_;
    if (is_renewed) {
      if (const IndexOneReport report = renew(s); !report.ok()) return report;
      is_fresh = true;
    }
    level.matrix.solve(level.residual, delta_);
    if (!delta_.allFinite()) return {Status::not_converged, k};
    if (is_position) {
      total_ += delta_;
      dae_.retract(origin_, total_, s.q);
    } else {
      s.v += delta_;
    }
    change = largest(delta_);
    size = std::max(size, largest(level.value));
    if (change <= round_off * size || (is_fresh && change <= last_of_newton * size))
      return {Status::ok, k + 1};
    if (k > 0 && !is_renewed) {  // what old factors have done says nothing about new ones
      const double rate = change / before;
      if (rate < 1 && change * rate <= round_off * size) return {Status::ok, k + 1};
      if (rate > slow_rate) {
        is_factored_ = false;  // at the next iterate, or in the next evaluation
        if (rate > standing_still && change <= good_enough * size) return {Status::ok, k + 1};
        if (is_fresh && rate > 1) return {Status::not_converged, k};
      }
    }
    before = change;
  }
  return {change <= good_enough * size ? Status::ok : Status::not_converged, most_iterations};
}

IndexOneReport PartitionedMotion::evaluate(State& s) {
  if (projects_) return index_one_.make_consistent(s);
  if (const IndexOneReport report = complete(s); !report.ok()) return report;
  return index_one_.accelerate(s);
}

bool PartitionedMotion::keep_tangential(const State& s, Vector& tangent) {
  if (!index_one_.normal_part(s, tangent, normal_).ok()) return false;
  tangent -= normal_;
  return true;
}

void PartitionedMotion::keep_independent_position(Vector& tangent) const {
  for (std::size_t j = 0; j < columns_.level.size(); ++j)
    if (columns_.level[j] == 0) tangent[Eigen::Index(j)] = 0;
}

void PartitionedMotion::keep_independent_velocity(Vector& tangent) const {
  for (std::size_t j = 0; j < columns_.level.size(); ++j)
    if (columns_.level[j] != PivotColumns::independent) tangent[Eigen::Index(j)] = 0;
}

void PartitionedMotion::keep_imposed(Vector& tangent) const {
  for (std::size_t j = 0; j < columns_.level.size(); ++j)
    if (columns_.level[j] != 1) tangent[Eigen::Index(j)] = 0;
}

FactorCounters PartitionedMotion::counters() const {
  FactorCounters sum = index_one_.counters();
  for (const PartitionMatrix* matrix : {&position_, &velocity_}) {
    sum.factorisations += matrix->counters().factorisations;
    sum.refactorisations += matrix->counters().refactorisations;
    sum.solves += matrix->counters().solves;
  }
  return sum;
}

}  // namespace trammel
