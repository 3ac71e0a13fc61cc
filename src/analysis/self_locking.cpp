// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/self_locking.h"

#include <fmt/format.h>

#include <cmath>

#include "analysis/load_slopes.h"
#include "numerics/newton_matrix.h"

namespace trammel::analysis {
namespace {

constexpr double least_share = 1e-2;  // 1/A: below it the guide jams
constexpr double least_gain = 0.5;    // |g|: above it friction depends on itself more than on loads
constexpr double lost_share = 1e-9;   // below it no integrator holds it

Vector in_all(const std::vector<TangentPart>& parts, const elements::Skeleton& skeleton, int n) {
  Vector all = Vector::Zero(n);
  for (const TangentPart& part : parts) {
    const elements::Body& body = skeleton.bodies[std::size_t(part.body)];
    all.segment(body.v, body.n()) += part.entries.head(body.n());
  }
  return all;
}

// d·δa under a force along d; zero where it is not known.
double yielding(const NewtonMatrix& matrix, const Vector& direction) {
  Vector r = Vector::Zero(matrix.size());
  r.head(direction.size()) = direction;
  matrix.solve(r);
  const double along = direction.dot(r.head(direction.size()));
  return std::isfinite(along) ? along : 0;
}

// Methods that take reactions from positions or velocities need no accelerations that rounding decides, and their
// steps are not bound by the damping of bristles.
bool holds_jams(const IntegratorInfo& method) {
  return method.index > 1 && !method.name.starts_with("st-");
}

// Of every FRICTION.
std::vector<SelfLocking> shares(const system::System& system, const State& s) {
  if (!system.layout().forces_use_lambda) return {};
  const elements::Equations& equations = system.equations();
  Blocks blocks = make_blocks(system);
  const LoadSlopes slopes(system, s);
  if (!slopes.ok() || system.linearise(s, all_blocks, blocks) != Outcome::ok) return {};
  NewtonMatrix with(system, ConstraintForm::index1), without(system, ConstraintForm::index1);
  with.combine(blocks, StepMap{});
  const bool is_regular = with.factor().ok();
  blocks[Block::Ql].set_zero();
  without.combine(blocks, StepMap{});
  if (!without.factor().ok()) return {};
  std::vector<SelfLocking> result;
  for (const elements::Load& load : equations.loads) {
    if (load.owner.kind != model::Kind::friction) continue;
    const Vector d = in_all(slopes.direction(load), equations.skeleton, system.layout().n);
    const double free = yielding(without, d);
    if (!(free > 0)) continue;
    const double locked = is_regular ? yielding(with, d) : 0;
    const double share = locked == 0 ? 0 : free / locked;  // (LOCK.1)
    const elements::Scalar& scalar = equations.scalars[std::size_t(load.scalar)];
    result.push_back({scalar.name.substr(0, scalar.name.find(": ")), scalar.at, share});
  }
  return result;
}

}  // namespace

std::optional<SelfLocking> self_locking(const system::System& system, const State& s) {
  std::optional<SelfLocking> worst;
  for (const SelfLocking& one : shares(system, s))
    if (one.share <= least_share && !(worst && worst->share < one.share)) worst = one;
  return worst;
}

std::optional<SelfLocking> self_pressing(const system::System& system, const State& s) {
  State still = s;
  still.v.setZero();
  std::optional<SelfLocking> worst;
  double gain = least_gain;
  for (const State* each : {&s, static_cast<const State*>(&still)})
    for (const SelfLocking& one : shares(system, *each))
      if (std::abs(1 - one.share) >= gain) worst = one, gain = std::abs(1 - one.share);
  return worst;
}

void explain_locking(Finding& finding, const system::System& system, const State& s,
                     const IntegratorInfo& integrator) {
  const std::optional<SelfLocking> locking = self_locking(system, s);
  if (!locking) return;
  finding.at = locking->at;
  finding.text += fmt::format(
      "; {} locks itself: it presses its own surfaces together, {}", locking->label,
      locking->share > 0
          ? fmt::format("which multiplies every change of it by {:.2g}", 1 / locking->share)
          : "and no accelerations, or several, belong to this motion (Painleve's paradox)");
  const bool others_hold = !holds_jams(integrator) && locking->share > lost_share;
  finding.hint = fmt::format(
      "such a guide jams: {}lengthen INITIAL_OVERLAP or the arms, lower MU_STATIC, move I and J of "
      "the joint to where the load acts, or name only REACTION_FORCE in INPUTS",
      others_hold ? "take hht-i3 or gstiff-si2 in place of " + std::string(integrator.name) +
                        ", which hold it at rest, or "
                  : "");
}

}  // namespace trammel::analysis
