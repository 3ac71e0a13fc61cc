// Errors of fixed steps on a rod pendulum and on a double pendulum against their equations in angles, integrated
// closely.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "bench/papers/datasets.h"
#include "bench/papers/mechanism.h"

namespace trammel::bench::papers {

struct PendulumErrors {  // largest over all steps; NaN: the run stopped
  double angle = 0, rate = 0, acceleration = 0;
};

PendulumErrors rod_errors(const Rod&, std::string_view integrator, const IntegratorOptions&,
                          const std::vector<double>& steps, int skip = 0);
PendulumErrors double_pendulum_errors(const PlanarDoublePendulum&, std::string_view integrator,
                                      const IntegratorOptions&, const std::vector<double>& steps);

}  // namespace trammel::bench::papers
