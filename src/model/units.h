// UNITS and ACCGRAV.
//
// A model in inconsistent units (newton, kilogram, millimetre, second …) obeys
//   M a = UCF · F,     UCF = f t² / (m l)                                      (MDL.4)
// with f, m, l, t the units of force, mass, length and time in SI. Derivation: docs/theory/model.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "math/vec.h"
#include "model/element.h"

namespace trammel::model {

struct Unit {
  std::string_view name;    // as in the dataset: "MILLIMETER"
  std::string_view symbol;  // as on an axis: "mm"
  double si;                // size in N, kg, m or s
};

std::span<const Unit> force_units();
std::span<const Unit> mass_units();
std::span<const Unit> length_units();
std::span<const Unit> time_units();

// A set of four units with a name of its own; NONE has none of them.
struct UnitSystem {
  std::string_view name;
  std::string_view force, mass, length, time;
};
std::span<const UnitSystem> unit_systems();

struct Units : Setting {
  // Rows of the tables above; nullptr: not said, the numbers are taken as they are.
  const Unit* force = nullptr;
  const Unit* mass = nullptr;
  const Unit* length = nullptr;
  const Unit* time = nullptr;
  const UnitSystem* system = nullptr;
  std::optional<double> ucf;

  // UCF as given, else (MDL.4) when all four units are known, else 1.
  double consistency_factor() const;
  // The unit of SYSTEM, or the one named itself; nullptr: not said.
  const Unit* force_unit() const;
  const Unit* mass_unit() const;
  const Unit* length_unit() const;
  const Unit* time_unit() const;

  friend bool operator==(const Units&, const Units&) = default;
};

// Along the ground axes [length/time²]; zero without the statement.
struct Gravity : Setting {
  double x = 0, y = 0, z = 0;  // IGRAV, JGRAV, KGRAV

  Vec3 vector() const { return {x, y, z}; }
  friend bool operator==(const Gravity&, const Gravity&) = default;
};

}  // namespace trammel::model
