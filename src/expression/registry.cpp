// The list of function families, and the search by name.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <cassert>
#include <string>

#include "expression/characters.h"
#include "expression/function.h"
#include "expression/functions/families.h"
#include "expression/nearest.h"

namespace trammel::expression {

namespace {

constexpr std::string_view no_statistics = "expressions may not depend on the solver's statistics";

// Names of the language without a row.
constexpr Refusal refusals[] = {
    {"USER", "a user routine is the whole of FUNCTION = USER(...), not a part of an expression"},
    {"FXFREQ", "modal frequencies of flexible bodies are not available"},
    {"FXMODE", "modal coordinates of flexible bodies are not available"},
    {"CPU", no_statistics},
    {"HSIZE", no_statistics},
    {"NJAC", no_statistics},
    {"NRHS", no_statistics},
    {"ORDER", no_statistics},
};

bool found_by_name(const Function& function) {
  return function.notation != Notation::infix && function.notation != Notation::prefix;
}

// Rows sorted by name, operators left out.
const std::vector<const Function*>& index_by_name() {
  static const std::vector<const Function*> index = [] {
    std::vector<const Function*> rows;
    for (const Family& family : families())
      for (const Function& function : family.functions)
        if (found_by_name(function)) rows.push_back(&function);
    std::sort(rows.begin(), rows.end(),
              [](const Function* a, const Function* b) { return a->name < b->name; });
    return rows;
  }();
  return index;
}

}  // namespace

std::span<const Family> families() {
  static const std::array<Family, 11> list = {{
      {"Operators and IF", arithmetic_functions()},
      {"Symbols", symbol_functions()},
      {"Fortran functions", fortran_functions()},
      {"Steps and sweeps", step_functions()},
      {"Stops", contact_functions()},
      {"Series", series_functions()},
      {"Splines", spline_functions()},
      {"Marker motion", kinematic_functions()},
      {"Forces and reactions", force_functions()},
      {"Variables and states", state_functions()},
      {"Vectors", vector_functions()},
  }};
  return list;
}

const Argument& Function::argument(int index) const {
  const auto last = static_cast<int>(arguments.size()) - 1;
  return arguments[static_cast<std::size_t>(std::min(index, last))];
}

const Function* find_function(std::string_view name) {
  const std::string key = upper(name);
  const auto& index = index_by_name();
  const auto found = std::lower_bound(
      index.begin(), index.end(), key,
      [](const Function* row, const std::string& text) { return row->name < text; });
  return found != index.end() && (*found)->name == key ? *found : nullptr;
}

const Function& operator_row(std::string_view symbol) {
  const std::span<const Function> rows =
      symbol == "." ? vector_functions() : arithmetic_functions();
  const auto found = std::find_if(rows.begin(), rows.end(),
                                  [&](const Function& row) { return row.name == symbol; });
  assert(found != rows.end());
  return *found;
}

std::string_view nearest_function(std::string_view name) {
  Nearest nearest(name);
  for (const Function* row : index_by_name()) nearest.offer(row->name);
  return nearest.name();
}

std::span<const Refusal> refused_functions() {
  return refusals;
}

std::string_view refusal(std::string_view name) {
  const std::string key = upper(name);
  for (const Refusal& entry : refusals)
    if (entry.name == key) return entry.reason;
  return {};
}

std::string_view statement_name(Entity entity) {
  switch (entity) {
    case Entity::none:
      return "";
    case Entity::marker:
      return "MARKER";
    case Entity::joint:
      return "JOINT";
    case Entity::jprim:
      return "JPRIM";
    case Entity::motion:
      return "MOTION";
    case Entity::gcon:
      return "GCON";
    case Entity::cvcv:
      return "CVCV";
    case Entity::ptcv:
      return "PTCV";
    case Entity::sforce:
      return "SFORCE";
    case Entity::vforce:
      return "VFORCE";
    case Entity::vtorque:
      return "VTORQUE";
    case Entity::gforce:
      return "GFORCE";
    case Entity::nforce:
      return "NFORCE";
    case Entity::springdamper:
      return "SPRINGDAMPER";
    case Entity::bushing:
      return "BUSHING";
    case Entity::field:
      return "FIELD";
    case Entity::beam:
      return "BEAM";
    case Entity::contact:
      return "CONTACT";
    case Entity::friction:
      return "FRICTION";
    case Entity::variable:
      return "VARIABLE";
    case Entity::diff:
      return "DIFF";
    case Entity::array:
      return "ARRAY";
    case Entity::spline:
      return "SPLINE";
    case Entity::curve:
      return "CURVE";
    case Entity::sensor:
      return "SENSOR";
    case Entity::plant_input:
      return "PINPUT";
    case Entity::plant_output:
      return "POUTPUT";
  }
  return "";
}

}  // namespace trammel::expression
