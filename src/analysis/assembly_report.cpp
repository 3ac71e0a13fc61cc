// What assembly has to say to the user. Declared in assembly.h.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "analysis/assembly.h"

namespace trammel::analysis {

using elements::Equations;
using elements::ExactCoordinate;
using model::Severity;
using system::System;

namespace {

constexpr double negligible = 1e-8;   // change of an EXACT coordinate [rad, typical lengths]
constexpr double noticeable = 1e-4;   // change of a given velocity, relative to the speed
constexpr double far = 1e-3;          // move of a part [rad, typical lengths]
constexpr double visible = 1e-6;      // what is told of such a move
constexpr double coincident = 1e-12;  // distance of markers [typical lengths]

// Lengths and angles with their units.
class Words {
 public:
  explicit Words(const model::Model& model) {
    if (const model::Unit* unit = model.units.length_unit()) length_ = unit->symbol;
    if (const model::Unit* unit = model.units.time_unit()) time_ = unit->symbol;
  }

  std::string length(double x) const { return fmt::format("{:.3g} {}", x, length_); }
  std::string angle(double x) const {
    return fmt::format("{:.3g} degrees", x * 180 / std::numbers::pi);
  }
  std::string speed(double x, bool angular) const {
    return (angular ? angle(x) : length(x)) + " per " + std::string(time_);
  }

