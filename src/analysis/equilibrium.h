// Equilibrium: positions, reactions, states and variables at which nothing moves.
//
//   Γᵀλ − Q = 0,  Φ = 0,  d = 0,  y − f = 0   in (q, λ, x, y) with v = a = ẋ = 0               (STA.1)
//
// By Newton with K + Kg + s(C + M) for the stiffness (STABILITY s: it changes the way, not the end,
// STA.2; states whose equations determine them at rest are not slowed down), or by pseudo-transient
// continuation, which goes downhill:
//
//   (K + Kg + M/δ²) Δq + Γᵀλ⁺ = Q,   δ ← δ min(10, max(0.2, |r|/|r⁺|))                          (STA.3)
//
// (longer where most of the slope along the step is left at its end, shorter where it has turned round)
// with δ made shorter until the matrix is positive in all directions that the constraints leave free
// (STA.6), and λ at each pose as accelerations from rest would have it:
//
//   M a + Γᵀλ = Q,  Γa = 0                                                                      (STA.4)
//
// All corrections of an iteration are scaled so that nothing turns by more than ALIMIT nor moves by more
// than TLIMIT. Once both tolerances are met, Newton goes on to round-off. The funnel is a sequence of
// Newton searches, each from where the one before has ended:
//
//   STABILITY, ERROR, IMBALANCE of stage k = those given times 10^(K−k), with STABILITY 1 at k = 0   (STA.11)
//
// Theory: docs/theory/statics.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "analysis/reduced_stiffness.h"
#include "model/settings.h"
#include "numerics/newton_matrix.h"
#include "numerics/observer.h"
#include "system/system.h"

namespace trammel::analysis {

struct EquilibriumReport {
  enum class Status : unsigned char { found, too_slow, singular, domain_error, interrupted };
  Status status = Status::found;
  int iterations = 0;
  double imbalance = 0;       // largest residual
  int worst_row = -1;         // and its equation
  int stage = 0, stages = 0;  // of the funnel: where it ended
  bool ok() const { return status == Status::found; }
};

// The settings of the stages of a funnel; the last ones are those given, but for ALIMIT and MAXIT.
std::vector<model::EquilibriumSettings> funnel_stages(const model::EquilibriumSettings&);

class Equilibrium {
 public:
  Equilibrium(const system::System&, double length, const model::EquilibriumSettings&);

  void listen(Observer* observer, std::function<bool()> stop_requested);

  // From the state's pose; on failure it is where the search ended.
  EquilibriumReport newton(State&);
  EquilibriumReport funnel(State&);
  EquilibriumReport relax(State&);

  // Of an equilibrium.
  StabilityVerdict judge(const State&);
  std::string describe_singularity() const { return matrix_.describe_singularity(system_); }

 private:
  using Status = EquilibriumReport::Status;

  void rest(State&);
  bool residual(const State&);
  bool linearise(const State&);
  FactorReport factor(const StepMap&);
  void let_states_follow(double rate);
  void correction();
  void apply(State&, double share) const;
  double step_share() const;
  bool is_small(const State&, double share) const;
  double work() const;  // |r| in units of energy
  bool estimate_reactions(State&);
  EquilibriumReport search(State&);
  EquilibriumReport pass_stage(const model::EquilibriumSettings&, State&);
  bool factor_for_polishing();
  void polish(State&, EquilibriumReport&);
  void tell(int iteration, bool new_matrix);
  EquilibriumReport& conclude(EquilibriumReport&, Status) const;
  bool try_step(const State& from, State& to);

  const system::System& system_;
  const Layout& layout_;
  const model::EquilibriumSettings given_;
  model::EquilibriumSettings settings_;  // of the search in progress
  Vector units_;
  ReducedStiffness stiffness_;
  NewtonMatrix matrix_, rest_matrix_;
  Blocks blocks_, rest_blocks_;
  Values values_;
  Vector r_, d_, delta_;
  Observer* observer_ = nullptr;
  double time_ = 0;
  std::function<bool()> stop_requested_;
};

}  // namespace trammel::analysis
