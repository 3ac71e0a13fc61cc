// What a model has to say in a result file: names, units, frames, shapes.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "model/model.h"
#include "results/contents.h"

namespace trammel::results {

// `file` and `text`: the dataset, as it was named and as it was read. Which program wrote it remains open.
Contents describe(const model::Model&, const std::string& file, const std::string& text);

// Parts of it. Solids in other files are looked for beside the dataset.
std::vector<GraphicInfo> describe_graphics(const model::Model&, const std::string& file);
std::vector<RequestInfo> describe_requests(const model::Model&, const UnitSymbols&);

// What numbers of a channel are measured in: "mm/s^2", "N·mm"; empty where a unit is not known.
struct DerivedUnits {
  std::string length, velocity, acceleration;
  std::string angle = "rad", angular_velocity, angular_acceleration;
  std::string force, torque;
};
DerivedUnits derived_units(const UnitSymbols&);

// The same text with whatever is no UTF-8 replaced: names come from files of any age.
std::string to_utf8(const std::string& text);

}  // namespace trammel::results
