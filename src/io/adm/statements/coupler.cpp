// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "io/adm/bind.h"
#include "io/adm/statements/list.h"

namespace trammel::adm {
namespace {

// One scale less than joints: that of the first joint is 1.
void finish_coupler(model::Coupler& coupler, const Finish& finish) {
  const std::size_t joints = coupler.joints.size();
  if (coupler.scales.size() + 1 == joints) coupler.scales.insert(coupler.scales.begin(), 1.0);
  if (coupler.scales.size() != joints)
    finish.error(Code::wrong_counts, "SCALES",
                 fmt::format("{} joints need {} or {} scales, found {}", joints, joints - 1, joints,
                             coupler.scales.size()));
  if (!coupler.freedoms.empty() && coupler.freedoms.size() != joints)
    finish.error(
        Code::wrong_counts, "TYPE",
        fmt::format("{} joints need {} types, found {}", joints, joints, coupler.freedoms.size()));
}

}  // namespace

SyntaxPointer coupler() {
  using S = model::Coupler;
  using model::Freedom;
  return element(Statement<S>{
      .name = "COUPLER",
      .help = "Linear relation between the displacements of two or three joints: "
              "r1 q1 + r2 q2 [+ r3 q3] = 0.",
      .arguments =
          {
              {"JOINTS", &S::joints, required & count(2, 3),
               "translational, revolute or cylindrical joints"},
              {"TYPE",
               words<Freedom>(&S::freedoms,
                              {{"T", Freedom::translation}, {"R", Freedom::rotation}}),
               count(2, 3), "which freedom of each joint; needed for cylindrical joints"},
              {"SCALES", &S::scales, required & count(1, 3),
               "r1, r2[, r3]; with one less, the first is 1"},
              {"FUNCTION", user_function},
              {"ROUTINE", user_routine},
          },
      .finish = finish_coupler,
  });
}

SyntaxPointer gear() {
  using S = model::Gear;
  return element(Statement<S>{
      .name = "GEAR",
      .help = "Two joints on a common carrier whose tooth velocities agree. The ratio follows from "
              "the places of the joints and of CV.",
      .arguments =
          {
              {"JOINTS", &S::joints, required & count(2, 2),
               "translational, revolute or cylindrical joints"},
              {"CV", &S::cv, required,
               "marker on the carrier at the tooth contact, z along the tooth velocity"},
          },
  });
}

}  // namespace trammel::adm
