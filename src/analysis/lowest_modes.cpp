// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/lowest_modes.h"

// GCC 12 sees a use after free in Spectra's assignments that is not there.
#pragma GCC diagnostic push
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wuse-after-free"
#endif
#include <Spectra/GenEigsSolver.h>
#pragma GCC diagnostic pop

#include <algorithm>
#include <cmath>
#include <limits>

#include "numerics/newton_matrix.h"

namespace trammel::analysis {

namespace {

using Complex = std::complex<double>;

constexpr double shift_share = 0.1;  // of the lowest √(k/m) of a coordinate
constexpr int most_restarts = 300;
constexpr double tolerance = 1e-11;

class ShiftInvert {  // (b_q, b_v, b_x) → (δ, v, x)
 public:
  using Scalar = double;

  ShiftInvert(const Dae& dae, const State& at, bool without_damping)
      : layout_(dae.layout()), blocks_(make_blocks(dae)), matrix_(dae, ConstraintForm::index3) {
    if (dae.linearise(at, all_blocks, blocks_) != Outcome::ok) {
      message_ = "a function has no value here";
      return;
    }
    if (without_damping) blocks_[Block::C].set_zero(), blocks_[Block::Sv].set_zero();
    sigma_ = shift();
    StepMap map;
    map.s = 1, map.v = sigma_, map.a = sigma_ * sigma_, map.sx = 1, map.sd = sigma_;
    matrix_.combine(blocks_, map);
    if (!matrix_.factor().ok()) message_ = matrix_.describe_singularity(dae);
  }

  const std::string& message() const { return message_; }
  double sigma() const { return sigma_; }
  int rows() const { return 2 * layout_.n + layout_.n_x; }
  int cols() const { return rows(); }

  void perform_op(const double* in, double* out) const {
    const int n = layout_.n, n_x = layout_.n_x, aux = n + layout_.m();
    const Vector bq = Eigen::Map<const Vector>(in, n), bv = Eigen::Map<const Vector>(in + n, n),
                 bx = Eigen::Map<const Vector>(in + 2 * n, n_x);
    Vector r = Vector::Zero(matrix_.size());
    const auto add = [&](Block block, const Vector& x, double factor, int row) {
      Vector part = Vector::Zero(blocks_[block].n_rows());
      blocks_[block].multiply_add(x, factor, part);
      r.segment(row, part.size()) += part;
    };
    const Vector push = sigma_ * bq + bv;
    add(Block::M, push, 1, 0), add(Block::A, push, 1, 0), add(Block::C, bq, 1, 0);  // (EIG.5)
    add(Block::Sv, bq, 1, aux), add(Block::Sa, push, 1, aux), add(Block::Sxd, bx, 1, aux);
    matrix_.solve(r);
    Eigen::Map<Vector>(out, n) = r.head(n);
    Eigen::Map<Vector>(out + n, n) = sigma_ * r.head(n) - bq;
    Eigen::Map<Vector>(out + 2 * n, n_x) = r.segment(aux, n_x);
  }

 private:
  // Stiffnesses that are rounding of others belong to coordinates that nothing holds.
  double shift() const {
    Vector ratio = Vector::Zero(layout_.n);  // k/m
    for (int j = 0; j < layout_.n; ++j) {
      const double mass = blocks_[Block::M].value(j, j);
      const double stiffness =
          std::abs(blocks_[Block::K].value(j, j) + blocks_[Block::Kg].value(j, j));
      if (mass > 0) ratio[j] = stiffness / mass;
    }
    const double rounding = std::numeric_limits<double>::epsilon() * ratio.cwiseAbs().maxCoeff();
    double lowest = std::numeric_limits<double>::infinity();
    for (const double r : ratio)
      if (r > rounding) lowest = std::min(lowest, std::sqrt(r));
    return std::isfinite(lowest) ? shift_share * lowest : 1;
  }

  const Layout& layout_;
  Blocks blocks_;
  NewtonMatrix matrix_;
  double sigma_ = 1;
  std::string message_;
};

}  // namespace

LowestModes lowest_modes(const Dae& dae, const State& at, int count, bool without_damping) {
  LowestModes result;
  const Layout& layout = dae.layout();
  if (layout.m1 + layout.m2 > 0 || !at.v.isZero(0)) {
    result.message =
        "the eigenvalues of a model of this size can be found at rest only, and without motions "
        "and "
        "constraints of velocities";
    return result;
  }
  ShiftInvert op(dae, at, without_damping);
  result.message = op.message();
  if (!result.message.empty()) return result;
  const int wanted = std::min(2 * count, op.rows() / 4),
            space = std::min(2 * wanted + 20, op.rows());
  Spectra::GenEigsSolver<ShiftInvert> solver(op, wanted, space);
  // Directions that the constraints forbid belong to θ = 0; two applications remove them.
  Vector start = Vector::LinSpaced(op.rows(), 1, 2), next(op.rows());
  for (int twice = 0; twice < 2; ++twice) {
    op.perform_op(start.data(), next.data());
    start = next.normalized();
  }
  solver.init(start.data());
  const auto converged = solver.compute(Spectra::SortRule::LargestMagn, most_restarts, tolerance);
  if (converged < wanted) {
    result.message = "the lowest eigenvalues of the linearised model cannot be found";
    return result;
  }
  const Eigen::VectorXcd inverse = solver.eigenvalues();
  const Eigen::MatrixXcd vectors = solver.eigenvectors();
  for (Eigen::Index k = 0; k < converged; ++k) {
    const Complex value = op.sigma() - 1.0 / inverse[k];
    if (value.imag() < 0) continue;
    result.values.push_back(value);
    result.shapes.emplace_back(vectors.col(k).head(dae.layout().n));
  }
  return result;
}

}  // namespace trammel::analysis
