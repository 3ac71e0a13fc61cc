// Reproducible random numbers, vectors and rotations for the tests.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <random>

#include "math/vec.h"

namespace trammel {

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}

  double between(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(engine_);
  }
  double normal() { return std::normal_distribution<double>()(engine_); }
  Vec3 vec3(double size) {
    return {between(-size, size), between(-size, size), between(-size, size)};
  }
  Vec3 unit_vec3() { return Vec3(normal(), normal(), normal()).normalized(); }
  Vec4 unit_quaternion() { return Vec4(normal(), normal(), normal(), normal()).normalized(); }

 private:
  std::mt19937_64 engine_;
};

}  // namespace trammel
