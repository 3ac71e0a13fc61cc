// Exact by definition: pound 0.45359237 kg, inch 25.4 mm, standard gravity 9.80665 m/s².
// SPDX-License-Identifier: BSD-3-Clause
#include "model/units.h"

#include <algorithm>
#include <array>

namespace trammel::model {
namespace {

constexpr double pound = 0.45359237, inch = 0.0254, foot = 12 * inch, gravity = 9.80665;
constexpr double pound_force = pound * gravity;

constexpr std::array forces{
    Unit{"NEWTON", "N", 1},
    Unit{"CENTINEWTON", "cN", 1e-2},
    Unit{"DYNE", "dyn", 1e-5},
    Unit{"KILOGRAM_FORCE", "kgf", gravity},
    Unit{"KNEWTON", "kN", 1e3},
    Unit{"KPOUND_FORCE", "klbf", 1e3 * pound_force},
    Unit{"MEGANEWTON", "MN", 1e6},
    Unit{"MICRONEWTON", "uN", 1e-6},
    Unit{"MILLINEWTON", "mN", 1e-3},
    Unit{"NANONEWTON", "nN", 1e-9},
    Unit{"OUNCE_FORCE", "ozf", pound_force / 16},
    Unit{"POUND_FORCE", "lbf", pound_force},
    Unit{"POUNDAL", "pdl", pound* foot},
};

constexpr std::array masses{
    Unit{"KILOGRAM", "kg", 1},
    Unit{"GRAM", "g", 1e-3},
    Unit{"KPOUND_MASS", "klb", 1e3 * pound},
    Unit{"MEGAGRAM", "Mg", 1e3},
    Unit{"MICROGRAM", "ug", 1e-9},
    Unit{"MILLIGRAM", "mg", 1e-6},
    Unit{"NANOGRAM", "ng", 1e-12},
    Unit{"OUNCE_MASS", "oz", pound / 16},
    Unit{"POUND_MASS", "lb", pound},
    Unit{"SLINCH", "slinch", pound_force / inch},
    Unit{"SLUG", "slug", pound_force / foot},
    Unit{"TONNE", "t", 1e3},
    Unit{"US_TON", "ton", 2e3 * pound},
};

constexpr std::array lengths{
    Unit{"METER", "m", 1},
    Unit{"ANGSTROM", "angstrom", 1e-10},
    Unit{"CENTIMETER", "cm", 1e-2},
    Unit{"FOOT", "ft", foot},
    Unit{"INCH", "in", inch},
    Unit{"KILOMETER", "km", 1e3},
    Unit{"MICROINCH", "uin", 1e-6 * inch},
    Unit{"MICROMETER", "um", 1e-6},
    Unit{"MILE", "mi", 5280 * foot},
    Unit{"MILLIMETER", "mm", 1e-3},
    Unit{"MILS", "mil", 1e-3 * inch},
    Unit{"NANOMETER", "nm", 1e-9},
    Unit{"YARD", "yd", 3 * foot},
};

constexpr std::array times{
    Unit{"SECOND", "s", 1},          Unit{"DAY", "d", 86400},          Unit{"HOUR", "h", 3600},
    Unit{"MICROSECOND", "us", 1e-6}, Unit{"MILLISECONDS", "ms", 1e-3}, Unit{"MINUTE", "min", 60},
    Unit{"NANOSECOND", "ns", 1e-9},
};

constexpr std::array systems{
    UnitSystem{"MKS", "NEWTON", "KILOGRAM", "METER", "SECOND"},
    UnitSystem{"CGS", "DYNE", "GRAM", "CENTIMETER", "SECOND"},
    UnitSystem{"FPS", "POUND_FORCE", "POUND_MASS", "FOOT", "SECOND"},
    UnitSystem{"IPS", "POUND_FORCE", "POUND_MASS", "INCH", "SECOND"},
    UnitSystem{"NONE", "", "", "", ""},
};

const Unit* find(std::span<const Unit> units, std::string_view name) {
  const auto row = std::find_if(units.begin(), units.end(),
                                [name](const Unit& unit) { return unit.name == name; });
  return row == units.end() ? nullptr : &*row;
}

const Unit* choose(const Unit* named, const UnitSystem* system,
                   std::string_view UnitSystem::*in_system, std::span<const Unit> units) {
  return named || !system ? named : find(units, system->*in_system);
}

}  // namespace

std::span<const Unit> force_units() {
  return forces;
}
std::span<const Unit> mass_units() {
  return masses;
}
std::span<const Unit> length_units() {
  return lengths;
}
std::span<const Unit> time_units() {
  return times;
}
std::span<const UnitSystem> unit_systems() {
  return systems;
}

const Unit* Units::force_unit() const {
  return choose(force, system, &UnitSystem::force, forces);
}
const Unit* Units::mass_unit() const {
  return choose(mass, system, &UnitSystem::mass, masses);
}
const Unit* Units::length_unit() const {
  return choose(length, system, &UnitSystem::length, lengths);
}
const Unit* Units::time_unit() const {
  return choose(time, system, &UnitSystem::time, times);
}

double Units::consistency_factor() const {
  if (ucf) return *ucf;
  const Unit *f = force_unit(), *m = mass_unit(), *l = length_unit(), *t = time_unit();
  if (!f || !m || !l || !t) return 1;
  return f->si * t->si * t->si / (m->si * l->si);  // (MDL.4)
}

}  // namespace trammel::model
