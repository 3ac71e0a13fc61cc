// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/doctor/mobility.h"

namespace trammel::analysis::doctor {
namespace {

// −∂f/∂u of a force that is a function of the displacement (or velocity) along D alone.
double resistance(const std::vector<TangentPart>& gradient, int body, const Vec6& D) {
  Vec6 slope = Vec6::Zero();
  for (const TangentPart& part : gradient)
    if (part.body == body) slope += part.entries;
  return std::max(0.0, -slope.dot(D) / D.squaredNorm());
}

}  // namespace

Mobility::Mobility(const Patient& patient)
    : patient_(patient), slopes_(*patient.start.system, patient.start.state) {
  auto response = std::make_unique<LinearResponse>(*patient.start.system, patient.start.state);
  std::string message;
  if (slopes_.ok() && response->prepare(false, message)) response_ = std::move(response);
}

Mat6 Mobility::of(int body) const {
  const elements::Body& b = patient_.start.system->equations().skeleton.bodies[std::size_t(body)];
  Mat6 W = Mat6::Zero();
  for (int k = 0; k < b.n(); ++k) {
    Vector force = Vector::Zero(patient_.start.system->layout().n);
    force[b.v + k] = 1;
    W.col(k).head(b.n()) = response_->to_force(force).segment(b.v, b.n());
  }
  return W;
}

std::vector<Pull> Mobility::pulls(int body) const {
  const elements::Equations& equations = patient_.start.system->equations();
  const elements::Body& b = equations.skeleton.bodies[std::size_t(body)];
  const int lines = b.kind == elements::Body::Kind::planar ? 2 : 3;
  const Mat6 W = of(body);
  std::vector<Pull> pulls;
  for (const elements::Load& load : equations.loads)
    for (const TangentPart& part : slopes_.direction(load)) {
      if (part.body != body || part.entries.isZero(0)) continue;
      const Vec6& D = part.entries;
      Vec6 turn = D;
      turn.head(lines).setZero();
      const std::string& name = equations.scalars[std::size_t(load.scalar)].name;
      Pull pull{name.substr(0, name.find(": ")), D.dot(W * D), 0,
                resistance(slopes_.gradient(load, 0), body, D),
                resistance(slopes_.gradient(load, 1), body, D)};
      if (pull.mobility > 0)
        pull.turning = std::min(1.0, std::max(0.0, turn.dot(W * turn) / pull.mobility));
      pulls.push_back(std::move(pull));
    }
  return pulls;
}

}  // namespace trammel::analysis::doctor
