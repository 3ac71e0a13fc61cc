// A mechanism for which time stands still, and which moves through a medium that resists:
//
//   M a + Γᵀλ = Q(t₀,q,v,a,λ,x,y) − c M v,   Φ(t₀,q) = 0                                       (STA.7)
//
// What constraints of time add to velocities and accelerations is taken out: with c₁, c₂ of the mechanism,
//
//   Γv = c₁(v) − c₁(0),   Γa + (Γv)_q v = ½ (c₂(v,a) + c₂(−v,a)) − c₂(0,0)                      (STA.8)
//
// The time of a state counts how long it has been moving. Sensors and delays see nothing of it.
// Theory: docs/theory/statics.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "system/system.h"

namespace trammel::analysis {

class StoppedClock final : public QuaternionDae {
 public:
  // The system has constraints of positions only.
  StoppedClock(const system::System&, double time);

  void set_damping(double rate) { damping_ = rate; }
  double damping() const { return damping_; }
  double kinetic_energy(const State&) const;
  // ω² = vᵀ(K + Kg)v / vᵀMv of what moves; 0: nothing moves, or nothing holds it.
  double frequency_square(const State&) const;

  const Layout& layout() const override { return system_.layout(); }
  const Pattern& pattern(Block block) const override { return system_.pattern(block); }
  Outcome evaluate(const State&, unsigned ask, Values&) const override;
  Outcome linearise(const State&, BlockMask, Blocks&) const override;
  void reaction(const State& at, const Vector& lambda, Vector& out) const override;
  void commit(State&, const Interpolant&) const override;
  double largest_step(const State&) const override;
  std::string row_name(int row) const override { return system_.row_name(row); }
  std::string column_name(int column) const override { return system_.column_name(column); }

 private:
  State stopped(const State&) const;
  Vector momentum(const State& at) const;
  Outcome take_out_time(const State& at, unsigned ask, Values&) const;

  const system::System& system_;
  double time_, damping_ = 0;
  mutable Blocks scratch_;  // so one thread at a time may ask
};

}  // namespace trammel::analysis
