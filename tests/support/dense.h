// Decompositions of dense matrices for tests: Eigen's templates are compiled once, in dense.cpp.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "math/vec.h"

namespace trammel::testing {

// Of the 2-norm, also beyond 1/ε: rows and columns are balanced before the inverse is made and the
// scales put back, so that a badly scaled matrix shows its true number.
double condition_number(const Matrix&);

// Of least size among the best solutions of A x = b.
Vector least_squares(const Matrix& A, const Vector& b);

// The columns span what A maps to zero.
Matrix kernel(const Matrix& A);

}  // namespace trammel::testing
