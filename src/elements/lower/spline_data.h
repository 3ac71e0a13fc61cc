// SPLINE and CURVE → the data that expressions read.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>

#include "expression/shape.h"
#include "expression/spline_data.h"
#include "model/model.h"

namespace trammel::elements {

struct SplineResult {
  std::unique_ptr<expression::SplineData> data;  // never null: a straight line after an error
  std::string error;
};

SplineResult make_spline(const model::Model& model, const expression::SplineReference& reference);

}  // namespace trammel::elements
