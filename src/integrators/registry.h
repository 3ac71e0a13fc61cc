// The list of integrators. A new method is one file and one line in registry.cpp; the order, error,
// restart and interpolation tests then run on it (tests/integrators/).
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "integrators/integrator.h"

namespace trammel {

struct IntegratorInfo {
  std::string_view name;  // contract: design of the command line
  int order;  // of positions, velocities and (from a smooth start) multipliers; 0: variable
  int index;  // of the system it solves: 3, 2 or 1
  std::string_view help;
  std::unique_ptr<Integrator> (*make)(const Dae&, const IntegratorOptions&);
  std::string (*check)(const IntegratorOptions&);  // what is wrong with its own options, or empty
  bool has_primer_formulation = false;             // Formulation::primer
  int error_power = 0;   // of h in the estimate of the local error; 0: order + 1
  bool is_stiff = true;  // vibrations that have died out or are of no interest need no short steps
  int least_iterations = 2;   // MAXIT: one iteration cannot measure its convergence
  bool extrapolates = false;  // of variable order: a result is one order above its name
};

std::span<const IntegratorInfo> integrators();
const IntegratorInfo* find_integrator(std::string_view name);  // null: unknown

// What is wrong with the options for this method, in words; empty: nothing.
std::string check_options(const IntegratorInfo&, const IntegratorOptions&);

}  // namespace trammel
