// The compiled form of an expression: a shape, shared by all expressions that differ only in
// numbers and ids, plus what is particular to one of them.
//
// Registers hold the values of a tape: first the quantities it reads, then its parameters
// (constants), then one per instruction, in the order of evaluation.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "expression/inspect.h"
#include "expression/tree.h"

namespace trammel::expression {

// The primitive operations; formulas and derivatives are in operations.h.
enum class Opcode : unsigned char {
  negate,
  add,
  subtract,
  multiply,
  divide,
  square,
  power,  // a**b
  absolute,
  arc_cosine,
  arc_sine,
  arc_tangent,
  arc_tangent2,
  cosine,
  exponential,
  hyperbolic_cosine,
  hyperbolic_sine,
  hyperbolic_tangent,
  logarithm,
  logarithm10,
  maximum,
  minimum,
  modulo,
  nearest_integer,
  sign_transfer,
  sine,
  square_root,
  tangent,
  truncate,
  fraction,  // a/b; a unit jump at a = 0 when b = 0
  cubic_step,
  quintic_step,
  haversine_step,
  ramp_integral,    // ∫ of the ramp from 0 to 1: the phase of SWEEP
  positive_power,   // a**b where a > 0, else 0
  select_negative,  // a < 0 ? b : c
  select_zero,      // a = 0 ? b : c
  spline,           // curve of a SPLINE at (a, b)
  external,         // a result of code from outside; see ExternalCall
  count
};

// How data are read between their points; of a CURVE, which coordinate.
enum class Interpolation : unsigned char {
  cubic,
  akima,
  linear,
  logarithmic,  // ln y linear in ln x, both as they are passed on
  history,      // of a DELAY, by its number
  curve_x,
  curve_y,
  curve_z,
  count
};
constexpr bool reads_a_curve(Interpolation method) {
  return method >= Interpolation::curve_x;
}

struct Instruction {
  Opcode code = Opcode::add;
  unsigned char active = 0;                     // bit k: operand k depends on a quantity
  Interpolation method = Interpolation::cubic;  // of a spline
  unsigned char order = 0;                      // of the derivative of a spline
  std::int32_t spline = -1;                     // slot of the SPLINE
  std::int32_t call = -1;                       // of an external: which of Shape::calls
  std::int32_t a = -1, b = -1, c = -1;          // operand registers

  friend bool operator==(const Instruction&, const Instruction&) = default;
};

// One result of an external function of any number of operands.
struct ExternalCall {
  std::int32_t slot = 0;               // of the function
  std::int32_t result = 0;             // which of its results
  std::vector<std::int32_t> operands;  // registers

  friend bool operator==(const ExternalCall&, const ExternalCall&) = default;
  friend auto operator<=>(const ExternalCall&, const ExternalCall&) = default;
};

struct Shape {
  std::vector<Instruction> instructions;
  std::vector<ExternalCall> calls;
  std::vector<const Function*> quantities;  // the row of each quantity, without its ids
  int parameters = 0;
  int splines = 0;
  int externals = 0;
  int result = 0;  // register of the value

  int quantity_count() const { return static_cast<int>(quantities.size()); }
  int first_instruction() const { return quantity_count() + parameters; }
  int register_count() const { return first_instruction() + static_cast<int>(instructions.size()); }
  friend bool operator==(const Shape&, const Shape&) = default;
};

// Keeps one copy of every shape: equal shapes are the same object.
class ShapeTable {
 public:
  std::shared_ptr<const Shape> intern(Shape shape);
  std::size_t size() const { return shapes_.size(); }

 private:
  std::unordered_multimap<std::size_t, std::shared_ptr<const Shape>> shapes_;
};

// Data of a SPLINE, or of a CURVE if its method is a coordinate.
struct SplineReference {
  int id = 0;
  Interpolation method = Interpolation::cubic;
  friend bool operator==(const SplineReference&, const SplineReference&) = default;
};

struct Tape {
  std::shared_ptr<const Shape> shape;
  std::vector<double> parameters;
  std::vector<Quantity> quantities;      // deduplicated, in order of first use
  std::vector<SplineReference> splines;  // deduplicated; data are given at evaluation
  std::vector<int> externals;            // numbers of external functions, likewise
  std::vector<Origin> origins;           // of each instruction, for messages
};

}  // namespace trammel::expression
