// A row of the function registry: everything Trammel knows about one function of the language.
//
// A row either *computes* (`lower` writes the function in terms of the primitive operations of
// operations.h, which carry exact first and second derivatives) or *reads* (`quantity` says what
// of the model it reads: time, a measure between markers, a variable, a force …).
// Operators (+, −, *, /, **, unary −) and symbols (TIME, PI …) are rows like the others.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace trammel::kinematics {
struct Measure;
}

namespace trammel::expression {

// The statement an id argument names.
enum class Entity : unsigned char {
  none,
  marker,
  joint,
  jprim,
  motion,
  gcon,
  cvcv,
  ptcv,
  sforce,
  vforce,
  vtorque,
  gforce,
  nforce,
  springdamper,
  bushing,
  field,
  beam,
  contact,
  friction,
  variable,
  diff,
  array,
  spline,
  curve,
  sensor,
  plant_input,
  plant_output,
};

// As the user writes it: "MARKER", "SPRINGDAMPER"; "" for none.
std::string_view statement_name(Entity entity);

enum class ArgumentKind : unsigned char { real, integer, id, vector };

struct Argument {
  std::string_view name;
  ArgumentKind kind = ArgumentKind::real;
  Entity entity = Entity::none;  // of an id
  bool may_be_zero = false;      // 0 stands for "omitted": the ground frame
  int low = 0, high = 0;         // of an integer
};

// What a row that reads the model reads; `none` for rows that compute.
enum class QuantityKind : unsigned char {
  none,
  time,
  mode,
  measure,        // marker kinematics: Function::measure and markers
  variable,       // VARVAL
  diff_state,     // DIF
  diff_rate,      // DIF1
  array_entry,    // ARYVAL
  element_force,  // JOINT(id, jflag, comp, rm) and its relatives
  marker_force,   // FX … TM (i, j, k)
  sensor_value,   // SENVAL
  plant_input,    // PINVAL
  plant_output,   // POUVAL
  definition,     // leaves of equations, see leaves.h
  reaction,
  state,
  memory,
};

// What a row of vectors stands for; such rows are written out in components where text is read
// (vectors.h), and no tree has them after that.
enum class VectorRule : unsigned char {
  none,
  components,  // DXYZ: DX, DY, DZ
  axis_x,      // UVX: an axis of a marker
  axis_y,
  axis_z,
  unit,       // UV
  magnitude,  // MAG
  turned,     // TRANS
  dot,        // of two vectors
};

// How the value may jump or bend inside its domain, for model checks.
enum class Continuity : unsigned char { smooth, kink, jump };

enum class Notation : unsigned char { call, symbol, infix, prefix, arithmetic_if };

struct CallSite;
class Term;

// An expression that uses the function; drawn over from <= TIME <= to where that is a range.
struct Example {
  std::string_view text = {};
  double from = 0, to = 0;

  bool is_drawn() const { return from < to; }
};

struct Function {
  std::string_view name = {};  // upper case
  std::vector<Argument> arguments = {};
  int min_arguments = 0;
  int max_arguments = 0;  // beyond arguments.size() the last one repeats
  Term (*lower)(const CallSite&) = nullptr;
  VectorRule vector = VectorRule::none;
  QuantityKind quantity = QuantityKind::none;
  const kinematics::Measure* measure = nullptr;  // of a measure; ORIENT: see measure_of()
  int level = -1;  // 0, 1, 2: reads positions, velocities, accelerations
  // Why these integer arguments do not go together; "" when they do.
  std::string_view (*objection)(std::span<const int> integers) = nullptr;
  Continuity continuity = Continuity::smooth;
  Notation notation = Notation::call;
  std::string_view formula = {};  // for the reference manual
  std::string_view help = {};
  Example example = {};  // without a text, one is made of the arguments

  const Argument& argument(int index) const;
};

struct Family {
  std::string_view title;
  std::span<const Function> functions;
};

// Every family in the order of the reference manual; rows have static lifetime.
std::span<const Family> families();

// Case-insensitive; nullptr when there is none. Operators are not found by name.
const Function* find_function(std::string_view name);

// The row of the operator: "+", "-", "*", "/", "**"; "neg" is unary minus.
const Function& operator_row(std::string_view symbol);

// The name that was probably meant, or "" when nothing is near.
std::string_view nearest_function(std::string_view name);

// Names of the language that Trammel knows and refuses.
struct Refusal {
  std::string_view name, reason;
};
std::span<const Refusal> refused_functions();

// The reason; "" for names that are not refused.
std::string_view refusal(std::string_view name);

}  // namespace trammel::expression
