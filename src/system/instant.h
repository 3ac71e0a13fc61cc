// Everything computed at one state on the way to values and derivatives; reusable memory.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "elements/row_kernel.h"
#include "elements/scalar_bank.h"
#include "numerics/dae.h"

namespace trammel::system {

struct Instant {
  elements::Motion motion;
  elements::BankValues bank;
  elements::RowScratch rows;
  // By reaction of the equations: components for unit multipliers of its rows, one after the other,
  // and derivatives of the whole.
  std::vector<double> unit_reactions;
  std::vector<elements::ReactionGradient> reaction_gradients;
  elements::ReactionScratch reaction_scratch;
  std::vector<double> reaction_lambda;
  // Scalar of the equations without a value, −1: none.
  int faulty_scalar = -1;
  expression::Fault fault;

  void fail(int scalar, const expression::Fault& why) {
    faulty_scalar = scalar;
    fault = why;
  }
};

inline elements::Point point_of(const State& s, int mode) {
  return {s.t, s.q, s.v, s.a, s.lambda, s.x, s.x_dot, s.y, s.memory, mode};
}

}  // namespace trammel::system
