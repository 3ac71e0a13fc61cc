// CURVE with FUNCTION = USER(…): the routine is called for many points once, while the equations are
// built; between them the curve is a spline.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "elements/lower/sampled_curve.h"
#include "math/parametric_curve.h"
#include "model/data.h"

namespace trammel::elements {

class Lowering;

// Sampled when first asked for. A problem is reported at the CURVE and leaves no points.
const SampledCurve& user_curve(Lowering&, const model::Curve&);

// The curve through its points, of a parameter from −1 to 1 that grows with the distances between them;
// a straight line without points.
ParametricCurve drawn(const SampledCurve&, const model::Curve&);

}  // namespace trammel::elements
