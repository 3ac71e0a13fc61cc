// What assembly satisfies: the position constraints Φ of a system, then coordinates that are held
// where the model puts them (EXACT).
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "elements/exact_coordinate.h"
#include "system/system.h"

namespace trammel::analysis {

class PositionRows {
 public:
  // Both are kept by reference.
  PositionRows(const system::System&, const std::vector<elements::ExactCoordinate>& held);

  int size() const { return gamma_.n_rows(); }
  int n_constraints() const { return system_.layout().m0; }

  // False: a constraint has no value.
  bool evaluate(const State&, Vector& c);
  bool linearise(const State&);
  const SparseMatrix& gamma() const { return gamma_; }

 private:
  kinematics::MarkerMotion motion_of(int body, const State&) const;
  const elements::Body& body_of(const elements::ExactCoordinate&) const;

  const system::System& system_;
  const std::vector<elements::ExactCoordinate>& held_;
  Values values_;
  Blocks blocks_;
  SparseMatrix gamma_;
  std::vector<int> constraint_places_;  // of the entries of G
  std::vector<int> held_places_;        // of all entries of a body, by held coordinate
};

}  // namespace trammel::analysis
