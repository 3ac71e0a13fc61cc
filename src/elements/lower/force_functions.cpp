// What connections exert on their markers, as expressions.
//
// With f the scalars of an applied force and e their directions (LOAD.2–4), components in axes k:
//   on i:  F = Σ f e,  T = Σ f e of the torques, about r_i                             (FUN.1)
//   on j:  −F,  −T − (r_i − r_j) × F about r_j; −T where j floats with i               (FUN.2)
// SPDX-License-Identifier: BSD-3-Clause
#include <array>
#include <vector>

#include "elements/lower/lowering.h"
#include "elements/lower/resolve.h"
#include "expression/compose.h"
#include "expression/leaves.h"

namespace trammel::elements {
namespace {

using expression::Tree;
using kinematics::MeasureKind;

// DX, DY, DZ(i, j, k)
Tree displacement(int i, int j, int axis, int k) {
  constexpr std::array kinds = {MeasureKind::DX, MeasureKind::DY, MeasureKind::DZ};
  return expression::leaf(kinds[static_cast<std::size_t>(axis)], {i, j, k});
}

// e·(axis of k), as (LOAD.2): no direction where the points coincide.
Tree along_line(const Connection& c, int axis, int k) {
  const Tree length = expression::leaf(MeasureKind::DM, {c.i, c.j});
  return expression::quotient(displacement(c.i, c.j, axis, k),
                              expression::call("MAX", {length, Tree::constant(0x1p-332)}));
}

Tree along_axis(const ForceTerm& term, int axis, int k) {
  if (term.rm == k) return Tree::constant(term.axis == axis ? 1 : 0);
  return expression::leaf(expression::direction_cosine_row(static_cast<kinematics::Axis>(term.axis),
                                                           static_cast<kinematics::Axis>(axis)),
                          {term.rm, k});
}

Tree on_i(const Connection& c, bool torque, int axis, int k) {
  std::vector<Tree> terms;
  for (const ForceTerm& term : c.terms) {
    if ((term.kind == Load::Kind::torque) != torque) continue;
    const Tree f = expression::leaf(expression::definition_row(), {term.definition});
    terms.push_back(expression::product(f, term.kind == Load::Kind::line
                                               ? along_line(c, axis, k)
                                               : along_axis(term, axis, k)));  // (FUN.1)
  }
  return expression::sum(terms);
}

bool has_line(const Connection& c) {
  return !c.terms.empty() && c.terms.front().kind == Load::Kind::line;
}

// ((r_i − r_j) × F)·(axis of k)
Tree moment(const Connection& c, int axis, int k) {
  const int next = (axis + 1) % 3, last = (axis + 2) % 3;
  return expression::difference(
      expression::product(displacement(c.i, c.j, next, k), on_i(c, false, last, k)),
      expression::product(displacement(c.i, c.j, last, k), on_i(c, false, next, k)));
}

Tree on_j(const Connection& c, bool torque, int axis, int k) {
  if (c.action_only) return Tree();
  Tree result = expression::negated(on_i(c, torque, axis, k));
  if (!torque || c.j_floats || has_line(c)) return result;
  return expression::difference(result, moment(c, axis, k));  // (FUN.2)
}

Tree reaction(Lowering& lowering, const Connection& c, Effect of, int axis, int k) {
  const std::vector<int>& rows = lowering.rows_of(c.owner);
  if (rows.empty() || (of.torque && c.point_contact)) return Tree();
  const int frame = of.at_j ? c.frame_j : c.frame_i;
  const int at = frame != 0 ? frame : of.at_j ? c.j : c.i;
  const int number =
      lowering.reaction({rows, lowering.marker(at), of.torque, lowering.marker(k), axis});
  return expression::leaf(expression::reaction_row(), {number});
}

// √(x² + y² + z²) whose slope at 0 is 0 instead of infinite; exactly 0 there.
Tree length(const std::array<Tree, 3>& components) {
  std::vector<Tree> squares;
  for (const Tree& c : components) squares.push_back(expression::product(c, c));
  const Tree sum = expression::sum(squares);
  if (expression::is_zero(sum)) return sum;
  return expression::difference(
      expression::call("SQRT", {expression::call("MAX", {sum, Tree::constant(0x1p-664)})}),
      Tree::constant(0x1p-332));
}

}  // namespace

Tree component(Lowering& lowering, const Connection& c, Effect of, int axis, int k) {
  if (c.constraint) return reaction(lowering, c, of, axis, k);
  return of.at_j ? on_j(c, of.torque, axis, k) : on_i(c, of.torque, axis, k);
}

Tree magnitude(Lowering& lowering, const Connection& c, Effect of) {
  if (!c.constraint && !of.torque && has_line(c)) {
    const Tree f = expression::leaf(expression::definition_row(), {c.terms.front().definition});
    return expression::call("ABS", {f});
  }
  // The axes of the force itself need no direction cosines.
  const int k = c.terms.empty() ? 0 : c.terms.front().rm;
  return length({component(lowering, c, of, 0, k), component(lowering, c, of, 1, k),
                 component(lowering, c, of, 2, k)});
}

Tree component_between(Lowering& lowering, int i, int j, bool torque, int axis, int k) {
  std::vector<Tree> terms;
  lowering.connections.for_each_at(i, j, [&](const Connection& c, bool at_j) {
    terms.push_back(component(lowering, c, {at_j, torque}, axis, k));
  });
  return expression::sum(terms);
}

Tree magnitude_between(Lowering& lowering, int i, int j, bool torque) {
  return length({component_between(lowering, i, j, torque, 0, 0),
                 component_between(lowering, i, j, torque, 1, 0),
                 component_between(lowering, i, j, torque, 2, 0)});
}

Tree component_at(Lowering& lowering, Owner owner, int marker, bool torque, int axis, int k) {
  std::vector<Tree> terms;
  lowering.connections.for_each_at(marker, 0, [&](const Connection& c, bool at_j) {
    if (c.owner == owner) terms.push_back(component(lowering, c, {at_j, torque}, axis, k));
  });
  return expression::sum(terms);
}

Tree magnitude_at(Lowering& lowering, Owner owner, int marker, bool torque) {
  return length({component_at(lowering, owner, marker, torque, 0, 0),
                 component_at(lowering, owner, marker, torque, 1, 0),
                 component_at(lowering, owner, marker, torque, 2, 0)});
}

}  // namespace trammel::elements
