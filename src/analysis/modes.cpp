// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/modes.h"

#include <algorithm>
#include <cmath>

#include "analysis/linear_model.h"
#include "analysis/lowest_modes.h"
#include "numerics/dense.h"

namespace trammel::analysis {

namespace {

using Complex = std::complex<double>;
using ComplexVector = Eigen::VectorXcd;

constexpr double rigid_tolerance = 1e-11;  // of the length of each row
constexpr double noise = 1e-14;            // of the longest row: below, a row is zero
constexpr int most_coordinates = 1500;     // for dense matrices
constexpr double no_rate = 1e-300;

// Columns of `basis` that a matrix maps to (nearly) zero, recombined.
Matrix mapped_to_zero(const Matrix& a, const Matrix& basis) {
  if (basis.cols() == 0 || a.rows() == 0) return basis;
  const PivotedQr qr(product(a, basis).transpose());
  return product(basis, qr.q().rightCols(basis.cols() - qr.rank(rigid_tolerance)));
}

// Rows of length one, so that what is soft counts as much as what is stiff.
Matrix stacked(const Matrix& top, const Matrix& bottom) {
  Matrix all(top.rows() + bottom.rows(), top.cols());
  all << top, bottom;
  const Vector lengths = all.rowwise().norm();
  const double longest = lengths.size() == 0 ? 0 : lengths.maxCoeff();
  for (Eigen::Index i = 0; i < all.rows(); ++i)
    all.row(i) *= lengths[i] > noise * longest ? 1 / lengths[i] : 0;
  return all;
}

// Directions z₀ with 𝒜(z₀, 0) = 0 and 𝒜(0, z₀) = (z₀, 0).
Matrix rigid_directions(const LinearModel& m) {
  const int nz = m.n_z, nx = m.n_x;
  if (m.n_w != nz || nz == 0) return Matrix::Zero(nz, 0);
  const Matrix& a = m.system;
  const Matrix zz = a.topLeftCorner(nz, nz);
  const Matrix stiff = stacked(a.block(nz, 0, nz, nz), a.block(2 * nz, 0, nx, nz));
  const Matrix damped = stacked(a.block(nz, nz, nz, nz), a.block(2 * nz, nz, nx, nz));
  Matrix basis = mapped_to_zero(stiff, Matrix::Identity(nz, nz));
  basis = mapped_to_zero(damped, basis);
  return mapped_to_zero(stacked(zz, Matrix::Zero(0, nz)), basis);
}

class Quotient {  // what is left of 𝒜 without the rigid directions
 public:
  Quotient(const LinearModel& m, const Matrix& rigid) : k_(int(rigid.cols())), m_(m) {
    const int nz = m.n_z, n = int(m.system.rows());
    turn_ = Matrix::Identity(n, n);
    if (k_ > 0) {
      const PivotedQr qr(rigid);
      turn_.topLeftCorner(nz, nz) = qr.q();
      turn_.block(nz, nz, nz, nz) = qr.q();
    }
    turned_ = transposed_product(turn_, product(m.system, turn_));
    for (int i = 0; i < n; ++i) {
      const bool is_rigid = i < k_ || (i >= nz && i < nz + k_);
      if (!is_rigid) rest_.push_back(i);
    }
  }

  Matrix system() const { return turned_(rest_, rest_); }

  // From an eigenvector of what is left to one of 𝒜: the rigid part follows (EIG.4).
  ComplexVector lifted(const Complex& value, const ComplexVector& y) const {
    ComplexVector all = ComplexVector::Zero(turned_.rows());
    for (std::size_t i = 0; i < rest_.size(); ++i) all[rest_[i]] = y[Eigen::Index(i)];
    if (std::abs(value) < no_rate) return turn_ * all;
    for (int i = 0; i < k_; ++i) all[m_.n_z + i] = turned_.row(m_.n_z + i).dot(all) / value;
    for (int i = 0; i < k_; ++i)
      all[i] = (turned_.row(i).dot(all) - turned_(i, i) * all[i]) / value;
    return turn_ * all;
  }

 private:
  int k_;
  const LinearModel& m_;
  Matrix turn_, turned_;
  std::vector<int> rest_;
};

void add_mode(std::vector<Mode>& modes, const Complex& value, ComplexVector shape,
              const Vector& units, bool is_rigid, ComplexVector states = {}) {
  shape = shape.cwiseQuotient(units.cast<Complex>()).eval();
  Eigen::Index largest = 0;
  if (shape.size() > 0 && shape.cwiseAbs().maxCoeff(&largest) > 0) {
    const Complex one = shape[largest];
    shape /= one;
    states /= one;
  }
  modes.push_back({value, std::move(shape), is_rigid, std::move(states)});
}

ModeReport all_modes(const LinearModel& m, const Vector& units) {
  ModeReport report;
  const Matrix rigid = rigid_directions(m);
  for (Eigen::Index k = 0; k < rigid.cols(); ++k)
    for (int twice = 0; twice < 2; ++twice)
      add_mode(report.modes, 0, (m.positions * rigid.col(k)).cast<Complex>(), units, true);
  const Quotient quotient(m, rigid);
  const Matrix rest = quotient.system();
  const auto pairs = eigen_pairs(rest);
  if (!pairs) {
    report.message = "the eigenvalues of the linearised model cannot be found";
    return report;
  }
  for (Eigen::Index k = 0; k < rest.rows(); ++k) {
    const Complex value = pairs->values[k];
    if (value.imag() < 0) continue;
    const ComplexVector y = quotient.lifted(value, pairs->vectors.col(k));
    add_mode(report.modes, value, m.positions.cast<Complex>() * y.head(m.n_z), units, false,
             y.tail(m.n_x));
  }
  return report;
}

void sort_by_modulus(ModeReport& report) {
  std::stable_sort(report.modes.begin(), report.modes.end(), [](const Mode& a, const Mode& b) {
    return std::abs(a.value) < std::abs(b.value);
  });
}

}  // namespace

ModeReport modes_of(const LinearModel& model, const Vector& units) {
  ModeReport report = all_modes(model, units);
  sort_by_modulus(report);
  return report;
}

int count_states(const Layout& layout) {
  return 2 * (layout.n - layout.m0) - layout.m1 + layout.n_x;
}

ModeReport find_modes(const Dae& dae, const State& at, const Vector& units,
                      const ModeOptions& options) {
  const Layout& layout = dae.layout();
  ModeReport report;
  if (count_states(layout) <= options.dense_limit && layout.n <= most_coordinates) {
    const auto model = linear_model(dae, at, units, options.without_damping, report.message);
    if (model) report = all_modes(*model, units);
  } else {
    const LowestModes found = lowest_modes(dae, at, options.lowest, options.without_damping);
    report.message = found.message;
    report.is_complete = false;
    for (std::size_t k = 0; k < found.values.size(); ++k)
      add_mode(report.modes, found.values[k], found.shapes[k], units, false);
  }
  sort_by_modulus(report);
  return report;
}

}  // namespace trammel::analysis
