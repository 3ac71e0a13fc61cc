// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/singular_report.h"

#include <btf.h>

#include <Eigen/QR>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <random>
#include <stdexcept>

#include "numerics/klu_solver.h"

namespace trammel {

namespace {

constexpr int largest_dense = 400;
constexpr double null_tolerance = 1e-11;  // singular values of the equilibrated matrix
constexpr double smallest_share = 1e-3;
constexpr std::size_t most_shares = 40;

// Rows, then columns, to unit maximum: a unit chosen by the user must not decide who is to blame.
SparseMatrix equilibrated(const SparseMatrix& a) {
  SparseMatrix scaled = a;
  const auto start = a.pattern().start();
  const auto rows = a.pattern().rows();
  const auto values = scaled.values();
  const auto inverse = [](double x) { return x > 0 ? 1 / x : 1.0; };

  Vector largest = Vector::Zero(a.n_rows());
  for (std::size_t k = 0; k < values.size(); ++k)
    largest[rows[k]] = std::max(largest[rows[k]], std::abs(values[k]));
  for (std::size_t k = 0; k < values.size(); ++k) values[k] *= inverse(largest[rows[k]]);

  for (std::size_t j = 0; j < std::size_t(a.n_columns()); ++j) {
    const auto column = values.subspan(std::size_t(start[j]), std::size_t(start[j + 1] - start[j]));
    double top = 0;
    for (const double x : column) top = std::max(top, std::abs(x));
    for (double& x : column) x *= inverse(top);
  }
  return scaled;
}

// Orthonormal bases of the directions whose singular value is (nearly) zero, at least one each.
struct NullSpace {
  Matrix left, right;
  int nullity = 0;
  double smallest_singular = 0;
};

int count_null(const Vector& sigma, double scale) {
  const auto count = (sigma.array() <= null_tolerance * scale).count();
  return std::min(int(count), SingularReport::max_nullity);
}

NullSpace dense_null_space(const SparseMatrix& scaled) {
  const Eigen::BDCSVD<Matrix> svd(scaled.dense(), Eigen::ComputeFullU | Eigen::ComputeFullV);
  const Vector& sigma = svd.singularValues();
  const int nullity = count_null(sigma, sigma[0]);
  const int kept = std::max(nullity, 1);
  return {svd.matrixU().rightCols(kept), svd.matrixV().rightCols(kept), nullity,
          sigma[sigma.size() - 1]};
}

// A large matrix S is made solvable by a small generic D on a perfect matching: B = S + D. A null
// vector obeys S x = 0, hence
//   x = B⁻¹D x                                                                          (LIN.3)
// and the iteration forgets everything else at the rate |D|/σ: it finds the null vectors of S
// itself, not of B. Two rounds of (BᵀB)⁻¹ first, because (LIN.3) starts slowly when yᵀD x = 0 for
// the left null vector y.
class PerturbedInverse {
 public:
  explicit PerturbedInverse(const SparseMatrix& scaled) : scaled_(scaled) {
    const int n = scaled.n_rows();
    StructuralMatch match = match_structurally(scaled.pattern());
    for (std::size_t k = 0; k < match.unmatched_rows.size(); ++k)
      match.column_of_row[std::size_t(match.unmatched_rows[k])] = match.unmatched_columns[k];
    column_of_row_ = std::move(match.column_of_row);

    std::vector<std::pair<int, int>> entries;
    for (int j = 0; j < n; ++j)
      for (const int i : scaled.pattern().column(j)) entries.emplace_back(i, j);
    for (int i = 0; i < n; ++i) entries.emplace_back(i, column_of_row_[std::size_t(i)]);
    b_ = SparseMatrix(Pattern::from_entries(n, n, std::move(entries)));
    solver_.analyse(b_.pattern());
    d_.resize(n);
  }

  bool factor() {
    for (int attempt = 0; attempt < 4; ++attempt) {
      draw_perturbation();
      if (solver_.factor(b_).ok()) return true;
    }
    return false;
  }

  // Right null vectors, or left ones (of Sᵀ): orthonormal, smallest singular value first.
  Matrix null_vectors(bool left, Vector& sigma) {
    Matrix x(scaled_.n_rows(), SingularReport::max_nullity);
    for (auto& entry : x.reshaped()) entry = uniform_(random_);
    for (int round = 0; round < 5; ++round) {
      for (auto column : x.colwise()) {
        work_ = column;
        if (round < 2) {
          solve(!left);
          solve(left);
        } else {
          apply_perturbation(left);
          solve(left);
        }
        column = work_;
      }
      orthonormalise(x);
    }
    return ritz(x, left, sigma);
  }

 private:
  void draw_perturbation() {
    b_.set_zero();
    for (int j = 0; j < scaled_.n_columns(); ++j)
      for (int k = scaled_.pattern().start()[std::size_t(j)];
           k < scaled_.pattern().start()[std::size_t(j) + 1]; ++k)
        b_.add(scaled_.pattern().rows()[std::size_t(k)], j, scaled_.values()[std::size_t(k)]);
    for (int i = 0; i < int(d_.size()); ++i) {
      const double u = uniform_(random_);
      d_[i] = perturbation * (u + std::copysign(1.0, u));
      b_.add(i, column_of_row_[std::size_t(i)], d_[i]);
    }
  }

  void solve(bool transposed) {
    if (transposed)
      solver_.solve_transposed(work_);
    else
      solver_.solve(work_);
  }

