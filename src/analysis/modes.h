// Eigenvalues and mode shapes of a mechanism at a state.
//
// Small models: all of them, from 𝒜 (EIG.1). Motions that nothing resists (rigid-body modes) are taken
// out first, because of a double eigenvalue 0 only half the digits would be known:
//
//   𝒜 (z₀, 0) = 0,  𝒜 (0, z₀) = (z₀, 0);  the rest is the action on what is left               (EIG.4)
//
// Large models: those nearest to a small shift σ > 0, by Arnoldi iteration with the constrained equations
// themselves and one factorisation:
//
//   (σ²(M+A) + σC + K + Kg) δ + (Γᵀ+Ql)μ + … = (M+A)(σ b_q + b_v) + C b_q,   Γδ = 0
//   v = σδ − b_q,   s = σ − 1/θ  for an eigenvalue θ of (b_q, b_v, b_x) → (δ, v, x)             (EIG.5)
//
// Theory: docs/theory/linear.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <complex>
#include <string>
#include <vector>

#include "numerics/dae.h"

namespace trammel::analysis {

struct Mode {
  std::complex<double> value;  // rad per time; of a pair the one with imaginary part >= 0
  Eigen::VectorXcd shape;      // tangent displacement in units, its largest entry 1
  bool is_rigid = false;       // nothing resists it
  Eigen::VectorXcd states;     // what differential states do along with it; of large models empty
};

struct ModeReport {
  std::string message;      // why there are none; empty: found
  std::vector<Mode> modes;  // by modulus
  bool is_complete = true;  // otherwise the lowest only
  bool ok() const { return message.empty(); }
};

struct ModeOptions {
  int dense_limit = 600;  // states up to which all modes are found
  int lowest = 50;        // modes, otherwise
  bool without_damping = false;
};

// Positions, velocities and differential states that constraints leave free.
int count_states(const Layout&);

ModeReport find_modes(const Dae&, const State&, const Vector& units, const ModeOptions& = {});

// Of a linear model in whatever states.
struct LinearModel;
ModeReport modes_of(const LinearModel&, const Vector& units);

}  // namespace trammel::analysis
