// SPDX-License-Identifier: BSD-3-Clause
#include "integrators/corrector_test.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace trammel {

namespace {

constexpr double largest_imbalance = 1e-6;  // of forces, where Newton may stand still
// Where all torques are round-off of forces, or the other way round, they need not balance.
constexpr double irrelevant = 1e-6;
constexpr double imbalance_of_followers = 1e-4, far_from_balance = 1e-2;
constexpr double largest_miss = 0.1;    // of states with corners, by the rates of the last iterate
constexpr double least_unknown = 1e-6;  // algebraic unknowns below it count as zero

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

CorrectorTest::CorrectorTest(const Dae& dae, const ErrorNorm& norm,
                             const IntegratorOptions& options, double position_tolerance)
    : layout_(dae.layout()),
      norm_(norm),
      corrector_(options.corrector),
      position_tolerance_(position_tolerance),
      multiplier_tolerance_(std::min(1e-3, 0.1 * std::pow(options.error, 2.0 / 3))),
      balance_(options.step.fixed > 0 ? std::min(largest_imbalance, multiplier_tolerance_)
                                      : largest_imbalance),
      is_noisy_(followers_of_accelerations(dae)),
      largest_y_(Vector::Constant(layout_.n_y, least_unknown)) {
  for (int i = 0; i < layout_.n; ++i)
    rows_of_kind_[std::size_t(layout_.kinds[std::size_t(i)])].push_back(i);
}

void CorrectorTest::reset() {
  largest_a_ = largest_lambda_ = largest_force_ = 0;
  largest_y_.setConstant(least_unknown);
}

void CorrectorTest::observe(const State& s) {
  if (residual_ <= forces_) largest_force_ = std::max(forgetting * largest_force_, forces_);
  largest_a_ = std::max(forgetting * largest_a_, norm_.of_position(s.a));
  largest_lambda_ = std::max(forgetting * largest_lambda_, largest(s.lambda));
  largest_y_ = (forgetting * largest_y_).cwiseMax(s.y.cwiseAbs()).cwiseMax(least_unknown);
}

double CorrectorTest::size(const Correction& d, const State& s) {
  double size =
      std::max(norm_.of_position(d.position), norm_.of_states(d.states)) / position_tolerance_;
  position_change_ = size;  // (COR.1)
  geometric_force_ = size * position_tolerance_ * largest(s.lambda);
  const auto test = [&](double change, double scale) {
    if (scale > 0) size = std::max(size, change / (scale * multiplier_tolerance_));
  };
  // In a very short step positions converge whatever the accelerations do: forces must balance too.
  const bool is_tiny = size <= round_off(), is_noise = is_tiny && is_balanced();
  if (corrector_ == Corrector::original ? !is_noise : is_tiny && !is_noise) {  // (COR.2)
    test(norm_.of_position(d.acceleration), std::max(largest_a_, norm_.of_position(s.a)));
    test(largest(d.multipliers), std::max(largest_lambda_, largest(s.lambda)));
  }
  // Algebraic unknowns have no error control of their own: they converge or the step fails, unless
  // they follow accelerations down to their noise.
  quiet_change_ = 0;
  for (int i = 0; i < layout_.n_y; ++i) {
    const double scale = std::max(largest_y_[i], std::abs(s.y[i]));
    const double change = std::abs(d.unknowns[i]) / (scale * multiplier_tolerance_);
    if (!is_noisy_[std::size_t(i)])
      quiet_change_ = std::max(quiet_change_, change);  // (COR.3)
    else if (!is_noise)
      size = std::max(size, change);
  }
  size = std::max(size, quiet_change_);
  if (layout_.states_have_corners)
    size = std::max(size, state_residual_ / largest_miss);  // (COR.8)
  // A force that follows reactions may have no solution, and yet small corrections of these: as long as
  // forces are far from balance, no correction counts as smaller than the one before.
  if (layout_.forces_use_lambda && residual_ > 10 * geometric_force_) {  // (COR.6)
    size = std::max(size, imbalance_ / imbalance_of_followers);
    if (imbalance_ > far_from_balance) size = std::max(size, last_size_);
  }
  return last_size_ = size;
}

// Rows times their units of position are work: forces and torques can be compared.
void CorrectorTest::set_imbalance(const Values& values, const Eigen::Ref<const Vector>& residual,
                                  double noise) {
  struct OfKind {
    double residual = 0, inertia = 0, force = 0;
  };
  std::array<OfKind, 3> of_kind;
  for (std::size_t kind = 0; kind < of_kind.size(); ++kind) {
    OfKind of;
    for (const int i : rows_of_kind_[kind]) {
      const double unit = norm_.position_weights()[i];
      of.residual = std::max(of.residual, unit * std::abs(residual[i]));
      of.inertia = std::max(of.inertia, unit * std::abs(values.inertia[i]));
      of.force = std::max(
          of.force, unit * std::max(std::abs(values.action[i]), std::abs(values.reaction[i])));
    }
    of.force = std::max(of.force, of.inertia);
    of_kind[kind] = of;
  }
  state_residual_ = h_ * norm_.of_states(values.aux.head(layout_.n_x));
  residual_ = forces_ = imbalance_ = 0;
  for (const auto& of : of_kind) {
    residual_ = std::max(residual_, of.residual);
    forces_ = std::max(forces_, of.force);
  }
  for (const auto& of : of_kind)  // (COR.4)
    if (const double excess = of.residual - noise * of.inertia - rounding_of_motion_; excess > 0)
      imbalance_ = std::max(imbalance_, excess / (of.force + irrelevant * forces_));
}

bool CorrectorTest::is_balanced() const {
  return imbalance_ <= balance_;
}

double CorrectorTest::round_off() const {
  return 20 * std::numeric_limits<double>::epsilon() / position_tolerance_;
}

// An ulp of Φ is amplified by 1/h² into accelerations and multipliers, and much more next to a pose
// where constraints become dependent. A shorter step makes that worse: when Newton stands still with
// derivatives of this very step and the positions have converged, there is nothing better to get.
double CorrectorTest::stagnation(bool matrix_is_new, double noise) const {
  if (quiet_change_ > 1) return 0;
  // A force that follows reactions follows their noise, too, and a corner (|T| of a torque that is zero) keeps it out of balance.
  const bool follows_noise = layout_.forces_use_lambda && residual_ <= 10 * noise &&
                             imbalance_ <= far_from_balance;                      // (COR.7)
  const bool is_explained = residual_ <= 10 * geometric_force_ || follows_noise;  // (COR.5)
  if (imbalance_ > std::min(1e-3, largest_imbalance * terms_) && !is_explained) return 0;
  if (matrix_is_new && position_change_ <= std::max(1.0, 1e-9 * terms_ / position_tolerance_))
    return std::numeric_limits<double>::infinity();
  return std::max(round_off(), 1e-11 * terms_ / position_tolerance_);
}

bool CorrectorTest::reactions_are_noise(double h, const State& s) const {
  constexpr double ulps = 10;
  const double ulp = std::numeric_limits<double>::epsilon() * norm_.position_weights().maxCoeff();
  const double a = std::max(largest_a_, norm_.of_position(s.a));
  return ulps * ulp / (h * h) > multiplier_tolerance_ * a;
}

}  // namespace trammel
