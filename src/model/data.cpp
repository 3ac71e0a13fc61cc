// SPDX-License-Identifier: BSD-3-Clause
#include "model/data.h"

namespace trammel::model {

std::vector<double> Matrix::by_rows() const {
  if (full == MatrixOrder::rows) return values;
  const auto m = static_cast<std::size_t>(rows), n = static_cast<std::size_t>(columns);
  std::vector<double> entries(m * n, 0.0);
  for (std::size_t k = 0; k < values.size(); ++k) {
    const std::size_t i = sparse ? static_cast<std::size_t>(row_numbers[k]) - 1 : k % m;
    const std::size_t j = sparse ? static_cast<std::size_t>(column_numbers[k]) - 1 : k / m;
    entries[i * n + j] = values[k];
  }
  return entries;
}

std::vector<Vec3> points(const Matrix& matrix) {
  const std::vector<double> entries = matrix.by_rows();
  std::vector<Vec3> result;
  for (std::size_t k = 0; k + 2 < entries.size(); k += 3)
    result.emplace_back(entries[k], entries[k + 1], entries[k + 2]);
  return result;
}

CurveShape shape(const Curve& curve) {
  return {curve.order, curve.closed};
}

CurveFit fit(const Curve& curve) {
  return curve.control_points ? CurveFit::by_control_points : CurveFit::through_points;
}

}  // namespace trammel::model
