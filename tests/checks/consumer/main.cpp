// Another project's view of the installed package: a rotation, and a sparse solve that links KLU.
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <cstdio>

#include "math/rotation.h"
#include "numerics/klu_solver.h"

int main() {
  using namespace trammel;
  const Vec3 turned = rotation_matrix(quaternion_exp(Vec3(0, 0, std::acos(0.0)))) * Vec3(1, 0, 0);

  SparseMatrix a(Pattern::from_entries(2, 2, {{0, 0}, {1, 1}, {0, 1}}));
  a.add(0, 0, 2);
  a.add(0, 1, 1);
  a.add(1, 1, 4);
  KluSolver solver;
  solver.analyse(a.pattern());
  Vector x = Vector::Constant(2, 4.0);
  const bool solved = solver.factor(a).ok();
  solver.solve(x);  // 2 x0 + x1 = 4, 4 x1 = 4

  std::printf("x axis after a quarter turn about z: (%g, %g, %g)\n", turned.x(), turned.y(),
              turned.z());
  std::printf("solution: (%g, %g)\n", x[0], x[1]);
  const bool is_right =
      solved && (turned - Vec3(0, 1, 0)).norm() < 1e-14 && (x - Vector{{1.5, 1.0}}).norm() < 1e-14;
  return is_right ? 0 : 1;
}
