// Time finite elements on one step: the step's time runs from 0 to 1 as τ.
//
// Accelerations A_j at the k Gauss points g_j (weights w_j) are the unknowns of an element. With ℓ_j
// the Lagrange polynomials of the g_j and tests of degree k − 1,
//   V_j = ∫ ℓ_j,  W_j = ∫ V_j                                                             (STE.1)
//   D_j(1) χ(1) − ∫ D_j χ̇ dτ = w_j χ(g_j)  for all χ of degree < k,  X_j = ∫ D_j          (STE.2)
//   ξ = h τ v + h² Σ X_j A_j,  ξ̇ = v + h Σ D_j A_j                                        (STE.3)
// Lagrange elements (lq: k = 2, qc: k = 3): D_j has degree k − 1, so that the trial ξ has degree k and
// the velocity at the start enters naturally, with a jump:
//   D_j = V_j − c_j (P_k − P_{k−1}),  P shifted Legendre, c_j so that τ^k vanishes        (STE.4)
// Hermite elements (l1h3: k = 2, l2h4: k = 3): the velocity is essential, D_j = V_j, X_j = W_j.
// At the end both agree: D_j(1) = V_j(1) = w_j, X_j(1) = W_j(1). Inside, W_j and V_j are the
// smoother, and the output.
//   constraints: k conditions, Φ(1) = 0, [Φ̇(1) = 0 for Hermite], Σ_i w_i P_p(g_i) Φ(g_i) = 0  (STE.5)
//   for p < k − 1 (k − 2), which are moments of Φ̇ with tests of degree k − 1
//   local error of Lagrange elements: h² max_τ |Σ (X_j − W_j) A_j|, between trial and output, which is
//   κ h² |Σ D_j(0) A_j|, the jump at the start;  κ = 4/27 (k = 2), 0.0679 (k = 3)         (STE.6)
//   of all elements and of states: c h² |Σ ℓ_j a_j − a|, c_x h |Σ ℓ_j ẋ_j − ẋ| at both ends: what the
//   points leave of the next power of τ, and what happens before the first and after the last of them;
//   c = 1/32, c_x = 0.096 (k = 2), c = 1/64, c_x = 0.063 (k = 3)                           (STE.10)
// Theory: docs/theory/state_time.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>

namespace trammel {

class TimeElement {
 public:
  enum class Type : unsigned char { lq, qc, l1h3, l2h4 };
  static constexpr int most_points = 3;
  using Numbers = std::array<double, most_points>;  // per Gauss point

  explicit TimeElement(Type);

  int points() const { return k_; }
  bool is_hermite() const { return is_hermite_; }
  int order() const { return is_hermite_ ? 2 * k_ : 2 * k_ - 1; }
  int error_power() const { return is_hermite_ ? k_ + 2 : k_ + 1; }      // of h, for states k + 1
  double point(int i) const { return i < k_ ? g_[std::size_t(i)] : 1; }  // i = k: the end

  // X_j and D_j at point(i); ℓ_j, V_j and W_j anywhere.
  double position(int i, int j) const { return X_[std::size_t(i)][std::size_t(j)]; }
  double velocity(int i, int j) const { return D_[std::size_t(i)][std::size_t(j)]; }
  struct Smooth {
    Numbers position, velocity, acceleration;
  };
  Smooth smooth(double tau) const;
  double jump(int j) const { return jump_[std::size_t(j)]; }  // κ D_j(0) (STE.6); zero for Hermite
  double position_weight() const { return k_ == 2 ? 1.0 / 32 : 1.0 / 64; }  // c (STE.10)
  double state_weight() const { return k_ == 2 ? 0.096 : 0.063; }           // c_x

  // (STE.5): moments and the weights of their points.
  int position_moments() const { return is_hermite_ ? k_ - 2 : k_ - 1; }
  int velocity_moments() const { return k_ - 1; }
  double moment(int p, int i) const;

 private:
  static constexpr int most_terms = most_points + 2;
  using Polynomial = std::array<double, most_terms>;  // ascending powers of τ

  static double value(const Polynomial&, double tau);
  static Polynomial integral(const Polynomial&);
  Polynomial lagrange(int j) const;
  Polynomial shortened(const Polynomial&) const;  // (STE.4)

  int k_;
  bool is_hermite_;
  Numbers g_, w_;
  std::array<Polynomial, most_points> l_, V_, W_;
  std::array<Numbers, most_points + 1> X_, D_;
  Numbers jump_;
};

}  // namespace trammel
