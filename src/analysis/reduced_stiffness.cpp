// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/reduced_stiffness.h"

#include <Eigen/SparseCholesky>
#include <Eigen/SparseLU>
#include <cmath>

#include "system/redundancy.h"

namespace trammel::analysis {

namespace {

using Sparse = Eigen::SparseMatrix<double>;

constexpr double penalty = 1e6;            // ρ relative to the largest entry of K* + σM
constexpr double neutral_share = 1e-11;    // of the largest k/m: below, ω² counts as zero
constexpr double least_mass_share = 1e-3;  // of the mean, where there is none
constexpr double least_rate = 1e-10;       // of a state that nothing but its rate determines
constexpr int inverse_iterations = 40;
constexpr int most_doublings = 60;

Sparse sparse(const SparseMatrix& a) {
  const Pattern& p = a.pattern();
  return Eigen::Map<const Sparse>(p.n_rows(), p.n_columns(), p.n_entries(), p.start().data(),
                                  p.rows().data(), a.values().data());
}

double largest_entry(const Sparse& a) {
  return a.nonZeros() == 0 ? 0 : a.coeffs().abs().maxCoeff();
}

Sparse stacked(const Sparse& left, const Sparse& right) {
  std::vector<Eigen::Triplet<double>> entries;
  for (const auto& [part, offset] : {std::pair{&left, 0L}, {&right, long(left.cols())}})
    for (int j = 0; j < part->outerSize(); ++j)
      for (Sparse::InnerIterator it(*part, j); it; ++it)
        entries.emplace_back(int(it.row()), int(it.col() + offset), it.value());
  Sparse all(left.rows(), left.cols() + right.cols());
  all.setFromTriplets(entries.begin(), entries.end());
  return all;
}

}  // namespace

void floor_mass(const Layout& layout, const Vector& units, SparseMatrix& mass) {
  double sum = 0;
  int count = 0;
  Vector diagonal = Vector::Zero(layout.n);
  for (int j = 0; j < layout.n; ++j) {
    const int at = mass.pattern().find(j, j);
    diagonal[j] = at < 0 ? 0 : mass.values()[std::size_t(at)];
    if (diagonal[j] <= 0) continue;
    sum += std::log(diagonal[j] * units[j] * units[j]);
    ++count;
  }
  const double mean = count == 0 ? 1 : std::exp(sum / count);
  for (int j = 0; j < layout.n; ++j) {
    const double least = least_mass_share * mean / (units[j] * units[j]);
    const int at = mass.pattern().find(j, j);
    if (at >= 0 && diagonal[j] <= 0) mass.values()[std::size_t(at)] = least;
  }
}

struct ReducedStiffness::Impl {
  Impl(const Dae& d, Vector u) : dae(d), units(std::move(u)) {}

  Sparse condensed(const Blocks& blocks) const {
    const Layout& l = dae.layout();
    Sparse k = sparse(blocks[Block::K]) + sparse(blocks[Block::Kg]);
    if (l.n_aux() == 0) return k;
    const Sparse states = sparse(blocks[Block::Sx]) + least_rate * sparse(blocks[Block::Sxd]);
    const Sparse own = stacked(states, sparse(blocks[Block::Sy]));
    Eigen::SparseLU<Sparse> lu(own);
    if (lu.info() != Eigen::Success) return k;  // a state without a value at rest holds nothing
    const Sparse follow = lu.solve(sparse(blocks[Block::Sq]));
    return k - Sparse(stacked(sparse(blocks[Block::Qx]), sparse(blocks[Block::Qy])) * follow);
  }

  void set(const Blocks& blocks) {
    const Sparse k = condensed(blocks);
    const auto D = units.asDiagonal();
    K = D * Sparse(0.5 * (k + Sparse(k.transpose()))) * D;  // (STA.5)
    SparseMatrix m = blocks[Block::M];
    floor_mass(dae.layout(), units, m);
    M = D * sparse(m) * D;
    G = system::row_scales(blocks[Block::G], units).asDiagonal() * sparse(blocks[Block::G]) * D;
    GtG = Sparse(G.transpose()) * G;
  }

