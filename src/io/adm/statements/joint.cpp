// SPDX-License-Identifier: BSD-3-Clause
#include "io/adm/bind.h"
#include "io/adm/statements/list.h"

namespace trammel::adm {
namespace {

constexpr Refused old_friction{"friction in joints is not supported"};

// IC is short for ICROT or ICTRAN, whichever the joint has.
void finish_joint(model::Joint& joint, const Finish& finish) {
  if (!finish.given("IC")) return;
  if (joint.type == model::JointType::revolute)
    joint.rotation = joint.ic;
  else if (joint.type == model::JointType::translational)
    joint.translation = joint.ic;
  else
    finish.error(Code::misplaced_argument, "IC", "IC goes only with REVOLUTE and TRANSLATIONAL",
                 "a cylindrical joint has ICROT and ICTRAN");
  joint.ic = {};
}

}  // namespace

SyntaxPointer joint() {
  using S = model::Joint;
  using model::JointType;
  return element(Statement<S>{
      .name = "J(OINT)",
      .help = "Joint between two markers. Axes are those of J; displacements are of I with respect "
              "to J.",
      .arguments =
          {
              {"C(YLINDRICAL)", Flag{&S::type, JointType::cylindrical}, optional,
               "turns about and slides along z of J"},
              {"CONVEL", Flag{&S::type, JointType::convel}, optional,
               "constant velocity; the z axes are the shafts"},
              {"FIXED", Flag{&S::type, JointType::fixed}, optional, "no freedom"},
              {"HOOKE", Flag{&S::type, JointType::hooke}, optional,
               "universal joint; x of I and y of J are the cross"},
              {"PLANAR", Flag{&S::type, JointType::planar}, optional,
               "slides in and turns about the normal of the x-y plane of J"},
              {"RACKPIN", Flag{&S::type, JointType::rackpin}, optional,
               "rack (J, along z) and pinion (I, about z)"},
              {"REVOLUTE", Flag{&S::type, JointType::revolute}, optional, "turns about z of J"},
              {"SCREW", Flag{&S::type, JointType::screw}, optional,
               "slides along z of J by PITCH in one turn"},
              {"SPHERICAL", Flag{&S::type, JointType::spherical}, optional, "ball and socket"},
              {"TRANSLATIONAL", Flag{&S::type, JointType::translational}, optional,
               "slides along z of J"},
              {"UNIVERSAL", Flag{&S::type, JointType::universal}, optional,
               "universal joint; the z axes are the cross"},
              {"I", &S::i, required, "marker on one part"},
              {"J", &S::j, required, "marker on the other part"},
              {"ICROT", &S::rotation, angle & with("REVOLUTE", "CYLINDRICAL"),
               "initial angle and angular velocity"},
              {"ICTRAN", &S::translation, with("TRANSLATIONAL", "CYLINDRICAL"),
               "initial displacement and velocity"},
              {"IC", &S::ic, angle, "ICROT of a revolute, ICTRAN of a translational joint"},
              {"PD", &S::pitch_diameter, required_with("RACKPIN"), "diameter of the pitch circle"},
              {"PITCH", &S::pitch, required_with("SCREW"), "travel in one turn"},
              {"FRICTION", old_friction},
              {"DELTA_V", old_friction},
              {"HEIGHT", old_friction},
              {"INNER_RADIUS", old_friction},
              {"MAXIMUM_DEFORMATION", old_friction},
              {"MAX_FRIC_ROT", old_friction},
              {"MAX_FRIC_TRANS", old_friction},
              {"MU_DYN_ROT", old_friction},
              {"MU_DYN_TRANS", old_friction},
              {"MU_STAT_ROT", old_friction},
              {"MU_STAT_TRANS", old_friction},
              {"OUTER_RADIUS", old_friction},
              {"PRELOAD_AXIAL", old_friction},
              {"PRELOAD_RADIAL", old_friction},
              {"PRELOAD_X", old_friction},
              {"PRELOAD_Y", old_friction},
              {"WIDTH", old_friction},
          },
      .exactly_one_of = {{"CONVEL", "CYLINDRICAL", "FIXED", "HOOKE", "PLANAR", "RACKPIN",
                          "REVOLUTE", "SCREW", "SPHERICAL", "TRANSLATIONAL", "UNIVERSAL"}},
      .at_most_one_of = {{"IC", "ICROT"}, {"IC", "ICTRAN"}},
      .finish = finish_joint,
  });
}

SyntaxPointer jprim() {
  using S = model::JointPrimitive;
  using model::PrimitiveType;
  return element(Statement<S>{
      .name = "JPRIM",
      .help = "Joint primitive: one geometric condition between two markers.",
      .arguments =
          {
              {"ATPOINT", Flag{&S::type, PrimitiveType::atpoint}, optional,
               "the origins coincide (3 equations)"},
              {"INLINE", Flag{&S::type, PrimitiveType::inline_}, optional,
               "the origin of I is on the z axis of J (2)"},
              {"INPLANE", Flag{&S::type, PrimitiveType::inplane}, optional,
               "the origin of I is in the x-y plane of J (1)"},
              {"ORIENTATION", Flag{&S::type, PrimitiveType::orientation}, optional,
               "the axes are parallel (3)"},
              {"PARALLEL_AXES", Flag{&S::type, PrimitiveType::parallel_axes}, optional,
               "the z axes are parallel (2)"},
              {"PERPENDICULAR", Flag{&S::type, PrimitiveType::perpendicular}, optional,
               "the z axes are at right angles (1)"},
              {"I", &S::i, required, "marker on one part"},
              {"J", &S::j, required, "marker on the other part"},
          },
      .exactly_one_of = {{"ATPOINT", "INLINE", "INPLANE", "ORIENTATION", "PARALLEL_AXES",
                          "PERPENDICULAR"}},
  });
}

}  // namespace trammel::adm
