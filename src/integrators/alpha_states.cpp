// SPDX-License-Identifier: BSD-3-Clause
#include "integrators/alpha_states.h"

namespace trammel {

AlphaStates::AlphaStates(int n_x, double alpha, double gamma, std::optional<double> rho)
    : alpha_(alpha),
      gamma_(gamma),
      error_constant_(1.0 / 12 - alpha / 2 - alpha * alpha),
      velocity_constant_(gamma + alpha - 0.5),
      rho_(rho) {
  for (Vector* v : {&shift_, &W0_, &W1_, &x_second_, &x_dot_before_}) *v = Vector::Zero(n_x);
}

void AlphaStates::begin(const Vector& x_second, const Vector& shift) {
  x_second_ = x_second;
  shift_ = shift;
  h_before_ = 0;
}

void AlphaStates::shift_to(double sigma, const Vector& x_dot) {
  W0_ = x_dot + sigma * shift_;  // (HHT.7)
}

void AlphaStates::follow(double h, const State& s0, State& s1) {
  if (rho_) {
    s1.x = s0.x + h * (s0.x_dot + *rho_ * (s1.x_dot - s0.x_dot));
    return;
  }
  W1_ = (1 + alpha_) * s1.x_dot - alpha_ * s0.x_dot;  // (HHT.6)
  s1.x = s0.x + h * ((1 - gamma_) * W0_ + gamma_ * W1_);
}

double AlphaStates::slope(double h) const {
  return (rho_ ? *rho_ : gamma_ * (1 + alpha_)) * h;
}

void AlphaStates::accept(double h, const State& s0, const State& s1) {
  x_dot_before_ = s0.x_dot;
  h_before_ = h;
  shift_ = W1_ - s1.x_dot;
}

void AlphaStates::error(double h, const State& s0, const State& s1, Vector& e) const {
  if (rho_) {
    e = (*rho_ - 0.5) * h * (s1.x_dot - s0.x_dot);
    return;
  }
  if (h_before_ > 0) {  // second derivative of ẋ by divided differences
    const double h0 = h_before_;
    e = 2 * error_constant_ * h * h * h / (h + h0) *
        ((s1.x_dot - s0.x_dot) / h - (s0.x_dot - x_dot_before_) / h0);  // (HHT.10)
  } else {  // the first step: curvature of ẋ against its initial slope
    e = 2 * error_constant_ * h * (s1.x_dot - s0.x_dot - h * x_second_);
  }
  e += velocity_constant_ * h * (s1.x_dot - s0.x_dot);
}

}  // namespace trammel
