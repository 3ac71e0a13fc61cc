// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/doctor/doctor.h"

#include <array>
#include <utility>

#include "analysis/doctor/rules.h"

namespace trammel::analysis {

std::span<const Rule> rules() {
  static constexpr std::array all = {
      Rule{"discontinuous-function",
           "an integrator of order p needs functions with p + 1 continuous derivatives",
           doctor::discontinuous_functions},
      Rule{"impact-exponent", "a force that begins with a corner makes steps fail at every touch",
           doctor::sharp_impacts},
      Rule{"spline-in-motion", "a spline has two continuous derivatives, a displacement needs more",
           doctor::splines_in_motions},
      Rule{"velocity-frame", "the rate of a vector depends on the frame it is seen from",
           doctor::velocities_without_frame},
      Rule{"division-by-zero", "a function without a value stops the run",
           doctor::possible_divisions_by_zero},
      Rule{"extreme-number", "numbers far from one make matrices that lose all digits",
           doctor::extreme_numbers},
      Rule{"units", "ERROR and the stopping tests are made for values near one",
           doctor::unsuitable_units},
      Rule{"no-mass", "what has no mass must have no freedom of its own",
           doctor::parts_without_mass},
      Rule{"tiny-mass", "a small mass on a spring swings fast, and every step must follow",
           doctor::tiny_masses},
      Rule{"undamped-stiffness", "a fast oscillation that nothing damps never leaves the results",
           doctor::undamped_stiffness},
      Rule{"time-constants", "what is much faster than the motion of interest decides the method",
           doctor::spread_of_time_constants},
      Rule{"duplicate-joint", "a constraint twice is redundant, and its reaction has no meaning",
           doctor::duplicate_joints},
  };
  return all;
}

std::vector<Diagnosis> diagnose(const Patient& patient) {
  std::vector<Diagnosis> result;
  for (const Rule& rule : rules())
    for (Finding& finding : rule.examine(patient)) result.push_back({&rule, std::move(finding)});
  return result;
}

}  // namespace trammel::analysis
