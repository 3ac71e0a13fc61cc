// NFORCE → loads at many markers: (BEAM.4) with matrices over the displacements of all of them.
//
// Each marker i_k is a connection of its own with J: f_k on i_k, −f_k at the same point on J.
// Theory: docs/theory/beams.md.
// SPDX-License-Identifier: BSD-3-Clause
#include <iterator>
#include <utility>
#include <vector>

#include "elements/lower/elastic_terms.h"
#include "elements/lower/families.h"
#include "elements/lower/lowering.h"
#include "expression/compose.h"
#include "expression/leaves.h"
#include "model/stiffness.h"

namespace trammel::elements {
namespace {

using expression::Tree;

void append(std::vector<Tree>& list, std::vector<Tree> more) {
  list.insert(list.end(), std::make_move_iterator(more.begin()),
              std::make_move_iterator(more.end()));
}

// Every row of the matrices names all deflections: as definitions they are written out where there
// are few of them, and unknowns where there are many.
void name_deflections(Lowering& lowering, const model::MultiForce& force,
                      const std::vector<Tree>& velocities, std::vector<Tree>& deflections) {
  const Vector q0 = model::entries(lowering.model(), force.free_pose, force.size());
  for (std::size_t k = 0; k < deflections.size(); ++k) {
    const Tree deflection =
        expression::difference(deflections[k], Tree::constant(q0[static_cast<Eigen::Index>(k)]));
    const Tree damped =
        expression::sum({deflection, expression::product(force.damping_ratio, velocities[k])});
    const int definition = lowering.definitions.add(site_of(force, "deflection"), damped);
    deflections[k] = expression::leaf(expression::definition_row(), {definition});
  }
}

void add_multi_force(Lowering& lowering, const model::MultiForce& force) {
  std::vector<Tree> q, u;
  for (const model::MarkerId i : force.i) {
    append(q, displacements(i.value, force.j.value));
    append(u, velocities(i.value, force.j.value));
  }
  name_deflections(lowering, force, u, q);
  const model::Model& model = lowering.model();
  const std::vector<Tree> f = linear_force(stiffness(model, force), q, damping(model, force), u,
                                           model::entries(model, force.force, force.size()));
  for (std::size_t k = 0; k < force.i.size(); ++k) {
    Connection connection;
    connection.owner = owner_of(force);
    connection.i = force.i[k].value;
    connection.j = force.j.value;
    const auto first = f.begin() + static_cast<std::ptrdiff_t>(6 * k);
    add_six(lowering, connection, site_of(force), {first, first + 6});
    lowering.connections.add(std::move(connection));
  }
}

}  // namespace

void declare_multi_forces(Lowering& lowering) {
  for (const model::MultiForce& force : lowering.model().multi_forces)
    add_multi_force(lowering, force);
}

}  // namespace trammel::elements
