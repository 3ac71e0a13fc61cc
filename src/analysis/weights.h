// How firmly the model says where its bodies are and how they move at the start, as a matrix for
// the weighted projections: what it fixes weighs 1e10 times as much as what it leaves open.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "elements/skeleton.h"
#include "numerics/sparse_matrix.h"

namespace trammel::analysis {

inline constexpr double firm = 1e5;  // weights above were meant by the user

// D⁻¹ W D⁻¹ with the units D of the tangent space: the result does not depend on the unit of length.
SparseMatrix weight_matrix(const elements::Skeleton&, const std::vector<Mat6>& by_body,
                           const Vector& units);
SparseMatrix equal_weights(const elements::Skeleton&, const Vector& units);

bool has_firm(const std::vector<Mat6>& by_body);

// How far a change moves what the user fixed, in units of the tangent space, for each body.
std::vector<double> firm_changes(const elements::Skeleton&, const std::vector<Mat6>& by_body,
                                 const Vector& change, const Vector& units);

}  // namespace trammel::analysis
