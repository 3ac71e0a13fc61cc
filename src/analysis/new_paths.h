// Points and curves that begin to slide on a curve on the way: where they touch it first.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "elements/equations.h"
#include "numerics/dae.h"

namespace trammel::analysis {

// Places on the curves of PTCVs and CVCVs whose bodies are `fresh`: those nearest to the present poses, as
// a model that begins there would have them. Curves of user routines stay where they are.
void place_on_curves(const elements::Equations&, const std::vector<bool>& fresh, State&);

}  // namespace trammel::analysis
