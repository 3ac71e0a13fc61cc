// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/stopped_clock.h"

#include <algorithm>

#include "analysis/standstill.h"

namespace trammel::analysis {

StoppedClock::StoppedClock(const system::System& system, double time)
    : system_(system), time_(time), scratch_(make_blocks(system)) {}

State StoppedClock::stopped(const State& s) const {
  State at = s;
  at.t = time_;
  return at;
}

Vector StoppedClock::momentum(const State& at) const {
  Vector result = Vector::Zero(layout().n);
  if (system_.linearise(at, mask(Block::M), scratch_) == Outcome::ok)
    scratch_[Block::M].multiply_add(at.v, 1, result);
  return result;
}

double StoppedClock::kinetic_energy(const State& s) const {
  return 0.5 * s.v.dot(momentum(stopped(s)));
}

double StoppedClock::frequency_square(const State& s) const {
  const BlockMask needed = mask(Block::M) | mask(Block::K) | mask(Block::Kg);
  if (system_.linearise(stopped(s), needed, scratch_) != Outcome::ok) return 0;
  const auto quotient = [&](Block block) {
    Vector force = Vector::Zero(layout().n);
    scratch_[block].multiply_add(s.v, 1, force);
    return s.v.dot(force);
  };
  const double mass = quotient(Block::M), stiffness = quotient(Block::K) + quotient(Block::Kg);
  return mass > 0 ? std::max(0.0, stiffness / mass) : 0;
}

Outcome StoppedClock::evaluate(const State& s, unsigned ask, Values& values) const {
  const State at = stopped(s);
  if (const Outcome outcome = system_.evaluate(at, ask, values); outcome != Outcome::ok)
    return outcome;
  if ((ask & Ask::forces) != 0 && damping_ > 0)
    values.action -= damping_ * momentum(at);  // (STA.7)
  return take_out_time(at, ask & (Ask::velocity | Ask::acceleration), values);
}

Outcome StoppedClock::take_out_time(const State& at, unsigned ask, Values& values) const {
  if (ask == 0 || layout().m() == 0) return Outcome::ok;
  Values others = make_values(layout());
  State other = at;
  other.v = -at.v;
  if (const Outcome outcome = system_.evaluate(other, ask, others); outcome != Outcome::ok)
    return outcome;
  if ((ask & Ask::velocity) != 0)  // c₁ is linear: its odd part            (STA.8)
    values.c1 = (0.5 * (values.c1 - others.c1)).eval();
  if ((ask & Ask::acceleration) == 0) return Outcome::ok;
  values.c2 = (0.5 * (values.c2 + others.c2)).eval();
  other.v.setZero(), other.a.setZero();
  const Outcome outcome = system_.evaluate(other, Ask::acceleration, others);
  values.c2 -= others.c2;  // (STA.8)
  return outcome;
}

Outcome StoppedClock::linearise(const State& s, BlockMask wanted, Blocks& blocks) const {
  const State at = stopped(s);
  const bool damped = (wanted & mask(Block::C)) != 0 && damping_ > 0;
  const BlockMask needed = damped ? wanted | mask(Block::M) : wanted;
  if (const Outcome outcome = system_.linearise(at, needed, blocks); outcome != Outcome::ok)
    return outcome;
  if (damped) blocks[Block::C].add(blocks[Block::M], damping_);  // (STA.7)
  if ((wanted & mask(Block::Gq)) == 0) return Outcome::ok;
  State other = at;
  other.v.setZero();
  const Outcome outcome = system_.linearise(other, mask(Block::Gq), scratch_);
  const auto moving = blocks[Block::Gq].values(), resting = scratch_[Block::Gq].values();
  for (std::size_t k = 0; k < moving.size(); ++k) moving[k] -= resting[k];  // (STA.8)
  return outcome;
}

void StoppedClock::reaction(const State& s, const Vector& lambda, Vector& out) const {
  system_.reaction(stopped(s), lambda, out);
}

// Angles go on counting their turns; what DELAY reads stays as it is.
void StoppedClock::commit(State& s, const Interpolant&) const {
  State at = stopped(s);
  system_.commit(at, Standstill(at));
  s.memory = at.memory;
}

double StoppedClock::largest_step(const State& s) const {
  return system_.largest_step(stopped(s));
}

}  // namespace trammel::analysis
