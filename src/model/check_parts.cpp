// Parts and markers: one ground, frames that exist, masses of real bodies.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "model/checks.h"
#include "model/mass.h"

namespace trammel::model {
namespace {

// Relative to the largest moment: datasets carry about ten digits.
constexpr double inertia_tolerance = 1e-6;

void check_ground(Checks& checks) {
  const Part* first = nullptr;
  for (const Part& part : checks.model.parts) {
    if (!part.ground) continue;
    if (first)
      checks.add(Code::ground_repeated, part, "GROUND", "there is already a ground part",
                 fmt::format("it is PART/{} in line {}", first->id, first->at.line));
    else
      first = &part;
    const bool moves = part.mass != 0 || part.vx || part.vy || part.vz || part.wx || part.wy ||
                       part.wz || !(part.placement == Placement{});
    if (moves)
      checks.add(Code::ground_has_motion, part, "GROUND",
                 "mass, velocity and position of the ground have no effect");
  }
  if (!first && !checks.unread.any("PART"))
    checks.add_global(Code::ground_missing, "no part is the ground", "add PART/1, GROUND");
}

// What a planar part cannot do. Along the axes of VM and WM only a part of it may be lost.
void check_planar(Checks& checks, const Part& part) {
  if (!part.planar) return;
  const auto ignored = [&](const std::optional<double>& given, std::string_view argument) {
    if (given && *given != 0)
      checks.add(Code::ignored_argument, part, argument, "a planar part does not move this way",
                 "its plane is parallel to the x-y plane of ground");
  };
  if (!part.vm) ignored(part.vz, "VZ");
}

template <class T>
void check_placement(Checks& checks, const T& element, const Placement& placement,
                     std::string_view z_name, std::string_view x_name) {
  switch (fault(placement)) {
    case PlacementFault::none:
      return;
    case PlacementFault::z_point_at_origin:
      return checks.add(Code::bad_placement, element, z_name,
                        fmt::format("{} is at the origin; the z axis has no direction", z_name));
    case PlacementFault::x_point_at_origin:
      return checks.add(Code::bad_placement, element, x_name,
                        fmt::format("{} is at the origin; the x axis has no direction", x_name));
    case PlacementFault::points_on_one_line:
      return checks.add(Code::bad_placement, element, placement.x_point ? x_name : z_name,
                        "the points and the origin are on one line; they define no plane");
  }
}

// CM and IM must be fixed markers of the part itself.
template <class T, class Owner>
void check_own_marker(Checks& checks, const T& part, std::string_view argument, MarkerId id,
                      Owner Marker::*owner) {
  const Marker* marker = checks.model.find(id);
  if (!marker || !checks.need_fixed(part, argument, id)) return;
  if ((marker->*owner).value == part.id) return;
  checks.add(Code::marker_of_other_part, part, argument,
             fmt::format("marker {} does not belong to {} {}", id.value, noun(T::kind), part.id));
}

// In the plane only the moment about the z axis of ground counts.
void check_planar_inertia(Checks& checks, const Part& part, const Mat3& inertia) {
  const Mat3 axes = pose(part.placement).A * mass_properties(checks.model, part).centre.A;
  const Vec3 z = axes.transpose() * Vec3::UnitZ();
  const double moment = z.dot(inertia * z);
  if (moment < -inertia_tolerance * inertia.cwiseAbs().maxCoeff())
    checks.add(
        Code::inertia_indefinite, part, "IP",
        fmt::format("the moment about the centre of mass and the z axis is {:.6g}; it may not "
                    "be negative",
                    moment),
        part.im ? "IP is about IM; the part of the mass at CM is subtracted" : "");
}

void check_inertia(Checks& checks, const Part& part) {
  const bool markers_exist =
      (!part.cm || checks.model.find(part.cm)) && (!part.im || checks.model.find(part.im));
  if (part.ground || !markers_exist) return;
  const Mat3 inertia = mass_properties(checks.model, part).inertia;
  if (!inertia.allFinite())
    return checks.add(Code::inertia_indefinite, part, "IP",
                      "the moments of inertia are not finite");
  if (part.planar) return check_planar_inertia(checks, part, inertia);
  const Vec3 moments = principal_moments(inertia);
  const double tolerance = inertia_tolerance * std::max(std::abs(moments[0]), std::abs(moments[2]));
  if (moments[0] < -tolerance)  // (MDL.8)
    return checks.add(
        Code::inertia_indefinite, part, "IP",
        fmt::format("the principal moments about the centre of mass are {:.6g}, {:.6g}, {:.6g}; "
                    "none may be negative",
                    moments[0], moments[1], moments[2]),
        part.im ? "IP is about IM; the part of the mass at CM is subtracted" : "");
  if (moments[2] > moments[0] + moments[1] + tolerance)  // (MDL.8)
    checks.add(Code::inertia_impossible, part, "IP",
               fmt::format("the principal moment {:.6g} is larger than {:.6g} + {:.6g}", moments[2],
                           moments[0], moments[1]),
               "no rigid body has such moments");
}

void check_centre(Checks& checks, const Part& part) {
  const bool heavy = part.mass != 0 || std::any_of(part.inertia.begin(), part.inertia.end(),
                                                   [](double value) { return value != 0; });
  if (heavy && !part.cm && !part.ground)
    checks.add(Code::mass_without_centre, part, part.mass != 0 ? "MASS" : "IP",
               "the part has mass or inertia, but no CM", "add CM = id of a marker of the part");
}

}  // namespace

void check_parts(Checks& checks) {
  check_ground(checks);
  for (const Part& part : checks.model.parts) {
    check_placement(checks, part, part.placement, "ZG", "XG");
    check_own_marker(checks, part, "CM", part.cm, &Marker::part);
    check_own_marker(checks, part, "IM", part.im, &Marker::part);
    checks.need_fixed(part, "VM", part.vm);
    checks.need_fixed(part, "WM", part.wm);
    check_centre(checks, part);
    check_inertia(checks, part);
    check_planar(checks, part);
  }
  for (const PointMass& point : checks.model.point_masses) {
    check_placement(checks, point, point.placement, "ZG", "XG");
    check_own_marker(checks, point, "CM", point.cm, &Marker::point_mass);
    if (point.mass != 0 && !point.cm)
      checks.add(Code::mass_without_centre, point, "MASS", "the point mass has no CM",
                 "add CM = id of a marker of the point mass");
  }
}

void check_markers(Checks& checks) {
  for (const Marker& marker : checks.model.markers)
    check_placement(checks, marker, marker.placement, "ZP", "XP");
}

}  // namespace trammel::model
