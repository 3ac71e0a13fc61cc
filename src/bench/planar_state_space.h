// Implicit methods on the two angles of the planar double pendulum, in n equal steps: what Oghbaei and Anderson
// compare their elements with.
//
//   BDF2    y_{n+1} = (4 y_n − y_{n−1} + 2h f_{n+1})/3, the first step by backward Euler              (PSS.1)
//   SDIRK4  five stages, γ = 1/4, L-stable, stiffly accurate (SDIRK.1)                                (PSS.2)
//
// Theory: docs/theory/state_time.md#state-space
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "bench/direction_cosines.h"

namespace trammel::bench {

enum class StateSpaceMethod : unsigned char { bdf2, sdirk4 };

// The ends of steps; fewer than n: Newton does not converge.
std::vector<CosineNode> run_state_space(const PlanarDoublePendulum&, StateSpaceMethod, double t_end,
                                        int n);

}  // namespace trammel::bench
