// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/position.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "analysis/standstill.h"

namespace trammel::analysis {

namespace {

constexpr double least_epsilon = 1e-12, largest_epsilon = 1e3;
constexpr double first_kappa = 1e-3, least_kappa = 1e-6, largest_kappa = 1e6;
constexpr int pushes = 3;
constexpr double size_of_push = 0.1;  // rad, or typical lengths
constexpr int halvings = 8;
constexpr double slow = 0.999;  // progress that is none
constexpr int patience = 6;     // steps without progress
constexpr int polishing_steps = 3;

}  // namespace

PositionAnalysis::PositionAnalysis(const Dae& dae, const SparseMatrix& weights, const Vector& units,
                                   const PositionLimits& limits)
    : dae_(dae),
      units_(units),
      ease_(Vector::Ones(units.size())),
      limits_(limits),
      projection_(weights, dae.pattern(Block::G), units),
      values_(make_values(dae.layout())),
      blocks_(make_blocks(dae)),
      delta_(Vector::Zero(units.size())) {
  for (int i = 0; i < ease_.size(); ++i)
    if (const int place = weights.pattern().find(i, i); place >= 0)
      ease_[i] = 1 / std::sqrt(weights.values()[std::size_t(place)]);
}

PositionReport PositionAnalysis::run(State& s) {
  using Status = PositionReport::Status;
  PositionReport report;
  if (dae_.layout().m0 == 0) return report;
  State best = s;
  double best_norm = 0;
  Descent descent = Descent::no_value;
  for (unsigned attempt = 0; attempt <= pushes; ++attempt) {
    if (attempt > 0) push(s, attempt);
    if (dae_.linearise(s, mask(Block::G), blocks_) != Outcome::ok) break;
    scales_ = projection_.row_scales(blocks_[Block::G]);
    descent = descend(s, report);
    if (descent == Descent::assembled) return finish(s, Status::assembled, report);
    if (descent == Descent::no_value) break;
    if (attempt == 0 || norm_ < 0.99 * best_norm) {
      best = s;
      best_norm = norm_;
    } else {
      s = best;
    }
  }
  s = best;
  if (!measure(s)) return finish(s, Status::domain_error, report);
  return finish(s, descent == Descent::stationary ? Status::conflict : Status::not_converged,
                report);
}

PositionAnalysis::Descent PositionAnalysis::descend(State& s, PositionReport& report) {
  if (!measure(s)) return Descent::no_value;
  double kappa = first_kappa;
  int stalled = 0, polished = 0;
  for (int k = 0; k < limits_.iterations; ++k) {
    const double round_off = 1e-15 * s.q.lpNorm<Eigen::Infinity>() / units_.maxCoeff();
    const bool good = largest_ <= std::max(limits_.error, 100 * round_off);
    if (good && (polished++ == polishing_steps || largest_ <= round_off)) return Descent::assembled;
    const double before = norm_;
    ++report.iterations;
    if (!improve(s, kappa)) return good ? Descent::assembled : Descent::stationary;
    stalled = norm_ > slow * before ? stalled + 1 : 0;
    if (stalled >= patience) return good ? Descent::assembled : Descent::stationary;
  }
  return Descent::out_of_patience;
}

// One step that makes |RΦ| smaller; false: there is none.
bool PositionAnalysis::improve(State& s, double& kappa) {
  if (dae_.linearise(s, mask(Block::G), blocks_) != Outcome::ok) return false;
  const double before = norm_, largest_before = largest_;
  const Vector phi = values_.c0;
  for (; kappa <= largest_kappa; kappa *= 100) {
    const double epsilon = std::clamp(kappa * largest_before, least_epsilon, largest_epsilon);
    if (!projection_.factor(blocks_[Block::G], scales_, epsilon)) continue;
    projection_.solve(phi, delta_);
    if (!delta_.allFinite()) continue;
    limit_step();
    for (int halving = 0; halving <= halvings; ++halving, delta_ *= 0.5) {
      trial_ = s;
      dae_.retract(s.q, delta_, trial_.q);
      if (!measure(trial_) || !(norm_ < before)) continue;
      dae_.commit(trial_, Standstill(trial_));
      s = trial_;
      kappa = halving == 0 ? std::max(kappa / 10, least_kappa) : kappa;
      return true;
    }
  }
  measure(s);
  return false;
}

void PositionAnalysis::limit_step() {
  const Layout& layout = dae_.layout();
  double excess = 1;
  for (int k = 0; k < layout.n; ++k) {
    const bool angle = layout.kinds[std::size_t(k)] == Kind::angle;
    excess =
        std::max(excess, std::abs(delta_[k]) / (angle ? limits_.rotation : limits_.translation));
  }
  delta_ /= excess;
}

bool PositionAnalysis::measure(const State& s) {
  if (dae_.evaluate(s, Ask::position, values_) != Outcome::ok || !values_.c0.allFinite())
    return false;
  const Vector scaled = scales_.head(values_.c0.size()).cwiseProduct(values_.c0);
  norm_ = scaled.norm();
  largest_ = scaled.lpNorm<Eigen::Infinity>();
  return true;
}

void PositionAnalysis::push(State& s, unsigned number) const {
  std::minstd_rand random(number);  // the same in every run
  std::uniform_real_distribution<double> side(-size_of_push, size_of_push);
  Vector delta(ease_.size());
  for (int k = 0; k < delta.size(); ++k) delta[k] = side(random) * ease_[k];
  const Vector q = s.q;
  dae_.retract(q, delta, s.q);
}

PositionReport PositionAnalysis::finish(const State& s, PositionReport::Status status,
                                        PositionReport report) {
  report.status = status;
  if (!measure(s)) return report;
  report.violation = largest_;
  if (status == PositionReport::Status::assembled) return report;
  const Vector share = scales_.cwiseProduct(values_.c0).cwiseAbs();  // (IC.4)
  for (int i = 0; i < share.size(); ++i)
    if (share[i] >= PositionReport::smallest_share * largest_ && share[i] > 0)
      report.culprits.push_back(i);
  std::stable_sort(report.culprits.begin(), report.culprits.end(),
                   [&](int a, int b) { return share[a] > share[b]; });
  return report;
}

}  // namespace trammel::analysis
