// A four-bar linkage in the plane with its masses in the pins: crank AB from the origin, coupler BC, rocker DC from
// D = (frame, 0). q = (B, C); gravity along −y, and C may be lifted.
//
//   Φ = ½ (|B|² − crank²),  ½ (|C − B|² − coupler²),  ½ (|C − D|² − rocker²)
//
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "support/small_dae.h"

namespace trammel::testing {

struct PinFourBarSizes {
  double crank = 1, coupler = 3, rocker = 2.5, frame = 3;
  double mass_B = 1, mass_C = 1, lift = 0;
};

class PinFourBar final : public SmallDae<4, 3> {
 public:
  static constexpr double gravity = 9.81;

  explicit PinFourBar(const PinFourBarSizes& = {});

  double energy(const State&) const;

 protected:
  Outcome terms(const State&, Terms&) const override;

 private:
  PinFourBarSizes size_;
};

}  // namespace trammel::testing
