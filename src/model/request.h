// REQUEST: what the user wants to see.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string>
#include <vector>

#include "model/element.h"
#include "model/expression.h"

namespace trammel::model {

enum class RequestKind : unsigned char {
  expressions,
  displacement,
  velocity,
  acceleration,
  force,
};

struct Request : Element {
  static constexpr Kind kind = Kind::request;

  RequestKind quantity = RequestKind::expressions;
  MarkerId i, j, rm;                    // of the four measured kinds; j, rm none: ground
  std::array<Expression, 8> functions;  // F1 … F8; those not given are 0
  std::string comment;
  std::vector<std::string> titles;            // TITLE, up to eight
  std::vector<std::string> component_names;   // CNAMES; an empty one hides the component
  std::vector<std::string> component_units;   // CUNITS
  std::vector<std::string> component_labels;  // CLABELS
  std::string results_name;                   // RESULTS_NAME

  friend bool operator==(const Request&, const Request&) = default;
};

}  // namespace trammel::model