  bool is_positive(double sigma) {
    const Sparse shifted = K + sigma * M;
    const double rho = penalty * std::max(largest_entry(shifted), 1e-300);
    const Sparse s = shifted + rho * GtG;  // (STA.6)
    ldlt.compute(s);
    return ldlt.info() == Eigen::Success && ldlt.vectorD().minCoeff() > 0;
  }

  double largest_square() const {
    double largest = 0;
    for (int j = 0; j < K.cols(); ++j)
      largest = std::max(largest, std::abs(K.coeff(j, j)) / M.coeff(j, j));
    return largest;
  }

  // [K* + σM, Γᵀ; Γ, 0] and the lowest mode by (δ, μ) ← [..]⁻¹ (Mδ, 0).
  bool lowest_mode(double sigma, Vector& mode) const {
    const int n = int(K.cols()), m = int(G.rows());
    std::vector<Eigen::Triplet<double>> entries;
    const Sparse shifted = K + sigma * M;
    const double scale = std::max(largest_entry(shifted), 1e-300);
    for (int j = 0; j < n; ++j)
      for (Sparse::InnerIterator it(shifted, j); it; ++it)
        entries.emplace_back(int(it.row()), j, it.value());
    for (int j = 0; j < n; ++j)
      for (Sparse::InnerIterator it(G, j); it; ++it) {
        entries.emplace_back(n + int(it.row()), j, scale * it.value());
        entries.emplace_back(j, n + int(it.row()), scale * it.value());
      }
    Sparse kkt(n + m, n + m);
    kkt.setFromTriplets(entries.begin(), entries.end());
    const Eigen::SparseLU<Sparse> lu(kkt);
    if (lu.info() != Eigen::Success) return false;
    Vector rhs = Vector::Zero(n + m);
    mode = Vector::LinSpaced(n, 1, 2);  // nothing is orthogonal to it by symmetry
    for (int k = 0; k < inverse_iterations; ++k) {
      rhs.setZero();
      rhs.head(n) = M * mode;
      mode = Vector(lu.solve(rhs)).head(n);
      const double size = std::sqrt(mode.dot(M * mode));
      if (!(size > 0) || !std::isfinite(size)) return false;
      mode /= size;
    }
    return true;
  }

  StabilityVerdict judge() {
    StabilityVerdict verdict;
    const double largest = largest_square();
    const double zero = largest > 0 ? neutral_share * largest : 1;
    if (K.cols() == 0 || is_positive(-zero)) return verdict;
    double sigma = std::max(zero, 1e-300);
    for (int k = 0; k < most_doublings && !is_positive(sigma); ++k) sigma *= 4;
    Vector mode;
    if (!lowest_mode(sigma, mode)) return verdict;
    verdict.square = mode.dot(K * mode);
    Eigen::Index column = 0;
    mode.cwiseAbs().maxCoeff(&column);  // in units: lengths and angles compare
    verdict.column = int(column);
    verdict.mode = units.cwiseProduct(mode) / std::abs(mode[column]);
    verdict.kind = verdict.square < -zero  ? Stability::unstable
                   : verdict.square < zero ? Stability::neutral
                                           : Stability::stable;
    return verdict;
  }

  const Dae& dae;
  Vector units;
  Sparse K, M, G, GtG;  // in units
  Eigen::SimplicialLDLT<Sparse> ldlt;
};

ReducedStiffness::ReducedStiffness(const Dae& dae, Vector units)
    : impl_(std::make_unique<Impl>(dae, std::move(units))) {}
ReducedStiffness::~ReducedStiffness() = default;

void ReducedStiffness::set(const Blocks& blocks) {
  impl_->set(blocks);
}

bool ReducedStiffness::is_positive(double sigma) {
  return impl_->is_positive(sigma);
}

StabilityVerdict ReducedStiffness::judge() {
  return impl_->judge();
}

}  // namespace trammel::analysis
