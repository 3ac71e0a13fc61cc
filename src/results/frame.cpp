// SPDX-License-Identifier: BSD-3-Clause
#include "results/frame.h"

#include <limits>

namespace trammel::results {
namespace {

constexpr std::string_view rates = "VX VY VZ WX WY WZ",
                           accelerations = "ACCX ACCY ACCZ WDX WDY WDZ",
                           wrench = "FX FY FZ TX TY TZ";

constexpr std::array<SectionInfo, section_count> table = {{
    {Section::pose, "/parts/pose", "X Y Z E0 E1 E2 E3", 7},
    {Section::velocity, "/parts/velocity", rates, 6},
    {Section::acceleration, "/parts/acceleration", accelerations, 6},
    {Section::reactions, "/reactions/values", wrench, 6},
    {Section::forces, "/forces/values", wrench, 6},
    {Section::variables, "/variables/values", "Q", 1},
    {Section::states, "/states/values", "Q", 1},
    {Section::requests, "/requests/values", "F1 F2 F3 F4 F5 F6 F7 F8", 8},
}};

}  // namespace

std::span<const SectionInfo, section_count> sections() {
  return table;
}

const SectionInfo& info(Section section) {
  return table[std::size_t(section)];
}

std::size_t items(const Contents& contents, Section section) {
  switch (section) {
    case Section::reactions:
      return contents.reactions.size();
    case Section::forces:
      return contents.forces.size();
    case Section::variables:
      return contents.variables.size();
    case Section::states:
      return contents.states.size();
    case Section::requests:
      return contents.requests.size();
    default:
      return contents.parts.size();
  }
}

std::string_view name(Analysis analysis) {
  constexpr std::array<std::string_view, 5> names = {"initialConditions", "dynamic", "kinematic",
                                                     "static", "input"};
  return names[std::size_t(analysis)];
}

Frame make_frame(const Contents& contents) {
  Frame frame;
  for (const SectionInfo& each : table)
    frame[each.section].assign(items(contents, each.section) * each.width,
                               std::numeric_limits<double>::quiet_NaN());
  return frame;
}

}  // namespace trammel::results
