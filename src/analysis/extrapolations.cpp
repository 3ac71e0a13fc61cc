// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/extrapolations.h"

#include <fmt/format.h>

namespace trammel::analysis {

Findings extrapolations(const elements::Equations& equations) {
  Findings findings;
  for (const elements::Extrapolation& e : *equations.extrapolations) {
    const elements::Scalar& reader = equations.scalars[std::size_t(e.scalar)];
    const bool curve = expression::reads_a_curve(e.spline.method);
    findings.push_back({model::Severity::warning, reader.name, reader.at,
                        fmt::format("at time {:.8g}: extrapolation is required for {}/{}: it is "
                                    "read beyond its points, here for the first time",
                                    e.time, curve ? "CURVE" : "SPLINE", e.spline.id),
                        curve
                            ? "keep the parameter between -1 and 1"
                            : "add points, or LINEAR_EXTRAPOLATE where a straight line is meant"});
  }
  return findings;
}

}  // namespace trammel::analysis
