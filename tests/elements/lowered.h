// A dataset lowered to equations, and its scalars evaluated at the pose and velocity it gives.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "elements/equations.h"
#include "elements/initial_values.h"
#include "io/adm/reader.h"

namespace trammel::elements {

// Statements between the title and END; a ground part 1 with marker 10 at the origin is there.
class Lowered {
 public:
  explicit Lowered(const std::string& statements)
      : file(adm::read(
            {"test.adm", "test\nPART/1, GROUND\nMARKER/10, PART=1\n" + statements + "\nEND\n"})),
        equations(lower(file.model)) {
    EXPECT_TRUE(file.ok()) << file.messages();
    Vector q, v;
    initial_pose(equations, q);
    initial_velocity(equations, q, v);
    motion = Motion(equations.skeleton);
    move(equations.skeleton, q, v, Vector::Zero(v.size()), motion);
  }

  // With the given unknowns and reactions.
  double value(int scalar, double t = 0, const std::vector<double>& y = {},
               const std::vector<double>& reactions = {}) const {
    if (scalar < 0) return 0;
    const Scalar& s = equations.scalars[static_cast<std::size_t>(scalar)];
    std::vector<double> u;
    for (const Leaf& leaf : s.leaves) {
      const auto index = static_cast<std::size_t>(leaf.index);
      switch (leaf.kind) {
        case Leaf::Kind::time:
          u.push_back(t);
          break;
        case Leaf::Kind::reading:
          u.push_back(equations.readings[index].measure->value(markers(equations.readings[index])));
          break;
        case Leaf::Kind::unknown:
          u.push_back(y.at(index));
          break;
        case Leaf::Kind::reaction:
          u.push_back(reactions.at(index));
          break;
        default:
          u.push_back(0);
      }
    }
    expression::Workspace workspace;
    double result = 0;
    EXPECT_TRUE(expression::evaluate_value(s.tape, {u, s.splines}, workspace, result).ok());
    return result;
  }
  double request(std::size_t number, std::size_t component) const {
    return value(equations.requests.at(number).at(component));
  }

  std::vector<std::string> row_names() const {
    std::vector<std::string> names;
    for (const Row& row : equations.rows) names.push_back(row.name);
    return names;
  }
  const kinematics::MarkerMotion& marker(int id) const {
    return motion.markers[static_cast<std::size_t>(equations.marker({id}))];
  }
  bool uses(int scalar, Leaf::Kind kind) const {
    for (const Leaf& leaf : equations.scalars.at(static_cast<std::size_t>(scalar)).leaves)
      if (leaf.kind == kind) return true;
    return false;
  }
  bool reports(model::Code code) const {
    for (const model::Problem& problem : equations.problems)
      if (problem.code == code) return true;
    return false;
  }

  adm::Reading file;
  Equations equations;
  Motion motion;

 private:
  kinematics::Markers markers(const Reading& reading) const {
    const auto at = [&](std::size_t slot) -> const kinematics::MarkerMotion& {
      return motion.markers[static_cast<std::size_t>(reading.markers[slot])];
    };
    return kinematics::Markers(at(0), at(1), at(2), at(3));
  }
};

// Two moving parts in general position and motion: markers 20, 21 and 30, 31, floating 29 and 39.
inline std::string two_parts() {
  return "PART/2, MASS=2, CM=20, IP=0.9,0.8,0.7, QG=1,0.5,-0.3, REULER=0.2,0.5,0.7, "
         "VX=0.3, VY=-0.2, VZ=0.5, WX=0.4, WY=-0.7, WZ=0.9\n"
         "MARKER/20, PART=2, QP=0.1,0.2,0.3, REULER=0.3,0.2,0.1\n"
         "MARKER/21, PART=2, QP=0.2,-0.1,0.25, REULER=-0.5,0.7,0.2\n"
         "MARKER/29, PART=2, FLOATING\n"
         "PART/3, MASS=1.5, CM=30, IP=0.3,0.4,0.5, QG=-0.4,0.8,0.6, REULER=1.1,0.9,-0.6, "
         "VX=-0.6, WZ=1.2\n"
         "MARKER/30, PART=3, QP=-0.1,0.1,0.2\n"
         "MARKER/31, PART=3, QP=0.25,0.3,-0.2, REULER=0.6,-0.3,0.4\n"
         "MARKER/39, PART=3, FLOATING\n";
}

}  // namespace trammel::elements
