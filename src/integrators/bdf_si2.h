// GSTIFF and WSTIFF on the stabilised index-2 equations (Gear, Gupta, Leimkuhler): positions and
// velocities are unknowns, both constraints hold, and extra multipliers μ keep the system square.
// With ẏ the formula's derivative (BDF.4),
//   M (B⁺(q) q̇ − v) + Γ0ᵀμ = 0,  M v̇ + Γᵀλ = Q                                            (BDF.18)
//   Φ = 0,  Γv + Φ_t = 0,  Ψ = 0,  Θ = 0,  d = 0,  y = f                                   (BDF.19)
// In the kinematic equation M is the one of the Newton matrix in use: any weight would do, as μ
// vanishes with the local error. Newton: numerics/stabilised_matrix.h with c = l_1/h and
//   T = ((c − scal(ē∘ė)) I + ω̃/2)/c,  ω = 2 vec(ē∘ė)                                        (BDF.20)
// Error control on q, v and x.
// Theory: docs/theory/bdf.md#stabilised-index-2
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "integrators/bdf.h"
#include "numerics/stabilised_matrix.h"

namespace trammel {

class BdfSi2 final : public Bdf {
 public:
  BdfSi2(const Dae&, const IntegratorOptions&, Nordsieck::Spacing);

  std::string row_name(int row) const override { return matrix_.row_name(dae_, row); }
  std::string column_name(int column) const override { return matrix_.column_name(dae_, column); }

  const StabilisedMatrix& newton_matrix() const { return matrix_; }  // for tests
  const Vector& mu() const { return mu_; }

 private:
  void follow() override;
  Eigen::Ref<Vector> extra() override { return mu_; }

  BlockMask blocks_needed() const override { return StabilisedMatrix::blocks_needed(layout_); }
  FactorReport factor() override;
  bool stretch() override {
    c_ = rate();
    return true;
  }
  std::string describe_singularity() const override { return matrix_.describe_singularity(dae_); }
  const SparseMatrix& newton_matrix_values() const override { return matrix_.matrix(); }
  Outcome residual(Vector& r) override;
  void add_kinematics(Eigen::Ref<Vector> rows);
  void solve(Vector& r) override { matrix_.solve(r); }
  double correct(const Vector& d) override;

  StabilisedMatrix matrix_;
  std::vector<Mat3> turns_;
  double c_ = 1;  // of the matrix
  Vector mu_;
  Vector q_dot_, u_;                // formula's derivative of q, as velocities
  Vector velocity_, acceleration_;  // workspaces
  Vector all_mu_, forces_;
};

}  // namespace trammel
