// A vector and its scaled derivatives, advanced by backward differentiation formulas of order k ≤ 6.
//
//   z = [y, hẏ, h²ÿ/2!, … h^k y^(k)/k!],  π(x) = Σ z_j x^j at t_n + xh                      (BDF.1)
//   z^P = Pascal's triangle · z                                                            (BDF.2)
//   l(x) = Π_{i=1..k} (1 + x/ξ_i),   ξ_i = (t_{n+1} − t_{n+1−i})/h                          (BDF.3)
//   z = z^P + l Δ,   Δ = y − y^P,   hẏ = (hẏ)^P + l_1 Δ                                     (BDF.4)
//   change of step   z_j ← (h/h_old)^j z_j                                                 (BDF.5)
//   order up         π += c x Π_{i=1..k} (x + s_i),  c = Δ / Π_{i=1..k+1} s_i               (BDF.6)
//   order down       π −= z_k x Π_{i=1..k−1} (x + s_i)                                      (BDF.7)
//   r_{n+1} = (Σ_{j≥1} z_j + r_n + Δ) − (y_{n+1} − y_n),  y^P = y_n + (Σ_{j≥1} z_j + r_n)                (BDF.22)
//   Δ = h^{k+1} y^(k+1)/(k+1)! Π_{i=1..k} ξ_i · ξ_{k+1}, or · ξ_1 in the first step                 (BDF.21)
//
// s_i = (t_n − t_{n−i})/h. With actual spacing π interpolates the computed values y_n … y_{n−k}
// (variable coefficients, WSTIFF). With equal spacing every change of step replaces the past by the
// values of π at equal distances, so that ξ_i = i (fixed coefficients, GSTIFF). A change of order
// keeps all past values that the next formula uses. r is what rounding has taken from y. Nothing is allocated after construction.
// Theory: docs/theory/bdf.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>

#include "math/vec.h"

namespace trammel {

class Nordsieck {
 public:
  static constexpr int highest_order = 6;
  enum class Spacing : unsigned char { equal, actual };

  Nordsieck(int n, Spacing);

  void start(const Vector& y, const Vector& y_dot, double h);  // order 1
  // Columns of `changes`: y at t − h, … t − kh less y at t; their number is the order.
  void start(const Vector& y, const Matrix& changes, double h);

  int order() const { return order_; }
  double h() const { return h_; }

  // Prediction for a step of size h; may be repeated with another h.
  void predict(double h);
  auto predicted() const { return prediction_.col(0); }
  auto predicted_rate() const { return prediction_.col(1); }  // (hẏ)^P
  double leading() const { return l_[1]; }                    // l_1: d(hẏ)/dy

  // The value at the end of the predicted step, and Δ, which is more precise than y − y^P.
  void accept(const Vector& y, const Vector& correction);

  // The same polynomial from t_n + xh on, with the value y there in place of y_n; x is small.
  void move(double x, const Vector& y);

  // For the step that was predicted and has the correction Δ: terms of the local errors of the orders
  // k, k−1 and k+1 (BDF.8) … (BDF.10), in the units of y.
  void error(const Vector& correction, Vector& out) const;
  void error_below(const Vector& correction, Vector& out) const;
  bool knows_error_above() const { return previous_order_ == order_ && is_comparable(); }
  void error_above(const Vector& correction, Vector& out) const;

  void raise_order();  // after accept(), below the highest order
  void lower_order();  // above order 1

  // π of another array, to be evaluated and no more.
  void take_polynomial(const Nordsieck&);
  // π and its derivative with respect to time at t_n + xh.
  void evaluate(double x, Vector& y, Vector& y_dot) const;

 private:
  using Coefficients = std::array<double, highest_order + 2>;

  bool is_comparable() const;  // the last two steps are of one kind
  double xi(int i) const { return (ages_[std::size_t(i) - 1] + h_) / h_; }
  double xi_product(int last) const;
  double prediction_product() const;
  void set_coefficients();
  template <int Order>
  void extrapolate();

  Spacing spacing_;
  int order_ = 1;
  double h_ = 1;
  Matrix z_, prediction_;                         // one column per derivative
  Vector increment_;                              // y^P − y_n, more precise than their difference
  Vector remainder_;                              // r (BDF.22)
  Coefficients l_{};                              // of the predicted step (BDF.3)
  std::array<double, highest_order + 3> ages_{};  // t_n − t_{n−i}
  Vector correction_;                             // Δ of the last accepted step …
  double correction_product_ = 0;                 // … its Π_{i=1..k+1} ξ_i
  double correction_h_ = 0;
  int previous_order_ = 0;        // of correction_, 0: there is none
  bool starts_from_rate_ = true;  // no step yet: π has the rate of y_n in place of y_{n−1}
};

}  // namespace trammel
