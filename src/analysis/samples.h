// Sample times of discrete states, and what happens there.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>

#include "analysis/initial_conditions.h"
#include "numerics/times.h"

namespace trammel::analysis {

inline constexpr double no_sample = std::numeric_limits<double>::infinity();

// The first sample time after t; an output time that is the same but for rounding stands for it.
double next_sample(const elements::Equations&, double t, const Times& outputs);

// Would a run up to this time hardly end? Then `failure` says so.
bool has_too_many_samples(const elements::Equations&, double end, Finding& failure);

// What new values of discrete states do to the motion.
enum class Sampled : unsigned char {
  nothing,  // accelerations, reactions, rates and unknowns are what they were
  jump,
  failed,
};

// Gives the discrete states that are due at the time of `at` their new values, and makes the state
// consistent with them. Failed, and `failure` says why: there is none.
Sampled take_samples(const elements::Equations&, InitialConditions& at, Finding& failure);

}  // namespace trammel::analysis
