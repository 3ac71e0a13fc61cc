// M q̈ + C q̇ + K q = 0 with any matrices: stiffness, damping and spectral radius in pure form.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "support/reference_ode.h"
#include "support/small_dae.h"

namespace trammel::testing {

struct LinearOscillatorParameters {
  Matrix M, C, K;
  Vector q, v;  // at the start
};

class LinearOscillator : public QuaternionDae {
 public:
  explicit LinearOscillator(const LinearOscillatorParameters&);
  State initial_state() const { return exact(0); }
  State exact(double t) const;
  double energy(const State&) const;

  const Layout& layout() const override { return layout_; }
  const Pattern& pattern(Block b) const override { return patterns_[b]; }
  Outcome evaluate(const State&, unsigned ask, Values&) const override;
  Outcome linearise(const State&, BlockMask, Blocks&) const override;
  void reaction(const State&, const Vector&, Vector& out) const override { out.setZero(); }
  std::string row_name(int row) const override { return default_row_name(layout_, row); }
  std::string column_name(int column) const override {
    return default_column_name(layout_, column);
  }

 private:
  LinearOscillatorParameters p_;
  Layout layout_;
  Patterns patterns_;
  ReferenceTrajectory reference_;
};

LinearOscillatorParameters mass_spring(double frequency, double damping_ratio = 0, double q = 1);
LinearOscillatorParameters damped_pair();  // two masses, non-proportional damping

// Modes at 1 rad/s (amplitude 1) and at `frequency` (given amplitude), mixed in both coordinates.
LinearOscillatorParameters slow_and_stiff(double frequency = 1e3, double amplitude = 1e-3);

// p03: three uncoupled masses of 1 kg, 0.01 m from rest.
LinearOscillatorParameters three_masses(const Vec3& stiffness);

}  // namespace trammel::testing
