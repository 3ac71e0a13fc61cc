// From functions of the language to leaves of equations.
//
// VARVAL, ARYVAL, DIF1 of explicit DIFFs and the functions of applied forces become definitions;
// the functions of constraints become reactions. What remains reads time, MODE, measures, DIF, and
// DIF1 of implicit DIFFs.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "elements/lower/connections.h"
#include "elements/lower/site.h"
#include "expression/tree.h"

namespace trammel::elements {

class Lowering;

// Problems are reported at the site and leave a zero.
expression::Tree resolve(Lowering&, const expression::Tree&, const Site&);

// DELAYs, inner ones first, become what equations remember.
expression::Tree with_histories(Lowering&, const expression::Tree&, const Site&);

// Force (or torque) on i or j of a connection, about the origin of that marker: component along an
// axis of marker k (0: ground); magnitude.
struct Effect {
  bool at_j = false;
  bool torque = false;
};
expression::Tree component(Lowering&, const Connection&, Effect of, int axis, int k);
expression::Tree magnitude(Lowering&, const Connection&, Effect of);

// The sum over all connections between i and j, or at i when j is 0.
expression::Tree component_between(Lowering&, int i, int j, bool torque, int axis, int k);
expression::Tree magnitude_between(Lowering&, int i, int j, bool torque);

// The sum over the connections of one element at a marker.
expression::Tree component_at(Lowering&, Owner, int marker, bool torque, int axis, int k);
expression::Tree magnitude_at(Lowering&, Owner, int marker, bool torque);

}  // namespace trammel::elements
