// Units that do not suit a model, and numbers that do not suit its units.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <cmath>

#include "analysis/doctor/rules.h"

namespace trammel::analysis::doctor {
namespace {

constexpr double far_away = 1e6;              // in units of length
constexpr double standard_gravity = 9.80665;  // m/s²
constexpr double nearly = 0.02;               // 9.8, 9.81, 32.2 are all meant to be it

double gravity_in(const model::Unit& length, const model::Unit& time) {
  return standard_gravity * time.si * time.si / length.si;
}

bool is_about(double a, double b) {
  return std::abs(a - b) <= nearly * b;
}

}  // namespace

Findings unsuitable_units(const Patient& patient) {
  double farthest = 0;
  const elements::Body* body_there = nullptr;
  const State& s = patient.start.state;
  for (const elements::Body& body : patient.start.system->equations().skeleton.bodies) {
    if (body.kind == elements::Body::Kind::path) continue;
    const double distance = s.q.segment(body.q, body.kind == elements::Body::Kind::planar ? 2 : 3)
                                .cwiseAbs()
                                .maxCoeff();
    if (distance > farthest) farthest = distance, body_there = &body;
  }
  if (farthest < far_away) return {};
  return {{model::Severity::warning, body_there->label, body_there->at,
           fmt::format("it is {:.3g} units of length away: of positions, ERROR = 1E-3 keeps nine "
                       "digits and more",
                       farthest),
           "take a longer unit, or an origin nearby"}};
}

Findings gravity_of_other_units(const Patient& patient) {
  const model::Units& units = patient.model.units;
  const model::Unit *length = units.length_unit(), *time = units.time_unit();
  const double given = patient.model.gravity.vector().norm();
  if (!length || !time || given == 0 || is_about(given, gravity_in(*length, *time))) return {};
  for (const model::Unit& other_time : model::time_units())
    for (const model::Unit& other : model::length_units())
      if (is_about(given, gravity_in(other, other_time)))
        return {
            {model::Severity::warning, "ACCGRAV", patient.model.gravity.at,
             fmt::format("{:g} is the gravity of the earth in {} and {}; the units of the model "
                         "are {} and {}",
                         given, other.name, other_time.name, length->name, time->name),
             fmt::format("there it is {:.6g}", gravity_in(*length, *time))}};
  return {};
}

}  // namespace trammel::analysis::doctor
