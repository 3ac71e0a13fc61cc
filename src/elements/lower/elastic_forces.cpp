// BEAM, FIELD → loads: forces and torques along the axes of J by matrices.
//
// With q = (DX, DY, DZ(i,j,j), AX, AY, AZ(i,j)) and u = (VX, VY, VZ(i,j,j,j), WX, WY, WZ(i,j,j)):
//   (f, τ) = −K (q − q₀) − C u + F                                                      (BEAM.4)
// A string adds the tension N = E A/L e of the elongation e by deflection,
//   e = x − L + (3/5 y² − L/10 y c + L²/15 c²)/L + (3/5 z² + L/10 z b + L²/15 b²)/L        (BEAM.5)
//   (f, τ) −= E A/L (e ∂e/∂q − (x − L) ∂x/∂q)                                           (BEAM.6)
// Theory: docs/theory/beams.md.
// SPDX-License-Identifier: BSD-3-Clause
#include <array>
#include <vector>

#include "elements/lower/families.h"
#include "elements/lower/force_terms.h"
#include "elements/lower/lowering.h"
#include "expression/compose.h"
#include "expression/leaves.h"
#include "model/stiffness.h"

namespace trammel::elements {
namespace {

using expression::leaf;
using expression::Tree;
using kinematics::MeasureKind;
using Six = std::array<Tree, 6>;

Six displacements(int i, int j) {
  return {leaf(MeasureKind::DX, {i, j, j}), leaf(MeasureKind::DY, {i, j, j}),
          leaf(MeasureKind::DZ, {i, j, j}), leaf(MeasureKind::AX, {i, j}),
          leaf(MeasureKind::AY, {i, j}),    leaf(MeasureKind::AZ, {i, j})};
}

Six velocities(int i, int j) {
  return {leaf(MeasureKind::VX, {i, j, j, j}), leaf(MeasureKind::VY, {i, j, j, j}),
          leaf(MeasureKind::VZ, {i, j, j, j}), leaf(MeasureKind::WX, {i, j, j}),
          leaf(MeasureKind::WY, {i, j, j}),    leaf(MeasureKind::WZ, {i, j, j})};
}

struct Linear {
  Mat6 K, C;
  Vec6 q0, F;
};

Six linear_force(const Linear& law, int i, int j) {
  const Six q = displacements(i, j), u = velocities(i, j);
  Six result;
  for (int row = 0; row < 6; ++row) {
    std::vector<Tree> terms;
    for (int column = 0; column < 6; ++column) {
      const auto c = static_cast<std::size_t>(column);
      const Tree deflection = expression::difference(q[c], Tree::constant(law.q0[column]));
      terms.push_back(expression::product(-law.K(row, column), deflection));
      terms.push_back(expression::product(-law.C(row, column), u[c]));
    }
    terms.push_back(Tree::constant(law.F[row]));
    result[static_cast<std::size_t>(row)] = expression::sum(terms);  // (BEAM.4)
  }
  return result;
}

// What the deflection s and the angle t in one plane add to e, and its derivatives by both.
struct Shortening {
  Tree value, by_s, by_t;

  Shortening(double L, const Tree& s, const Tree& t)
      : value(expression::sum({expression::product(0.6 / L, expression::product(s, s)),
                               expression::product(-0.1, expression::product(s, t)),
                               expression::product(L / 15, expression::product(t, t))})),
        by_s(expression::sum({expression::product(1.2 / L, s), expression::product(-0.1, t)})),
        by_t(expression::sum({expression::product(-0.1, s), expression::product(2 * L / 15, t)})) {
  }  // (BEAM.5)
};

void add_string_tension(const model::Beam& beam, Six& force) {
  const Six q = displacements(beam.i.value, beam.j.value);
  // The slope in the x-z plane is −b.
  const Shortening xy(beam.length, q[1], q[5]), xz(beam.length, q[2], expression::negated(q[4]));
  const double k = beam.youngs_modulus * beam.area / beam.length;
  const Tree extra = expression::sum({xy.value, xz.value});
  const Tree e =
      expression::sum({expression::difference(q[0], Tree::constant(beam.length)), extra});
  const auto subtract = [&](std::size_t row, const Tree& tension, const Tree& direction) {
    force[row] = expression::difference(
        force[row], expression::product(k, expression::product(tension, direction)));  // (BEAM.6)
  };
  subtract(0, extra, Tree::constant(1));
  subtract(1, e, xy.by_s);
  subtract(5, e, xy.by_t);
  subtract(2, e, xz.by_s);
  subtract(4, e, expression::negated(xz.by_t));
}

template <class T>
void add_connection(Lowering& lowering, const T& element, const Six& force) {
  Connection connection = connection_of(element, element.j);
  for (std::size_t row = 0; row < 6; ++row) {
    const bool torque = row >= 3;
    const auto name = torque ? torque_names[row - 3] : force_names[row];
    add_term(lowering, connection, site_of(element, name), force[row],
             {torque ? Load::Kind::torque : Load::Kind::force, 0, element.j.value,
              static_cast<int>(row % 3)});
  }
  lowering.connections.add(std::move(connection));
}

}  // namespace

void declare_elastic_forces(Lowering& lowering) {
  for (const model::Beam& beam : lowering.model().beams) {
    Linear law{stiffness(beam), damping(beam), Vec6::Zero(), Vec6::Zero()};
    law.q0[0] = beam.length;
    Six force = linear_force(law, beam.i.value, beam.j.value);
    if (beam.formulation == model::Beam::Formulation::string) add_string_tension(beam, force);
    add_connection(lowering, beam, force);
  }
  for (const model::Field& field : lowering.model().fields)
    add_connection(lowering, field,
                   linear_force({stiffness(field), damping(field), model::six(field.free_pose),
                                 model::six(field.force)},
                                field.i.value, field.j.value));
}

}  // namespace trammel::elements
