// Steps that constraints alone would lead where no motion does.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "integrators/partitioned_integrator.h"

namespace trammel {

namespace {

constexpr double least_jump = 0.3, least_jump_near_pose = 0.25;  // of the motion in a step
constexpr double share_of_independent = 0.01;  // of a jump of velocities that constraints make
constexpr double imposed_jump = 0.1;           // of an imposed velocity

}  // namespace

// Dependent coordinates may have been completed to another assembly of the mechanism, and velocities, next to a
// singular pose, to another direction of motion: both are exact solutions of the constraints.
bool PartitionedIntegrator::jumps() {  // (PART.9)
  if (control_.limits().fixed > 0 || layout_.m0 + layout_.m1 == 0) return false;
  const double noise = tolerated * options_.error;
  const auto is_more = [&](double distance, double allowed, const Vector& weights) {
    if (!(distance > allowed + noise)) return false;
    tangent_.cwiseQuotient(weights).cwiseAbs().maxCoeff(&jumping_row_);
    return true;
  };
  dae_.difference(s1_.q, s0_.q, tangent_);
  tangent_ -= 0.5 * h_ * (s0_.v + s1_.v);
  const double moved = h_ * std::max(norm_.of_position(s0_.v), norm_.of_position(s1_.v));
  const double share = is_noisy() || passage_.is_near() ? least_jump_near_pose : least_jump;
  if (is_more(norm_.of_position(tangent_), share * moved, norm_.position_weights())) return true;
  tangent_ = s1_.v - s0_.v - 0.5 * h_ * (s0_.a + s1_.a);
  const double velocity = std::max(norm_.of_velocity(s0_.v), norm_.of_velocity(s1_.v));
  if (!is_more(norm_.of_velocity(tangent_), least_jump * velocity, norm_.velocity_weights()))
    return false;
  if (needs_short_steps()) return true;
  // What is damped within a step may change at once, but not without independent velocities.
  const double all = norm_.of_velocity(tangent_);
  motion_.keep_independent_velocity(tangent_);
  return norm_.of_velocity(tangent_) < share_of_independent * all;
}

// What drives the mechanism has a corner: the blow that it gives to all that hangs on it is no part of these equations.
bool PartitionedIntegrator::imposed_velocities_jump() {  // (PART.10)
  if (control_.limits().fixed > 0 || layout_.m0 + layout_.m1 == 0) return false;
  const double noise = tolerated * options_.error;
  tangent_ = s1_.v - s0_.v - 0.5 * h_ * (s0_.a + s1_.a);
  if (!(norm_.of_velocity(tangent_) > noise)) return false;
  const auto imposed = [&](const State& s, Vector& rates, Vector& second_rates) {  // Φ_t, Φ_tt
    at_rest_ = s;
    at_rest_.v.setZero();
    at_rest_.a.setZero();
    if (dae_.evaluate(at_rest_, Ask::velocity | Ask::acceleration, values_) != Outcome::ok)
      return false;
    rates = values_.c1, second_rates = values_.c2;
    return true;
  };
  if (!knows_before_) knows_before_ = imposed(s0_, rates_before_, second_before_);
  knows_after_ = imposed(s1_, rates_after_, second_after_);
  if (!knows_before_ || !knows_after_) return false;
  const Eigen::Index n = rates_before_.size();
  for (Eigen::Index i = 0; i < n; ++i) {
    const double largest = std::max(std::abs(rates_before_[i]), std::abs(rates_after_[i]));
    const double defect =
        rates_after_[i] - rates_before_[i] - 0.5 * h_ * (second_before_[i] + second_after_[i]);
    // Where the acceleration jumps within the step it explains at most half of that jump times h.
    const double explained = 0.6 * h_ * std::abs(second_after_[i] - second_before_[i]);
    if (!(std::abs(defect) > std::max(imposed_jump * largest, explained) + noise)) continue;
    imposed_row_ = int(i);
    return true;
  }
  return false;
}

StepReport PartitionedIntegrator::with_jump(StepReport report) const {
  using Cause = StepReport::Cause;
  if (imposed_row_ >= 0) {
    report.cause = Cause::imposed_jump;
    report.message += fmt::format("; the velocity that {} imposes jumps",
                                  dae_.row_name(layout_.n + imposed_row_));
  } else if (jumping_row_ >= 0) {
    if (report.cause == Cause::unknown) report.cause = Cause::other_solution;
    report.message += fmt::format(
        "; longer steps go to another solution of the constraints, where {} is not where its "
        "velocity leads",
        dae_.column_name(jumping_row_));
  }
  return report;
}

}  // namespace trammel
