// A curve that a routine draws, by points at equal steps of its parameter.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "math/vec.h"

namespace trammel::elements {

struct SampledCurve {
  std::vector<Vec3> points;  // none after a problem
};

}  // namespace trammel::elements
