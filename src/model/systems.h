// LSE, TFSISO, GSE: systems of state equations. PINPUT, POUTPUT, PSTATE: inputs, outputs and states of the
// plant.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "model/element.h"
#include "model/expression.h"
#include "model/routine.h"

namespace trammel::model {

// ẋ = A x + B u,  y = C x + D u
struct LinearSystem : Element {
  static constexpr Kind kind = Kind::lse;

  ArrayId x, u, y, ic;
  MatrixId a, b, c, d;
  bool static_hold = false;  // statics keeps x at its value instead of solving ẋ = 0

  friend bool operator==(const LinearSystem&, const LinearSystem&) = default;
};

// y = N(s)/D(s) u, coefficients by ascending powers of s.
struct TransferFunction : Element {
  static constexpr Kind kind = Kind::tfsiso;

  ArrayId x, u, y;
  std::vector<double> numerator, denominator;
  bool static_hold = false;

  friend bool operator==(const TransferFunction&, const TransferFunction&) = default;
};

// The highest power of s with a coefficient that is not zero; −1 for none.
inline int order_of(const std::vector<double>& polynomial) {
  int n = static_cast<int>(polynomial.size()) - 1;
  while (n >= 0 && polynomial[static_cast<std::size_t>(n)] == 0) --n;
  return n;
}

// By routines: ẋ = f(x, x_d, u), y = g(x, x_d, u), and x_d ← h(x, x_d, u) at sample times.
struct GeneralSystem : Element {
  static constexpr Kind kind = Kind::gse;

  int ns = 0, nd = 0, no = 0;  // continuous states, discrete states, outputs
  ArrayId x, xd, u, y, ic, icd;
  Expression sample_period;
  double sample_offset = 0;
  bool static_hold = false;
  Expression function;             // USER(…)
  std::vector<Routine> interface;  // of derivatives, outputs, next discrete states, sample times

  friend bool operator==(const GeneralSystem&, const GeneralSystem&) = default;
};

struct PlantInput : Element {
  static constexpr Kind kind = Kind::plant_input;

  std::vector<VariableId> variables;

  friend bool operator==(const PlantInput&, const PlantInput&) = default;
};

struct PlantOutput : Element {
  static constexpr Kind kind = Kind::plant_output;

  std::vector<VariableId> variables;

  friend bool operator==(const PlantOutput&, const PlantOutput&) = default;
};

// Displacements and angles that linear models take for their coordinates.
struct PlantState : Element {
  static constexpr Kind kind = Kind::plant_state;

  std::vector<VariableId> variables;

  friend bool operator==(const PlantState&, const PlantState&) = default;
};

}  // namespace trammel::model
