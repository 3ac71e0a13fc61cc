// The stiff double pendulum of Oghbaei and Anderson, section 4: how its text can be read, and runs of n equal
// steps over its two seconds.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "bench/papers/mechanism.h"
#include "bench/planar_reference.h"
#include "bench/planar_state_space.h"

namespace trammel::bench::papers {

inline constexpr double pendulum_time = 2;

// The paper prints relaxed angles (0, π/2) and a start at (π/2, 5π/12), and not from where angles count.
struct PendulumReading {
  std::string_view key, what;
  PlanarDoublePendulum pendulum;
};
// Bent springs and angles from the horizontal; the same from the downward vertical (C); straight (A); bent, from the
// upward vertical.
std::array<PendulumReading, 4> pendulum_readings();

// The paper's own elements.
std::vector<CosineNode> cosine_nodes(const PlanarDoublePendulum&, const CosineElement&, int n);

std::vector<CosineNode> state_space_nodes(const PlanarDoublePendulum&, StateSpaceMethod, int n);

// An integrator on the mechanism with steps of its own choice, ERROR per step; empty: it stopped.
std::vector<CosineNode> adaptive_nodes(const PlanarDoublePendulum&, std::string_view integrator,
                                       double error, const Effort&);

// Fixed steps of an integrator on the mechanism; empty: it stopped.
std::vector<CosineNode> mechanism_nodes(const PlanarDoublePendulum&, std::string_view integrator,
                                        int n);

}  // namespace trammel::bench::papers
