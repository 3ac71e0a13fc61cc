// What the model doctor finds in the examples, all of which are meant as they are: every finding is known,
// and true.
// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>

#include <map>
#include <set>

#include "examples/expectation.h"
#include "examples/findings.h"

namespace trammel::examples {
namespace {

// Stiff by intent, or with a fault that the model is there to show.
const std::map<std::string, std::set<std::string>> known = {
    {"cantilever_beam",
     {"high-damping BEAM/1", "high-damping BEAM/2", "high-damping BEAM/3", "high-damping BEAM/4",
      "time-constants PART/5 (tip)"}},
    {"diff_implicit", {"unconnected-part PART/2"}},
    {"friction_incline", {"time-constants FRICTION/2"}},
    {"mass_springs",
     {"undamped-stiffness SPRINGDAMPER/1", "undamped-stiffness SPRINGDAMPER/2",
      "undamped-stiffness SPRINGDAMPER/3"}},
    {"mass_springs_stiff",
     {"undamped-stiffness SPRINGDAMPER/1", "undamped-stiffness SPRINGDAMPER/2",
      "undamped-stiffness SPRINGDAMPER/3"}},
    {"splines", {"spline-in-motion MOTION/1"}},
    {"stiff_double_pendulum", {"time-constants PART/3 (lower_rod)"}},
    {"stiff_double_pendulum_bent", {"time-constants PART/3 (lower_rod)"}},
    {"suspension", {"impact-exponent SFORCE/11", "impact-exponent SFORCE/21"}},
};

TEST(DoctorOnExamples, says_nothing_that_is_not_so) {
  for (const std::string& name : example_names()) {
    const auto expected = known.find(name);
    EXPECT_EQ(doctors_findings(model_path(name)),
              expected == known.end() ? std::set<std::string>{} : expected->second)
        << name;
  }
}

}  // namespace
}  // namespace trammel::examples
