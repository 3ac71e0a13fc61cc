// The registry as parameters of tests: a function of the language each, the components of one
// ORIENT system together, the direction cosines together.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "kinematics/measure.h"

namespace trammel::kinematics {

inline void PrintTo(const Measure& measure, std::ostream* out) {
  *out << measure.name;
  if (measure.access == Access::orient)
    *out << "(" << int{measure.system} << "," << int{measure.component} << ")";
}

struct MeasureCase {
  std::string name;
  std::vector<Measure> rows;

  friend void PrintTo(const MeasureCase& c, std::ostream* out) { *out << c.name; }
};

inline std::string name_of_case(const ::testing::TestParamInfo<MeasureCase>& info) {
  return info.param.name;
}

inline std::vector<MeasureCase> measure_cases(int highest_level) {
  std::vector<MeasureCase> cases;
  for (const Measure& measure : measures()) {
    if (measure.level > highest_level) continue;
    std::string name(measure.name);
    if (measure.access == Access::orient) name += "_" + std::to_string(measure.system);
    if (measure.access == Access::direction_cosine) name = "direction_cosines";
    if (cases.empty() || cases.back().name != name) cases.push_back({name, {}});
    cases.back().rows.push_back(measure);
  }
  return cases;
}

}  // namespace trammel::kinematics
