// The operations as loops over lanes: one lane is one instance of the shape.
//
// With f = f(a, b, c), a dot for a derivative along a direction or in time and a bar for an
// adjoint:
//
//   value    f
//   tangent  ḟ = Σ f_i ẋ_i                                              (TAPE.1)
//   taylor   ḟ,  f̈ = Σ f_i ẍ_i + Σ f_ij ẋ_i ẋ_j                         (TAPE.2)
//   adjoint  x̄_i += f_i f̄                                               (TAPE.3)
//   second   x̄_i += f_i f̄,  ẋ̄_i += f_i f̄˙ + f̄ Σ f_ij ẋ_j                (TAPE.4)
//
// In all of these 0 · NaN = 0: a branch that is not taken may leave its domain.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>

#include "expression/shape.h"
#include "expression/spline_data.h"

namespace trammel::expression {

// Where the lanes of the operands begin; unused ones are null.
struct Operands {
  const double *a = nullptr, *b = nullptr, *c = nullptr;
};

// Where adjoints of the operands are accumulated; null for operands that are constant.
// Two of them may coincide (x * x).
struct Adjoints {
  double *a = nullptr, *b = nullptr, *c = nullptr;
};

struct Lanes {
  int count = 1;
  const SplineData* const* splines = nullptr;  // of a spline operation: one per lane
  int order = 0;
};

struct TaylorOperands {
  Operands x, x_dot, x_ddot;
};

struct TaylorResult {
  double *f = nullptr, *f_dot = nullptr, *f_ddot = nullptr;
};

struct SecondOrderAdjoint {
  const double *f = nullptr, *f_bar = nullptr, *f_bar_dot = nullptr;
  Adjoints x_bar, x_bar_dot;
};

struct Kernels {
  static constexpr int masks = 8;

  void (*value)(const Operands& x, const Lanes& lanes, double* f) = nullptr;
  void (*tangent)(const Operands& x, const Operands& x_dot, const Lanes& lanes, const double* f,
                  double* f_dot) = nullptr;
  void (*taylor)(const TaylorOperands& x, const Lanes& lanes, const TaylorResult& f) = nullptr;
  // Indexed by Instruction::active.
  void (*adjoint[masks])(const Operands& x, const Lanes& lanes, const double* f,
                         const double* f_bar, const Adjoints& x_bar) = {};
  void (*second)(const Operands& x, const Operands& x_dot, const Lanes& lanes,
                 const SecondOrderAdjoint& f) = nullptr;
  int arity = 0;
  const char* fault = nullptr;  // why a value may be not finite though the operands are
};

inline constexpr std::size_t operation_count = static_cast<std::size_t>(Opcode::count);
extern const std::array<Kernels, operation_count> kernel_table;

inline const Kernels& kernels(Opcode code) {
  return kernel_table[static_cast<std::size_t>(code)];
}

}  // namespace trammel::expression
