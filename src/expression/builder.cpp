// SPDX-License-Identifier: BSD-3-Clause
#include "expression/builder.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "expression/kernels.h"

namespace trammel::expression {

namespace {

// Whole exponents up to here become products: faster than the general power, and vectorised.
constexpr double largest_product_exponent = 16;

Term whole_power(Term base, int exponent) {
  Builder& builder = base.builder();
  if (exponent == 0) return builder.constant(1);
  if (exponent < 0) return builder.constant(1) / whole_power(base, -exponent);
  if (exponent == 1) return base;
  const Term half = whole_power(base, exponent / 2);
  const Term even = apply(Opcode::square, half);
  return exponent % 2 == 0 ? even : even * base;
}

std::int32_t operand(Term term) {
  return term.index();
}

}  // namespace

Term operator+(Term a, Term b) {
  return apply(Opcode::add, a, b);
}
Term operator-(Term a, Term b) {
  return apply(Opcode::subtract, a, b);
}
Term operator*(Term a, Term b) {
  return apply(Opcode::multiply, a, b);
}
Term operator/(Term a, Term b) {
  return apply(Opcode::divide, a, b);
}
Term operator-(Term a) {
  return apply(Opcode::negate, a);
}
Term operator*(double a, Term b) {
  return b.builder().constant(a) * b;
}

Term apply(Opcode operation, Term a) {
  return a.builder().operation({.code = operation, .a = operand(a)});
}
Term apply(Opcode operation, Term a, Term b) {
  return a.builder().operation({.code = operation, .a = operand(a), .b = operand(b)});
}
Term apply(Opcode operation, Term a, Term b, Term c) {
  return a.builder().operation(
      {.code = operation, .a = operand(a), .b = operand(b), .c = operand(c)});
}

Term power(Term base, Term exponent) {
  const Builder& builder = base.builder();
  if (builder.is_constant(exponent) && !builder.is_constant(base)) {
    const double n = builder.constant_value(exponent);
    if (n == std::trunc(n) && std::abs(n) <= largest_product_exponent)
      return whole_power(base, static_cast<int>(n));
  }
  return apply(Opcode::power, base, exponent);
}

Term external(int number, int result, std::span<const Term> arguments) {
  return arguments.front().builder().external(number, result, arguments);
}

Term interpolate(Interpolation method, int order, int spline_id, Term x, Term z) {
  Builder& builder = x.builder();
  return builder.operation({.code = Opcode::spline,
                            .method = method,
                            .order = static_cast<unsigned char>(order),
                            .spline = builder.spline({spline_id, method}),
                            .a = operand(x),
                            .b = operand(z)});
}

std::size_t Builder::InstructionHash::operator()(const Instruction& i) const {
  std::size_t hash = static_cast<std::size_t>(i.code) * 31 + i.order;
  for (const std::int32_t part : {i.spline, i.call, i.a, i.b, i.c})
    hash = hash * 1000003u + static_cast<std::size_t>(part);
  return hash;
}

std::size_t Builder::QuantityHash::operator()(const Quantity& quantity) const {
  std::size_t hash = std::hash<const Function*>{}(quantity.function);
  for (const int id : quantity.ids) hash = hash * 1000003u + static_cast<std::size_t>(id);
  return hash;
}

Term Builder::add(const Value& value) {
  values_.push_back(value);
  return {*this, static_cast<int>(values_.size()) - 1};
}

// Constants are never shared: 2*x + 2*y and 2*x + 3*y have the same shape.
Term Builder::constant(double value) {
  return add({Value::Kind::constant, value, 0});
}

Term Builder::quantity(const Quantity& quantity) {
  const auto [known, is_new] = known_quantities_.try_emplace(quantity, 0);
  if (is_new) {
    known->second = add({Value::Kind::quantity, 0, static_cast<int>(quantities_.size())}).index();
    quantities_.push_back(quantity);
  }
  return {*this, known->second};
}

int Builder::spline(const SplineReference& reference) {
  const auto slot = static_cast<int>(splines_.size());
  const auto [known, is_new] =
      known_splines_.try_emplace({reference.id, static_cast<int>(reference.method)}, slot);
  if (is_new) splines_.push_back(reference);
  return known->second;
}

Term Builder::external(int number, int result, std::span<const Term> arguments) {
  const auto slot = static_cast<std::int32_t>(externals_.size());
  const auto [known, is_new] = known_externals_.try_emplace(number, slot);
  if (is_new) externals_.push_back(number);
  ExternalCall call{known->second, result, {}};
  for (const Term& argument : arguments) call.operands.push_back(operand(argument));
  const auto index = static_cast<int>(calls_.size());
  const auto [same, is_new_call] = known_calls_.try_emplace(call, index);
  if (is_new_call) calls_.push_back(std::move(call));
  return operation({.code = Opcode::external, .call = same->second});
}

// Done when all operands are constant and the value exists. One that does not exist is left to
// evaluation, which can tell where it stands.
Builder::Folding Builder::fold(const Instruction& instruction, double& result) const {
  if (instruction.code == Opcode::spline || instruction.code == Opcode::external)
    return Folding::impossible;
  const Kernels& kernel = kernels(instruction.code);
  const std::int32_t indices[3] = {instruction.a, instruction.b, instruction.c};
  double operands[3] = {};
  for (int k = 0; k < kernel.arity; ++k) {
    const Value& value = values_[static_cast<std::size_t>(indices[k])];
    if (value.kind != Value::Kind::constant) return Folding::impossible;
    operands[k] = value.number;
  }
  kernel.value({&operands[0], &operands[1], &operands[2]}, {}, &result);
  return std::isfinite(result) ? Folding::done : Folding::no_value;
}

void Builder::note_fault(const Instruction& instruction, Folding folding) {
  const bool divides = instruction.code == Opcode::divide || instruction.code == Opcode::fraction;
  const Value* divisor = divides ? &values_[static_cast<std::size_t>(instruction.b)] : nullptr;
  const bool by_zero = divisor && divisor->kind == Value::Kind::constant && divisor->number == 0;
  if (folding != Folding::no_value && !by_zero) return;
  const auto kind = instruction.code == Opcode::fraction ? ConstantFault::Kind::jump
                                                         : ConstantFault::Kind::no_value;
  const bool known = !constant_faults_.empty() &&
                     constant_faults_.back().origin.offset == origin_.offset &&
                     constant_faults_.back().origin.length == origin_.length;
  if (!known) constant_faults_.push_back({kind, origin_});
}

// −(k x) = (−k) x saves an instruction in most force laws and is exact.
bool Builder::absorb_sign(const Instruction& instruction, Term& result) {
  if (instruction.code != Opcode::negate) return false;
  const Value& operand_value = values_[static_cast<std::size_t>(instruction.a)];
  if (operand_value.kind != Value::Kind::instruction) return false;
  Instruction product = instructions_[static_cast<std::size_t>(operand_value.slot)];
  if (product.code != Opcode::multiply) return false;
  const Value& factor = values_[static_cast<std::size_t>(product.a)];
  if (factor.kind != Value::Kind::constant) return false;
  product.a = constant(-factor.number).index();
  result = operation(product);
  return true;
}

Term Builder::operation(const Instruction& instruction) {
  double folded = 0;
  const Folding folding = fold(instruction, folded);
  note_fault(instruction, folding);
  if (folding == Folding::done) return constant(folded);
  Term result;
  if (absorb_sign(instruction, result)) return result;
  const auto [known, is_new] = known_instructions_.try_emplace(instruction, 0);
  if (is_new) {
    known->second =
        add({Value::Kind::instruction, 0, static_cast<int>(instructions_.size())}).index();
    instructions_.push_back(instruction);
    origins_.push_back(origin_);
  }
  return {*this, known->second};
}

// Which values the result depends on.
std::vector<char> Builder::live_values(Term result) const {
  std::vector<char> live(values_.size(), 0);
  live[index(result)] = 1;
  for (std::size_t v = values_.size(); v-- > 0;) {
    if (live[v] == 0 || values_[v].kind != Value::Kind::instruction) continue;
    const Instruction& instruction = instructions_[static_cast<std::size_t>(values_[v].slot)];
    for (const std::int32_t operand_index : {instruction.a, instruction.b, instruction.c})
      if (operand_index >= 0) live[static_cast<std::size_t>(operand_index)] = 1;
    if (instruction.call < 0) continue;
    for (const std::int32_t operand_index :
         calls_[static_cast<std::size_t>(instruction.call)].operands)
      live[static_cast<std::size_t>(operand_index)] = 1;
  }
  return live;
}

// Gives live values their registers: quantities, then constants, then instructions.
std::vector<int> Builder::number_registers(const std::vector<char>& live, Shape& shape,
                                           Tape& tape) const {
  std::vector<int> registers(values_.size(), -1);
  int next = 0;
  for (std::size_t v = 0; v < values_.size(); ++v) {
    if (live[v] == 0 || values_[v].kind != Value::Kind::quantity) continue;
    registers[v] = next++;
    tape.quantities.push_back(quantities_[static_cast<std::size_t>(values_[v].slot)]);
    shape.quantities.push_back(tape.quantities.back().function);
  }
  for (std::size_t v = 0; v < values_.size(); ++v) {
    if (live[v] == 0 || values_[v].kind != Value::Kind::constant) continue;
    registers[v] = next++;
    tape.parameters.push_back(values_[v].number);
  }
  shape.parameters = static_cast<int>(tape.parameters.size());
  for (std::size_t v = 0; v < values_.size(); ++v)
    if (live[v] != 0 && values_[v].kind == Value::Kind::instruction) registers[v] = next++;
  return registers;
}

ExternalCall Builder::renumbered(const ExternalCall& call,
                                 const std::vector<int>& registers) const {
  ExternalCall result = call;
  for (std::int32_t& operand_register : result.operands)
    operand_register = registers[static_cast<std::size_t>(operand_register)];
  return result;
}

Tape Builder::finish(Term result, ShapeTable& shapes) const {
  Tape tape;
  Shape shape;
  const std::vector<char> live = live_values(result);
  const std::vector<int> registers = number_registers(live, shape, tape);
  std::vector<char> active(values_.size(), 0);
  for (std::size_t v = 0; v < values_.size(); ++v) {
    if (live[v] == 0) continue;
    active[v] = values_[v].kind == Value::Kind::quantity;
    if (values_[v].kind != Value::Kind::instruction) continue;
    const auto slot = static_cast<std::size_t>(values_[v].slot);
    Instruction instruction = instructions_[slot];
    unsigned char bit = 1;
    for (std::int32_t* operand_register : {&instruction.a, &instruction.b, &instruction.c}) {
      if (*operand_register >= 0) {
        const auto source = static_cast<std::size_t>(*operand_register);
        if (active[source] != 0)
          instruction.active = static_cast<unsigned char>(instruction.active | bit);
        *operand_register = registers[source];
      }
      bit = static_cast<unsigned char>(bit << 1);
    }
    if (instruction.call >= 0) {
      const ExternalCall& call = calls_[static_cast<std::size_t>(instruction.call)];
      instruction.active =
          std::any_of(call.operands.begin(), call.operands.end(),
                      [&](auto source) { return active[static_cast<std::size_t>(source)] != 0; });
      instruction.call = static_cast<std::int32_t>(shape.calls.size());
      shape.calls.push_back(renumbered(call, registers));
    }
    active[v] = instruction.active != 0;
    shape.instructions.push_back(instruction);
    tape.origins.push_back(origins_[slot]);
  }
  tape.splines = splines_;
  shape.splines = static_cast<int>(splines_.size());
  tape.externals = externals_;
  shape.externals = static_cast<int>(externals_.size());
  shape.result = registers[index(result)];
  tape.shape = shapes.intern(std::move(shape));
  return tape;
}

}  // namespace trammel::expression
