// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/linear_response.h"

namespace trammel::analysis {
namespace {

constexpr double difference_step = 1e-6;

}  // namespace

LinearResponse::LinearResponse(const Dae& dae, const State& at)
    : dae_(dae),
      layout_(dae.layout()),
      at_(at),
      blocks_(make_blocks(dae)),
      matrix_(dae, ConstraintForm::index1),
      low_(make_values(layout_)),
      high_(make_values(layout_)) {}

bool LinearResponse::prepare(bool without_damping, std::string& message) {
  if (dae_.linearise(at_, all_blocks, blocks_) != Outcome::ok) {
    message = "a function has no value here";
    return false;
  }
  if (without_damping) blocks_[Block::C].set_zero(), blocks_[Block::Sv].set_zero();
  matrix_.combine(blocks_, StepMap{});
  if (matrix_.factor().ok()) return true;
  message = matrix_.describe_singularity(dae_);
  return false;
}

Vector LinearResponse::to_change(const Vector& dq, const Vector& dv, const Vector& dx) {
  const int n = layout_.n, m = layout_.m();
  Vector r = Vector::Zero(matrix_.size());
  const auto add = [&](Block block, const Vector& x, Eigen::Index row, Eigen::Index rows) {
    Vector part = Vector::Zero(rows);
    blocks_[block].multiply_add(x, -1, part);
    r.segment(row, rows) += part;
  };
  add(Block::K, dq, 0, n), add(Block::Kg, dq, 0, n), add(Block::C, dv, 0, n);  // (EIG.2)
  add(Block::Qx, dx, 0, n);
  r.segment(n, m) = -change_of_constraints(dq, dv);
  add(Block::Sq, dq, n + m, layout_.n_aux()), add(Block::Sv, dv, n + m, layout_.n_aux());
  add(Block::Sx, dx, n + m, layout_.n_aux());
  matrix_.solve(r);
  return r;
}

Vector LinearResponse::to_force(const Vector& force) const {
  Vector r = Vector::Zero(matrix_.size());
  r.head(layout_.n) = force;
  matrix_.solve(r);
  return r;
}

Vector LinearResponse::to_unknown(int y) const {
  Vector r = Vector::Zero(matrix_.size());
  r[first_unknown() + y] = 1;
  matrix_.solve(r);
  return r;
}

Vector LinearResponse::change_of_constraints(const Vector& dq, const Vector& dv) {
  if (layout_.m() == 0) return {};
  // At rest Γa−γ does not change; rates of level 1 and accelerations of level 2 may.
  if (layout_.m1 + layout_.m2 == 0 && at_.v.isZero(0) && at_.a.isZero(0))
    return Vector::Zero(layout_.m());
  const auto evaluate = [&](double step, Values& values) {
    State s = at_;
    dae_.retract(at_.q, step * dq, s.q);
    s.v += step * dv;
    return dae_.evaluate(s, Ask::acceleration, values) == Outcome::ok;
  };
  if (!evaluate(difference_step, high_) || !evaluate(-difference_step, low_)) {
    has_value_nearby_ = false;
    return Vector::Zero(layout_.m());
  }
  return (high_.c2 - low_.c2) / (2 * difference_step);
}

}  // namespace trammel::analysis
