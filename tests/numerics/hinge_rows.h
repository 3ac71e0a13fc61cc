// Constraint rows of mechanisms made of hinges: five rows each, on (δr, δθ) of two bodies in global
// axes; three for the common point, two that keep the axes parallel.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "numerics/sparse_matrix.h"

namespace trammel {

struct Hinge {
  int body_i, body_j;  // −1: ground
  Vec3 point, axis_i, axis_j;
};

inline Hinge hinge(int i, int j, const Vec3& point, const Vec3& axis) {
  return {i, j, point, axis.normalized(), axis.normalized()};
}

inline SparseMatrix hinge_rows(const std::vector<Hinge>& hinges, const std::vector<Vec3>& centres) {
  struct Entry {
    int row, column;
    double value;
  };
  std::vector<Entry> entries;
  const auto add = [&](int row, int body, int first, const Vec3& values) {
    if (body < 0) return;
    for (int k = 0; k < 3; ++k) entries.push_back({row, 6 * body + first + k, values[k]});
  };
  for (int h = 0; h < int(hinges.size()); ++h) {
    const Hinge& joint = hinges[std::size_t(h)];
    const auto arm = [&](int body) {
      return body < 0 ? joint.point : Vec3(joint.point - centres[std::size_t(body)]);
    };
    for (int k = 0; k < 3; ++k) {
      const Vec3 e = Vec3::Unit(k);
      add(5 * h + k, joint.body_i, 0, e);
      add(5 * h + k, joint.body_i, 3, arm(joint.body_i).cross(e));
      add(5 * h + k, joint.body_j, 0, -e);
      add(5 * h + k, joint.body_j, 3, -arm(joint.body_j).cross(e));
    }
    for (int k = 0; k < 2; ++k) {  // two normals of axis j stay normal to axis i
      const Vec3 first = joint.axis_j.unitOrthogonal();
      const Vec3 normal = k == 0 ? first : Vec3(joint.axis_j.cross(first));
      const Vec3 n = joint.axis_i.cross(normal);
      add(5 * h + 3 + k, joint.body_i, 3, n);
      add(5 * h + 3 + k, joint.body_j, 3, -n);
    }
  }
  std::vector<std::pair<int, int>> places;
  for (const Entry& e : entries) places.emplace_back(e.row, e.column);
  SparseMatrix a(Pattern::from_entries(5 * int(hinges.size()), 6 * int(centres.size()), places));
  for (const Entry& e : entries) a.add(e.row, e.column, e.value);
  return a;
}

}  // namespace trammel
