// Redundant constraints in use: which to leave out at a pose, and whether they still agree later.
//
// A row that was left out must hold as well, and so must its time derivatives. With R its scale
// (lengths in the typical length L, angles in rad), it contradicts the others when
//   |RΦ| > 1e-6,   |RΦ̇|, |RΨ| > 1e-5 V,   |RΦ̈|, |RΨ̇|, |RΘ| > 1e-5 A                         (IC.6)
// V the speed of its bodies in L and rad, A their acceleration or V²; both with a thousandth of the
// largest in the model and of the unit added, which is what round-off and rest call for.
// Theory: docs/theory/initial_conditions.md#redundancy
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "analysis/initial_conditions.h"

namespace trammel::analysis {

// Which equations of a row left out are looked at.
enum class Depth : unsigned char {
  own,       // Φ, Ψ or Θ: while a model moves, an error of a rate becomes one of the position
  velocity,  // Φ, Φ̇, Ψ: before there are accelerations
  acceleration,  // all
};

struct Disagreement {
  double size = 0;   // in units of what (IC.6) allows
  int dropped = -1;  // place in the list of rows left out
  int order = 0;     // 0: Φ; 1: Φ̇, Ψ; 2: Φ̈, Ψ̇, Θ
  double error = 0;  // in units of the row
  bool ok() const { return size <= 1; }
};

// The largest. Rows that are redundant in this pose only are not asked for their accelerations.
Disagreement disagreement(const InitialConditions&, const State&, Depth);
// All that are too large.
std::vector<Disagreement> disagreements(const InitialConditions&, const State&, Depth);

// Of a disagreement: names the row left out and those it depends on.
Finding describe(const InitialConditions&, const Disagreement&);

// Errors that name conflicts; true: there are none.
bool refuse_conflicts(InitialConditions&, Depth);
// Warnings that explain the rows left out.
void report_redundancy(InitialConditions&);

}  // namespace trammel::analysis
