// SPDX-License-Identifier: BSD-3-Clause
#include "integrators/corrector_test.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace trammel {

namespace {

constexpr double largest_imbalance = 1e-6;  // of forces, where Newton may stand still

constexpr double forgetting = 0.995;  // per step: a shock must not loosen the tests for ever

double largest(const Eigen::Ref<const Vector>& u) {
  return u.size() > 0 ? u.cwiseAbs().maxCoeff() : 0;
}

// Which y depend on a or λ, directly or through other y.
std::vector<bool> followers_of_accelerations(const Dae& dae) {
  const Layout& l = dae.layout();
  std::vector<bool> follows(std::size_t(l.n_y), false);
  std::vector<int> to_do;
  const auto mark = [&](std::span<const int> rows) {
    for (const int row : rows) {
      const int i = row - l.n_x;
      if (i < 0 || follows[std::size_t(i)]) continue;
      follows[std::size_t(i)] = true;
      to_do.push_back(i);
    }
  };
  mark(dae.pattern(Block::Sa).rows());
  mark(dae.pattern(Block::Sl).rows());
  while (!to_do.empty()) {
    const int i = to_do.back();
    to_do.pop_back();
    mark(dae.pattern(Block::Sy).column(i));
  }
  return follows;
}

}  // namespace

CorrectorTest::CorrectorTest(const Dae& dae, const IntegratorOptions& options,
                             double position_tolerance)
    : layout_(dae.layout()),
      corrector_(options.corrector),
      position_tolerance_(position_tolerance),
      multiplier_tolerance_(std::min(1e-3, 0.1 * std::pow(options.error, 2.0 / 3))),
      is_noisy_(followers_of_accelerations(dae)) {}

void CorrectorTest::observe(const State& s, const ErrorNorm& norm) {
  if (residual_ <= forces_) largest_force_ = std::max(forgetting * largest_force_, forces_);
  largest_a_ = std::max(forgetting * largest_a_, norm.of_position(s.a));
  largest_lambda_ = std::max(forgetting * largest_lambda_, largest(s.lambda));
}

double CorrectorTest::size(const Correction& d, const State& s, const ErrorNorm& norm) {
  double size =
      std::max(norm.of_position(d.position), norm.of_states(d.states)) / position_tolerance_;
  position_change_ = size;  // (COR.1)
  const auto test = [&](double change, double scale) {
    if (scale > 0) size = std::max(size, change / (scale * multiplier_tolerance_));
  };
  // In a very short step positions converge whatever the accelerations do: forces must balance too.
  const bool is_noise = size <= round_off() && imbalance_ <= largest_imbalance;
  if (corrector_ == Corrector::original && !is_noise) {  // (COR.2)
    test(norm.of_position(d.acceleration), std::max(largest_a_, norm.of_position(s.a)));
    test(largest(d.multipliers), std::max(largest_lambda_, largest(s.lambda)));
  }
  // Algebraic unknowns have no error control of their own: they converge or the step fails, unless
  // they follow accelerations down to their noise.
  quiet_change_ = 0;
  for (int i = 0; i < layout_.n_y; ++i) {
    const double change =
        std::abs(d.unknowns[i]) / (std::max(1.0, std::abs(s.y[i])) * multiplier_tolerance_);
    if (!is_noisy_[std::size_t(i)])
      quiet_change_ = std::max(quiet_change_, change);  // (COR.3)
    else if (!is_noise)
      size = std::max(size, change);
  }
  size = std::max(size, quiet_change_);
  return size;
}

void CorrectorTest::set_imbalance(const Values& values, const Eigen::Ref<const Vector>& residual,
                                  double noise) {
  const double inertia = largest(values.inertia);
  const double forces = std::max({inertia, largest(values.action), largest(values.reaction)});
  const double excess = largest(residual) - noise * inertia;
  residual_ = largest(residual);
  forces_ = forces;
  imbalance_ = forces > 0 ? std::max(0.0, excess) / forces : 0;
}

double CorrectorTest::round_off() const {
  return 20 * std::numeric_limits<double>::epsilon() / position_tolerance_;
}

// An ulp of Φ is amplified by 1/h² into accelerations and multipliers, and much more next to a pose
// where constraints become dependent. A shorter step makes that worse: when Newton stands still with
// derivatives of this very step and the positions have converged, there is nothing better to get.
double CorrectorTest::stagnation(bool matrix_is_new) const {
  if (quiet_change_ > 1) return 0;
  if (imbalance_ > std::min(1e-3, largest_imbalance * terms_)) return 0;
  if (matrix_is_new && position_change_ <= std::max(1.0, 1e-9 * terms_ / position_tolerance_))
    return std::numeric_limits<double>::infinity();
  return std::max(round_off(), 1e-11 * terms_ / position_tolerance_);
}

}  // namespace trammel
