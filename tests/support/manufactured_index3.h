// An index-3 problem with a known solution.
//
//   ÿ1 + 2 y1 y2 λ = ẏ1 + 2,   ÿ2 + y1² λ = −2 ẏ2 + y1³,   y1² y2 = 1
//   y1 = eᵗ,  y2 = e⁻²ᵗ,  λ = eᵗ
//
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "support/small_dae.h"

namespace trammel::testing {

class ManufacturedIndex3 : public SmallDae<2, 1> {
 public:
  ManufacturedIndex3();
  State initial_state() const { return exact(0); }
  State exact(double t) const;

 protected:
  Outcome terms(const State&, Terms&) const override;
};

}  // namespace trammel::testing
