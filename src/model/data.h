// MATRIX, CURVE: numbers that other statements use.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "math/parametric_curve.h"
#include "model/element.h"
#include "model/expression.h"
#include "model/routine.h"

namespace trammel::model {

enum class MatrixOrder : unsigned char { none, rows, columns };

struct Matrix : Element {
  static constexpr Kind kind = Kind::matrix;

  MatrixOrder full = MatrixOrder::none;  // in which order a full matrix lists its values
  bool sparse = false;
  int rows = 0, columns = 0;
  std::vector<double> values;
  std::vector<int> row_numbers, column_numbers;  // of the values of a sparse one, from 1
  // A matrix in a file becomes a full one when the file has been read.
  std::string file, name_in_file;

  bool is_read() const { return file.empty(); }
  // Every entry, row by row.
  std::vector<double> by_rows() const;

  friend bool operator==(const Matrix&, const Matrix&) = default;
};

// Curve in space, of a parameter from −1 to 1.
struct Curve : Element {
  static constexpr Kind kind = Kind::curve;

  bool closed = false;
  MatrixId matrix;              // a row of x, y, z for each point
  bool control_points = false;  // of a B-spline; else the curve passes the points
  int order = 4;                // of the B-spline: degree + 1

  // In place of points: a routine gives x, y, z of a parameter between these.
  Expression function;
  Routine routine;
  double first_parameter = -1, last_parameter = 1;

  friend bool operator==(const Curve&, const Curve&) = default;
};

// What a curve is made from; its matrix must have three columns.
std::vector<Vec3> points(const Matrix& matrix);
CurveShape shape(const Curve& curve);
CurveFit fit(const Curve& curve);

}  // namespace trammel::model
