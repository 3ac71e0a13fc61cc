// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/linear_model.h"

#include <algorithm>
#include <cmath>

#include "analysis/linear_response.h"
#include "numerics/dense.h"
#include "system/redundancy.h"

namespace trammel::analysis {

namespace {

constexpr double rank_tolerance = 1e-10;

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
  Linearisation(const Dae& dae, const State& at, const Vector& units)
      : layout_(dae.layout()), at_(at), units_(units), response_(dae, at) {}

  std::optional<LinearModel> run(bool without_damping, std::string& message) {
    if (!response_.prepare(without_damping, message)) return {};
    find_bases();
    fill_columns();
    fill_mobility();
    if (!response_.has_value_nearby()) {
      message = "a function has no value nearby";
      return {};
    }
    model_.velocities = units_.asDiagonal() * basis_w_;
    model_.along = std::move(along_);
    return std::move(model_);
  }

 private:
  void find_bases() {
    const Blocks& blocks = response_.blocks();
    const Vector scales = system::row_scales(blocks[Block::G], units_);
    const Matrix g = scales.asDiagonal() * blocks[Block::G].dense() * units_.asDiagonal();
    const int m0 = layout_.m0, m01 = layout_.m0 + layout_.m1;
    const PivotedQr velocities(g.topRows(m01).transpose());
    basis_w_ = null_space(velocities);
    basis_z_ = layout_.m1 == 0 ? basis_w_ : null_space(PivotedQr(g.topRows(m0).transpose()));
    model_.positions = units_.asDiagonal() * basis_z_;
    model_.n_z = int(basis_z_.cols()), model_.n_w = int(basis_w_.cols()), model_.n_x = layout_.n_x;
    const Matrix drift = scales.head(m01).asDiagonal() *
                         product(blocks[Block::Gq].dense().topRows(m01), model_.positions);
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
    const Vector r = response_.to_change(dq, dv, dx);  // (EIG.2)
    Vector rate = dv;                                  // (EIG.3)
    for (const Rotation& rotation : layout_.rotations)
      rate.segment<3>(rotation.v) -=
          Vec3(at_.v.segment<3>(rotation.v)).cross(Vec3(dq.segment<3>(rotation.v)));
    const Vector z = basis_z_.transpose() * rate.cwiseQuotient(units_);
    const Vector acceleration = r.head(layout_.n) - along_ * z;
    model_.system.col(k) << z, basis_w_.transpose() * acceleration.cwiseQuotient(units_),
        r.segment(layout_.n + layout_.m(), layout_.n_x);
  }

  void fill_mobility() {
    model_.mobility.resize(model_.n_w, model_.n_w);
    for (int k = 0; k < model_.n_w; ++k) {
      const Vector r = response_.to_force(basis_w_.col(k).cwiseQuotient(units_));
      model_.mobility.col(k) = basis_w_.transpose() * r.head(layout_.n).cwiseQuotient(units_);
    }
  }

  const Layout& layout_;
  const State& at_;
  const Vector& units_;
  LinearResponse response_;
  Matrix basis_z_, basis_w_, along_;
  LinearModel model_;
};

}  // namespace

std::optional<LinearModel> linear_model(const Dae& dae, const State& at, const Vector& units,
                                        bool without_damping, std::string& message) {
  return Linearisation(dae, at, units).run(without_damping, message);
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
