// How ADAMS files name units: words in .res, two letters in .req. The data of an A.R3 header also want the
// number of length units in a metre.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "results/contents.h"

namespace trammel::results::adams {

struct Words {  // "mm", "kg", "sec", "newton"; empty: not known
  std::string length, mass, time, force;

  std::string per_time(const std::string& unit, int power) const;  // "mm/sec**2"
  std::string torque() const;                                      // "newton-mm"
};
Words words(const UnitNames&);

// "MMKGS_N_RACA": length, mass, time, force, angles in radians, Cartesian coordinates.
std::string code(const UnitNames&);
double lengths_per_metre(const UnitNames&);

}  // namespace trammel::results::adams
