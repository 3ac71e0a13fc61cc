// REQUEST: what the user wants to see.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string>
#include <vector>

#include "model/element.h"
#include "model/expression.h"
#include "model/routine.h"

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
  Expression function;                  // USER(…), in place of all others
  Routine routine;
  std::string comment;
  std::vector<std::string> titles;            // TITLE, up to eight
  std::vector<std::string> component_names;   // CNAMES; an empty one hides the component
  std::vector<std::string> component_units;   // CUNITS
  std::vector<std::string> component_labels;  // CLABELS
  std::string results_name;                   // RESULTS_NAME
  std::string column;                         // of one that an MREQUEST stands for: "MREQ5.PART3"

  friend bool operator==(const Request&, const Request&) = default;
};

// Ids of elements, or all of them.
struct Selection {
  bool all = false;
  std::vector<int> ids;

  friend bool operator==(const Selection&, const Selection&) = default;
};
template <Kind K>
struct SelectionOf : Selection {};

// The same request for many elements.
struct MultiRequest : Element {
  static constexpr Kind kind = Kind::mrequest;

  RequestKind quantity = RequestKind::expressions;
  SelectionOf<Kind::part> parts;
  SelectionOf<Kind::joint> joints;
  SelectionOf<Kind::jprim> primitives;
  Selection forces;  // APPFORS: of any kind of applied force
  MarkerId rm;
  std::string comment;

  friend bool operator==(const MultiRequest&, const MultiRequest&) = default;
};

struct Model;

// Every REQUEST, then those that MREQUESTs stand for.
std::vector<Request> all_requests(const Model& model);
// "REQUEST/3 (name)", "MREQUEST/5".
std::string request_label(const Request& request);

}  // namespace trammel::model
