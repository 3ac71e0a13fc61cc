// SPDX-License-Identifier: BSD-3-Clause
#include "expression/sweep.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace trammel::expression {

namespace {

bool selects(Opcode code) {
  return code == Opcode::select_negative || code == Opcode::select_zero;
}

template <class P>
Operands at_lane(const P& operands, int lane) {
  const auto shifted = [lane](const double* p) { return p == nullptr ? nullptr : p + lane; };
  return {shifted(operands.a), shifted(operands.b), shifted(operands.c)};
}

}  // namespace

void Sweep::clear(const Outputs& plane) const {
  for (int index = 0; index < quantities_; ++index) std::fill_n(write(plane, index), lanes_, 0.0);
  std::fill_n(plane.instructions, shape_.instructions.size() * plane.instruction_stride, 0.0);
}

void Sweep::values() const {
  double* f = values_.instructions;
  for (const Instruction& instruction : shape_.instructions) {
    if (instruction.code == Opcode::external)
      external_values(instruction, f);
    else
      kernels(instruction.code).value(operands(values_, instruction), lanes(instruction), f);
    f += values_.instruction_stride;
  }
}

void Sweep::tangents(const Inputs& rates) const {
  const double* f = values_.instructions;
  double* f_dot = rates.instructions;
  for (const Instruction& instruction : shape_.instructions) {
    if (instruction.code == Opcode::external)
      external_tangents(instruction, rates, f_dot);
    else
      kernels(instruction.code)
          .tangent(operands(values_, instruction), operands(rates, instruction), lanes(instruction),
                   f, f_dot);
    f += values_.instruction_stride;
    f_dot += rates.instruction_stride;
  }
}

void Sweep::series(const Inputs& rates, const Inputs& second_rates) const {
  TaylorResult f{values_.instructions, rates.instructions, second_rates.instructions};
  for (const Instruction& instruction : shape_.instructions) {
    if (instruction.code == Opcode::external) {
      external_series(instruction, rates, second_rates, f);
    } else {
      const TaylorOperands x{operands(values_, instruction), operands(rates, instruction),
                             operands(second_rates, instruction)};
      kernels(instruction.code).taylor(x, lanes(instruction), f);
    }
    f.f += values_.instruction_stride;
    f.f_dot += rates.instruction_stride;
    f.f_ddot += second_rates.instruction_stride;
  }
}

void Sweep::adjoints(const Outputs& adjoints) const {
  clear(adjoints);
  if (shape_.result >= quantities_ && shape_.result < first_instruction_) return;
  std::fill_n(write(adjoints, shape_.result), lanes_, 1.0);
  for (std::size_t k = shape_.instructions.size(); k-- > 0;) {
    const Instruction& instruction = shape_.instructions[k];
    if (instruction.active == 0) continue;
    if (instruction.code == Opcode::external) {
      external_adjoints(instruction, write(adjoints, output(k)), adjoints);
      continue;
    }
    kernels(instruction.code)
        .adjoint[instruction.active](operands(values_, instruction), lanes(instruction),
                                     value(output(k)), write(adjoints, output(k)),
                                     adjoints_of(adjoints, instruction));
  }
}

void Sweep::second_adjoints(const Inputs& rates, const Outputs& adjoints,
                            const Outputs& adjoint_rates, double multiplier) const {
  clear(adjoints);
  clear(adjoint_rates);
  if (shape_.result >= quantities_ && shape_.result < first_instruction_) return;
  std::fill_n(write(adjoints, shape_.result), lanes_, multiplier);
  for (std::size_t k = shape_.instructions.size(); k-- > 0;) {
    const Instruction& instruction = shape_.instructions[k];
    if (instruction.active == 0) continue;
    if (instruction.code == Opcode::external) {
      const SecondOrderAdjoint f{
          value(output(k)), write(adjoints, output(k)), write(adjoint_rates, output(k)), {}, {}};
      external_second_adjoints(instruction, rates, f, adjoints, adjoint_rates);
      continue;
    }
    const SecondOrderAdjoint f{value(output(k)), write(adjoints, output(k)),
                               write(adjoint_rates, output(k)), adjoints_of(adjoints, instruction),
                               adjoints_of(adjoint_rates, instruction)};
    kernels(instruction.code)
        .second(operands(values_, instruction), operands(rates, instruction), lanes(instruction),
                f);
  }
}

