// BEAM, FIELD → loads: forces and torques along the axes of J by matrices.
//
// With q = (DX, DY, DZ(i,j,j), AX, AY, AZ(i,j)) and u = (VX, VY, VZ(i,j,j,j), WX, WY, WZ(i,j,j)):
//   (f, τ) = −K (q − q₀) − C u + F                                                      (BEAM.4)
// A string adds the tension N = E A/L e of the elongation e by deflection,
//   e = x − L + (3/5 y² − L/10 y c + L²/15 c²)/L + (3/5 z² + L/10 z b + L²/15 b²)/L        (BEAM.5)
//   (f, τ) −= E A/L (e ∂e/∂q − (x − L) ∂x/∂q)                                           (BEAM.6)
// Theory: docs/theory/beams.md.
// SPDX-License-Identifier: BSD-3-Clause
#include <utility>
#include <vector>

#include "elements/lower/elastic_terms.h"
#include "elements/lower/families.h"
#include "elements/lower/force_terms.h"
#include "elements/lower/lowering.h"
#include "expression/compose.h"
#include "model/stiffness.h"

namespace trammel::elements {
namespace {

using expression::Tree;
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

void add_string_tension(const model::Beam& beam, std::vector<Tree>& force) {
  const std::vector<Tree> q = displacements(beam.i.value, beam.j.value);
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

// (BEAM.4)
std::vector<Tree> force_between(const Mat6& K, const Mat6& C, const Vec6& q0, const Vec6& F, int i,
                                int j) {
  std::vector<Tree> deflections = displacements(i, j);
  for (std::size_t k = 0; k < 6; ++k)
    deflections[k] =
        expression::difference(deflections[k], Tree::constant(q0[static_cast<Eigen::Index>(k)]));
  return linear_force(K, deflections, C, velocities(i, j), F);
}

template <class T>
void add_connection(Lowering& lowering, const T& element, const std::vector<Tree>& force) {
  Connection connection = connection_of(element, element.j);
  add_six(lowering, connection, site_of(element), force);
  lowering.connections.add(std::move(connection));
}

}  // namespace

void declare_elastic_forces(Lowering& lowering) {
  for (const model::Beam& beam : lowering.model().beams) {
    Vec6 q0 = Vec6::Zero();
    q0[0] = beam.length;
    std::vector<Tree> force =
        force_between(stiffness(beam), damping(beam), q0, Vec6::Zero(), beam.i.value, beam.j.value);
    if (beam.formulation == model::Beam::Formulation::string) add_string_tension(beam, force);
    add_connection(lowering, beam, force);
  }
  for (const model::Field& field : lowering.model().fields)
    add_connection(lowering, field,
                   force_between(stiffness(field), damping(field), model::six(field.free_pose),
                                 model::six(field.force), field.i.value, field.j.value));
}

}  // namespace trammel::elements
