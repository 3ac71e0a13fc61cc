// SPDX-License-Identifier: BSD-3-Clause
#include "integrators/corrector_test.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace trammel {

namespace {

constexpr double largest_imbalance = 1e-6;  // of forces, where Newton may stand still

double largest(const Eigen::Ref<const Vector>& u) {
  return u.size() > 0 ? u.cwiseAbs().maxCoeff() : 0;
}

}  // namespace

CorrectorTest::CorrectorTest(const Dae& dae, const IntegratorOptions& options,
                             double position_tolerance)
    : layout_(dae.layout()),
      corrector_(options.corrector),
      position_tolerance_(position_tolerance),
      multiplier_tolerance_(std::min(1e-3, 0.1 * std::pow(options.error, 2.0 / 3))),
      y_follows_a_(dae.pattern(Block::Sa).n_entries() > 0 ||
                   dae.pattern(Block::Sl).n_entries() > 0) {}

void CorrectorTest::observe(const State& s, const ErrorNorm& norm) {
  largest_a_ = std::max(largest_a_, norm.of_position(s.a));
  largest_lambda_ = std::max(largest_lambda_, largest(s.lambda));
}

double CorrectorTest::size(const Correction& d, const State& s, const ErrorNorm& norm) {
  double size =
      std::max(norm.of_position(d.position), norm.of_states(d.states)) / position_tolerance_;
  position_change_ = size;  // (COR.1)
  const auto test = [&](double change, double scale) {
    if (scale > 0) size = std::max(size, change / (scale * multiplier_tolerance_));
  };
  if (corrector_ == Corrector::original && size > round_off()) {  // (COR.2)
    test(norm.of_position(d.acceleration), std::max(largest_a_, norm.of_position(s.a)));
    test(largest(d.multipliers), std::max(largest_lambda_, largest(s.lambda)));
  }
  // Algebraic unknowns have no error control of their own: they converge or the step fails, unless
  // they follow accelerations down to their noise.
  if (layout_.n_y > 0 && (size > round_off() || !y_follows_a_)) {
    const double scale = std::max(1.0, largest(s.y));
    unknown_change_ = largest(d.unknowns) / (scale * multiplier_tolerance_);  // (COR.3)
    size = std::max(size, unknown_change_);
  }
  return size;
}

void CorrectorTest::set_imbalance(const Values& values, const Eigen::Ref<const Vector>& residual) {
  const double forces =
      std::max({largest(values.inertia), largest(values.action), largest(values.reaction)});
  imbalance_ = forces > 0 ? largest(residual) / forces : 0;
}

double CorrectorTest::round_off() const {
  return 20 * std::numeric_limits<double>::epsilon() / position_tolerance_;
}

// An ulp of Φ is amplified by 1/h² into accelerations and multipliers, and much more next to a pose
// where constraints become dependent. A shorter step makes that worse: when Newton stands still with
// derivatives of this very step and the positions have converged, there is nothing better to get.
double CorrectorTest::stagnation(bool matrix_is_new) const {
  if (unknown_change_ > 1 && !y_follows_a_) return 0;
  if (imbalance_ > largest_imbalance) return 0;
  if (matrix_is_new && position_change_ <= std::max(1.0, 1e-9 / position_tolerance_))
    return std::numeric_limits<double>::infinity();
  return std::max(round_off(), 1e-11 / position_tolerance_);
}

}  // namespace trammel
