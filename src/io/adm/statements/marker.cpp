// SPDX-License-Identifier: BSD-3-Clause
#include "io/adm/bind.h"
#include "io/adm/statements/list.h"

namespace trammel::adm {

SyntaxPointer marker() {
  using S = model::Marker;
  using model::Placement;
  return element(Statement<S>{
      .name = "M(ARKER)",
      .help = "Frame on a part, given in the part's coordinate system; or a floating marker, which "
              "the force that names it places.",
      .arguments =
          {
              {"P(ART)", &S::part, optional, "part it belongs to"},
              {"POINT_MASS", &S::point_mass, optional, "point mass it belongs to"},
              {"FLEX_BODY", Refused{"flexible bodies are not supported"}},
              {"NODE_ID", Refused{"flexible bodies are not supported"}},
              {"FE_PART", Refused{"FE parts are not supported"}},
              {"NODE_LABEL", Refused{"FE parts are not supported"}},
              {"FLOATING", Flag{&S::floating, true}, optional,
               "the element that names it as JFLOAT places it"},
              {"QP", in(&S::placement, &Placement::origin), optional, "origin"},
              {"R(EULER)", in(&S::placement, &Placement::euler), angle, "body-fixed 3-1-3 angles"},
              {"ZP", in(&S::placement, &Placement::z_point), optional, "a point on the z axis"},
              {"XP", in(&S::placement, &Placement::x_point), optional,
               "a point in the x-z plane, on the side of +x"},
              {"USEXP", Flag{in(&S::placement, &Placement::x_is_exact), true}, with("XP"),
               "XP is on the x axis; ZP is in the x-z plane, on the side of +z"},
              {"RM", Ignored{"the force that names the marker has its own RM"}},
          },
      .exactly_one_of = {{"PART", "POINT_MASS", "FLEX_BODY", "FE_PART"}},
      .at_most_one_of = {{"REULER", "ZP"},
                         {"REULER", "XP"},
                         {"FLOATING", "QP"},
                         {"FLOATING", "REULER"},
                         {"FLOATING", "ZP"},
                         {"FLOATING", "XP"}},
  });
}

}  // namespace trammel::adm
