// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/doctor/doctor.h"

#include <array>
#include <optional>
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
      Rule{"impact-depth", "damping that begins at once is a jump of the force",
           doctor::shallow_impacts},
      Rule{"short-pulse", "what lies between two steps does not happen",
           doctor::pulses_between_steps},
      Rule{"spline-in-motion", "a spline has two continuous derivatives, a displacement needs more",
           doctor::splines_in_motions},
      Rule{"step-in-motion", "an acceleration that jumps needs forces that jump",
           doctor::steps_in_motions},
      Rule{"spline-range", "beyond its points a spline is a guess", doctor::splines_read_beyond},
      Rule{"velocity-frame", "the rate of a vector depends on the frame it is seen from",
           doctor::velocities_without_frame},
      Rule{"division-by-zero", "a function without a value stops the run",
           doctor::possible_divisions_by_zero},
      Rule{"extreme-number", "numbers far from one make matrices that lose all digits",
           doctor::extreme_numbers},
      Rule{"units", "ERROR and the stopping tests are made for values near one",
           doctor::unsuitable_units},
      Rule{"time-unit", "steps and bounds are made for times near one",
           doctor::events_in_long_units},
      Rule{"gravity", "a weight that is a thousand times too large or small is no weight",
           doctor::gravity_of_other_units},
      Rule{"no-mass", "what has no mass must have no freedom of its own",
           doctor::parts_without_mass},
      Rule{"tiny-mass", "a small mass on a spring swings fast, and every step must follow",
           doctor::tiny_masses},
      Rule{"unconnected-part", "a part that nothing holds leaves the machine",
           doctor::parts_that_nothing_holds},
      Rule{"negative-damping", "a force along its own velocity feeds energy into the motion",
           doctor::negative_damping},
      Rule{"negative-stiffness", "a spring that pushes away has no equilibrium",
           doctor::negative_stiffness},
      Rule{"undamped-stiffness", "a fast oscillation that nothing damps never leaves the results",
           doctor::undamped_stiffness},
      Rule{"high-damping", "a decay much faster than the motion is hard to follow",
           doctor::high_damping},
      Rule{"time-constants", "what is much faster than the motion of interest decides the method",
           doctor::spread_of_time_constants},
      Rule{"duplicate-joint", "a constraint twice is redundant, and its reaction has no meaning",
           doctor::duplicate_joints},
      Rule{"unused", "what nothing reads is often what something should read",
           doctor::unused_definitions},
  };
  return all;
}

namespace {

constexpr int most_coordinates = 1500;
constexpr int most_states = 300;  // whose eigenvalues are worth their time here

std::optional<std::vector<Mode>> modes_of(const InitialConditions& start) {
  const Layout& layout = start.system->layout();
  if (count_states(layout) > most_states || layout.n > most_coordinates) return {};
  ModeReport report =
      find_modes(*start.system, start.state, system::tangent_units(layout, start.length));
  if (!report.ok()) return {};
  return std::move(report.modes);
}

}  // namespace

std::vector<Diagnosis> diagnose(const model::Model& model, const InitialConditions& assembled) {
  const std::optional<std::vector<Mode>> modes = modes_of(assembled);
  const Patient patient{model, assembled, modes ? &*modes : nullptr};
  std::vector<Diagnosis> result;
  for (const Rule& rule : rules())
    for (Finding& finding : rule.examine(patient)) result.push_back({&rule, std::move(finding)});
  return result;
}

}  // namespace trammel::analysis
