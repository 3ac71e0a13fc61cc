// Which elements a failed analysis should make the user look at.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

#include "system/system.h"

namespace trammel::analysis {

// Forces, states and variables, as indices of scalars.
std::vector<int> functions_of(const elements::Equations&);

// "largest: SFORCE/3 (damper): FUNCTION = 1.2e+40"; the function that has no value, else the one of
// the largest value among forces, states and variables. Empty: there is none.
std::string largest_function(const system::System&, const State&);

// "SFORCE/3 (damper), VARIABLE/2": whose functions depend on accelerations, reactions or each other.
std::string implicit_elements(const elements::Equations&);

// The equation of the index-1 system that is farthest from being satisfied.
struct Suspect {
  std::string name;  // "PART/3: force along x"
  model::Location at;
};
Suspect worst_equation(const system::System&, const State&);

// Where the function stands that had no value last; line 0: there was none.
model::Location place_of_fault(const system::System&);

// Where the element stands whose label comes first in a text, such as the message of an integrator,
// which knows equations by their names only; line 0: it names none.
model::Location place_of_first_name(const elements::Equations&, std::string_view text);

// "MOTION/1, GCON/2": constraints that change with time or have functions of their own.
std::string driving_elements(const elements::Equations&);

}  // namespace trammel::analysis
