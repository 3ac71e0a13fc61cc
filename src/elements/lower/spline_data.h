// SPLINE → the data that CUBSPL and AKISPL read.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>

#include "expression/shape.h"
#include "expression/spline_data.h"
#include "model/states.h"

namespace trammel::elements {

struct SplineResult {
  std::unique_ptr<expression::SplineData> data;  // never null: a straight line after an error
  std::string error;
};

SplineResult make_spline(const model::Spline* spline, expression::Interpolation method);

}  // namespace trammel::elements
