// Differential states in methods of the HHT family: second order with damping, and their error.
//
//   W_{n+1} = (1+α) ẋ_{n+1} − α ẋ_n,  x_{n+1} = x_n + h [(1−γ) W_n + γ W_{n+1}]       (HHT.6)
//   W_n ← ẋ_n + σ (W_n − ẋ_n) before a step σ times as long                           (HHT.7)
//   e_x = (1/12 − α/2 − α²) h³ d²ẋ/dt² + c_V h (ẋ_{n+1} − ẋ_n),  c_V = γ + α − ½       (HHT.10)
// or, for comparison, eq. (9a) of Negrut et al., x_{n+1} = x_n + h [ẋ_n + ρ (ẋ_{n+1} − ẋ_n)].
// Theory: docs/theory/hht.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "numerics/dae.h"

namespace trammel {

class AlphaStates {
 public:
  // With ρ: eq. (9a).
  AlphaStates(int n_x, double alpha, double gamma, std::optional<double> rho = {});

  // At a start: ẍ for the first error estimate, W − ẋ for a step of the size to come.
  void begin(const Vector& x_second, const Vector& shift);
  void shift_to(double sigma, const Vector& x_dot);  // W_n for the step to come
  void follow(double h, const State& s0, State& s1);
  void accept(double h, const State& s0, const State& s1);

  double slope(double h) const;  // ∂x_{n+1}/∂ẋ_{n+1}
  void error(double h, const State& s0, const State& s1, Vector& e) const;

 private:
  double alpha_, gamma_, error_constant_, velocity_constant_;
  std::optional<double> rho_;
  Vector shift_;     // W_n − ẋ_n
  Vector W0_, W1_;   // at both ends
  Vector x_second_;  // ẍ at the start
  Vector x_dot_before_;
  double h_before_ = 0;  // t_n − t_{n−1}, 0: none
};

}  // namespace trammel
