// Functions that read forces and reactions.
// SPDX-License-Identifier: BSD-3-Clause
#include <vector>

#include "expression/functions/families.h"

namespace trammel::expression {

namespace {

Function between_markers(std::string_view name, bool has_axes, std::string_view formula,
                         std::string_view help) {
  Function result{.name = name,
                  .arguments = {id("i", Entity::marker), id_or_zero("j", Entity::marker)},
                  .min_arguments = 1,
                  .max_arguments = has_axes ? 3 : 2,
                  .quantity = QuantityKind::marker_force,
                  .formula = formula,
                  .help = help};
  if (has_axes) result.arguments.push_back(id_or_zero("k", Entity::marker));
  return result;
}

Function of_element(std::string_view name, Entity entity, std::string_view help,
                    std::string_view example = {}) {
  return {.name = name,
          .arguments = {id("id", entity), integer("jflag", 0, 1), integer("comp", 1, 8),
                        id_or_zero("rm", Entity::marker)},
          .min_arguments = 4,
          .max_arguments = 4,
          .quantity = QuantityKind::element_force,
          .formula =
              "component comp (1 FM, 2 FX, 3 FY, 4 FZ, 5 TM, 6 TX, 7 TY, 8 TZ) in the axes of "
              "rm, on I (jflag 0) or J (jflag 1)",
          .help = help,
          .example = {example}};
}

// NFORCE acts at many markers; its second argument names one of them.
Function of_nforce() {
  Function result =
      of_element("NFORCE", Entity::nforce, "Force of an NFORCE at one of its markers.");
  result.arguments[1] = id("marker", Entity::marker);
  result.formula = "component comp of the force at the marker, in the axes of rm";
  return result;
}

}  // namespace

std::span<const Function> force_functions() {
  static const std::vector<Function> rows = {
      between_markers("FX", true, "x component of the force on i by j", "In the axes of k."),
      between_markers("FY", true, "y component of the force on i by j", "In the axes of k."),
      between_markers("FZ", true, "z component of the force on i by j", "In the axes of k."),
      between_markers("FM", false, "magnitude of the force on i by j", "Never negative."),
      between_markers("TX", true, "x component of the torque on i by j", "In the axes of k."),
      between_markers("TY", true, "y component of the torque on i by j", "In the axes of k."),
      between_markers("TZ", true, "z component of the torque on i by j", "In the axes of k."),
      between_markers("TM", false, "magnitude of the torque on i by j", "Never negative."),
      of_element("BEAM", Entity::beam, "Force of a BEAM."),
      of_element("BUSH", Entity::bushing, "Force of a BUSHING."),
      of_element("CONTACT", Entity::contact,
                 "Force of a CONTACT, a statement that Trammel does not have."),
      of_element("CVCV", Entity::cvcv, "Reaction of a CVCV."),
      of_element("FIELD", Entity::field, "Force of a FIELD."),
      of_element("FRICTION", Entity::friction, "Friction in a joint.", "FRICTION(1, 0, 4, 11)"),
      of_element("GCON", Entity::gcon,
                 "Reaction of a GCON on the part of its I, without I on the ground; jflag is 0."),
      of_element("GFORCE", Entity::gforce, "Force of a GFORCE."),
      of_element("JOINT", Entity::joint, "Reaction of a JOINT; torque about the chosen marker."),
      of_element("JPRIM", Entity::jprim, "Reaction of a JPRIM."),
      of_element("MOTION", Entity::motion, "Reaction of a MOTION.", "MOTION(1, 0, 8, 11)"),
      of_nforce(),
      of_element("PTCV", Entity::ptcv, "Reaction of a PTCV."),
      of_element("SFORCE", Entity::sforce, "Force of an SFORCE."),
      of_element("SPDP", Entity::springdamper, "Force of a SPRINGDAMPER."),
      of_element("VFORCE", Entity::vforce, "Force of a VFORCE."),
      of_element("VTORQ", Entity::vtorque, "Torque of a VTORQUE.", "VTORQ(1, 0, 5, 11)"),
  };
  return rows;
}

}  // namespace trammel::expression
