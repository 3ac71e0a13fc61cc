// SFORCE, VFORCE, VTORQUE, GFORCE, SPRINGDAMPER, BUSHING → loads.
//
//   SPRINGDAMPER  f = −C VR(i,j) − K (DM(i,j) − L) + F,
//                 τ = −CT WZ(i,j,j) − KT (AZ(i,j) − ANGLE) + T                         (LOAD.5)
//   BUSHING       f_x = −K_x DX(i,j,j) − C_x VX(i,j,j,j) + F_x, …
//                 τ_x = −KT_x AX(i,j) − CT_x WX(i,j,j) + T_x, …                         (LOAD.6)
// SPDX-License-Identifier: BSD-3-Clause
#include <array>
#include <initializer_list>
#include <vector>

#include "elements/lower/families.h"
#include "elements/lower/force_terms.h"
#include "elements/lower/lowering.h"
#include "elements/lower/user_functions.h"
#include "expression/compose.h"
#include "expression/leaves.h"
#include "expression/substitute.h"

namespace trammel::elements {
namespace {

using expression::leaf;
using expression::Tree;
using kinematics::MeasureKind;

template <class T>
void add_components(Lowering& lowering, Connection& connection, const T& element,
                    const std::array<model::Expression, 3>& functions,
                    const model::VectorExpression& vector, Load::Kind kind) {
  const bool is_force = kind == Load::Kind::force;
  const auto& names = is_force ? force_names : torque_names;
  for (std::size_t axis = 0; axis < 3; ++axis)
    add_term(lowering, connection,
             site_of(element, !vector    ? names[axis]
                              : is_force ? "FXYZ"
                                         : "TXYZ"),
             vector ? vector.components[axis].tree : functions[axis].tree,
             {kind, 0, element.rm.value, static_cast<int>(axis)});
}

// Three components, or force and torque, of a routine.
template <class T>
void add_user_components(Lowering& lowering, Connection& connection, const T& element,
                         std::initializer_list<Load::Kind> kinds) {
  const std::vector<Tree> results =
      user_results(lowering, site_of(element, "FUNCTION"), *element.function.parameters,
                   element.routine, 3 * static_cast<int>(kinds.size()));
  std::size_t r = 0;
  for (const Load::Kind kind : kinds)
    for (int axis = 0; axis < 3; ++axis)
      add_term(lowering, connection, site_of(element, "FUNCTION"), results[r++],
               {kind, 0, element.rm.value, axis});
}

template <class T>
Connection floating_connection(const T& force) {
  Connection connection = connection_of(force, force.jfloat);
  connection.j_floats = true;
  return connection;
}

// −C·rate − K·(deflection − free) + preload
Tree spring(double C, const Tree& rate, double K, const Tree& deflection, double free,
            double preload) {
  return expression::sum(
      {expression::product(-C, rate),
       expression::product(-K, expression::difference(deflection, Tree::constant(free + 0.0))),
       Tree::constant(preload + 0.0)});
}

// Loads read rates of implicit DIFFs as unknowns: the equations of motion have no place for them.
Tree without_rates(const Lowering& lowering, const Tree& tree) {
  Tree leaf;
  const auto replacement = [&](const expression::Quantity& quantity) -> const Tree* {
    if (quantity.kind() != expression::QuantityKind::diff_rate) return nullptr;
    const std::size_t position = lowering.model().diffs.position(quantity.ids[0]);
    leaf = expression::leaf(expression::definition_row(), {lowering.rate_definitions[position]});
    return &leaf;
  };
  return *expression::substitute(tree, replacement);
}

void add_load(Lowering& lowering, const Connection& c, const ForceTerm& term) {
  Load load;
  load.kind = term.kind;
  load.i = lowering.marker(c.i);
  load.owner = c.owner;
  load.reaction_body = c.action_only ? ground : lowering.body_of({c.j});
  if (lowering.body_of({c.i}) == load.reaction_body) return;  // nothing moves, or they cancel
  if (term.kind == Load::Kind::line)
    load.j = lowering.marker(c.j);
  else
    load.rm = lowering.marker(term.rm);
  load.axis = term.axis;
  const Tree f = lowering.definitions.expanded(term.definition, Definitions::Use::equation);
  if (expression::is_zero(f)) return;
  load.scalar =
      lowering.scalar(without_rates(lowering, f), lowering.definitions.site(term.definition));
  locate_bodies(lowering.equations.skeleton, load);
  lowering.equations.loads.push_back(load);
}

}  // namespace

void add_term(Lowering& lowering, Connection& connection, Site site, const Tree& scalar,
              ForceTerm term) {
  if (!site.active || expression::is_zero(scalar)) return;
  term.definition = lowering.definitions.add(std::move(site), scalar);
  connection.terms.push_back(term);
}

void declare_single_forces(Lowering& lowering) {
  for (const model::SingleForce& force : lowering.model().single_forces) {
    Connection connection = connection_of(force, force.j);
    connection.action_only = force.action_only;
    const Load::Kind kind = force.rotational    ? Load::Kind::torque
                            : force.action_only ? Load::Kind::force
                                                : Load::Kind::line;
    const int rm = kind == Load::Kind::line ? 0 : force.j.value;
    add_term(lowering, connection, site_of(force, "FUNCTION"), function_of(lowering, force),
             {kind, 0, rm, 2});
    lowering.connections.add(std::move(connection));
  }
}

void declare_vector_forces(Lowering& lowering) {
  for (const model::VectorForce& force : lowering.model().vector_forces) {
    Connection connection = floating_connection(force);
    if (force.function.is_user())
      add_user_components(lowering, connection, force, {Load::Kind::force});
    else
      add_components(lowering, connection, force, force.force, force.force_vector,
                     Load::Kind::force);
    lowering.connections.add(std::move(connection));
  }
  for (const model::VectorTorque& torque : lowering.model().vector_torques) {
    Connection connection = floating_connection(torque);
    if (torque.function.is_user())
      add_user_components(lowering, connection, torque, {Load::Kind::torque});
    else
      add_components(lowering, connection, torque, torque.torque, torque.torque_vector,
                     Load::Kind::torque);
    lowering.connections.add(std::move(connection));
  }
  for (const model::GeneralForce& force : lowering.model().general_forces) {
    Connection connection = floating_connection(force);
    if (force.function.is_user()) {
      add_user_components(lowering, connection, force, {Load::Kind::force, Load::Kind::torque});
    } else {
      add_components(lowering, connection, force, force.force, force.force_vector,
                     Load::Kind::force);
      add_components(lowering, connection, force, force.torque, force.torque_vector,
                     Load::Kind::torque);
    }
    lowering.connections.add(std::move(connection));
  }
}

void declare_spring_dampers(Lowering& lowering) {
  for (const model::SpringDamper& s : lowering.model().spring_dampers) {
    const int i = s.i.value, j = s.j.value;
    Connection connection = connection_of(s, s.j);
    const Tree deflection =
        s.rotational ? leaf(MeasureKind::AZ, {i, j}) : leaf(MeasureKind::DM, {i, j});
    const Tree rate =
        s.rotational ? leaf(MeasureKind::WZ, {i, j, j}) : leaf(MeasureKind::VR, {i, j});
    const Tree f =
        spring(s.damping, rate, s.stiffness, deflection, s.free_length, s.preload);  // (LOAD.5)
    add_term(lowering, connection, site_of(s), f,
             {s.rotational ? Load::Kind::torque : Load::Kind::line, 0, s.rotational ? j : 0, 2});
    lowering.connections.add(std::move(connection));
  }
}

void declare_bushings(Lowering& lowering) {
  constexpr MeasureKind D[] = {MeasureKind::DX, MeasureKind::DY, MeasureKind::DZ};
  constexpr MeasureKind V[] = {MeasureKind::VX, MeasureKind::VY, MeasureKind::VZ};
  constexpr MeasureKind A[] = {MeasureKind::AX, MeasureKind::AY, MeasureKind::AZ};
  constexpr MeasureKind W[] = {MeasureKind::WX, MeasureKind::WY, MeasureKind::WZ};
  for (const model::Bushing& b : lowering.model().bushings) {
    const int i = b.i.value, j = b.j.value;
    Connection connection = connection_of(b, b.j);
    for (int a = 0; a < 3; ++a)
      add_term(lowering, connection, site_of(b, force_names[static_cast<std::size_t>(a)]),
               spring(b.damping[a], leaf(V[a], {i, j, j, j}), b.stiffness[a], leaf(D[a], {i, j, j}),
                      0, b.force[a]),
               {Load::Kind::force, 0, j, a});  // (LOAD.6)
    for (int a = 0; a < 3; ++a)
      add_term(lowering, connection, site_of(b, torque_names[static_cast<std::size_t>(a)]),
               spring(b.rotational_damping[a], leaf(W[a], {i, j, j}), b.rotational_stiffness[a],
                      leaf(A[a], {i, j}), 0, b.torque[a]),
               {Load::Kind::torque, 0, j, a});
    lowering.connections.add(std::move(connection));
  }
}

void finish_loads(Lowering& lowering) {
  for (const Connection& connection : lowering.connections.all())
    for (const ForceTerm& term : connection.terms) add_load(lowering, connection, term);
}

}  // namespace trammel::elements