 private:
  std::string_view length_ = "length units", time_ = "time unit";
};

void warn(InitialConditions& ic, const elements::Body& body, std::string text,
          std::string hint = "") {
  ic.findings.push_back({Severity::warning, body.label, body.at, std::move(text), std::move(hint)});
}

double cosine(const elements::Motion& motion, const elements::Codirection& c) {
  return motion.markers[std::size_t(c.i)].A.col(c.axis).dot(
      motion.markers[std::size_t(c.j)].A.col(c.axis));
}

elements::Motion motion_at(const Equations& equations, const Vector& q, const State& s) {
  elements::Motion motion(equations.skeleton);
  elements::move(equations.skeleton, q, s.v, s.a, motion);
  return motion;
}

}  // namespace

void check_codirections(InitialConditions& ic, const Equations& equations, const Vector& q0) {
  const elements::Motion before = motion_at(equations, q0, ic.state);
  const elements::Motion after = motion_at(equations, ic.state.q, ic.state);
  for (const elements::Codirection& c : equations.codirections) {
    const elements::Row& row = equations.rows[std::size_t(c.row)];
    if (!row.active || cosine(after, c) >= 0) continue;
    const char axis = "xyz"[c.axis];
    const bool flipped = cosine(before, c) >= 0;
    if (flipped) ic.status = Status::impossible;
    ic.findings.push_back(
        {flipped ? Severity::error : Severity::warning, system::owner_label(row), row.at,
         flipped
             ? fmt::format("assembling the model turned the joint over: the {} axes of its "
                           "markers now point in opposite directions",
                           axis)
             : fmt::format("the {} axes of the joint's markers point in opposite directions; the "
                           "angle of the joint counts from there",
                           axis),
         flipped ? "start closer to the assembled position, or fix it with EXACT" : ""});
  }
}

void warn_of_moved_coordinates(InitialConditions& ic, const Equations& equations,
                               const std::vector<ExactCoordinate>& exact) {
  const Words words(*equations.model);
  for (std::size_t k = 0; k < exact.size();) {
    const int body = exact[k].body;
    const elements::Body& frame = equations.skeleton.bodies[std::size_t(body)];
    const auto motion = elements::motion(frame, ic.state.q, ic.state.v, ic.state.a);
    std::vector<std::string> changes;
    for (; k < exact.size() && exact[k].body == body; ++k) {
      const double change = std::abs(elements::error(exact[k], motion));
      if (change <= negligible * (exact[k].is_angle() ? 1 : ic.length)) continue;
      changes.push_back(
          fmt::format("{} by {}", exact[k].name,
                      exact[k].is_angle() ? words.angle(change) : words.length(change)));
    }
    if (!changes.empty())
      warn(ic, frame,
           fmt::format("the position given as EXACT had to change to satisfy the constraints: {}",
                       fmt::join(changes, ", ")));
  }
}

void warn_of_largest_move(InitialConditions& ic, const System& system, const Vector& q0) {
  const Equations& equations = system.equations();
  // ICROT and the like ask for a move.
  for (int k = 0; k < system.layout().m(); ++k)
    if (equations.rows[std::size_t(system.equation_row(k))].initial_only) return;
  const Layout& layout = system.layout();
  Vector change(layout.n);
  system.difference(ic.state.q, q0, change);
  double largest = far;
  const elements::Body* farthest = nullptr;
  double length = 0, angle = 0;
  int count = 0;
  for (const elements::Body& body : equations.skeleton.bodies) {
    if (body.kind == elements::Body::Kind::path) continue;  // found, not given
    double l = 0, a = 0;
    for (int k = body.v; k < body.v + body.n(); ++k)
      (layout.kinds[std::size_t(k)] == trammel::Kind::angle ? a : l) += change[k] * change[k];
    const double size = std::max(std::sqrt(l) / ic.length, std::sqrt(a));
    count += size > far;
    if (!(size > largest)) continue;
    farthest = &body;
    largest = size;
    length = std::sqrt(l);
    angle = std::sqrt(a);
  }
  if (!farthest) return;
  const Words words(*equations.model);
  std::vector<std::string> moves;
  if (length > visible * ic.length) moves.push_back("moved it by " + words.length(length));
  if (angle > visible) moves.push_back("turned it by " + words.angle(angle));
  warn(ic, *farthest,
       fmt::format("assembly {} to satisfy the constraints{}", fmt::join(moves, " and "),
                   count == 1 ? "" : fmt::format(", the farthest of {} parts", count)),
       "EXACT holds parts that are where they should be");
}

void warn_of_changed_velocities(InitialConditions& ic, const Equations& equations,
                                const std::vector<elements::GivenVelocity>& given) {
  const Words words(*equations.model);
  double speed = 0;
  for (const elements::GivenVelocity& v : given)
    speed = std::max(speed, std::abs(v.value) / (v.angular ? 1 : ic.length));
  for (std::size_t k = 0; k < given.size();) {
    const int number = given[k].body;
    const elements::Body& body = equations.skeleton.bodies[std::size_t(number)];
    std::vector<std::string> changes;
    for (; k < given.size() && given[k].body == number; ++k) {
      const elements::GivenVelocity& v = given[k];
      if (v.g.isZero()) continue;
      const double change =
          std::abs(v.g.head(body.n()).dot(ic.state.v.segment(body.v, body.n())) - v.value);
      if (change > noticeable * speed * (v.angular ? 1 : ic.length))
        changes.push_back(fmt::format("{} by {}", v.name, words.speed(change, v.angular)));
    }
    if (!changes.empty())
      warn(ic, body,
           fmt::format("the initial velocity had to change to satisfy the constraints: {}",
                       fmt::join(changes, ", ")));
  }
}

void warn_of_coincident_markers(InitialConditions& ic, const Equations& equations) {
  const elements::Motion motion = motion_at(equations, ic.state.q, ic.state);
  for (const elements::Load& load : equations.loads) {
    if (load.kind != elements::Load::Kind::line) continue;
    const Vec3& i = motion.markers[std::size_t(load.i)].r;
    const Vec3& j = motion.markers[std::size_t(load.j)].r;
    if ((i - j).norm() > coincident * (ic.length + i.norm())) continue;
    const elements::Scalar& scalar = equations.scalars[std::size_t(load.scalar)];
    ic.findings.push_back(
        {Severity::warning, scalar.name.substr(0, scalar.name.rfind(": ")), scalar.at,
         "its markers coincide at the start: the force has no direction there",
         "it acts once the markers are apart; to act at once, let I and J start apart"});
  }
}

void report_failure(InitialConditions& ic, const System& system,
                    const std::vector<ExactCoordinate>& held, const PositionReport& report,
                    std::string_view what) {
  const Equations& equations = system.equations();
  using Report = PositionReport::Status;
  ic.status = Status::impossible;
  if (report.status == Report::domain_error || report.culprits.empty()) {
    Finding finding{Severity::error, "", {}, "", ""};
    if (const int scalar = system.faulty_scalar(); scalar >= 0)
      finding.at = equations.scalars[std::size_t(scalar)].at;
    finding.text = fmt::format("{} cannot be found: {}", what, system.fault());
    ic.findings.push_back(std::move(finding));
    return;
  }
  std::vector<int> rows;
  std::string parts;
  for (const Culprit& culprit : report.culprits) {
    if (culprit.row < system.layout().m()) {
      rows.push_back(system.equation_row(culprit.row));
    } else if (parts.empty()) {
      const ExactCoordinate& c = held[std::size_t(culprit.row - system.layout().m())];
      parts = " and EXACT of " + equations.skeleton.bodies[std::size_t(c.body)].label;
    }
  }
  Finding finding{Severity::error, "", {}, "", ""};
  bool several = !parts.empty();
  if (!rows.empty()) {
    const elements::Row& worst = equations.rows[std::size_t(rows.front())];
    finding.label = system::owner_label(worst);
    finding.at = worst.at;
    several |= std::any_of(rows.begin(), rows.end(), [&](int row) {
      return !(equations.rows[std::size_t(row)].owner == worst.owner);
    });
  }
  const std::string names = system::list_suspects(equations, rows) + parts;
  const bool conflict = report.status == Report::conflict;
  finding.text =
      conflict
          ? fmt::format("{} cannot be found: {} {}", what, names,
                        several ? "contradict each other" : "cannot be satisfied")
          : fmt::format("{} were not found in {} iterations; farthest from being satisfied: {}",
                        what, report.iterations, names);
  finding.hint = conflict ? "check lengths, positions and motions of these elements"
                          : "start closer to an assembled position, or raise MAXIT of IC";
  ic.findings.push_back(std::move(finding));
}

}  // namespace trammel::analysis
