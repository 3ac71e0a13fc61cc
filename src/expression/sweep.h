// Forward and reverse passes over the instructions of a shape, for a block of lanes.
//
// A single evaluation is a block of one lane, so batches and single evaluations agree bit for bit.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "expression/evaluate.h"
#include "expression/kernels.h"

namespace trammel::expression {

// Lanes of a block in a batch; also the longest run of zeros the sweep provides.
inline constexpr int max_lanes = 32;

inline constexpr std::array<double, max_lanes> zero_lanes{};

// Registers of one kind of number (values, rates, adjoints): quantities and parameters where the
// caller keeps them, instructions in a workspace. Strides are distances between registers.
template <class T>
struct Plane {
  T* quantities = nullptr;
  std::size_t quantity_stride = 1;
  T* parameters = nullptr;  // null: all 0
  std::size_t parameter_stride = 1;
  double* instructions = nullptr;
  std::size_t instruction_stride = 1;
};

class Sweep {
 public:
  using Inputs = Plane<const double>;
  using Outputs = Plane<double>;

  Sweep(const Shape& shape, int lanes)
      : shape_(shape),
        quantities_(shape.quantity_count()),
        first_instruction_(shape.first_instruction()),
        lanes_(lanes) {}

  void set_values(const Inputs& values) { values_ = values; }
  void set_splines(const SplineData* const* splines, std::size_t stride) {
    splines_ = splines;
    spline_stride_ = stride;
  }

  // The workspace lends memory for arguments.
  void set_externals(const External* const* externals, std::size_t stride, Workspace& workspace);

  void values() const;
  // Derivatives along a direction; the values must be known.
  void tangents(const Inputs& rates) const;
  // Values with first and second derivatives.
  void series(const Inputs& rates, const Inputs& second_rates) const;
  // Adjoints of quantities and instructions; parameters have none. They are set to 0 first.
  void adjoints(const Outputs& adjoints) const;
  // Adjoints and their derivatives along `rates`.
  void second_adjoints(const Inputs& rates, const Outputs& adjoints, const Outputs& adjoint_rates,
                       double multiplier) const;

  const double* value(int index) const { return read(values_, index); }

  // Which operation or quantity made the result of a lane not finite, in value or in a rate.
  Fault find_fault(int lane, const Inputs* rates = nullptr,
                   const Inputs* second_rates = nullptr) const;
  // Which operation has a derivative that is not finite, after adjoints() or, with rates, after
  // second_adjoints().
  Fault find_adjoint_fault(int lane, const Outputs& adjoints, const Inputs* rates = nullptr,
                           const Outputs* adjoint_rates = nullptr) const;

  const double* read(const Inputs& plane, int index) const;
  double* write(const Outputs& plane, int index) const;

 private:
  Operands operands(const Inputs& plane, const Instruction& instruction) const;
  Adjoints adjoints_of(const Outputs& plane, const Instruction& instruction) const;
  Lanes lanes(const Instruction& instruction) const;
  bool is_finite(int index, int lane, const Inputs* rates, const Inputs* second_rates) const;
  int next_suspect(const Instruction& instruction, int lane, const Inputs* rates,
                   const Inputs* second_rates) const;
  bool has_faulty_derivative(std::size_t instruction, int lane, const Outputs& adjoints,
                             const Inputs* rates, const Outputs* adjoint_rates) const;
  void clear(const Outputs& plane) const;

  // The same for external functions: external_calls.cpp.
  struct ExternalLane {
    const External& function;
    int result;
    std::span<double> arguments, rates, gradient, product;
  };
  const ExternalCall& call_of(const Instruction& instruction) const {
    return shape_.calls[static_cast<std::size_t>(instruction.call)];
  }
  bool is_constant(int index) const { return index >= quantities_ && index < first_instruction_; }
  ExternalLane external_lane(const Instruction& instruction, int lane) const;
  void gather(const Instruction& instruction, const Inputs& plane, int lane,
              std::span<double> to) const;
  void external_values(const Instruction& instruction, double* f) const;
  void external_tangents(const Instruction& instruction, const Inputs& rates, double* f_dot) const;
  void external_series(const Instruction& instruction, const Inputs& rates,
                       const Inputs& second_rates, const TaylorResult& f) const;
  void external_adjoints(const Instruction& instruction, const double* f_bar,
                         const Outputs& adjoints) const;
  void external_second_adjoints(const Instruction& instruction, const Inputs& rates,
                                const SecondOrderAdjoint& f, const Outputs& adjoints,
                                const Outputs& adjoint_rates) const;
  bool external_gradient_is_finite(const Instruction& instruction, int lane) const;
  int output(std::size_t instruction) const {
    return first_instruction_ + static_cast<int>(instruction);
  }

  const Shape& shape_;
  int quantities_, first_instruction_;
  int lanes_;
  Inputs values_;
  const SplineData* const* splines_ = nullptr;
  std::size_t spline_stride_ = 1;
  const External* const* externals_ = nullptr;
  std::size_t external_stride_ = 1;
  double* arguments_ = nullptr;  // four times the longest call
  std::size_t longest_call_ = 0;
};

// The address arithmetic of every operand: inline, or a single evaluation is twice as slow.
inline const double* Sweep::read(const Inputs& plane, int index) const {
  if (index >= first_instruction_)
    return plane.instructions +
           static_cast<std::size_t>(index - first_instruction_) * plane.instruction_stride;
  if (index < quantities_)
    return plane.quantities + static_cast<std::size_t>(index) * plane.quantity_stride;
  if (plane.parameters == nullptr) return zero_lanes.data();
  return plane.parameters + static_cast<std::size_t>(index - quantities_) * plane.parameter_stride;
}

inline double* Sweep::write(const Outputs& plane, int index) const {
  if (index >= first_instruction_)
    return plane.instructions +
           static_cast<std::size_t>(index - first_instruction_) * plane.instruction_stride;
  return plane.quantities + static_cast<std::size_t>(index) * plane.quantity_stride;
}

inline Operands Sweep::operands(const Inputs& plane, const Instruction& instruction) const {
  Operands result;
  result.a = read(plane, instruction.a);
  if (instruction.b >= 0) result.b = read(plane, instruction.b);
  if (instruction.c >= 0) result.c = read(plane, instruction.c);
  return result;
}

inline Adjoints Sweep::adjoints_of(const Outputs& plane, const Instruction& instruction) const {
  Adjoints result;
  if ((instruction.active & 1) != 0) result.a = write(plane, instruction.a);
  if ((instruction.active & 2) != 0) result.b = write(plane, instruction.b);
  if ((instruction.active & 4) != 0) result.c = write(plane, instruction.c);
  return result;
}

inline Lanes Sweep::lanes(const Instruction& instruction) const {
  Lanes result{.count = lanes_};
  if (instruction.spline >= 0) {
    result.splines = splines_ + static_cast<std::size_t>(instruction.spline) * spline_stride_;
    result.order = instruction.order;
  }
  return result;
}

}  // namespace trammel::expression
