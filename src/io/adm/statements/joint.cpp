// SPDX-License-Identifier: BSD-3-Clause
#include "io/adm/bind.h"
#include "io/adm/statements/list.h"

namespace trammel::adm {
namespace {

using model::JointType;

// A word for each type, with a shorter form where the language has one.
Argument<model::Joint> type_row(JointType type, std::string_view help, std::size_t shortest = 0) {
  std::string name(model::joint_type_name(type));
  if (shortest > 0) name = name.substr(0, shortest) + '(' + name.substr(shortest) + ')';
  return {name, Flag{&model::Joint::type, type}, optional, help};
}

// Friction was once described by the joint itself, now by a statement of its own. Switched off, it
// leaves its data without effect; what it would be without FRICTION is not known.
constexpr const char* friction_is_a_statement =
    "friction in joints is described by the statement FRICTION";
constexpr std::string_view friction_data[] = {
    "DELTA_V",        "HEIGHT",         "INNER_RADIUS", "MAXIMUM_DEFORMATION",
    "MAX_FRIC_ROT",   "MAX_FRIC_TRANS", "MU_DYN_ROT",   "MU_DYN_TRANS",
    "MU_STAT_ROT",    "MU_STAT_TRANS",  "OUTER_RADIUS", "PRELOAD_AXIAL",
    "PRELOAD_RADIAL", "PRELOAD_X",      "PRELOAD_Y",    "WIDTH"};

void add_friction(std::vector<Argument<model::Joint>>& arguments) {
  arguments.push_back({"FRICTION", Refused{.why = friction_is_a_statement, .harmless = "OFF"}});
  for (const std::string_view name : friction_data)
    arguments.push_back({name, Ignored{friction_is_a_statement}});
}

void check_friction(const Finish& finish) {
  if (finish.given("FRICTION")) return;
  for (const std::string_view name : friction_data)
    if (finish.given(name))
      return finish.error(Code::unsupported_argument, name, friction_is_a_statement,
                          "FRICTION = OFF leaves this data out");
}

// IC is short for ICROT or ICTRAN, whichever the joint has.
void finish_joint(model::Joint& joint, const Finish& finish) {
  check_friction(finish);
  if (!finish.given("IC")) return;
  if (joint.type == JointType::revolute)
    joint.rotation = joint.ic;
  else if (joint.type == JointType::translational)
    joint.translation = joint.ic;
  else
    finish.error(Code::misplaced_argument, "IC", "IC goes only with REVOLUTE and TRANSLATIONAL",
                 "a cylindrical joint has ICROT and ICTRAN");
  joint.ic = {};
}

std::vector<Argument<model::Joint>> joint_arguments() {
  using S = model::Joint;
  std::vector<Argument<S>> arguments{
      type_row(JointType::cylindrical, "turns about and slides along z of J", 1),
      type_row(JointType::convel, "constant velocity; the z axes are the shafts"),
      type_row(JointType::fixed, "no freedom"),
      type_row(JointType::hooke, "universal joint; x of I and y of J are the cross"),
      type_row(JointType::planar, "slides in and turns about the normal of the x-y plane of J"),
      type_row(JointType::rackpin, "rack (J, along z) and pinion (I, about z)"),
      type_row(JointType::revolute, "turns about z of J"),
      type_row(JointType::screw, "slides along z of J by PITCH in one turn"),
      type_row(JointType::spherical, "ball and socket"),
      type_row(JointType::translational, "slides along z of J"),
      type_row(JointType::universal, "universal joint; the z axes are the cross"),
      {"I", &S::i, required, "marker on one part"},
      {"J", &S::j, required, "marker on the other part"},
      {"ICROT", &S::rotation, angle & with("REVOLUTE", "CYLINDRICAL"),
       "initial angle and angular velocity"},
      {"ICTRAN", &S::translation, with("TRANSLATIONAL", "CYLINDRICAL"),
       "initial displacement and velocity"},
      {"IC", &S::ic, angle, "ICROT of a revolute, ICTRAN of a translational joint"},
      {"PD", &S::pitch_diameter, required_with("RACKPIN"), "diameter of the pitch circle"},
      {"PITCH", &S::pitch, required_with("SCREW"), "travel in one turn"},
  };
  add_friction(arguments);
  return arguments;
}

}  // namespace

SyntaxPointer joint() {
  return element(Statement<model::Joint>{
      .name = "J(OINT)",
      .help = "Joint between two markers. Axes are those of J; displacements are of I with respect "
              "to J.",
      .arguments = joint_arguments(),
      .exactly_one_of = {{model::joint_type_names.begin(), model::joint_type_names.end()}},
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
