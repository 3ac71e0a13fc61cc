// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/position.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "analysis/standstill.h"
#include "system/redundancy.h"

namespace trammel::analysis {

namespace {

constexpr double least_epsilon = 1e-12, largest_epsilon = 1e3;
constexpr double first_kappa = 1e-3, least_kappa = 1e-6, largest_kappa = 1e6;
constexpr int pushes = 3;
constexpr double size_of_push = 0.1;  // rad, or typical lengths
// Where rows have no slope, their errors are of the order of 1: closer, a push is of no use.
constexpr double too_close_to_push = 1e-2;
constexpr int halvings = 8;
constexpr double slow = 0.999;  // progress that is none
constexpr int patience = 6;     // steps without progress
constexpr int polishing_steps = 3;
constexpr double meaningless = 10;  // rotation in a step, relative to what is allowed

}  // namespace

std::vector<Culprit> culprits_of(const Vector& scaled) {
  std::vector<Culprit> culprits;
  const double least = PositionReport::smallest_share * scaled.lpNorm<Eigen::Infinity>();
  for (int i = 0; i < scaled.size(); ++i)
    if (const double share = std::abs(scaled[i]); share >= least && share > 0)
      culprits.push_back({i, share});
  std::stable_sort(culprits.begin(), culprits.end(),
                   [](const Culprit& a, const Culprit& b) { return a.share > b.share; });
  return culprits;
}

PositionAnalysis::PositionAnalysis(const system::System& system,
                                   const std::vector<elements::ExactCoordinate>& held,
                                   const SparseMatrix& weights, const Vector& units,
                                   const PositionLimits& limits)
    : system_(system),
      units_(units),
      limits_(limits),
      rows_(system, held),
      projection_(weights, rows_.gamma().pattern()),
      delta_(Vector::Zero(units.size())) {}

PositionReport PositionAnalysis::run(State& s) {
  using Status = PositionReport::Status;
  PositionReport report;
  if (rows_.size() == 0) return report;
  State best = s;
  double best_norm = 0;
  Descent descent = Descent::no_value;
  for (unsigned attempt = 0; attempt <= pushes; ++attempt) {
    if (attempt > 0) push(s, attempt);
    if (!rows_.linearise(s)) break;
    scales_ = system::row_scales(rows_.gamma(), units_);
    descent = descend(s, report);
    if (descent == Descent::assembled) return finish(s, Status::assembled, report);
    if (descent == Descent::no_value) break;
    if (attempt == 0 || norm_ < 0.99 * best_norm) {
      best = s;
      best_norm = norm_;
    } else {
      s = best;
    }
    if (largest_ < too_close_to_push) break;
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
  has_matrix_ = false;
  double round_off = 0;
  const auto is_good = [&] {
    round_off = 1e-15 * s.q.lpNorm<Eigen::Infinity>() / units_.maxCoeff();
    return largest_ <= std::max(limits_.error, 100 * round_off);
  };
  for (int k = 0; k < limits_.iterations; ++k) {
    const bool good = is_good();
    if (good && (polished++ == polishing_steps || largest_ <= round_off)) return Descent::assembled;
    const double before = norm_;
    ++report.iterations;
    const bool with_new_matrix =
        limits_.pattern.empty() || limits_.pattern[std::size_t(k) % limits_.pattern.size()];
    if (!improve(s, kappa, with_new_matrix)) return good ? Descent::assembled : Descent::stationary;
    stalled = norm_ > slow * before ? stalled + 1 : 0;
    if (stalled >= patience) return good ? Descent::assembled : Descent::stationary;
  }
  return is_good() ? Descent::assembled : Descent::out_of_patience;
}

// One step that makes |RΦ| smaller; false: there is none.
bool PositionAnalysis::improve(State& s, double& kappa, bool with_new_matrix) {
  const double before = norm_, largest_before = largest_;
  const Vector errors = errors_;
  bool at_once = false;
  if (!with_new_matrix && has_matrix_) {
    projection_.solve(errors, delta_);
    if (delta_.allFinite() && try_step(s, before, at_once)) return true;
  }
  if (!rows_.linearise(s)) return false;
  for (; kappa <= largest_kappa; kappa *= 100) {
    const double epsilon = std::clamp(kappa * largest_before, least_epsilon, largest_epsilon);
    has_matrix_ = projection_.factor(rows_.gamma(), scales_, epsilon);
    if (!has_matrix_) continue;
    projection_.solve(errors, delta_);
    if (!delta_.allFinite() || !try_step(s, before, at_once)) continue;
    kappa = at_once ? std::max(kappa / 10, least_kappa) : kappa;
    return true;
  }
  measure(s);
  return false;
}

// Along delta_, shortened until it helps.
bool PositionAnalysis::try_step(State& s, double before, bool& at_once) {
  limit_step();
  for (int halving = 0; halving <= halvings; ++halving, delta_ *= 0.5) {
    trial_ = s;
    system_.retract(s.q, delta_, trial_.q);
    if (!measure(trial_) || !(norm_ < before)) continue;
    system_.commit(trial_, Standstill(trial_));
    s = trial_;
    at_once = halving == 0;
    return true;
  }
  return false;
}

void PositionAnalysis::limit_step() {
  const Layout& layout = system_.layout();
  const auto is_angle = [&](int k) { return layout.kinds[std::size_t(k)] == trammel::Kind::angle; };
  double rotation = 1, translation = 1;
  for (int k = 0; k < layout.n; ++k)
    if (is_angle(k))
      rotation = std::max(rotation, std::abs(delta_[k]) / limits_.rotation);
    else
      translation = std::max(translation, std::abs(delta_[k]) / limits_.translation);
  if (rotation > meaningless) {  // a part far away: no turn brings it here
    for (int k = 0; k < layout.n; ++k)
      if (is_angle(k)) delta_[k] = 0;
    rotation = 1;
  }
  delta_ /= std::max(rotation, translation);
}

bool PositionAnalysis::measure(const State& s) {
  if (!rows_.evaluate(s, errors_)) return false;
  const Vector scaled = scales_.cwiseProduct(errors_);
  norm_ = scaled.norm();
  largest_ = scaled.lpNorm<Eigen::Infinity>();
  return true;
}

void PositionAnalysis::push(State& s, unsigned number) const {
  std::minstd_rand random(number);  // the same in every run
  std::uniform_real_distribution<double> side(-size_of_push, size_of_push);
  Vector delta(units_.size());
  for (int k = 0; k < delta.size(); ++k) {
    const bool angle = system_.layout().kinds[std::size_t(k)] == trammel::Kind::angle;
    delta[k] = angle || number > 1 ? side(random) * units_[k] : 0;  // turns alone mostly do
  }
  const Vector q = s.q;
  system_.retract(q, delta, s.q);
}

PositionReport PositionAnalysis::finish(const State& s, PositionReport::Status status,
                                        PositionReport report) {
  report.status = status;
  if (!measure(s)) return report;
  report.violation = largest_;
  if (status == PositionReport::Status::assembled) return report;
  report.culprits = culprits_of(scales_.cwiseProduct(errors_));  // (IC.4)
  return report;
}

}  // namespace trammel::analysis
