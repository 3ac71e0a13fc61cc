// GSTIFF as the ADAMS/Solver primer writes it, eq. (63): positions, velocities, angular momenta,
// multipliers and applied forces are all unknowns of one unscaled system. Its solution, and with it
// every step, is that of (BDF.15) or (BDF.18); only the Newton system differs.
//
//   M u̇ + Φ_pᵀλ = f,  L̇ + Φ_φᵀλ = n                                                      (PRIM.7)
//   L = J ω,  ṗ = u,  B⁺ė = ω   (index 2: M(B⁺q̇ − v) + Γ0ᵀμ = 0)                          (PRIM.8)
//   Φ = 0 (index 2: Γv + Φ_t = 0 too),  Ψ = 0,  Θ = 0,  f, n = Q,  d = 0,  y = f           (PRIM.9)
// The primer's ε, ζ = ε̇ and Γ = BᵀJBζ are here the unit quaternion, ω = Bζ and L = Jω, which belong
// to Γ by Γ = BᵀL: no attitude is singular.
// Theory: docs/theory/bdf.md#the-primers-formulation
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "integrators/bdf.h"
#include "integrators/primer_matrix.h"

namespace trammel {

class Primer final : public Bdf {
 public:
  Primer(const Dae&, const IntegratorOptions&, PrimerMatrix::Index);

  std::string row_name(int row) const override { return matrix_.row_name(dae_, row); }
  std::string column_name(int column) const override { return matrix_.column_name(dae_, column); }

  const PrimerMatrix& newton_matrix() const { return matrix_; }  // for tests

 private:
  void begin_iteration() override;
  void follow() override;
  Eigen::Ref<Vector> extra() override { return mu_; }

  BlockMask blocks_needed() const override { return all_blocks; }
  FactorReport factor() override;
  std::string describe_singularity() const override { return matrix_.describe_singularity(dae_); }
  const SparseMatrix& newton_matrix_values() const override { return matrix_.matrix(); }
  Outcome residual(Vector& r) override;
  void write_dynamics(Vector& r);
  void write_kinematics(Eigen::Ref<Vector> rows);
  void solve(Vector& r) override { matrix_.solve(r); }
  double correct(const Vector& d) override;

  bool is_stabilised_;
  PrimerMatrix matrix_;
  std::vector<Mat3> turns_;
  double c_ = 1;  // of the matrix
  Vector force_, momentum_, mu_;
  Vector q_dot_, u_;                // formula's derivative of q, as velocities
  Vector velocity_, acceleration_;  // workspaces
  Vector imbalance_, all_mu_, product_;
};

}  // namespace trammel
