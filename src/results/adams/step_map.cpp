// SPDX-License-Identifier: BSD-3-Clause
#include "results/adams/step_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "math/euler313.h"
#include "results/adams/units.h"
#include "results/number_text.h"

namespace trammel::results::adams {
namespace {

constexpr std::array<const char*, 6> pose_names = {"X", "Y", "Z", "PSI", "THETA", "PHI"};
constexpr std::array<const char*, 6> velocity_names = {"VX", "VY", "VZ", "WX", "WY", "WZ"};
constexpr std::array<const char*, 6> acceleration_names = {"ACCX", "ACCY", "ACCZ",
                                                           "WDX",  "WDY",  "WDZ"};
constexpr std::array<const char*, 6> wrench_names = {"FX", "FY", "FZ", "TX", "TY", "TZ"};

// entType by statement.
constexpr std::array<std::array<const char*, 2>, 18> types = {{
    {"JOINT", "Joint"},
    {"JPRIM", "Jprim"},
    {"MOTION", "Motion"},
    {"COUPLER", "Coupler"},
    {"GEAR", "Gear"},
    {"GCON", "General_Constraint"},
    {"PTCV", "Point_Curve"},
    {"CVCV", "Curve_Curve"},
    {"SFORCE", "Single_Component_Force"},
    {"VFORCE", "Force_Vector"},
    {"VTORQUE", "Torque_Vector"},
    {"GFORCE", "General_Force"},
    {"SPRINGDAMPER", "Spring_Damper"},
    {"BUSHING", "Bushing"},
    {"BEAM", "Beam"},
    {"FIELD", "Field"},
    {"NFORCE", "Multi_Point_Force"},
    {"FRICTION", "Friction"},
}};

std::string type_of(const std::string& statement) {
  for (const auto& [name, type] : types)
    if (statement == name) return type;
  return statement;
}

// x y z and the 3-1-3 angles of a pose.
std::array<double, 6> with_angles(const double* pose) {
  const Euler313 angles = euler313_from_quaternion({pose[3], pose[4], pose[5], pose[6]});
  return {pose[0], pose[1], pose[2], angles.psi, angles.theta, angles.phi};
}

}  // namespace

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\'':
        result += "&apos;";
        break;
      case '\n':
      case '\r':
      case '\t':
        result += ' ';
        break;
      default:
        result += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? '?' : c;
    }
  }
  return result;
}

StepMap::StepMap(const Contents& contents, const model::ResultsSettings& settings) {
  xml_ = "<StepMap name=\"map_001\">\n<Entity name=\"time\">\n";
  component("TIME", words(contents.unit_names).time, 1);
  close();
  add_parts(contents, settings);
  if (!settings.no_reaction_forces)
    add_connectors(contents, Section::reactions, contents.reactions);
  if (!settings.no_applied_forces) add_connectors(contents, Section::forces, contents.forces);
  if (!settings.no_system_elements) {
    add_scalars(Section::variables, contents.variables, "ADAMS_Variable");
    add_scalars(Section::states, contents.states, "Differential_Equation");
  }
  if (!settings.no_requests) add_requests(contents);
  xml_ += "</StepMap>\n";
}

void StepMap::open(const std::string& name, const Entity& of, const std::string& type) {
  xml_ += fmt::format("<Entity name=\"{}\" entity=\"{}\" entType=\"{}\" objectId=\"{}\">\n",
                      escaped(name), escaped(of.name.empty() ? of.code() : of.name), type, of.id);
}

void StepMap::component(const std::string& name, const std::string& unit, std::size_t id) {
  const std::string units = unit.empty() ? "" : fmt::format(" unitsValue=\"{}\"", escaped(unit));
  xml_ += fmt::format("<Component name=\"{}\"{} id=\"{}\" />\n", escaped(name), units, id);
}

void StepMap::close() {
  xml_ += "</Entity>\n";
}

