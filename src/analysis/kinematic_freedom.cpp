// Whether constraints alone determine the motion, and what is to blame where they do not.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>

#include "analysis/kinematic.h"
#include "system/redundancy.h"

namespace trammel::analysis {

bool is_kinematic(const InitialConditions& ic) {
  const Layout& layout = ic.system->layout();
  return ic.degrees_of_freedom == 0 && layout.m1 == 0 && layout.m2 == 0 && layout.n_x == 0 &&
         ic.system->equations().samplers.empty();
}

Finding refuse_kinematics(const InitialConditions& ic) {
  const elements::Equations& equations = ic.system->equations();
  const int freedom = ic.degrees_of_freedom;
  Finding finding{model::Severity::error,
                  "",
                  {},
                  "a kinematic analysis needs constraints that "
                  "determine the whole motion; ",
                  "--analysis dynamic integrates the motion"};
  if (freedom > 0) {
    finding.text +=
        fmt::format("this model has {} degree{} of freedom", freedom, freedom == 1 ? "" : "s");
    finding.hint += "; or add a MOTION for each degree of freedom";
    return finding;
  }
  const auto& rows = equations.rows;
  const auto rate = std::find_if(rows.begin(), rows.end(), [](const elements::Row& row) {
    return row.level > 0 && row.active && !row.initial_only;
  });
  if (rate != rows.end()) {
    finding.label = system::owner_label(*rate);
    finding.at = rate->at;
    finding.text += rate->level == 1 ? "this one prescribes a velocity, not a position"
                                     : "this one prescribes an acceleration, not a position";
  } else {
    const elements::StateEquation& state = equations.states.front();
    finding.label = state.name;
    finding.at = equations.scalars[std::size_t(state.scalar)].at;
    finding.text += "this is a differential equation";
  }
  return finding;
}

}  // namespace trammel::analysis
