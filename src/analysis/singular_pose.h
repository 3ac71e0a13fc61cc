// Poses in which the constraints of a mechanism without freedom become dependent.
//
//   Γu = 0,  wᵀΓ = 0                                                                    (KIN.2)
//   wᵀΦ_t ≠ 0: the motion cannot go on (it locks);  wᵀΦ_t = 0: two branches cross        (KIN.3)
//   det Γ changes its sign on the way through such a crossing                           (KIN.4)
//
// Theory: docs/theory/steps.md#singular-poses
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "numerics/klu_solver.h"
#include "system/system.h"

namespace trammel::analysis {

class SingularPoses {
 public:
  // `units`: per tangent entry, what counts as one. Where there are not as many constraints as coordinates,
  // nothing is known.
  SingularPoses(const system::System&, Vector units);

  // Of det Γ; 0: not known.
  int side(const State&);

  enum class Kind : unsigned char { none, locks, branches };
  struct Report {
    Kind kind = Kind::none;
    std::string constraint;  // which depends on the others: "JOINT/3: x of I in J"
    std::string motion;  // what moves most: "PART/3: rotation about z (its centre is at 1, 2, 3)"
  };
  // Of a state in such a pose, or next to one.
  Report examine(const State&);

 private:
  Matrix scaled() const;  // RΓD: rows of length one
  std::string place(int column, const State&) const;

  const system::System& system_;
  Vector units_;
  bool is_square_;
  Blocks blocks_;
  KluSolver solver_;
};

}  // namespace trammel::analysis
