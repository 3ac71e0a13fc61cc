// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/linear_model.h"

#include <algorithm>
#include <cmath>

#include "numerics/dense.h"
#include "numerics/newton_matrix.h"
#include "system/redundancy.h"

namespace trammel::analysis {

namespace {

constexpr double rank_tolerance = 1e-10;
constexpr double difference_step = 1e-6;

double least_pivot(const PivotedQr& factors) {
  return rank_tolerance * factors.largest_pivot();
}

// Columns: an orthonormal basis of what a matrix maps to zero, from the factors of its transpose.
Matrix null_space(const PivotedQr& rows) {
  const int rank = rows.rank(least_pivot(rows));
  return rows.q().rightCols(rows.q().cols() - rank);
}

class Linearisation {
 public:
  Linearisation(const Dae& dae, const State& at, const Vector& units, bool without_damping)
      : dae_(dae),
        layout_(dae.layout()),
        at_(at),
        units_(units),
        blocks_(make_blocks(dae)),
        matrix_(dae, ConstraintForm::index1),
        low_(make_values(layout_)),
        high_(make_values(layout_)),
        without_damping_(without_damping) {}

  std::optional<LinearModel> run(std::string& message) {
    if (dae_.linearise(at_, all_blocks, blocks_) != Outcome::ok) {
      message = "a function has no value here";
      return {};
    }
    if (without_damping_) blocks_[Block::C].set_zero(), blocks_[Block::Sv].set_zero();
    matrix_.combine(blocks_, StepMap{});
    if (!matrix_.factor().ok()) {
      message = matrix_.describe_singularity(dae_);
      return {};
    }
    find_bases();
    fill_columns();
    fill_mobility();
    if (!has_value_nearby_) {
      message = "a function has no value nearby";
      return {};
    }
    model_.velocities = units_.asDiagonal() * basis_w_;
    model_.along = std::move(along_);
    return std::move(model_);
  }

 private:
  void find_bases() {
    const Vector scales = system::row_scales(blocks_[Block::G], units_);
    const Matrix g = scales.asDiagonal() * blocks_[Block::G].dense() * units_.asDiagonal();
    const int m0 = layout_.m0, m01 = layout_.m0 + layout_.m1;
    const PivotedQr velocities(g.topRows(m01).transpose());
    basis_w_ = null_space(velocities);
    basis_z_ = layout_.m1 == 0 ? basis_w_ : null_space(PivotedQr(g.topRows(m0).transpose()));
    model_.positions = units_.asDiagonal() * basis_z_;
    model_.n_z = int(basis_z_.cols()), model_.n_w = int(basis_w_.cols()), model_.n_x = layout_.n_x;
    const Matrix drift = scales.head(m01).asDiagonal() *
                         Matrix(blocks_[Block::Gq].dense().topRows(m01)) * model_.positions;
    along_ = Matrix::Zero(layout_.n, model_.n_z);
    if (m01 > 0 && drift.size() > 0 && !drift.isZero(0))
      along_ = -(units_.asDiagonal() * velocities.shortest(drift, least_pivot(velocities)));
  }

  void fill_columns() {
    const int n = model_.n_z + model_.n_w + model_.n_x;
    model_.system = Matrix::Zero(n, n);
    Vector dq, dv, dx;
    for (int k = 0; k < n; ++k) {
      dq.setZero(layout_.n), dv.setZero(layout_.n), dx.setZero(layout_.n_x);
      if (k < model_.n_z)
        dq = model_.positions.col(k), dv = along_.col(k);
      else if (k < model_.n_z + model_.n_w)
        dv = units_.cwiseProduct(basis_w_.col(k - model_.n_z));  // (EIG.1)
      else
        dx[k - model_.n_z - model_.n_w] = 1;
      fill_column(k, dq, dv, dx);
    }
  }

  void fill_column(int k, const Vector& dq, const Vector& dv, const Vector& dx) {
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

    Vector rate = dv;  // (EIG.3)
    for (const Rotation& rotation : layout_.rotations)
      rate.segment<3>(rotation.v) -=
          Vec3(at_.v.segment<3>(rotation.v)).cross(Vec3(dq.segment<3>(rotation.v)));
    const Vector z = basis_z_.transpose() * rate.cwiseQuotient(units_);
    const Vector acceleration = r.head(n) - along_ * z;
    model_.system.col(k) << z, basis_w_.transpose() * acceleration.cwiseQuotient(units_),
        r.segment(n + m, layout_.n_x);
  }

  void fill_mobility() {
    model_.mobility.resize(model_.n_w, model_.n_w);
    for (int k = 0; k < model_.n_w; ++k) {
      Vector r = Vector::Zero(matrix_.size());
      r.head(layout_.n) = basis_w_.col(k).cwiseQuotient(units_);
      matrix_.solve(r);
      model_.mobility.col(k) = basis_w_.transpose() * r.head(layout_.n).cwiseQuotient(units_);
    }
  }

  Vector change_of_constraints(const Vector& dq, const Vector& dv) {
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

  const Dae& dae_;
  const Layout& layout_;
  const State& at_;
  const Vector& units_;
  Blocks blocks_;
  NewtonMatrix matrix_;
  Values low_, high_;
  bool without_damping_;
  bool has_value_nearby_ = true;
  Matrix basis_z_, basis_w_, along_;
  LinearModel model_;
};

}  // namespace

std::optional<LinearModel> linear_model(const Dae& dae, const State& at, const Vector& units,
                                        bool without_damping, std::string& message) {
  return Linearisation(dae, at, units, without_damping).run(message);
}

State moved(const LinearModel& model, const Dae& dae, const State& at, int k, double step) {
  State s = at;
  const int n_z = model.n_z, n_w = model.n_w;
  if (k < n_z) {
    dae.retract(at.q, step * model.positions.col(k), s.q);
    s.v += step * model.along.col(k);
  } else if (k < n_z + n_w) {
    s.v += step * model.velocities.col(k - n_z);
  } else {
    s.x[k - n_z - n_w] += step;
  }
  return s;
}

double size_of_state(const LinearModel& model, const State& at, const Vector& units, int k) {
  const int n_z = model.n_z, n_w = model.n_w;
  if (k < n_z) return 1;  // displacements are in units of the model's length already
  if (k < n_z + n_w) return std::max(1.0, at.v.cwiseQuotient(units).cwiseAbs().maxCoeff());
  return std::max(1.0, std::abs(at.x[k - n_z - n_w]));
}

}  // namespace trammel::analysis
