// What all elements of a model share: an id, a name, the place in the file; and typed ids, so that
// a joint's marker cannot be looked up among the parts.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

namespace trammel::model {

// Every kind of statement that carries an id; ids are unique within a kind, not across kinds.
// The order is that of the tables in Model and of a written dataset.
enum class Kind : unsigned char {
  part,
  point_mass,
  marker,
  joint,
  jprim,
  coupler,
  gear,
  gcon,
  ptcv,
  cvcv,
  motion,
  sforce,
  vforce,
  vtorque,
  gforce,
  spring_damper,
  bushing,
  beam,
  field,
  nforce,
  friction,
  variable,
  diff,
  array,
  string,
  spline,
  matrix,
  curve,
  sensor,
  lse,
  tfsiso,
  gse,
  plant_input,
  plant_output,
  plant_state,
  request,
  mrequest,
  graphics,
  count
};

// As the user writes it: "PART", "SPRINGDAMPER".
std::string_view statement_name(Kind kind);
// In a sentence: "part", "point mass", "spring-damper".
std::string_view noun(Kind kind);

// Names an element of one kind; 0 means that none is named.
template <Kind K>
struct Id {
  static constexpr Kind kind = K;
  int value = 0;

  explicit operator bool() const { return value != 0; }
  friend bool operator==(const Id&, const Id&) = default;
};

using PartId = Id<Kind::part>;
using PointMassId = Id<Kind::point_mass>;
using MarkerId = Id<Kind::marker>;
using JointId = Id<Kind::joint>;
using VariableId = Id<Kind::variable>;
using MatrixId = Id<Kind::matrix>;
using CurveId = Id<Kind::curve>;
using ArrayId = Id<Kind::array>;

// Both count from 1, columns in bytes; line 0: not from a file.
struct Location {
  int line = 0;
  int column = 0;

  friend bool operator==(const Location&, const Location&) = default;
};

struct Element {
  int id = 0;
  std::string name;  // adams_view_name; may be empty
  Location at;
  bool active = true;  // false: DEACTIVATE has taken its equations out

  // Where an element stands in its file is not part of what it is.
  friend bool operator==(const Element& a, const Element& b) {
    return a.id == b.id && a.name == b.name && a.active == b.active;
  }
};

// A statement without an id, at most one of each in a dataset.
struct Setting {
  bool given = false;
  Location at;

  friend bool operator==(const Setting& a, const Setting& b) { return a.given == b.given; }
};

// "JOINT/3 (hinge)" or "JOINT/3".
std::string label(std::string_view statement, const Element& element);

}  // namespace trammel::model
