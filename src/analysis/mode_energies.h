// Who takes part in a mode: kinetic energy by parts, strain energy and dissipation by force elements.
//
//   T_b = ½ vᴴ M_b v,   U_e = −½ Re conj(D_e·δ) (∂f_e/∂q·δ),   P_e = −½ Re conj(D_e·v) (∂f_e/∂v·v)   (EIG.6)
//
// with δ the shape of the mode and v = s δ.
// Theory: docs/theory/linear.md#energies
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "analysis/modes.h"
#include "system/system.h"

namespace trammel::analysis {

struct EnergyShare {
  std::string element;  // "PART/3 (arm)", "BUSHING/4"
  double share = 0;     // of the sum over all of its kind
};

enum class EnergyKind : unsigned char { kinetic, strain, dissipation };
std::string_view name(EnergyKind);

// `units` as for find_modes(). Largest first; empty where there is none.
std::vector<EnergyShare> energy_shares(const system::System&, const State&, const Vector& units,
                                       const Mode&, EnergyKind);

}  // namespace trammel::analysis
