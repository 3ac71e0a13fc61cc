// SPDX-License-Identifier: BSD-3-Clause
#include "integrators/adams_differences.h"

#include <algorithm>

namespace trammel {

AdamsDifferences::AdamsDifferences(int rows)
    : phi_(highest_order + 3, Vector::Zero(rows)),
      expected_(highest_order + 3, Vector::Zero(rows)),
      increment_(Vector::Zero(rows)),
      old_top_(increment_) {}

void AdamsDifferences::start(const Vector& f) {
  known_ = 1;
  order_ = order_of_step_ = 1;
  phi_[1] = f;
  for (std::size_t i = 2; i < phi_.size(); ++i) phi_[i].setZero();
  psi_.fill(0);
}

void AdamsDifferences::start(const std::vector<Vector>& f, double h) {
  start(f.front());
  known_ = std::min(int(f.size()), highest_order + 1);
  order_ = order_of_step_ = std::min(known_, highest_order);
  // With equal spacing φ_i is (i−1)! times the backward difference divided by (i−1)!: itself.
  for (int i = 1; i <= known_; ++i) phi_[std::size_t(i)] = f[std::size_t(i) - 1];
  for (int level = 2; level <= known_; ++level)
    for (int i = known_; i >= level; --i)
      phi_[std::size_t(i)] = phi_[std::size_t(i) - 1] - phi_[std::size_t(i)];
  for (int i = 1; i <= known_; ++i) psi_[std::size_t(i)] = i * h;
}

void AdamsDifferences::predict(double h, int k) {
  order_ = k;
  h_ = h;
  const int top = k + 1;
  next_psi_[1] = h;
  for (int i = 2; i <= top; ++i)
    next_psi_[std::size_t(i)] = psi_[std::size_t(i) - 1] + h;  // (ADAMS.1)
  beta_[1] = sigma_[1] = 1;
  for (int i = 1; i <= top; ++i) {
    const std::size_t at = std::size_t(i);
    alpha_[at] = h / next_psi_[at];
    sigma_[at + 1] = i * alpha_[at] * sigma_[at];  // (ADAMS.6)
    if (i > 1) beta_[at] = beta_[at - 1] * next_psi_[at - 1] / psi_[at - 1];
  }
  Numbers row{};  // g_{i,q} for q = 1 … top + 1 − i  (ADAMS.3)
  for (int q = 1; q <= top; ++q) row[std::size_t(q)] = 1.0 / q;
  g_[1] = 1;
  for (int i = 2; i <= top; ++i) {
    for (int q = 1; q <= top + 1 - i; ++q) {
      const std::size_t at = std::size_t(q);
      row[at] = i == 2 ? 1.0 / (q * (q + 1)) : row[at] - alpha_[std::size_t(i) - 1] * row[at + 1];
    }
    g_[std::size_t(i)] = row[1];
  }
  increment_.setZero();
  expected_[std::size_t(k) + 1].setZero();
  for (int i = k; i >= 1; --i) {  // (ADAMS.4)
    const std::size_t at = std::size_t(i);
    increment_ += g_[at] * beta_[at] * phi_[at];
    expected_[at] = expected_[at + 1] + beta_[at] * phi_[at];
  }
  increment_ *= h;
}

void AdamsDifferences::accept(const Vector& f) {  // (ADAMS.5)
  const std::size_t k = std::size_t(order_);
  const bool knows_above = known_ > order_;
  if (knows_above) old_top_ = beta_[k + 1] * phi_[k + 1];
  phi_[k + 1] = f - expected_[1];
  if (knows_above) phi_[k + 2] = phi_[k + 1] - old_top_;
  for (std::size_t i = 1; i <= k; ++i) phi_[i] = expected_[i] + phi_[k + 1];
  known_ = knows_above ? order_ + 2 : order_ + 1;
  known_ = std::min(known_, highest_order + 2);
  // ψ of differences that were not part of this step.
  next_psi_[k + 2] = psi_[k + 1] + h_;
  psi_ = next_psi_;
  order_of_step_ = order_;
}

void AdamsDifferences::evaluate(double after, Vector& change, Vector& rate) const {
  const int top = order_of_step_ + 1;
  Numbers w{};
  for (int i = 1; i <= top; ++i) w[std::size_t(i)] = 1.0 / i;
  change = phi_[1];
  rate = phi_[1];
  double rho = 1, before = 0;
  for (int j = 2; j <= top; ++j) {  // (ADAMS.11)
    const double psi = psi_[std::size_t(j) - 1], gamma = (after + before) / psi, eta = after / psi;
    for (int i = 1; i <= top + 1 - j; ++i)
      w[std::size_t(i)] = gamma * w[std::size_t(i)] - eta * w[std::size_t(i) + 1];
    rho *= gamma;
    change += w[1] * phi_[std::size_t(j)];
    rate += rho * phi_[std::size_t(j)];
    before = psi;
  }
  change *= after;
}

}  // namespace trammel
