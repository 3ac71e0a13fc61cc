// The same motion in fewer coordinates: what a Dae offers that knows some of its constraints in closed
// form, as a mechanism knows the joints of a tree.
//
//   q = Q(z),  v = Q_z ż,  a = Q_z z̈ + …,  λ from (DAE.1)                                 (RED.1)
//
// The reduced equations are a Dae of their own, with other coordinates and fewer constraints, and the same
// t, x, y and memory. An integrator advances the reduced state; everybody else sees the full one.
// Theory: docs/theory/trees.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "numerics/dae.h"

namespace trammel {

class Reduction {
 public:
  virtual ~Reduction() = default;

  virtual const Dae& dae() const = 0;

  // The reduced state of a full one that satisfies its constraints: t, q, v, x, y and memory; the
  // others are left to be found. False: these coordinates cannot express it.
  virtual bool reduce(const State& full, State& reduced) const = 0;

  // All of the full state; a and λ are those of the accelerations of the reduced one.
  virtual void expand(const State& reduced, State& full) const = 0;
};

}  // namespace trammel
