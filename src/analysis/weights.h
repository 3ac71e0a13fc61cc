// How firmly the model says how its bodies move at the start, as a matrix for the weighted
// projections.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "elements/skeleton.h"
#include "numerics/sparse_matrix.h"

namespace trammel::analysis {

// D⁻¹ W D⁻¹ with the units D of the tangent space: the result does not depend on the unit of length.
SparseMatrix weight_matrix(const elements::Skeleton&, const std::vector<Mat6>& by_body,
                           const Vector& units);
SparseMatrix equal_weights(const elements::Skeleton&, const Vector& units);

}  // namespace trammel::analysis
