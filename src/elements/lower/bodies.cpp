// PART, POINT_MASS, MARKER → bodies and the frames on them.
// SPDX-License-Identifier: BSD-3-Clause
#include "elements/lower/families.h"
#include "elements/lower/lowering.h"
#include "model/mass.h"

namespace trammel::elements {
namespace {

// A pose in the part's coordinate system as seen from the body's frame.
model::Pose seen_from(const model::Pose& frame, const model::Pose& pose) {
  return {frame.A.transpose() * (pose.r - frame.r), frame.A.transpose() * pose.A};
}

void add_body(Lowering& lowering, Body body, const model::MassProperties& properties) {
  std::vector<Body>& bodies = lowering.equations.skeleton.bodies;
  if (!bodies.empty()) {
    body.q = bodies.back().q + bodies.back().n_q();
    body.v = bodies.back().v + bodies.back().n();
  }
  const double factor = lowering.model().units.consistency_factor();
  body.mass = properties.mass / factor;
  body.inertia = properties.inertia / factor;
  bodies.push_back(std::move(body));
}

// The centre of mass and its axes in the coordinate system of the marker's part.
model::Pose centre_of(const model::Model& model, const model::Marker& marker) {
  if (const model::Part* part = model.find(marker.part))
    return model::mass_properties(model, *part).centre;
  return model::mass_properties(model, *model.find(marker.point_mass)).centre;
}

}  // namespace

void declare_bodies(Lowering& lowering) {
  const model::Model& model = lowering.model();
  Skeleton& skeleton = lowering.equations.skeleton;
  skeleton.gravity = model.gravity.vector();
  for (const model::Part& part : model.parts) {
    if (part.ground) continue;
    lowering.set_body(model::PartId{part.id}, static_cast<int>(skeleton.bodies.size()));
    model::MassProperties properties = model::mass_properties(model, part);
    Body body;
    body.label = site_of(part).label;
    body.at = part.at;
    if (part.planar) {
      const model::Pose start = model::compose(model::pose(part.placement), properties.centre);
      body.kind = Body::Kind::planar;
      body.A0 = start.A;
      body.height = start.r.z();
      properties.inertia = start.A * properties.inertia * start.A.transpose();
    }
    add_body(lowering, std::move(body), properties);
  }
  for (const model::PointMass& point : model.point_masses) {
    lowering.set_body(model::PointMassId{point.id}, static_cast<int>(skeleton.bodies.size()));
    const model::MassProperties properties = model::mass_properties(model, point);
    Body body;
    body.kind = Body::Kind::point;
    body.label = site_of(point).label;
    body.at = point.at;
    body.A0 = model::pose(point.placement).A * properties.centre.A;
    add_body(lowering, std::move(body), properties);
  }
}

void declare_markers(Lowering& lowering) {
  const model::Model& model = lowering.model();
  Equations& equations = lowering.equations;
  for (const model::Marker& marker : model.markers) {
    if (marker.floating) {
      equations.marker_of_id_position.push_back(-1);
      continue;
    }
    Marker frame;
    frame.id = marker.id;
    frame.body = lowering.body_of({marker.id});
    const model::Pose pose = frame.body == ground
                                 ? model::pose_in_ground(model, marker)
                                 : seen_from(centre_of(model, marker), pose_in_part(marker));
    frame.s = pose.r;
    frame.A = pose.A;
    equations.marker_of_id_position.push_back(static_cast<int>(equations.skeleton.markers.size()));
    equations.skeleton.markers.push_back(frame);
  }
}

}  // namespace trammel::elements
