// SPDX-License-Identifier: BSD-3-Clause
#include "results/adams/units.h"

#include "model/units.h"

namespace trammel::results::adams {
namespace {

struct Row {
  std::string_view name;  // in the dataset
  std::string_view word, code;
};

constexpr Row rows[] = {
    {"METER", "meter", "M_"},
    {"CENTIMETER", "cm", "CM"},
    {"FOOT", "foot", "FT"},
    {"INCH", "inch", "IN"},
    {"KILOMETER", "km", "KM"},
    {"MILE", "mile", "MI"},
    {"MILLIMETER", "mm", "MM"},
    {"KILOGRAM", "kg", "KG"},
    {"GRAM", "gram", "G_"},
    {"KPOUND_MASS", "kpound_mass", "KP"},
    {"OUNCE_MASS", "ounce_mass", "OZ"},
    {"POUND_MASS", "pound_mass", "LB"},
    {"SLINCH", "slinch", "SI"},
    {"SLUG", "slug", "SG"},
    {"TONNE", "tonne", "TN"},
    {"SECOND", "sec", "S_"},
    {"HOUR", "hour", "HR"},
    {"MILLISECONDS", "ms", "MS"},
    {"MINUTE", "min", "MN"},
    {"NEWTON", "newton", "N_"},
    {"DYNE", "dyne", "DN"},
    {"KILOGRAM_FORCE", "kg_force", "KF"},
    {"KNEWTON", "knewton", "KN"},
    {"KPOUND_FORCE", "kpound_force", "KP"},
    {"MEGANEWTON", "meganewton", "MN"},
    {"MILLINEWTON", "millinewton", "MN"},
    {"OUNCE_FORCE", "ounce_force", "OF"},
    {"POUND_FORCE", "pound_force", "PF"},
    {"POUNDAL", "poundal", "PD"},
};

const Row* find(const std::string& name) {
  for (const Row& row : rows)
    if (row.name == name) return &row;
  return nullptr;
}

// Units without a word of their own are called as in the dataset.
std::string word(const std::string& name) {
  if (const Row* row = find(name)) return std::string(row->word);
  std::string lower;
  for (const char c : name) lower += c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c;
  return lower;
}

std::string letters(const std::string& name) {
  const Row* row = find(name);
  return row ? std::string(row->code) : "__";
}

}  // namespace

Words words(const UnitNames& names) {
  return {word(names.length), word(names.mass), word(names.time), word(names.force)};
}

std::string Words::per_time(const std::string& unit, int power) const {
  if (unit.empty() || time.empty()) return "";
  return unit + "/" + time + (power == 2 ? "**2" : "");
}

std::string Words::torque() const {
  return force.empty() || length.empty() ? "" : force + "-" + length;
}

std::string code(const UnitNames& names) {
  return letters(names.length) + letters(names.mass) + letters(names.time) + letters(names.force) +
         "RACA";
}

double lengths_per_metre(const UnitNames& names) {
  for (const model::Unit& unit : model::length_units())
    if (unit.name == names.length) return 1 / unit.si;
  return 1;
}

}  // namespace trammel::results::adams
