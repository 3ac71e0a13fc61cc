// SPDX-License-Identifier: BSD-3-Clause
#include "model/stiffness.h"

#include <Eigen/Cholesky>
#include <cmath>

namespace trammel::model {
namespace {

Mat6 by_columns(const std::vector<double>& numbers) {
  return Eigen::Map<const Mat6>(numbers.data());
}

Mat6 symmetric(const std::vector<double>& upper) {
  Mat6 C;
  auto next = upper.begin();
  for (int column = 0; column < 6; ++column)
    for (int row = 0; row <= column; ++row) C(row, column) = C(column, row) = *next++;
  return C;
}

}  // namespace

Mat6 stiffness(const Beam& beam) {
  const double L = beam.length, E = beam.youngs_modulus, G = beam.shear_modulus, A = beam.area;
  const double B_z = E * beam.izz / L, B_y = E * beam.iyy / L;
  const double P_y = 12 * B_z * beam.shear_y / (G * A * L);
  const double P_z = 12 * B_y * beam.shear_z / (G * A * L);
  Mat6 K = Mat6::Zero();
  K(0, 0) = E * A / L;                             // (BEAM.1)
  K(3, 3) = G * beam.torsion_constant / L;         // (BEAM.1)
  K(1, 1) = 12 * B_z / (L * L * (1 + P_y));        // (BEAM.2)
  K(1, 5) = K(5, 1) = -6 * B_z / (L * (1 + P_y));  // (BEAM.2)
  K(5, 5) = B_z * (4 + P_y) / (1 + P_y);           // (BEAM.2)
  K(2, 2) = 12 * B_y / (L * L * (1 + P_z));        // (BEAM.3)
  K(2, 4) = K(4, 2) = 6 * B_y / (L * (1 + P_z));   // (BEAM.3)
  K(4, 4) = B_y * (4 + P_z) / (1 + P_z);           // (BEAM.3)
  return K;
}

Mat6 damping(const Beam& beam) {
  return beam.damping.empty() ? Mat6(beam.damping_ratio * stiffness(beam))
                              : symmetric(beam.damping);
}

Mat6 stiffness(const Field& field) {
  return by_columns(field.stiffness);
}

Mat6 damping(const Field& field) {
  return field.damping.empty() ? Mat6(field.damping_ratio * stiffness(field))
                               : by_columns(field.damping);
}

Vec6 six(const std::vector<double>& numbers) {
  return numbers.empty() ? Vec6(Vec6::Zero()) : Vec6(Eigen::Map<const Vec6>(numbers.data()));
}

namespace {

trammel::Matrix square(const Model& model, MatrixId id, int size) {
  if (!id) return trammel::Matrix::Zero(size, size);
  const std::vector<double> by_rows = model[id].by_rows();
  return Eigen::Map<const trammel::Matrix>(by_rows.data(), size, size).transpose();
}

}  // namespace

trammel::Matrix stiffness(const Model& model, const MultiForce& force) {
  return square(model, force.stiffness, force.size());
}

trammel::Matrix damping(const Model& model, const MultiForce& force) {
  return square(model, force.damping, force.size());
}

Vector entries(const Model& model, MatrixId id, int size) {
  if (!id) return Vector::Zero(size);
  const std::vector<double> numbers = model[id].by_rows();
  return Eigen::Map<const Vector>(numbers.data(), size);
}

bool dissipates(const trammel::Matrix& C) {
  const Eigen::Index n = C.rows();
  Vector scale(n);
  for (Eigen::Index k = 0; k < n; ++k) {
    if (C(k, k) < 0) return false;
    scale[k] = C(k, k) > 0 ? 1 / std::sqrt(C(k, k)) : 1;
  }
  trammel::Matrix scaled = 0.5 * C + 0.5 * C.transpose();
  scaled = scale.asDiagonal() * scaled * scale.asDiagonal();
  for (Eigen::Index k = 0; k < n; ++k)
    if (C(k, k) == 0 && scaled.row(k).cwiseAbs().maxCoeff() > 0) return false;
  scaled.diagonal().array() += 1e-6;  // data are written with few digits
  return Eigen::LLT<trammel::Matrix>(scaled).info() == Eigen::Success;
}

}  // namespace trammel::model
