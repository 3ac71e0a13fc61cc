// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/new_paths.h"

#include <algorithm>

#include "math/curve_search.h"

namespace trammel::analysis {
namespace {

using elements::Body;

ParametricCurve curve_of(const model::Model& model, const model::Curve& curve) {
  return {model::points(model[curve.matrix]), model::shape(curve), model::fit(curve)};
}

class Places {
 public:
  Places(const elements::Equations& equations, State& s)
      : equations_(equations), model_(*equations.model), motion_(equations.skeleton), s_(s) {
    elements::move(equations.skeleton, s.q, s.v, s.a, motion_);
  }

  void place(const model::PointOnCurve& pair, std::size_t body) {
    const model::Curve& data = model_[pair.curve];
    if (data.function.is_user()) return;
    const ParametricCurve curve = curve_of(model_, data);
    const auto &i = marker(pair.i), &rm = marker(pair.rm);
    put(body, curve, nearest_parameter(curve, rm.A.transpose() * (i.r - rm.r)));
  }

  void place(const model::CurveOnCurve& pair, std::size_t body) {
    const model::Curve &data_i = model_[pair.i.curve], &data_j = model_[pair.j.curve];
    if (data_i.function.is_user() || data_j.function.is_user()) return;
    const ParametricCurve curve_i = curve_of(model_, data_i), curve_j = curve_of(model_, data_j);
    const auto &i = marker(pair.i.rm), &j = marker(pair.j.rm);
    const ContactGuess guess =
        nearest_contact(curve_i, j.A.transpose() * (i.r - j.r), j.A.transpose() * i.A, curve_j);
    put(body, curve_i, guess.u);
    put(body + 1, curve_j, guess.w);
  }

 private:
  const kinematics::MarkerMotion& marker(model::MarkerId id) const {
    return motion_.markers[std::size_t(equations_.marker(id))];
  }
  // σ counts half of the length of the curve for a parameter of one.
  void put(std::size_t body, const ParametricCurve& curve, double parameter) {
    s_.q[equations_.skeleton.bodies[body].q] = length(curve) / 2 * parameter;
  }

  const elements::Equations& equations_;
  const model::Model& model_;
  elements::Motion motion_;
  State& s_;
};

}  // namespace

void place_on_curves(const elements::Equations& equations, const std::vector<bool>& fresh,
                     State& s) {
  const auto& bodies = equations.skeleton.bodies;
  const auto first = std::find_if(bodies.begin(), bodies.end(),
                                  [](const Body& b) { return b.kind == Body::Kind::path; });
  auto body = std::size_t(first - bodies.begin());
  if (std::none_of(fresh.begin() + std::ptrdiff_t(body), fresh.end(), [](bool f) { return f; }))
    return;
  Places places(equations, s);
  // In the order in which their bodies were made.
  for (const model::PointOnCurve& pair : equations.model->points_on_curves) {
    if (!pair.active) continue;
    if (fresh[body]) places.place(pair, body);
    ++body;
  }
  for (const model::CurveOnCurve& pair : equations.model->curves_on_curves) {
    if (!pair.active) continue;
    if (fresh[body]) places.place(pair, body);
    body += 2;
  }
}

}  // namespace trammel::analysis
