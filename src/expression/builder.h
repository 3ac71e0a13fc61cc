// Writes a tape: rows of the registry express their formulas in Terms.
//
//   Term step(const CallSite& at) {
//     const Term x = at.real(0), x0 = at.real(1), …
//     return h0 + (h1 - h0) * apply(Opcode::cubic_step, fraction(x - x0, x1 - x0));
//   }
//
// Constants are folded; equal operations on equal operands become one instruction. The list of
// instructions depends on which terms are constant but never on their values (except for small
// whole exponents), so that expressions that differ in numbers only share one shape.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "expression/inspect.h"
#include "expression/shape.h"

namespace trammel::expression {

class Builder;

// A value of the tape under construction.
class Term {
 public:
  Term() = default;
  Term(Builder& builder, int index) : builder_(&builder), index_(index) {}

  Builder& builder() const { return *builder_; }
  int index() const { return index_; }

 private:
  Builder* builder_ = nullptr;
  int index_ = 0;
};

// One call of a row: its real arguments, and its ids and integers, each in the order of the row.
struct CallSite {
  Builder& builder;
  std::span<const Term> reals;
  std::span<const int> integers;

  Term real(std::size_t index) const { return reals[index]; }
};

Term operator+(Term a, Term b);
Term operator-(Term a, Term b);
Term operator*(Term a, Term b);
Term operator/(Term a, Term b);
Term operator-(Term a);
Term operator*(double a, Term b);

Term apply(Opcode operation, Term a);
Term apply(Opcode operation, Term a, Term b);
Term apply(Opcode operation, Term a, Term b, Term c);
Term power(Term base, Term exponent);
// A result of external function `number`; at least one argument.
Term external(int number, int result, std::span<const Term> arguments);
// Value or derivative (order 1, 2) of a SPLINE at (x, z).
Term interpolate(Interpolation method, int order, int spline_id, Term x, Term z);

class Builder {
 public:
  Term constant(double value);
  Term quantity(const Quantity& quantity);
  Term operation(const Instruction& instruction);
  int spline(const SplineReference& reference);  // its slot
  Term external(int number, int result, std::span<const Term> arguments);

  // Instructions added from here on stem from this place in the text.
  void set_origin(Origin origin) { origin_ = origin; }

  bool is_constant(Term term) const { return values_[index(term)].kind == Value::Kind::constant; }
  double constant_value(Term term) const { return values_[index(term)].number; }

  // Of all operations so far, in their order; one for each place.
  const std::vector<ConstantFault>& constant_faults() const { return constant_faults_; }

  // The finished tape: what the result needs, and nothing else.
  Tape finish(Term result, ShapeTable& shapes) const;

 private:
  struct Value {
    enum class Kind : unsigned char { constant, quantity, instruction };
    Kind kind = Kind::constant;
    double number = 0;  // of a constant
    int slot = 0;       // quantity or instruction number
  };
  struct InstructionHash {
    std::size_t operator()(const Instruction& instruction) const;
  };
  struct QuantityHash {
    std::size_t operator()(const Quantity& quantity) const;
  };

  static std::size_t index(Term term) { return static_cast<std::size_t>(term.index()); }
  Term add(const Value& value);
  enum class Folding : unsigned char { impossible, done, no_value };
  Folding fold(const Instruction& instruction, double& result) const;
  void note_fault(const Instruction& instruction, Folding folding);
  bool absorb_sign(const Instruction& instruction, Term& result);
  std::vector<char> live_values(Term result) const;
  ExternalCall renumbered(const ExternalCall& call, const std::vector<int>& registers) const;
  std::vector<int> number_registers(const std::vector<char>& live, Shape& shape, Tape& tape) const;

  std::vector<Value> values_;
  std::vector<Instruction> instructions_;  // operands are indices of values_ until finish()
  std::vector<Origin> origins_;            // of each instruction
  std::vector<Quantity> quantities_;
  std::vector<SplineReference> splines_;
  std::vector<int> externals_;
  std::vector<ExternalCall> calls_;  // operands are indices of values_ until finish()
  std::unordered_map<Instruction, int, InstructionHash> known_instructions_;  // → index of values_
  std::unordered_map<Quantity, int, QuantityHash> known_quantities_;
  std::map<std::pair<int, int>, int> known_splines_;  // id and method → slot
  std::map<int, int> known_externals_;                // number → slot
  std::map<ExternalCall, int> known_calls_;
  Origin origin_;
  std::vector<ConstantFault> constant_faults_;
};

}  // namespace trammel::expression
