// SPDX-License-Identifier: BSD-3-Clause
#include "integrators/nordsieck.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <iterator>

namespace trammel {

namespace {

constexpr double same_step = 1e-10;  // relative difference of steps that count as equal

// p(x) ← p(x) (x + root)·factor, coefficients ascending, degree before the product.
template <class Polynomial>
void multiply(Polynomial& p, int degree, double root, double factor) {
  p[std::size_t(degree) + 1] = p[std::size_t(degree)] * factor;
  for (int j = degree; j > 0; --j)
    p[std::size_t(j)] = factor * (root * p[std::size_t(j)] + p[std::size_t(j) - 1]);
  p[0] *= factor * root;
}

}  // namespace

Nordsieck::Nordsieck(int n, Spacing spacing)
    : spacing_(spacing),
      z_(Matrix::Zero(n, highest_order + 1)),
      prediction_(z_),
      increment_(Vector::Zero(n)),
      remainder_(Vector::Zero(n)),
      correction_(Vector::Zero(n)) {}

void Nordsieck::start(const Vector& y, const Vector& y_dot, double h) {
  order_ = 1;
  h_ = h;
  z_.col(0) = y;
  z_.col(1) = h * y_dot;
  remainder_.setZero();
  for (std::size_t i = 0; i < ages_.size(); ++i) ages_[i] = double(i) * h;
  previous_order_ = 0;
  starts_from_rate_ = true;
}

// The interpolating polynomial in Newton's form: backward differences times x(x+1)…(x+j−1)/j!.
void Nordsieck::start(const Vector& y, const Matrix& changes, double h) {
  start(y, y, h);
  order_ = int(changes.cols());
  assert(1 <= order_ && order_ <= highest_order);
  Matrix differences = Matrix::Zero(y.size(), order_ + 1);
  differences.rightCols(order_) = changes;
  for (int j = 1; j <= order_; ++j)
    for (int i = order_; i >= j; --i)
      differences.col(i) = differences.col(i - 1) - differences.col(i);
  starts_from_rate_ = false;
  z_.setZero();
  z_.col(0) = y;
  Coefficients basis{0, 1};
  for (int j = 1; j <= order_; ++j) {
    for (int i = 1; i <= j; ++i) z_.col(i) += basis[std::size_t(i)] * differences.col(j);
    multiply(basis, j, j, 1.0 / (j + 1));
  }
}

void Nordsieck::predict(double h) {
  if (h != h_) {
    const double ratio = h / h_;
    double power = 1;
    for (int j = 1; j <= order_; ++j) z_.col(j) *= (power *= ratio);  // (BDF.5)
    if (spacing_ == Spacing::equal)
      for (std::size_t i = 0; i < ages_.size(); ++i) ages_[i] = double(i) * h;
    h_ = h;
  }
  set_coefficients();
  static constexpr void (Nordsieck::*by_order[])() = {
      &Nordsieck::extrapolate<1>, &Nordsieck::extrapolate<2>, &Nordsieck::extrapolate<3>,
      &Nordsieck::extrapolate<4>, &Nordsieck::extrapolate<5>, &Nordsieck::extrapolate<6>};
  static_assert(std::size(by_order) == highest_order);
  (this->*by_order[order_ - 1])();
}

// Row by row, so that the compiler keeps a row in registers and takes several rows at once.
template <int Order>
void Nordsieck::extrapolate() {
  const Eigen::Index n = z_.rows();
  const double* const from = z_.data();
  double* const to = prediction_.data();
  for (Eigen::Index i = 0; i < n; ++i) {
    double p[Order + 1];
    double sum = 0;
    for (int j = Order; j >= 1; --j) sum += p[j] = from[j * n + i];
    for (int k = 0; k < Order; ++k)  // (BDF.2)
      for (int j = Order - 1; j >= std::max(k, 1); --j) p[j] += p[j + 1];
    for (int j = 1; j <= Order; ++j) to[j * n + i] = p[j];
    increment_[i] = sum + remainder_[i];
    to[i] = from[i] + increment_[i];  // (BDF.22)
  }
}

void Nordsieck::take_polynomial(const Nordsieck& from) {
  order_ = from.order_;
  h_ = from.h_;
  z_.leftCols(order_ + 1) = from.z_.leftCols(order_ + 1);
}

void Nordsieck::set_coefficients() {  // (BDF.3)
  l_ = {1};
  for (int i = 1; i <= order_; ++i) multiply(l_, i - 1, xi(i), 1 / xi(i));
}

void Nordsieck::accept(const Vector& y, const Vector& correction) {
  correction_ = correction;
  correction_product_ = prediction_product();
  correction_h_ = h_;
  previous_order_ = order_;
  remainder_ = (increment_ + correction) - (y - z_.col(0));  // (BDF.22)
  z_.col(0) = y;
  for (int j = 1; j <= order_; ++j)  // (BDF.4)
    z_.col(j) = prediction_.col(j) + l_[std::size_t(j)] * correction_;
  for (std::size_t i = ages_.size() - 1; i > 0; --i) ages_[i] = ages_[i - 1] + h_;
  starts_from_rate_ = false;
}

void Nordsieck::move(double x, const Vector& y) {
  for (int i = 0; i < order_; ++i)
    for (int j = order_ - 1; j >= i; --j) z_.col(j) += x * z_.col(j + 1);
  z_.col(0) = y;
  remainder_.setZero();
  for (std::size_t i = 1; i < ages_.size(); ++i) ages_[i] += x * h_;
  previous_order_ = 0;
}

double Nordsieck::xi_product(int last) const {
  double product = 1;
  for (int i = 1; i <= last; ++i) product *= xi(i);
  return product;
}

double Nordsieck::prediction_product() const {  // (BDF.21)
  return xi_product(order_) * (starts_from_rate_ ? xi(1) : xi(order_ + 1));
}

void Nordsieck::error(const Vector& correction, Vector& out) const {
  out = correction * (xi_product(order_) / prediction_product());  // (BDF.8)
}

void Nordsieck::error_below(const Vector& correction, Vector& out) const {
  out = prediction_.col(order_) + l_[std::size_t(order_)] * correction;
  out *= xi_product(order_ - 1);  // (BDF.9)
}

bool Nordsieck::is_comparable() const {
  return spacing_ == Spacing::actual || std::abs(h_ - correction_h_) <= same_step * h_;
}

void Nordsieck::error_above(const Vector& correction, Vector& out) const {
  const double product = prediction_product();
  const double share = std::pow(h_ / correction_h_, order_ + 1) * product / correction_product_;
  out = (correction - share * correction_) *
        (xi_product(order_ + 1) / (product * xi(order_ + 2)));  // (BDF.10)
}

void Nordsieck::raise_order() {
  assert(order_ < highest_order);
  Coefficients p{0, 1};
  double product = 1;
  for (int i = 1; i <= order_; ++i) {
    const double s = ages_[std::size_t(i)] / h_;
    multiply(p, i, s, 1);
    product *= s;
  }
  product *= ages_[std::size_t(order_) + 1] / h_;
  ++order_;
  starts_from_rate_ = false;
  z_.col(order_).setZero();
  for (int j = 1; j <= order_; ++j)
    z_.col(j) += p[std::size_t(j)] / product * correction_;  // (BDF.6)
}

void Nordsieck::lower_order() {
  assert(order_ > 1);
  Coefficients p{0, 1};
  for (int i = 1; i < order_; ++i) multiply(p, i, ages_[std::size_t(i)] / h_, 1);
  for (int j = 1; j < order_; ++j) z_.col(j) -= p[std::size_t(j)] * z_.col(order_);  // (BDF.7)
  --order_;
}

void Nordsieck::evaluate(double x, Vector& y, Vector& y_dot) const {
  y = z_.col(order_);
  y_dot = order_ * z_.col(order_);
  for (int j = order_ - 1; j >= 1; --j) {
    y = x * y + z_.col(j);
    y_dot = x * y_dot + j * z_.col(j);
  }
  y = x * y + z_.col(0);
  y_dot /= h_;
}

}  // namespace trammel
