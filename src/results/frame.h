// The numbers of one output time, in sections: rows of items (parts, joints, …) with the same components.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "results/contents.h"

namespace trammel::results {

enum class Section : unsigned char {
  pose,          // of parts: x y z e0 e1 e2 e3
  velocity,      // of parts: of the origin and angular, along ground axes
  acceleration,  // likewise
  reactions,     // force and torque on the part of I, at the origin of I, along ground axes
  forces,        // likewise
  variables,
  states,    // of DIFF, LSE, TFSISO, GSE
  requests,  // F1 … F8
  count
};
inline constexpr std::size_t section_count = std::size_t(Section::count);

struct SectionInfo {
  Section section;
  std::string_view path;        // of the dataset in an .h5 file
  std::string_view components;  // of an item, separated by blanks
  std::size_t width;            // how many these are
};
std::span<const SectionInfo, section_count> sections();
const SectionInfo& info(Section);
// How many items a section has.
std::size_t items(const Contents&, Section);

enum class Analysis : unsigned char { initial_conditions, dynamic, kinematic, statics, input };
std::string_view name(Analysis);

struct Frame {
  double time = 0;
  Analysis analysis = Analysis::dynamic;
  int simulation = 1;                                     // number of the SIMULATE command
  double constraint_violation = 0;                        // largest |Φ|
  std::array<std::vector<double>, section_count> values;  // item by item; not a number: no value

  std::vector<double>& operator[](Section s) { return values[std::size_t(s)]; }
  const std::vector<double>& operator[](Section s) const { return values[std::size_t(s)]; }
};
// With vectors of the right sizes.
Frame make_frame(const Contents&);

// An accepted step of an integrator.
struct StepRecord {
  double time = 0, step = 0;  // at its end; its length
  int order = 0, iterations = 0;
};

// Eigenvalues and shapes of one LINEAR/EIGENSOL.
struct ModeSet {
  double time = 0;
  std::vector<double> pose;                        // 7 for each part: where the model stood
  std::vector<std::array<double, 2>> eigenvalues;  // real and imaginary part, rad per unit of time
  // For each mode and part 6 real and 6 imaginary numbers: displacement of the part's origin and small
  // rotation vector, both along ground axes. Empty: shapes were not asked for.
  std::vector<double> shapes;
};

}  // namespace trammel::results
