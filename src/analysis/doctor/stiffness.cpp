// How fast a model is where it starts, and what is too fast for the rest of it.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "analysis/doctor/connection.h"
#include "analysis/doctor/rules.h"
#include "analysis/modes.h"

namespace trammel::analysis::doctor {
namespace {

constexpr double fast = 1000;            // radians per second: below, nothing is stiff
constexpr double little_damping = 1e-5;  // damping ratio that counts as none
constexpr double wide_spread = 1e4;      // of rates
constexpr double fast_decay = 1e5;       // per second
constexpr double much_damping = 20;      // damping ratio

std::string cycles(double rate, const model::Model& model) {
  return fmt::format("{:.3g} Hz", rate / (2 * std::numbers::pi) * units_per_second(model));
}

// Who moves most in a mode: a part, or a differential state beside which parts hardly move.
struct Mover {
  std::string label;
  model::Location at;
};

Mover mover(const system::System& system, const Mode& mode) {
  const elements::Equations& equations = system.equations();
  Eigen::Index part = 0, state = 0;
  const double speed =
      mode.shape.size() > 0 ? std::abs(mode.value) * mode.shape.cwiseAbs().maxCoeff(&part) : 0;
  if (mode.states.size() > 0 && mode.states.cwiseAbs().maxCoeff(&state) > 10 * speed) {
    const elements::StateEquation& equation = equations.states[std::size_t(state)];
    return {equation.name.substr(0, equation.name.find(": ")),
            equations.scalars[std::size_t(equation.scalar)].at};
  }
  for (const elements::Body& body : equations.skeleton.bodies)
    if (part >= body.v && part < body.v + body.n()) return {body.label, body.at};
  return {};
}

bool is_damped(double damping, double stiffness, double omega) {
  return stiffness == 0 || damping * omega > 2 * little_damping * stiffness;
}

}  // namespace

Findings undamped_stiffness(const Patient& patient) {
  Findings findings;
  const model::Model& model = patient.model;
  for (const Connection& c : connections(model)) {
    // Along lines and about axes for itself: one may be damped, and the other forgotten.
    Connection along = c, about = c;
    along.angular_stiffness = 0, about.stiffness = 0;
    double fastest = 0;
    for (const auto& [part, damping] :
         {std::pair{&along, c.damping}, {&about, c.angular_damping}}) {
      const double omega = angular_frequency(model, *part);
      if (!is_damped(damping, part->stiffness + part->angular_stiffness, omega))
        fastest = std::max(fastest, omega);
    }
    if (fastest * units_per_second(model) < fast) continue;
    findings.push_back(
        {model::Severity::warning, c.label, c.at,
         fmt::format("it is stiff, about {} with what it holds, and has no damping",
                     cycles(fastest, model)),
         "a damping of 1 % of the critical one lets vibrations die that nobody wants"});
  }
  return findings;
}

Findings high_damping(const Patient& patient) {
  Findings findings;
  const model::Model& model = patient.model;
  double fastest = 0;  // of all that decays, where that is known
  if (patient.modes)
    for (const Mode& mode : *patient.modes) fastest = std::max(fastest, -mode.value.real());
  // Where a mass is tiny the damping is not to blame: that is said of the part.
  std::set<std::string> tiny;
  for (const Finding& finding : tiny_masses(patient)) tiny.insert(finding.label);
  for (const Connection& c : connections(model)) {
    const double alone = decay_rate(model, c, tiny), omega = angular_frequency(model, c);
    const double rate = patient.modes ? std::min(alone, fastest) : alone;
    if (rate * units_per_second(model) < fast_decay || alone < 2 * much_damping * omega) continue;
    findings.push_back(
        {model::Severity::warning, c.label, c.at,
         fmt::format("its damping is very high: what it holds comes to rest within about {:.0e} of "
                     "a time unit",
                     1 / rate),
         "less damping, about the critical one, does the same for what is of interest; else take "
         "an implicit method (hht-i3, gstiff-si2)"});
  }
  return findings;
}

Findings spread_of_time_constants(const Patient& patient) {
  if (!patient.modes) return {};
  const system::System& system = *patient.start.system;
  const Mode *slow = nullptr, *quick = nullptr;
  double largest = 0;
  for (const Mode& mode : *patient.modes) largest = std::max(largest, std::abs(mode.value));
  for (const Mode& mode : *patient.modes) {
    if (mode.is_rigid || std::abs(mode.value) <= 1e-7 * largest)
      continue;  // zero, but for rounding
    if (!slow || std::abs(mode.value) < std::abs(slow->value)) slow = &mode;
    if (!quick || std::abs(mode.value) > std::abs(quick->value)) quick = &mode;
  }
  if (!slow || std::abs(quick->value) < wide_spread * std::abs(slow->value) ||
      std::abs(quick->value) * units_per_second(patient.model) < fast)
    return {};
  const bool swings = std::abs(quick->value.imag()) > std::abs(quick->value.real());
  const Mover fast_one = mover(system, *quick);
  return {{model::Severity::warning, fast_one.label, fast_one.at,
           fmt::format("the fastest motion of the model, of {}, {} {}, {:.0e} times as fast as the "
                       "slowest one, of {}",
                       fast_one.label, swings ? "swings with" : "decays at a rate of",
                       swings ? cycles(std::abs(quick->value), patient.model)
                              : fmt::format("{:.3g} per time unit", std::abs(quick->value)),
                       std::abs(quick->value) / std::abs(slow->value), mover(system, *slow).label),
           swings ? "it is stiff: take hht-i3 (ALPHA = -0.3 damps what swings fast) or gstiff-si2 "
                    "with KMAX = 2, not an explicit method"
                  : "it is stiff: take hht-i3, gstiff-i3 or gstiff-si2, not an explicit method"}};
}

}  // namespace trammel::analysis::doctor
