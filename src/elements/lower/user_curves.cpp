// SPDX-License-Identifier: BSD-3-Clause
#include "elements/lower/user_curves.h"

#include <fmt/format.h>

#include <array>

#include "elements/lower/lowering.h"
#include "elements/user/missing.h"
#include "elements/user/probe.h"

namespace trammel::elements {
namespace {

constexpr int steps = 1000;

void sample(Lowering& lowering, const model::Curve& curve, SampledCurve& result) {
  const model::Routine routine =
      curve.routine ? curve.routine : model::default_routine(model::Kind::curve);
  const Site site = site_of(curve, curve.routine ? "ROUTINE" : "FUNCTION");
  const UserLibraries::Found found = lowering.libraries->find(routine);
  if (!found.routine) {
    lowering.equations.problems.push_back(
        missing_routine("CURVE", site.label, site.at, site.argument, routine, found));
    return;
  }
  RoutineSetup setup;
  setup.routine = found.routine;
  setup.statement = "CURVE";
  setup.id = curve.id;
  setup.parameters = *curve.function.parameters;
  setup.n_results = 3;
  Probe probe(lowering, {.has_parameter = true});
  for (int k = 0; k <= steps; ++k) {
    const double share = double(k) / steps;
    const double u = (1 - share) * curve.first_parameter + share * curve.last_parameter;
    std::array<double, 3> r{};
    const std::string problem = probe.evaluate(setup, u, r);
    if (!problem.empty()) {
      result = {};
      return lowering.report(model::Code::wrong_routine, site,
                             fmt::format("{} at parameter {:g}: {}", routine.text(), u, problem));
    }
    result.points.emplace_back(r[0], r[1], r[2]);
  }
}

// Neighbours that coincide, a closed curve that does not close.
void check(Lowering& lowering, const model::Curve& curve, SampledCurve& sampled) {
  if (sampled.points.empty()) return;
  const auto error = curve_data_error(sampled.points, shape(curve), fit(curve));
  if (!error) return;
  lowering.report(model::Code::no_curve, site_of(curve, "FUNCTION"), *error);
  sampled.points.clear();
}

}  // namespace

const SampledCurve& user_curve(Lowering& lowering, const model::Curve& curve) {
  const auto [known, is_new] = lowering.user_curves.try_emplace(curve.id);
  if (is_new) {
    sample(lowering, curve, known->second);
    check(lowering, curve, known->second);
  }
  return known->second;
}

ParametricCurve drawn(const SampledCurve& sampled, const model::Curve& curve) {
  if (!sampled.points.empty()) return {sampled.points, shape(curve), fit(curve)};
  const std::vector<Vec3> line = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(2, 0, 0), Vec3(3, 0, 0)};
  return {line, {}, CurveFit::through_points};
}

}  // namespace trammel::elements
