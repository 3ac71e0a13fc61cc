// Tests that run over every textbook DAE.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <random>

#include "support/check_blocks.h"
#include "support/test_problems.h"

namespace trammel::testing {

class EveryProblem : public ::testing::TestWithParam<TestProblem> {
 protected:
  const TestProblem& problem() const { return GetParam(); }
  const Dae& dae() const { return *GetParam().dae; }
  const Layout& layout() const { return dae().layout(); }

  State on_the_way(double part) const { return problem().reference(part * problem().t_end); }
  State off_the_way(double part, double distance = 0.05) {
    return nearby(dae(), on_the_way(part), distance, random_);
  }

  double uniform(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random_);
  }
  Vector random_vector(int size) {
    Vector v(size);
    for (double& x : v) x = uniform(-1, 1);
    return v;
  }
  Mat3 random_matrix() {
    Mat3 m;
    for (double& x : m.reshaped()) x = uniform(-1, 1);
    return m;
  }

 private:
  std::mt19937 random_{7};
};

inline std::string problem_name(const ::testing::TestParamInfo<TestProblem>& info) {
  return info.param.name;
}

inline double largest(const Matrix& m) {
  return m.size() > 0 ? m.cwiseAbs().maxCoeff() : 0;
}

}  // namespace trammel::testing