void StepMap::add_parts(const Contents& contents, const model::ResultsSettings& settings) {
  struct Level {
    bool is_off;
    Section section;
    const std::array<const char*, 6>& names;
    std::string unit, angular;
    std::size_t first = 0;
  };
  const Words w = words(contents.unit_names);
  std::array<Level, 3> levels = {{
      {settings.no_displacements, Section::pose, pose_names, w.length, "rad"},
      {settings.no_velocities, Section::velocity, velocity_names, w.per_time(w.length, 1),
       w.per_time("rad", 1)},
      {settings.no_accelerations, Section::acceleration, acceleration_names,
       w.per_time(w.length, 2), w.per_time("rad", 2)},
  }};
  const std::size_t parts = contents.parts.size();
  for (Level& level : levels) {
    if (level.is_off) continue;
    level.first = next_;
    next_ += 6 * parts;
    Block block{level.section, {}};
    const std::size_t stride = info(level.section).width;
    for (std::size_t k = 0; k < parts; ++k) block.columns.push_back(stride * k);
    blocks_.push_back(std::move(block));
  }
  for (std::size_t k = 0; k < parts; ++k) {
    const PartInfo& part = contents.parts[k];
    open(part.display_name() + "_XFORM", part,
         part.statement == "POINT_MASS" ? "Point_Mass" : "Part");
    for (const Level& level : levels)
      for (std::size_t c = 0; !level.is_off && c < 6; ++c)
        component(level.names[c], c < 3 ? level.unit : level.angular, level.first + 6 * k + c);
    close();
  }
}

void StepMap::add_connectors(const Contents& contents, Section section,
                             const std::vector<ElementInfo>& list) {
  const Words w = words(contents.unit_names);
  Block block{section, {}};
  for (std::size_t k = 0; k < list.size(); ++k) {
    open(list[k].display_name(), list[k], type_of(list[k].statement));
    for (std::size_t c = 0; c < 6; ++c)
      component(wrench_names[c], c < 3 ? w.force : w.torque(), next_++);
    close();
    block.columns.push_back(6 * k);
  }
  blocks_.push_back(std::move(block));
}

void StepMap::add_scalars(Section section, const std::vector<ScalarInfo>& list, const char* type) {
  Block block{section, {}, 1};
  for (std::size_t k = 0; k < list.size(); ++k) {
    if (list[k].component <= 1) {
      if (k > 0) close();
      open(list[k].display_name(), list[k], type);
    }
    component(list[k].component == 0 ? "Q" : fmt::format("X{}", list[k].component), "", next_++);
    block.columns.push_back(k);
  }
  if (!list.empty()) close();
  blocks_.push_back(std::move(block));
}

void StepMap::add_requests(const Contents& contents) {
  for (std::size_t k = 0; k < contents.requests.size(); ++k) {
    const RequestInfo& request = contents.requests[k];
    const std::string name = !request.results_name.empty()    ? request.results_name
                             : !request.name.empty()          ? request.display_name()
                             : request.statement == "REQUEST" ? request.code()
                                                              : request.column;
    open(name, request, "Request");
    for (std::size_t c = 0; c < 8; ++c) {
      if (request.components[c].empty()) continue;
      component(request.components[c], request.units[c], next_++);
      if (blocks_.empty() || blocks_.back().section != Section::requests)
        blocks_.push_back({Section::requests, {}, 1});
      blocks_.back().columns.push_back(8 * k + c);
    }
    close();
  }
}

std::size_t StepMap::room() const {
  return 25 * next_ + number_room;
}

char* StepMap::put(const Frame& frame, char* to) const {
  to = put_number(frame.time, to);
  *to++ = '\n';
  for (const Block& block : blocks_) {
    const std::vector<double>& values = frame[block.section];
    for (const std::size_t first : block.columns) {
      std::array<double, 6> angles;
      const double* line = values.data() + first;
      if (block.section == Section::pose) {
        angles = with_angles(line);
        line = angles.data();
      }
      for (std::size_t c = 0; c < block.width; ++c) {
        to = put_number(line[c], to);
        *to++ = ' ';
      }
      to[-1] = '\n';
    }
  }
  return to;
}

}  // namespace trammel::results::adams
