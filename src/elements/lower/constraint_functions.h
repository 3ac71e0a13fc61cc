// Functions of MOTION and GCON: of time, positions and velocities, all variables in place.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "elements/lower/site.h"
#include "expression/tree.h"

namespace trammel::elements {

class Lowering;

// None: something in it cannot be part of a constraint, which is reported.
std::optional<expression::Tree> constraint_function(Lowering&, const expression::Tree&,
                                                    const Site&);

// A DELAY is only ever its past: what is delayed must not become part of a constraint.
expression::Tree with_the_past(const expression::Tree&);

}  // namespace trammel::elements
