// Past rates as modified divided differences, and the Adams formulas on them, for any spacing and any
// order from 1 to 12 (Shampine and Gordon 1975).
//
//   ψ_i(n+1) = t_{n+1} − t_{n+1−i},  α_i = h/ψ_i(n+1),  β_1 = 1,  β_i = β_{i−1} ψ_{i−1}(n+1)/ψ_{i−1}(n)  (ADAMS.1)
//   φ_1(n) = f_n,  φ_i(n) = ψ_1(n) … ψ_{i−1}(n) f[t_n … t_{n−i+1}],  φ*_i = β_i φ_i(n)         (ADAMS.2)
//   g_{1,q} = 1/q,  g_{2,q} = 1/(q(q+1)),  g_{i,q} = g_{i−1,q} − α_{i−1} g_{i−1,q+1},  g_i = g_{i,1}   (ADAMS.3)
//   prediction  p = y_n + h Σ_{i≤k} g_i φ*_i,  extrapolated rate φᵉ_1 = Σ_{i≤k} φ*_i            (ADAMS.4)
//   update  φ_{k+1}(n+1) = f_{n+1} − φᵉ_1,  φ_i(n+1) = φᵉ_i + φ_{k+1}(n+1),  φᵉ_i = φᵉ_{i+1} + φ*_i  (ADAMS.5)
//   σ_1 = 1,  σ_{i+1} = i α_i σ_i                                                              (ADAMS.6)
//
// Theory: docs/theory/adams.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <vector>

#include "math/vec.h"

namespace trammel {

class AdamsDifferences {
 public:
  static constexpr int highest_order = 12;

  explicit AdamsDifferences(int rows);

  void start(const Vector& f);  // the only rate known
  // Rates at equal spacing h, the newest first.
  void start(const std::vector<Vector>& f, double h);
  int known() const { return known_; }  // differences φ_1 … of the newest point

  // Coefficients and (ADAMS.4) of order k for a step h; nothing is forgotten.
  void predict(double h, int k);
  const Vector& increment() const { return increment_; }  // p − y_n
  const Vector& expected(int i) const {
    return expected_[std::size_t(i)];
  }  // φᵉ_i; 1: the rate at t_{n+1}
  double g(int i) const { return g_[std::size_t(i)]; }
  double sigma(int i) const { return sigma_[std::size_t(i)]; }

  // The step that was predicted has been made and ends with this rate.      (ADAMS.5)
  void accept(const Vector& f);
  const Vector& difference(int i) const { return phi_[std::size_t(i)]; }  // φ_i(n+1)

  // The polynomial of the last accepted step, `after` its end (negative: inside): change since the
  // end, and rate.
  void evaluate(double after, Vector& change, Vector& rate) const;

 private:
  using Numbers = std::array<double, highest_order + 3>;  // from 1

  int known_ = 0;
  int order_ = 1, order_of_step_ = 1;  // of the prediction, of the last accepted step
  double h_ = 0;
  std::vector<Vector> phi_, expected_;  // from 1
  Vector increment_, old_top_;
  Numbers psi_{}, next_psi_{}, alpha_{}, beta_{}, sigma_{}, g_{};
};

}  // namespace trammel
