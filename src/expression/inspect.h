// What an expression uses: ids of other statements, functions, and the facts model checks ask for.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <functional>
#include <vector>

#include "expression/tree.h"

namespace trammel::expression {

// An id written in the expression. The id 0 of an omitted marker is not reported.
struct Reference {
  Entity entity = Entity::none;
  int id = 0;
  Origin origin;                       // of the id
  const Function* function = nullptr;  // the function it is an argument of
};

void for_each_reference(const Tree& tree, const std::function<void(const Reference&)>& visit);
std::vector<Reference> references(const Tree& tree);

// Calls of functions and symbols in the order of the text; operators are left out.
struct FunctionCall {
  const Function* function = nullptr;
  Origin origin;
};
std::vector<FunctionCall> function_calls(const Tree& tree);

// A leaf of the expression: what it reads from the model. Ids stay the user's.
struct Quantity {
  const Function* function = nullptr;
  std::array<int, 4> ids{};  // integer arguments in the order of the row; omitted ones are 0

  QuantityKind kind() const { return function->quantity; }
  friend bool operator==(const Quantity&, const Quantity&) = default;
};
// The quantity a call node reads; only for rows with a quantity.
Quantity quantity_at(const Tree& tree, std::size_t index);

// The measure of marker motion a quantity is, ORIENT included; null for other quantities.
const kinematics::Measure* measure_of(const Quantity& quantity);
// Its markers by role i, j, k, l (kinematics::Slot); 0 is the ground frame.
std::array<int, 4> markers_of(const Quantity& quantity);

struct Summary {
  bool constant = true;  // reads nothing
  bool uses_time = false;
  bool only_time = true;  // reads TIME, MODE or nothing
  bool uses_mode = false;
  bool uses_variables = false;  // VARVAL, ARYVAL, PINVAL, POUVAL
  bool uses_diff = false;       // DIF or DIF1
  bool uses_diff_rate = false;  // DIF1
  bool uses_forces = false;     // FX …, JOINT() …: forces and reactions
  bool uses_sensors = false;
  int level = -1;                              // highest level of marker kinematics; −1: none
  Continuity continuity = Continuity::smooth;  // the worst of all functions used
};
Summary summarise(const Tree& tree);

// Where numbers alone decide that something is amiss: 1/0 and SQRT(-1) have no value; a STEP from 2
// to 2 jumps.
struct ConstantFault {
  enum class Kind : unsigned char { no_value, jump };
  Kind kind = Kind::no_value;
  Origin origin;
};
// In the order of evaluation.
std::vector<ConstantFault> constant_faults(const Tree& tree);

}  // namespace trammel::expression
