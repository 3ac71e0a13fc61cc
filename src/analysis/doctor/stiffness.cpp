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
constexpr int most_coordinates = 1500;
constexpr int most_states = 300;  // whose eigenvalues are worth their time here

std::string cycles(double rate, const model::Model& model) {
  return fmt::format("{:.3g} Hz", rate / (2 * std::numbers::pi) * units_per_second(model));
}

// The part whose coordinate moves most.
std::string mover(const system::System& system, const Mode& mode) {
  Eigen::Index largest = 0;
  if (mode.shape.size() == 0) return "";
  mode.shape.cwiseAbs().maxCoeff(&largest);
  const std::string name = system.column_name(int(largest));
  return name.substr(0, name.find(':'));
}

}  // namespace

Findings undamped_stiffness(const Patient& patient) {
  Findings findings;
  const model::Model& model = patient.model;
  for (const Connection& c : connections(model)) {
    const double omega = angular_frequency(model, c);
    if (omega * units_per_second(model) < fast) continue;
    const bool damped = c.damping * omega > 2 * little_damping * c.stiffness ||
                        c.angular_damping * omega > 2 * little_damping * c.angular_stiffness;
    if (damped) continue;
    findings.push_back(
        {model::Severity::warning, c.label, c.at,
         fmt::format("it is stiff, about {} with what it holds, and has no damping",
                     cycles(omega, model)),
         "a damping of 1 % of the critical one lets vibrations die that nobody wants"});
  }
  return findings;
}

Findings spread_of_time_constants(const Patient& patient) {
  const InitialConditions& start = patient.start;
  const Layout& layout = start.system->layout();
  if (count_states(layout) > most_states || layout.n > most_coordinates) return {};
  const ModeReport report = find_modes(*start.system, start.state,
                                       system::tangent_units(layout, start.length), ModeOptions{});
  if (!report.ok()) return {};
  const Mode *slow = nullptr, *quick = nullptr;
  double largest = 0;
  for (const Mode& mode : report.modes) largest = std::max(largest, std::abs(mode.value));
  for (const Mode& mode : report.modes) {
    if (mode.is_rigid || std::abs(mode.value) <= 1e-7 * largest)
      continue;  // zero, but for rounding
    if (!slow || std::abs(mode.value) < std::abs(slow->value)) slow = &mode;
    if (!quick || std::abs(mode.value) > std::abs(quick->value)) quick = &mode;
  }
  if (!slow || std::abs(quick->value) < wide_spread * std::abs(slow->value) ||
      std::abs(quick->value) * units_per_second(patient.model) < fast)
    return {};
  const bool swings = std::abs(quick->value.imag()) > std::abs(quick->value.real());
  return {{model::Severity::warning,
           "",
           {},
           fmt::format("its fastest motion, of {}, {} {}, {:.0e} times as fast as the slowest one, "
                       "of {}",
                       mover(*start.system, *quick), swings ? "swings with" : "decays at a rate of",
                       swings ? cycles(std::abs(quick->value), patient.model)
                              : fmt::format("{:.3g} per time unit", std::abs(quick->value)),
                       std::abs(quick->value) / std::abs(slow->value), mover(*start.system, *slow)),
           swings ? "it is stiff: take hht-i3 (ALPHA = -0.3 damps what swings fast) or gstiff-si2 "
                    "with KMAX = 2, not an explicit method"
                  : "it is stiff: take hht-i3, gstiff-i3 or gstiff-si2, not an explicit method"}};
}

}  // namespace trammel::analysis::doctor
