// SPDX-License-Identifier: BSD-3-Clause
#include "model/units.h"

#include <gtest/gtest.h>

#include <set>

namespace trammel::model {
namespace {

const Unit* find(std::span<const Unit> units, std::string_view name) {
  for (const Unit& unit : units)
    if (unit.name == name) return &unit;
  ADD_FAILURE() << name;
  return nullptr;
}

double factor(std::string_view force, std::string_view mass, std::string_view length,
              std::string_view time) {
  Units units;
  units.force = find(force_units(), force);
  units.mass = find(mass_units(), mass);
  units.length = find(length_units(), length);
  units.time = find(time_units(), time);
  return units.consistency_factor();
}

TEST(Units, consistency_factor_follows_from_the_units) {
  EXPECT_DOUBLE_EQ(factor("NEWTON", "KILOGRAM", "METER", "SECOND"), 1);
  EXPECT_DOUBLE_EQ(factor("NEWTON", "KILOGRAM", "MILLIMETER", "SECOND"), 1000);
  EXPECT_DOUBLE_EQ(factor("KNEWTON", "KILOGRAM", "METER", "SECOND"), 1000);
  EXPECT_NEAR(factor("POUND_FORCE", "POUND_MASS", "INCH", "SECOND"), 386.0886, 1e-4);
  EXPECT_NEAR(factor("POUND_FORCE", "POUND_MASS", "FOOT", "SECOND"), 32.17405, 1e-5);
  EXPECT_NEAR(factor("POUND_FORCE", "SLUG", "FOOT", "SECOND"), 1, 1e-14);
  EXPECT_NEAR(factor("POUND_FORCE", "SLINCH", "INCH", "SECOND"), 1, 1e-14);
  EXPECT_NEAR(factor("POUNDAL", "POUND_MASS", "FOOT", "SECOND"), 1, 1e-14);
  EXPECT_NEAR(factor("DYNE", "GRAM", "CENTIMETER", "SECOND"), 1, 1e-14);
  EXPECT_NEAR(factor("NEWTON", "TONNE", "MILLIMETER", "SECOND"), 1, 1e-14);
  EXPECT_NEAR(factor("KILOGRAM_FORCE", "KILOGRAM", "METER", "SECOND"), 9.80665, 1e-14);
  EXPECT_NEAR(factor("NEWTON", "KILOGRAM", "METER", "MILLISECONDS"), 1e-6, 1e-20);
}

TEST(Units, a_system_stands_for_four_units) {
  for (const UnitSystem& system : unit_systems()) {
    Units units;
    units.system = &system;
    if (system.name == "NONE") {
      EXPECT_EQ(units.force_unit(), nullptr);
      EXPECT_EQ(units.consistency_factor(), 1);
      continue;
    }
    ASSERT_NE(units.force_unit(), nullptr) << system.name;
    ASSERT_NE(units.mass_unit(), nullptr) << system.name;
    ASSERT_NE(units.length_unit(), nullptr) << system.name;
    ASSERT_NE(units.time_unit(), nullptr) << system.name;
    EXPECT_DOUBLE_EQ(units.consistency_factor(),
                     factor(system.force, system.mass, system.length, system.time));
  }
}

TEST(Units, a_factor_that_is_given_wins) {
  Units units;
  EXPECT_EQ(units.consistency_factor(), 1);
  units.ucf = 2.5;
  units.system = &unit_systems()[0];
  EXPECT_EQ(units.consistency_factor(), 2.5);
}

TEST(Units, names_are_unique) {
  for (const auto units : {force_units(), mass_units(), length_units(), time_units()}) {
    std::set<std::string_view> names, symbols;
    for (const Unit& unit : units) {
      EXPECT_TRUE(names.insert(unit.name).second) << unit.name;
      EXPECT_TRUE(symbols.insert(unit.symbol).second) << unit.symbol;
      EXPECT_GT(unit.si, 0);
    }
  }
}

}  // namespace
}  // namespace trammel::model
