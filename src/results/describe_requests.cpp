// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "results/describe.h"

namespace trammel::results {
namespace {

using Eight = std::array<std::string, 8>;

std::string_view quantity_name(model::RequestKind kind) {
  constexpr std::array<std::string_view, 5> names = {"EXPRESSION", "DISPLACEMENT", "VELOCITY",
                                                     "ACCELERATION", "FORCE"};
  return names[std::size_t(kind)];
}

Eight default_names(const model::Request& request) {
  switch (request.quantity) {
    case model::RequestKind::displacement:
      return {"MAG", "X", "Y", "Z", "", "PSI", "THETA", "PHI"};
    case model::RequestKind::velocity:
      return {"VM", "VX", "VY", "VZ", "WM", "WX", "WY", "WZ"};
    case model::RequestKind::acceleration:
      return {"ACCM", "ACCX", "ACCY", "ACCZ", "WDTM", "WDTX", "WDTY", "WDTZ"};
    case model::RequestKind::force:
      return {"FM", "FX", "FY", "FZ", "TM", "TX", "TY", "TZ"};
    case model::RequestKind::expressions:
      break;
  }
  Eight names;
  for (std::size_t k = 0; k < 8; ++k)
    if (request.function.is_user() || bool(request.functions[k]))
      names[k] = fmt::format("F{}", k + 1);
  return names;
}

Eight default_units(const model::Request& request, const DerivedUnits& u) {
  const auto halves = [](const std::string& a, const std::string& b) {
    return Eight{a, a, a, a, b, b, b, b};
  };
  switch (request.quantity) {
    case model::RequestKind::displacement:
      return halves(u.length, u.angle);
    case model::RequestKind::velocity:
      return halves(u.velocity, u.angular_velocity);
    case model::RequestKind::acceleration:
      return halves(u.acceleration, u.angular_acceleration);
    case model::RequestKind::force:
      return halves(u.force, u.torque);
    case model::RequestKind::expressions:
      break;
  }
  return {};
}

// CUNITS name dimensions, "length", or units.
std::string named_unit(const std::string& name, const UnitSymbols& units, const DerivedUnits& u) {
  std::string lower;
  std::transform(name.begin(), name.end(), std::back_inserter(lower),
                 [](unsigned char c) { return char(std::tolower(c)); });
  const std::pair<std::string_view, const std::string*> dimensions[] = {
      {"length", &u.length},
      {"velocity", &u.velocity},
      {"acceleration", &u.acceleration},
      {"angle", &u.angle},
      {"angular_velocity", &u.angular_velocity},
      {"angular_acceleration", &u.angular_acceleration},
      {"force", &u.force},
      {"torque", &u.torque},
      {"mass", &units.mass},
      {"time", &units.time}};
  for (const auto& [dimension, unit] : dimensions)
    if (lower == dimension) return *unit;
  return lower == "no_units" || lower == "none" ? "" : to_utf8(name);
}

void replace(Eight& names, const std::vector<std::string>& given) {
  for (std::size_t k = 0; k < given.size() && k < names.size(); ++k)
    if (!given[k].empty() && given[k] != "*") names[k] = to_utf8(given[k]);
}

}  // namespace

std::vector<RequestInfo> describe_requests(const model::Model& model, const UnitSymbols& units) {
  const DerivedUnits derived = derived_units(units);
  std::vector<RequestInfo> list;
  for (const model::Request& request : model::all_requests(model)) {
    RequestInfo info;
    info.statement = request.column.empty() ? "REQUEST" : "MREQUEST";
    info.id = request.id;
    info.name = to_utf8(request.name);
    info.column = request.column.empty() ? fmt::format("REQ{}", request.id) : request.column;
    info.quantity = std::string(quantity_name(request.quantity));
    info.comment = to_utf8(request.comment);
    info.results_name = to_utf8(request.results_name);
    info.components = default_names(request);
    info.units = default_units(request, derived);
    replace(info.components, request.titles);
    replace(info.components, request.component_names);
    // An empty name hides the component.
    for (std::size_t k = 0; k < request.component_names.size() && k < 8; ++k)
      if (request.component_names[k].empty()) info.components[k].clear();
    for (std::size_t k = 0; k < request.component_units.size() && k < 8; ++k)
      info.units[k] = named_unit(request.component_units[k], units, derived);
    list.push_back(std::move(info));
  }
  return list;
}

}  // namespace trammel::results
