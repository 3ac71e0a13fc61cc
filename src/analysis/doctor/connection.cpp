// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/doctor/connection.h"

#include <algorithm>
#include <cmath>

#include "model/mass.h"
#include "model/stiffness.h"

namespace trammel::analysis::doctor {
namespace {

template <class Element>
Connection start(const Element& element) {
  return {.label = model::label(model::statement_name(Element::kind), element),
          .at = element.at,
          .ends = {element.i, element.j}};
}

Connection connection(const model::SpringDamper& spring) {
  Connection c = start(spring);
  (spring.rotational ? c.angular_stiffness : c.stiffness) = std::abs(spring.stiffness);
  (spring.rotational ? c.angular_damping : c.damping) = std::abs(spring.damping);
  c.least_stiffness = std::min(0.0, spring.stiffness);
  c.only_about_z = spring.rotational;
  return c;
}

Connection connection(const model::Bushing& bushing) {
  Connection c = start(bushing);
  c.stiffness = bushing.stiffness.cwiseAbs().maxCoeff();
  c.damping = bushing.damping.cwiseAbs().maxCoeff();
  c.angular_stiffness = bushing.rotational_stiffness.cwiseAbs().maxCoeff();
  c.angular_damping = bushing.rotational_damping.cwiseAbs().maxCoeff();
  c.least_stiffness =
      std::min({0.0, bushing.stiffness.minCoeff(), bushing.rotational_stiffness.minCoeff()});
  return c;
}

template <class Element>
Connection by_matrices(const Element& element) {
  Connection c = start(element);
  const Mat6 k = model::stiffness(element), d = model::damping(element);
  c.stiffness = k.diagonal().head<3>().cwiseAbs().maxCoeff();
  c.damping = d.diagonal().head<3>().cwiseAbs().maxCoeff();
  c.angular_stiffness = k.diagonal().tail<3>().cwiseAbs().maxCoeff();
  c.angular_damping = d.diagonal().tail<3>().cwiseAbs().maxCoeff();
  c.least_stiffness = std::min(0.0, k.diagonal().minCoeff());
  return c;
}

Connection connection(const model::Beam& beam) {
  return by_matrices(beam);
}
Connection connection(const model::Field& field) {
  return by_matrices(field);
}

}  // namespace

std::vector<Connection> connections(const model::Model& model) {
  std::vector<Connection> all;
  const auto add = [&](const auto& table) {
    for (const auto& element : table)
      if (element.active) all.push_back(connection(element));
  };
  add(model.spring_dampers);
  add(model.bushings);
  add(model.beams);
  add(model.fields);
  return all;
}

Carrier carrier(const model::Model& model, model::MarkerId id) {
  const model::Marker* marker = model.find(id);
  if (!marker) return {.label = "", .is_ground = true};
  if (const model::PointMass* point = model.find(marker->point_mass))
    return {.label = model::label(model::statement_name(model::PointMass::kind), *point),
            .mass = point->mass};
  const model::Part* part = model.find(marker->part);
  if (!part || part->ground) return {.label = "", .is_ground = true};
  const model::MassProperties properties = model::mass_properties(model, *part);
  Carrier held{.label = model::label(model::statement_name(model::Part::kind), *part),
               .mass = part->mass};
  if (marker->floating) return held;
  const Mat3 axes = properties.centre.A.transpose() * model::pose_in_part(*marker).A;
  const Vec3 about = (axes.transpose() * properties.inertia * axes).diagonal();
  held.inertia_z = about[2], held.least_inertia = about.minCoeff();
  return held;
}

namespace {

// The largest of linear/mass and angular/inertia of what a connection holds.
double largest_quotient(const model::Model& model, const Connection& c, double linear,
                        double angular, const std::set<std::string>& except = {}) {
  double largest = 0;
  for (const model::MarkerId end : c.ends) {
    const Carrier held = carrier(model, end);
    if (held.is_ground || except.count(held.label)) continue;
    if (held.mass > 0) largest = std::max(largest, linear / held.mass);
    const double inertia = c.only_about_z ? held.inertia_z : held.least_inertia;
    if (inertia > 0) largest = std::max(largest, angular / inertia);
  }
  return largest * model.units.consistency_factor();
}

}  // namespace

double angular_frequency(const model::Model& model, const Connection& c) {
  return std::sqrt(largest_quotient(model, c, c.stiffness, c.angular_stiffness));
}

double decay_rate(const model::Model& model, const Connection& c,
                  const std::set<std::string>& except) {
  return largest_quotient(model, c, c.damping, c.angular_damping, except);
}

double units_per_second(const model::Model& model) {
  const model::Unit* unit = model.units.time_unit();
  return unit ? 1 / unit->si : 1;
}

}  // namespace trammel::analysis::doctor
