// SPDX-License-Identifier: BSD-3-Clause
#include "model/element.h"

#include <fmt/format.h>

#include <array>

namespace trammel::model {
namespace {

struct KindNames {
  std::string_view statement;
  std::string_view noun;
};

constexpr std::array<KindNames, static_cast<std::size_t>(Kind::count)> names{{
    {"PART", "part"},
    {"POINT_MASS", "point mass"},
    {"MARKER", "marker"},
    {"JOINT", "joint"},
    {"JPRIM", "joint primitive"},
    {"COUPLER", "coupler"},
    {"GEAR", "gear"},
    {"GCON", "general constraint"},
    {"PTCV", "point on a curve"},
    {"CVCV", "curve on a curve"},
    {"MOTION", "motion"},
    {"SFORCE", "single-component force"},
    {"VFORCE", "vector force"},
    {"VTORQUE", "vector torque"},
    {"GFORCE", "general force"},
    {"SPRINGDAMPER", "spring-damper"},
    {"BUSHING", "bushing"},
    {"BEAM", "beam"},
    {"FIELD", "field"},
    {"NFORCE", "multi-point force"},
    {"FRICTION", "friction"},
    {"VARIABLE", "variable"},
    {"DIFF", "differential equation"},
    {"ARRAY", "array"},
    {"STRING", "string"},
    {"SPLINE", "spline"},
    {"MATRIX", "matrix"},
    {"CURVE", "curve"},
    {"SENSOR", "sensor"},
    {"LSE", "linear system"},
    {"TFSISO", "transfer function"},
    {"GSE", "general system"},
    {"PINPUT", "plant input"},
    {"POUTPUT", "plant output"},
    {"PSTATE", "plant states"},
    {"REQUEST", "request"},
    {"MREQUEST", "multiple request"},
    {"GRAPHICS", "graphics"},
}};

}  // namespace

std::string_view statement_name(Kind kind) {
  return names[static_cast<std::size_t>(kind)].statement;
}

std::string_view noun(Kind kind) {
  return names[static_cast<std::size_t>(kind)].noun;
}

std::string label(std::string_view statement, const Element& element) {
  if (element.name.empty()) return fmt::format("{}/{}", statement, element.id);
  return fmt::format("{}/{} ({})", statement, element.id, element.name);
}

}  // namespace trammel::model
