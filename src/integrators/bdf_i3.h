// GSTIFF and WSTIFF on the index-3 equations: the velocities are eliminated. With ẏ the formula's
// derivative (BDF.4) of any row y of the array,
//   v = B⁺(q) q̇,  a = v̇                                                               (BDF.14)
//   M a + Γᵀλ − Q = 0,  Φ/s = 0,  Ψ/v = 0,  Θ = 0,  d = 0,  y − f = 0                   (BDF.15)
// Newton, with c = l_1/h:  s = 1/c²,  V = s c I,  W = I, and for rotations, where
// ω = 2 vec(ē∘ė) and e is moved by e∘exp(δφ),
//   V = s ((c − scal(ē∘ė)) I + ω̃/2),  W = c V                                          (BDF.16)
// A correction of q changes v and a by amounts that are known without cancellation: δv = c δ, and of
// w = ē∘ė = (w_0, ω/2)
//   w ← w − (1 − exp(−δφ))∘(w − c),  δa = c δv                                           (BDF.17)
// Differences of rounded positions divided by h² would be noise.
// Error control on q and x: velocities and multipliers carry an error of h^{k−1} after every change
// of step, which no shorter step removes. Where no constraint is one of positions, that is not so: these
// equations are those of index 2 (BDF.18) with v eliminated, and serve as such, with control of v.
// Theory: docs/theory/bdf.md#index-3
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "integrators/bdf.h"
#include "numerics/newton_matrix.h"

namespace trammel {

class BdfI3 final : public Bdf {
 public:
  enum class Control : unsigned char { positions, velocities_too };
  BdfI3(const Dae&, const IntegratorOptions&, Nordsieck::Spacing, Control = Control::positions);

  const NewtonMatrix& newton_matrix() const { return matrix_; }  // for tests

 private:
  void begin_iteration() override;
  void follow() override;
  Eigen::Ref<Vector> extra() override { return none_; }

  bool finds_reactions_by_positions() const override { return true; }
  BlockMask blocks_needed() const override;
  FactorReport factor() override;
  bool stretch() override {
    set_map();
    return true;
  }
  void set_map();
  void move(const Vector& delta);
  std::string describe_singularity() const override { return matrix_.describe_singularity(dae_); }
  const SparseMatrix& newton_matrix_values() const override { return matrix_.matrix(); }
  Outcome residual(Vector& r) override;
  void solve(Vector& r) override { matrix_.solve(r); }
  double correct(const Vector& d) override;

  NewtonMatrix matrix_;
  StepMap map_;
  Control control_of_error_;
  Vector none_;
  std::vector<double> w0_;  // of every rotation
  Vector q_dot_, dv_, xi_;  // workspaces
};

}  // namespace trammel
