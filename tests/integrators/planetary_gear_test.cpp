// Frequent changes of step on a planetary gear: the published HHT-I3 rings in the pin force, the
// rescaled HHT-I3 and HHT-SI2 do not.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>

#include "integrators/measure.h"

namespace trammel::testing {
namespace {

TEST(PlanetaryGear, rings_only_with_the_published_formula) {
  IntegratorOptions published = study_options();
  published.hht.formula = HhtVariants::Formula::printed;
  published.hht.rescale = false;
  const double ringing = pin_force_error("hht-i3", 200, published);
  const double rescaled = pin_force_error("hht-i3", 200, study_options());
  const double si2 = pin_force_error("hht-si2", 200, study_options());
  RecordProperty("published", std::to_string(ringing));
  RecordProperty("rescaled", std::to_string(rescaled));
  RecordProperty("hht_si2", std::to_string(si2));
  EXPECT_GT(ringing, 20 * rescaled) << rescaled;
  EXPECT_GT(ringing, 20 * si2) << si2;
  // Half the steps do not cure it: first order against second.
  EXPECT_NEAR(std::log2(ringing / pin_force_error("hht-i3", 400, published)), 1, 0.15);
  EXPECT_NEAR(std::log2(rescaled / pin_force_error("hht-i3", 400, study_options())), 2, 0.15);
  EXPECT_NEAR(std::log2(si2 / pin_force_error("hht-si2", 400, study_options())), 2, 0.15);
}

}  // namespace
}  // namespace trammel::testing