  void apply_perturbation(bool transposed) {
    Vector out(work_.size());
    for (int i = 0; i < int(d_.size()); ++i) {
      const int j = column_of_row_[std::size_t(i)];
      if (transposed)
        out[j] = d_[i] * work_[i];
      else
        out[i] = d_[i] * work_[j];
    }
    work_ = out;
  }

  static void orthonormalise(Matrix& x) {
    const Eigen::HouseholderQR<Matrix> qr(x);
    x.setIdentity();
    x.applyOnTheLeft(qr.householderQ());
  }

  // Singular vectors of S within the span of x.
  Matrix ritz(const Matrix& x, bool left, Vector& sigma) const {
    Matrix image(x.rows(), x.cols());
    for (int k = 0; k < x.cols(); ++k) {
      Vector y = Vector::Zero(x.rows());
      if (left)
        scaled_.multiply_transposed_add(x.col(k), 1, y);
      else
        scaled_.multiply_add(x.col(k), 1, y);
      image.col(k) = y;
    }
    const Eigen::JacobiSVD<Matrix> svd(image, Eigen::ComputeThinU | Eigen::ComputeThinV);
    sigma = svd.singularValues().reverse();
    return x * svd.matrixV().rowwise().reverse();
  }

  static constexpr double perturbation = 1e-8;
  const SparseMatrix& scaled_;
  std::vector<int> column_of_row_;
  SparseMatrix b_;
  Vector d_, work_;
  KluSolver solver_;
  std::mt19937 random_{20240229};  // fixed: reports must not change from run to run
  std::uniform_real_distribution<double> uniform_{-1.0, 1.0};
};

NullSpace sparse_null_space(const SparseMatrix& scaled) {
  PerturbedInverse inverse(scaled);
  if (!inverse.factor()) return {};
  Vector sigma, sigma_left;
  const Matrix right = inverse.null_vectors(false, sigma);
  const Matrix left = inverse.null_vectors(true, sigma_left);
  const int nullity = count_null(sigma, 1.0);
  const int kept = std::max(nullity, 1);
  return {left.leftCols(kept), right.leftCols(kept), nullity, sigma[0]};
}

std::vector<SingularReport::Share> shares_of(const Matrix& basis) {
  std::vector<SingularReport::Share> shares;
  for (int i = 0; i < int(basis.rows()); ++i)
    if (const double weight = basis.row(i).norm(); weight > smallest_share)
      shares.push_back({i, weight});
  std::stable_sort(shares.begin(), shares.end(),
                   [](const auto& a, const auto& b) { return a.weight > b.weight; });
  if (shares.size() > most_shares) shares.resize(most_shares);
  return shares;
}

// True, with its place, when an entry is NaN or infinite.
bool find_not_finite(const SparseMatrix& a, SingularReport& report) {
  for (int j = 0; j < a.n_columns(); ++j)
    for (int k = a.pattern().start()[std::size_t(j)]; k < a.pattern().start()[std::size_t(j) + 1];
         ++k)
      if (!std::isfinite(a.values()[std::size_t(k)])) {
        report.row = a.pattern().rows()[std::size_t(k)];
        report.column = j;
        return true;
      }
  return false;
}

}  // namespace

SingularReport diagnose_singular(const SparseMatrix& a) {
  if (a.n_rows() != a.n_columns())
    throw std::invalid_argument("diagnose_singular: the matrix is not square");
  SingularReport report;
  StructuralMatch match = match_structurally(a.pattern());
  report.structural_rank = match.rank;
  report.unmatched_rows = std::move(match.unmatched_rows);
  report.unmatched_columns = std::move(match.unmatched_columns);
  if (find_not_finite(a, report)) {
    report.cause = SingularReport::Cause::not_finite;
    return report;
  }
  if (a.n_rows() == 0) return report;

  const SparseMatrix scaled = equilibrated(a);
  const NullSpace null =
      a.n_rows() <= largest_dense ? dense_null_space(scaled) : sparse_null_space(scaled);
  report.nullity = null.nullity;
  report.smallest_singular = null.smallest_singular;
  report.rows = shares_of(null.left);
  report.columns = shares_of(null.right);
  if (report.structural_rank < a.n_rows())
    report.cause = SingularReport::Cause::structural;
  else if (report.nullity > 0)
    report.cause = SingularReport::Cause::numerical;
  return report;
}

StructuralMatch match_structurally(const Pattern& pattern) {
  const int n_rows = pattern.n_rows(), n_columns = pattern.n_columns();
  StructuralMatch match;
  match.column_of_row.assign(std::size_t(n_rows), -1);
  std::vector<int> workspace(5 * std::size_t(std::max(n_columns, 1)));
  double work = 0;
  if (n_rows > 0 && n_columns > 0)
    match.rank = btf_maxtrans(n_rows, n_columns, const_cast<int*>(pattern.start().data()),
                              const_cast<int*>(pattern.rows().data()), 0, &work,
                              match.column_of_row.data(), workspace.data());
  std::vector<bool> has_row(std::size_t(n_columns), false);
  for (int i = 0; i < n_rows; ++i) {
    const int column = match.column_of_row[std::size_t(i)];
    if (column < 0)
      match.unmatched_rows.push_back(i);
    else
      has_row[std::size_t(column)] = true;
  }
  for (int j = 0; j < n_columns; ++j)
    if (!has_row[std::size_t(j)]) match.unmatched_columns.push_back(j);
  return match;
}

}  // namespace trammel
