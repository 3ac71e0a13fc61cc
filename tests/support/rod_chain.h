// A planar chain of rods in absolute coordinates (x, y, θ per rod; θ from the x axis), hinged to
// each other and to a pivot that may be driven: one to any number of links.
//
//   Φ_0 = r_0 − L_0 u_0 − p(t),   Φ_i = r_i − L_i u_i − (r_{i−1} + L_{i−1} u_{i−1})
//   torque of hinge i on rod i:   −k_i (θ_i − θ_{i−1} − d_i) − c_i (ω_i − ω_{i−1}),  θ_{−1} = 0
//
// u = (cos θ, sin θ), L is half the length, gravity points along −y, p(t) = (amplitude·sin(Ωt), 0).
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "support/reference_ode.h"
#include "support/small_dae.h"

namespace trammel::testing {

struct Rod {
  double mass, half_length, inertia;  // inertia about the centre
  double angle = 0, rate = 0;         // at the start
  double stiffness = 0, damping = 0;  // of the hinge towards the pivot
  double relaxed_angle = 0;
};

// A uniform rod with its angles counted from the downward vertical.
Rod hanging_rod(double mass, double length, double angle, double rate = 0);

struct RodChainParameters {
  std::vector<Rod> rods;
  double gravity = 9.81;
  double amplitude = 0, frequency = 0;  // of the pivot, m and rad/s
};

class RodChain : public QuaternionDae {
 public:
  explicit RodChain(RodChainParameters);

  const RodChainParameters& parameters() const { return parameters_; }
  State initial_state() const { return exact(0); }
  State exact(double t) const;  // minimal coordinates, extended precision
  double energy(const State&) const;

  const Layout& layout() const override { return layout_; }
  const Pattern& pattern(Block b) const override { return patterns_[b]; }
  Outcome evaluate(const State&, unsigned ask, Values&) const override;
  Outcome linearise(const State&, BlockMask, Blocks&) const override;
  void reaction(const State& at, const Vector& lambda, Vector& out) const override;
  std::string row_name(int row) const override;
  std::string column_name(int column) const override;

 private:
  void evaluate_forces(const State&, Values&) const;
  void evaluate_constraints(const State&, unsigned ask, Values&) const;
  void fill_mass(SparseMatrix&) const;
  void fill_hinges(const std::vector<double>& coefficients, SparseMatrix&) const;
  void fill_geometric_stiffness(const State&, SparseMatrix&) const;
  void fill_gamma(const State&, SparseMatrix&) const;
  void fill_gamma_rate(const State&, SparseMatrix&) const;

  RodChainParameters parameters_;
  std::vector<double> stiffness_, damping_;
  Layout layout_;
  Patterns patterns_;
  ReferenceTrajectory reference_;
};

// The standard problems of the theory pages and published pendulums. `with_springs` adds the hinge
// springs and dampers of the problem.
RodChainParameters rod_pendulum();         // one rod, horizontal, 1 rad/s
RodChainParameters driven_rod_pendulum();  // the same on a shaken pivot
RodChainParameters double_rod_pendulum(bool with_springs = false);
RodChainParameters order_analysis_pendulum();                 // p02a
RodChainParameters order_analysis_double_pendulum();          // p02b
RodChainParameters free_double_pendulum();                    // p02c
RodChainParameters stiff_double_pendulum(bool bent = false);  // p01, fastest eigenvalue −1e5
RodChainParameters hanging_chain(int links);                  // total mass 1, total length 1

}  // namespace trammel::testing
