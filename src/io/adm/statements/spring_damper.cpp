// SPDX-License-Identifier: BSD-3-Clause
#include "io/adm/bind.h"
#include "io/adm/statements/list.h"

namespace trammel::adm {

SyntaxPointer spring_damper() {
  using S = model::SpringDamper;
  return element(Statement<S>{
      .name = "SPRINGDAMPER",
      .help = "Linear spring and viscous damper between two markers. Positive forces push the "
              "markers apart.",
      .arguments =
          {
              {"I", &S::i, required, "marker the force acts on"},
              {"J", &S::j, required, "marker the reaction acts on"},
              {"TRANSLATIONAL", Flag{&S::rotational, false}, optional,
               "along the line between the markers"},
              {"ROTATIONAL", Flag{&S::rotational, true}, optional, "about z of J"},
              {"K", &S::stiffness, with("TRANSLATIONAL"), "force / length"},
              {"C", &S::damping, with("TRANSLATIONAL"), "force / velocity"},
              {"LENGTH", &S::free_length, at_least(0) & with("TRANSLATIONAL"), "length at FORCE"},
              {"FORCE", &S::preload, with("TRANSLATIONAL"), "force at LENGTH"},
              {"KT", &S::stiffness, with("ROTATIONAL"), "torque / radian"},
              {"CT", &S::damping, with("ROTATIONAL"), "torque / (radian/time)"},
              {"ANGLE", &S::free_length, angle & with("ROTATIONAL"), "angle at TORQUE"},
              {"TORQUE", &S::preload, with("ROTATIONAL"), "torque at ANGLE"},
          },
      .exactly_one_of = {{"TRANSLATIONAL", "ROTATIONAL"}},
  });
}

SyntaxPointer bushing() {
  using S = model::Bushing;
  return element(Statement<S>{
      .name = "BUSHING",
      .help = "Linear force and torque in the axes of J that resist displacements and rotations of "
              "I; rotations must be small.",
      .arguments =
          {
              {"I", &S::i, required, "marker the force acts on"},
              {"J", &S::j, required, "marker the reaction acts on; gives the axes"},
              {"K", &S::stiffness, optional, "stiffness along x, y, z"},
              {"C", &S::damping, optional, "damping along x, y, z"},
              {"FORCE", &S::force, optional, "preload along x, y, z"},
              {"KT", &S::rotational_stiffness, optional, "stiffness about x, y, z"},
              {"CT", &S::rotational_damping, optional, "damping about x, y, z"},
              {"TORQUE", &S::torque, optional, "preload about x, y, z"},
          },
  });
}

}  // namespace trammel::adm
