// Small systems of equations for Newton's iteration, with dense matrices.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <functional>
#include <map>

#include "numerics/dense.h"
#include "numerics/newton.h"

namespace trammel::testing::newton_equations {

// f(z) = 0 with a dense matrix; remembers what it was asked.
class Equations : public NewtonProblem {
 public:
  using Function = std::function<Vector(const Vector&)>;
  using Jacobian = std::function<trammel::Matrix(const Vector&)>;

  Equations(Function f, Jacobian jacobian, const Vector& start, double tolerance = 1e-10)
      : z(start), f_(std::move(f)), jacobian_(std::move(jacobian)), tolerance_(tolerance) {
    use_matrix(jacobian_(start));
  }

  void use_matrix(const trammel::Matrix& m) { lu_ = DenseLu(m); }

  Outcome residual(Vector& r) override {
    ++residuals;
    const auto planned = outcome_at.find(residuals - 1);
    r = f_(z);
    return planned == outcome_at.end() ? Outcome::ok : planned->second;
  }
  NewtonProblem::Matrix renew_matrix() override {
    renewed_at.push_back(residuals - 1);
    if (matrix_result == NewtonProblem::Matrix::ok) use_matrix(jacobian_(z));
    return matrix_result;
  }
  void solve(Vector& r) override { r = lu_.solve(r); }
  double correct(const Vector& d) override {
    z += d;
    iterates.push_back(z);
    return d.lpNorm<Eigen::Infinity>() / tolerance_;
  }
  double round_off() const override { return round_off_; }
  double stagnation() const override { return stagnation_; }

  Vector z;
  std::map<int, Outcome> outcome_at;  // by iteration, from 0
  NewtonProblem::Matrix matrix_result = NewtonProblem::Matrix::ok;
  double round_off_ = 0, stagnation_ = 0;
  int residuals = 0;
  std::vector<int> renewed_at;  // iterations, from 0
  std::vector<Vector> iterates;

 private:
  Function f_;
  Jacobian jacobian_;
  double tolerance_;
  DenseLu lu_;
};

inline const JacobianPlan every_iteration{{true}}, never{};

inline Vector scalar(double x) {
  return Vector::Constant(1, x);
}

inline Equations square_root_of_two(double start) {
  return {[](const Vector& z) { return scalar(z[0] * z[0] - 2); },
          [](const Vector& z) { return trammel::Matrix::Constant(1, 1, 2 * z[0]); }, scalar(start)};
}

// x² + y² = 4, xy = 1 with an exact Jacobian; the root near (1.93, 0.52).
inline Equations circle_and_hyperbola(const Vector& start) {
  return {[](const Vector& z) {
            return Vector{{z.squaredNorm() - 4, z[0] * z[1] - 1}};
          },
          [](const Vector& z) {
            return trammel::Matrix{{2 * z[0], 2 * z[1]}, {z[1], z[0]}};
          },
          start};
}

inline const Vector circle_root{
    {(std::sqrt(6.0) + std::sqrt(2.0)) / 2, (std::sqrt(6.0) - std::sqrt(2.0)) / 2}};

// z_{k+1} = ρ z_k exactly; the unit of the tolerance is 1.
inline Equations linear(double rate, double start) {
  Equations problem([](const Vector& z) { return z; },
                    [](const Vector&) { return trammel::Matrix::Identity(1, 1); }, scalar(start),
                    1);
  problem.use_matrix(trammel::Matrix::Constant(1, 1, 1 / (1 - rate)));
  return problem;
}

}  // namespace trammel::testing::newton_equations