bool Sweep::is_finite(int index, int lane, const Inputs* rates, const Inputs* second_rates) const {
  return std::isfinite(value(index)[lane]) &&
         (rates == nullptr || std::isfinite(read(*rates, index)[lane])) &&
         (second_rates == nullptr || std::isfinite(read(*second_rates, index)[lane]));
}

// An operand of the instruction that counts and is not finite; −1 if there is none.
int Sweep::next_suspect(const Instruction& instruction, int lane, const Inputs* rates,
                        const Inputs* second_rates) const {
  if (instruction.code == Opcode::external) {
    for (const int operand : call_of(instruction).operands)
      if (!is_finite(operand, lane, rates, second_rates)) return operand;
    return -1;
  }
  std::array<int, 3> candidates = {instruction.a, instruction.b, instruction.c};
  if (selects(instruction.code)) {
    const double condition = value(instruction.a)[lane];
    const bool takes_b = instruction.code == Opcode::select_zero ? condition == 0 : condition < 0;
    candidates[takes_b ? 2 : 1] = -1;
  }
  for (const int candidate : candidates)
    if (candidate >= 0 && !is_finite(candidate, lane, rates, second_rates)) return candidate;
  return -1;
}

Fault Sweep::find_fault(int lane, const Inputs* rates, const Inputs* second_rates) const {
  int index = shape_.result;
  while (index >= first_instruction_) {
    const int k = index - first_instruction_;
    const int suspect =
        next_suspect(shape_.instructions[static_cast<std::size_t>(k)], lane, rates, second_rates);
    if (suspect < 0) {
      const bool value_exists = std::isfinite(value(index)[lane]);
      return {value_exists ? Fault::Kind::derivative : Fault::Kind::value, k};
    }
    index = suspect;
  }
  return {Fault::Kind::input, std::min(index, std::max(quantities_ - 1, 0))};
}

bool Sweep::has_faulty_derivative(std::size_t k, int lane, const Outputs& adjoints,
                                  const Inputs* rates, const Outputs* adjoint_rates) const {
  const Instruction& instruction = shape_.instructions[k];
  if (instruction.code == Opcode::external) return !external_gradient_is_finite(instruction, lane);
  std::array<double, 3> bar{}, bar_dot{};
  const auto target = [&](std::array<double, 3>& to) {
    return Adjoints{(instruction.active & 1) != 0 ? &to[0] : nullptr,
                    (instruction.active & 2) != 0 ? &to[1] : nullptr,
                    (instruction.active & 4) != 0 ? &to[2] : nullptr};
  };
  const Operands x = at_lane(operands(values_, instruction), lane);
  Lanes one = lanes(instruction);
  one.count = 1;
  if (one.splines != nullptr) one.splines += lane;
  const double *f = value(output(k)) + lane, *f_bar = write(adjoints, output(k)) + lane;
  if (rates == nullptr) {
    if (!std::isfinite(*f_bar)) return false;
    kernels(instruction.code).adjoint[instruction.active](x, one, f, f_bar, target(bar));
  } else {
    const double* f_bar_dot = write(*adjoint_rates, output(k)) + lane;
    if (!std::isfinite(*f_bar) || !std::isfinite(*f_bar_dot)) return false;
    const Operands x_dot = at_lane(operands(*rates, instruction), lane);
    kernels(instruction.code)
        .second(x, x_dot, one, {f, f_bar, f_bar_dot, target(bar), target(bar_dot)});
  }
  const auto finite = [](double number) { return std::isfinite(number); };
  return !std::all_of(bar.begin(), bar.end(), finite) ||
         !std::all_of(bar_dot.begin(), bar_dot.end(), finite);
}

Fault Sweep::find_adjoint_fault(int lane, const Outputs& adjoints, const Inputs* rates,
                                const Outputs* adjoint_rates) const {
  for (std::size_t k = shape_.instructions.size(); k-- > 0;)
    if (shape_.instructions[k].active != 0 &&
        has_faulty_derivative(k, lane, adjoints, rates, adjoint_rates))
      return {Fault::Kind::derivative, static_cast<int>(k)};
  // Only the sum of finite contributions overflowed.
  return {Fault::Kind::derivative, static_cast<int>(shape_.instructions.size()) - 1};
}

}  // namespace trammel::expression
