// SPDX-License-Identifier: BSD-3-Clause
#include "io/acf/present_start.h"

#include "math/euler313.h"
#include "model/mass.h"

namespace trammel::acf {

PresentStart::PresentStart(const elements::Equations& equations, const State& s)
    : equations_(equations), motion_(equations.skeleton) {
  elements::move(equations.skeleton, s.q, s.v, s.a, motion_);
}

// Bodies are the parts but the ground, then the point masses, in the order of the model.
int PresentStart::body_of(model::Kind kind, int id) const {
  int body = 0;
  for (const model::Part& part : equations_.model->parts) {
    if (part.ground) continue;
    if (kind == model::Kind::part && part.id == id) return body;
    ++body;
  }
  for (const model::PointMass& point : equations_.model->point_masses) {
    if (kind == model::Kind::point_mass && point.id == id) return body;
    ++body;
  }
  return -1;
}

Mat3 PresentStart::axes(model::MarkerId id, const Mat3& otherwise) const {
  const bool is_known = id && equations_.model->find(id);
  return is_known ? motion_.markers[std::size_t(equations_.marker(id))].A : otherwise;
}

template <class Element>
Placed PresentStart::place(const Element& element) const {
  const int body = body_of(Element::kind, element.id);
  if (body < 0) return {};
  const Element& old = *equations_.model->template table<Element>().find(element.id);
  const model::Pose centre = model::mass_properties(*equations_.model, old).centre;
  const kinematics::MarkerMotion& frame = motion_.bodies[std::size_t(body)];
  const Mat3 A = frame.A * centre.A.transpose();
  const Euler313 angles = euler313_from_matrix(A);
  return {frame.r - A * centre.r, {angles.psi, angles.theta, angles.phi}};
}

template <class Element>
Moving PresentStart::motion(const Element& element) const {
  const int body = body_of(Element::kind, element.id);
  if (body < 0) return {};
  const kinematics::MarkerMotion& frame = motion_.bodies[std::size_t(body)];
  if constexpr (std::is_same_v<Element, model::Part>)
    return {axes(element.vm, Mat3::Identity()).transpose() * frame.v,
            axes(element.wm, frame.A).transpose() * frame.omega};
  else
    return {frame.v, Vec3::Zero()};
}

template Placed PresentStart::place(const model::Part&) const;
template Placed PresentStart::place(const model::PointMass&) const;
template Moving PresentStart::motion(const model::Part&) const;
template Moving PresentStart::motion(const model::PointMass&) const;

}  // namespace trammel::acf
