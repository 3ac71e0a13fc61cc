// Random smooth motions of markers with known velocities and accelerations, and displaced markers:
// what the tests of measures differentiate numerically.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cmath>
#include <random>

#include "kinematics/measure.h"

namespace trammel::kinematics {

// A = R(u1, φ1) R(u2, φ2) and r, φ1, φ2 harmonic in time.
class SmoothMotion {
 public:
  explicit SmoothMotion(std::mt19937& random) {
    std::normal_distribution<double> normal;
    for (auto& wave : waves_)
      for (double& number : wave) number = normal(random);
    for (Vec3& u : u_) u = Vec3(normal(random), normal(random), normal(random)).normalized();
  }

  MarkerMotion operator()(double t) const {
    MarkerMotion m;
    for (int c = 0; c < 3; ++c) {
      const auto s = sample(waves_[static_cast<unsigned>(c)], t);
      m.r[c] = s[0];
      m.v[c] = s[1];
      m.a[c] = s[2];
    }
    const auto p = sample(waves_[3], t), q = sample(waves_[4], t);
    const Mat3 first = Eigen::AngleAxisd(p[0], u_[0]).toRotationMatrix();
    const Vec3 second_axis = first * u_[1];
    m.A = first * Eigen::AngleAxisd(q[0], u_[1]).toRotationMatrix();
    m.omega = p[1] * u_[0] + q[1] * second_axis;
    m.omega_dot = p[2] * u_[0] + q[2] * second_axis + q[1] * p[1] * u_[0].cross(second_axis);
    return m;
  }

 private:
  using Wave = std::array<double, 4>;  // mean, amplitude, frequency, phase

  static std::array<double, 3> sample(const Wave& w, double t) {
    const double phase = w[2] * t + w[3];
    return {w[0] + w[1] * std::sin(phase), w[1] * w[2] * std::cos(phase),
            -w[1] * w[2] * w[2] * std::sin(phase)};
  }

  std::array<Wave, 5> waves_;
  std::array<Vec3, 2> u_;
};

inline MarkerMotion displaced(MarkerMotion m, Quantity quantity, const Vec3& by) {
  switch (quantity) {
    case Quantity::r:
      m.r += by;
      break;
    case Quantity::theta: {
      const double angle = by.norm();
      if (angle > 0) m.A = Eigen::AngleAxisd(angle, by / angle).toRotationMatrix() * m.A;
      break;
    }
    case Quantity::v:
      m.v += by;
      break;
    case Quantity::omega:
      m.omega += by;
      break;
    case Quantity::a:
      m.a += by;
      break;
    case Quantity::omega_dot:
      m.omega_dot += by;
      break;
  }
  return m;
}

// f'(0) by two central differences, extrapolated: error O(h⁴).
template <class Function>
auto derivative(const Function& f, double h) {
  using Value = std::decay_t<decltype(f(h))>;
  const auto slope = [&](double step) { return Value((f(step) - f(-step)) / (2 * step)); };
  const Value coarse = slope(h), fine = slope(h / 2);
  return Value((4 * fine - coarse) / 3);
}

template <class Function>
auto second_derivative(const Function& f, double h) {
  using Value = std::decay_t<decltype(f(h))>;
  const Value middle = f(0.0);
  const auto bend = [&](double step) {
    return Value((f(step) - 2 * middle + f(-step)) / (step * step));
  };
  const Value coarse = bend(h), fine = bend(h / 2);
  return Value((4 * fine - coarse) / 3);
}

inline constexpr std::array<Slot, 4> all_slots = {Slot::i, Slot::j, Slot::k, Slot::l};
inline constexpr std::array<Quantity, 6> all_quantities = {
    Quantity::r, Quantity::theta, Quantity::v, Quantity::omega, Quantity::a, Quantity::omega_dot};

// Four markers at one instant, addressed by slot.
struct Scene {
  std::array<MarkerMotion, 4> marker;

  Markers at() const { return Markers(marker[0], marker[1], marker[2], marker[3]); }
  MarkerMotion& operator[](Slot slot) { return marker[static_cast<unsigned>(slot)]; }

  Scene displaced_by(Coordinate of, const Vec3& by) const {
    Scene scene = *this;
    scene[of.slot] = displaced(scene[of.slot], of.quantity, by);
    return scene;
  }
};

struct MovingScene {
  explicit MovingScene(std::mt19937& random)
      : motion{SmoothMotion(random), SmoothMotion(random), SmoothMotion(random),
               SmoothMotion(random)} {}

  Scene operator()(double t) const {
    return {{motion[0](t), motion[1](t), motion[2](t), motion[3](t)}};
  }

  std::array<SmoothMotion, 4> motion;
};

}  // namespace trammel::kinematics
