// How every implicit method passes a pose where constraints become dependent.
//
// With σ the smallest singular value of the constraints, the round-off of positions is magnified by
// 1/σ, that of velocities by 1/σ², and multipliers grow like 1/σ and change their sign. The smallest
// pivot p of the Newton matrix falls with σ:
//   noise = ε max Y_i (p_max/p)²,  p_max the largest p of the run                        (STEP.2)
// Where that is audible, an attempt that fails is repeated with other lengths, and a local error of
// up to ten ERROR is accepted: a shorter step would have no less.
// Theory: docs/theory/steps.md#singular-poses
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "integrators/implicit_integrator.h"

namespace trammel {

namespace {

constexpr double near = 0.03;      // p beside p_max
constexpr double audible = 1e-3;   // noise, of ERROR
constexpr double tolerated = 10;   // ERROR
constexpr int memory = 8;          // steps: the longest history hands noise on
constexpr double kept_step = 0.7;  // the error for which the next step is as long
constexpr std::array hop_lengths = {0.6, 1.4, 0.35};  // of the step that failed

}  // namespace

void ImplicitIntegrator::watch_pivots(double pivot) {
  using Limits = std::numeric_limits<double>;
  if (layout_.m0 == 0 || std::isnan(pivot)) return;  // nothing to be known: fronts
  largest_pivot_ = std::max(largest_pivot_, pivot);
  const double lost = largest_pivot_ / std::max(pivot, Limits::min());
  const double size = norm_.position_weights().maxCoeff();
  const double noise = Limits::epsilon() * size * lost * lost;  // (STEP.2)
  if (pivot < near * largest_pivot_ && noise > audible * options_.error)
    steps_near_singular_ = memory;
}

void ImplicitIntegrator::tolerate_noise(ErrorEstimate& estimate) const {
  if (is_near_singular() && estimate.error > 1 && estimate.error <= tolerated)
    estimate.error = kept_step;
}

// A shorter step has more noise; one that ends elsewhere has less.
bool ImplicitIntegrator::hop(AttemptResult result) {
  const bool may_help = result == AttemptResult::not_converged ||
                        result == AttemptResult::singular_matrix ||
                        result == AttemptResult::error_too_large;
  const bool is_last = hops_ == int(hop_lengths.size());
  const bool hops = may_help && is_near_singular() && matrix_is_of_attempt_ && !is_last &&
                    control_.limits().fixed == 0;
  hops_ = hops ? hops_ + 1 : 0;
  return hops;
}

double ImplicitIntegrator::hop_length() const {
  const StepLimits& limits = control_.limits();
  const double h = std::max(hop_lengths[std::size_t(hops_) - 1] * h_, limits.h_min);
  return limits.h_max > 0 ? std::min(h, limits.h_max) : h;
}

}  // namespace trammel
