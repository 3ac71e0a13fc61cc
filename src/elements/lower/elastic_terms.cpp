// SPDX-License-Identifier: BSD-3-Clause
#include "elements/lower/elastic_terms.h"

#include "elements/lower/force_terms.h"
#include "elements/lower/lowering.h"
#include "expression/compose.h"
#include "expression/leaves.h"

namespace trammel::elements {

using expression::leaf;
using expression::Tree;
using kinematics::MeasureKind;

std::vector<Tree> displacements(int i, int j) {
  return {leaf(MeasureKind::DX, {i, j, j}), leaf(MeasureKind::DY, {i, j, j}),
          leaf(MeasureKind::DZ, {i, j, j}), leaf(MeasureKind::AX, {i, j}),
          leaf(MeasureKind::AY, {i, j}),    leaf(MeasureKind::AZ, {i, j})};
}

std::vector<Tree> velocities(int i, int j) {
  return {leaf(MeasureKind::VX, {i, j, j, j}), leaf(MeasureKind::VY, {i, j, j, j}),
          leaf(MeasureKind::VZ, {i, j, j, j}), leaf(MeasureKind::WX, {i, j, j}),
          leaf(MeasureKind::WY, {i, j, j}),    leaf(MeasureKind::WZ, {i, j, j})};
}

std::vector<Tree> linear_force(const Matrix& K, const std::vector<Tree>& e, const Matrix& C,
                               const std::vector<Tree>& u, const Vector& F) {
  std::vector<Tree> result;
  for (Eigen::Index row = 0; row < F.size(); ++row) {
    std::vector<Tree> terms;
    for (Eigen::Index column = 0; column < F.size(); ++column) {
      const auto c = static_cast<std::size_t>(column);
      terms.push_back(expression::product(-K(row, column), e[c]));
      terms.push_back(expression::product(-C(row, column), u[c]));
    }
    terms.push_back(Tree::constant(F[row]));
    result.push_back(expression::sum(terms));  // (BEAM.4)
  }
  return result;
}

void add_six(Lowering& lowering, Connection& connection, const Site& site,
             const std::vector<Tree>& force) {
  for (std::size_t row = 0; row < 6; ++row) {
    const bool torque = row >= 3;
    const auto name = torque ? torque_names[row - 3] : force_names[row];
    add_term(lowering, connection, site.with(name), force[row],
             {torque ? Load::Kind::torque : Load::Kind::force, 0, connection.j,
              static_cast<int>(row % 3)});
  }
}

}  // namespace trammel::elements
