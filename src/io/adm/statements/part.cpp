// SPDX-License-Identifier: BSD-3-Clause
#include "io/adm/bind.h"
#include "io/adm/statements/list.h"

namespace trammel::adm {

using model::Placement;

SyntaxPointer part() {
  using S = model::Part;
  return element(Statement<S>{
      .name = "P(ART)",
      .help = "Rigid part, or the ground. Markers of the part are given in its coordinate system "
              "(BCS), which QG, REULER, ZG, XG place in ground.",
      .arguments =
          {
              {"GROUND", Flag{&S::ground, true}, optional, "the part that does not move"},
              {"PLANAR", Flag{&S::planar, true}, optional,
               "the part stays parallel to the x-y plane of ground"},
              {"M(ASS)", &S::mass, not_negative, "mass"},
              {"CM", &S::cm, optional, "marker at the centre of mass"},
              {"IM", &S::im, optional, "marker about and along which IP is meant; else CM"},
              {"IP", &S::inertia, optional,
               "Ixx, Iyy, Izz[, Ixy, Ixz, Iyz]; products are positive integrals"},
              {"QG", in(&S::placement, &Placement::origin), optional, "origin of the BCS"},
              {"R(EULER)", in(&S::placement, &Placement::euler), angle,
               "body-fixed 3-1-3 angles of the BCS"},
              {"ZG", in(&S::placement, &Placement::z_point), optional, "a point on the z axis"},
              {"XG", in(&S::placement, &Placement::x_point), optional,
               "a point in the x-z plane, on the side of +x"},
              {"EXACT",
               mask(&S::exact, {{"X", model::coordinate_x},
                                {"Y", model::coordinate_y},
                                {"Z", model::coordinate_z},
                                {"PSI", model::coordinate_psi},
                                {"THETA", model::coordinate_theta},
                                {"PHI", model::coordinate_phi}}),
               count(1, 6), "coordinates that assembly leaves alone"},
              {"VX", &S::vx, optional, "initial velocity of CM along x of ground, or of VM"},
              {"VY", &S::vy, optional, "the same along y"},
              {"VZ", &S::vz, optional, "the same along z"},
              {"VM", &S::vm, optional, "marker whose axes VX, VY, VZ follow"},
              {"WX", &S::wx, angle, "initial angular velocity about x of CM, or of WM"},
              {"WY", &S::wy, angle, "the same about y"},
              {"WZ", &S::wz, angle, "the same about z"},
              {"WM", &S::wm, optional, "marker whose axes WX, WY, WZ follow"},
              {"MATERIAL", &S::material, optional, "name of the material, for information"},
          },
      .at_most_one_of = {{"REULER", "ZG"}, {"REULER", "XG"}},
  });
}

SyntaxPointer point_mass() {
  using S = model::PointMass;
  return element(Statement<S>{
      .name = "POINT_MASS",
      .help = "Particle with three degrees of freedom; its axes do not turn.",
      .arguments =
          {
              {"M(ASS)", &S::mass, not_negative, "mass"},
              {"CM", &S::cm, optional, "marker at the particle"},
              {"QG", in(&S::placement, &Placement::origin), optional, "origin of the BCS"},
              {"R(EULER)", in(&S::placement, &Placement::euler), angle,
               "body-fixed 3-1-3 angles of the BCS"},
              {"ZG", in(&S::placement, &Placement::z_point), optional, "a point on the z axis"},
              {"XG", in(&S::placement, &Placement::x_point), optional,
               "a point in the x-z plane, on the side of +x"},
              {"EXACT",
               mask(&S::exact, {{"X", model::coordinate_x},
                                {"Y", model::coordinate_y},
                                {"Z", model::coordinate_z}}),
               count(1, 3), "coordinates that assembly leaves alone"},
              {"VX", &S::vx, optional, "initial velocity along x of ground"},
              {"VY", &S::vy, optional, "the same along y"},
              {"VZ", &S::vz, optional, "the same along z"},
          },
      .at_most_one_of = {{"REULER", "ZG"}, {"REULER", "XG"}},
  });
}

}  // namespace trammel::adm
