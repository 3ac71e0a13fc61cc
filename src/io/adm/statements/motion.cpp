// SPDX-License-Identifier: BSD-3-Clause
#include "io/adm/bind.h"
#include "io/adm/statements/list.h"

namespace trammel::adm {
namespace {

void finish_motion(model::Motion& motion, const Finish& finish) {
  using model::MotionLevel;
  finish_routine(motion, finish);
  if (motion.level == MotionLevel::displacement) motion.initial_displacement = {};
  if (motion.level != MotionLevel::acceleration) motion.initial_velocity = {};
  if (motion.i && motion.axis == model::MotionAxis::implied)
    finish.error(Code::missing_argument, "", "one of X, Y, Z, B1, B2 or B3 is missing",
                 "a motion between markers acts along or about one axis");
}

}  // namespace

SyntaxPointer gcon() {
  using S = model::GeneralConstraint;
  return element(Statement<S>{
      .name = "GCON",
      .help = "General constraint: FUNCTION = 0.",
      .arguments =
          {
              {"FUNCTION", &S::function, required, "expression of positions and velocities"},
              {"I", &S::i, optional,
               "marker on whose part, and about whose origin, the reaction is reported; without "
               "it, what acts on the ground"},
              {"ROUTINE", user_routine},
          },
  });
}

SyntaxPointer motion() {
  using S = model::Motion;
  using model::MotionAxis;
  using model::MotionLevel;
  return element(Statement<S>{
      .name = "MOTION",
      .help = "Prescribes a displacement, velocity or acceleration of I with respect to J as a "
              "function of time, on a joint or between two markers.",
      .arguments =
          {
              {"JOINT", &S::joint, optional, "translational, revolute or cylindrical joint"},
              {"TRANSLATIONAL", Flag{&S::axis, MotionAxis::translation}, with("JOINT"),
               "along z of J; may be left out unless the joint is cylindrical"},
              {"ROTATIONAL", Flag{&S::axis, MotionAxis::rotation}, with("JOINT"),
               "about z of J; may be left out unless the joint is cylindrical"},
              {"I", &S::i, with("J"), "marker that moves"},
              {"J", &S::j, required_with("I"), "marker that gives origin and axes"},
              {"X", Flag{&S::axis, MotionAxis::x}, with("I"), "along x of J"},
              {"Y", Flag{&S::axis, MotionAxis::y}, with("I"), "along y of J"},
              {"Z", Flag{&S::axis, MotionAxis::z}, with("I"), "along z of J"},
              {"B1", Flag{&S::axis, MotionAxis::b1}, with("I"),
               "first angle of the body-fixed 1-2-3 sequence"},
              {"B2", Flag{&S::axis, MotionAxis::b2}, with("I"), "second angle"},
              {"B3", Flag{&S::axis, MotionAxis::b3}, with("I"), "third angle"},
              {"DISPLACEMENT", Flag{&S::level, MotionLevel::displacement}, optional,
               "FUNCTION is a displacement or an angle (default)"},
              {"VELOCITY", Flag{&S::level, MotionLevel::velocity}, optional,
               "FUNCTION is a velocity"},
              {"ACCELERATION", Flag{&S::level, MotionLevel::acceleration}, optional,
               "FUNCTION is an acceleration"},
              {"FUNCTION", &S::function, required & or_user, "expression of time"},
              {"ICDISP", &S::initial_displacement, angle & useful_with("VELOCITY", "ACCELERATION"),
               "displacement at the start"},
              {"ICVEL", &S::initial_velocity, angle & useful_with("ACCELERATION"),
               "velocity at the start"},
              {"ROUTINE", &S::routine, optional, routine_help},
          },
      .exactly_one_of = {{"JOINT", "I"}},
      .at_most_one_of = {{"TRANSLATIONAL", "ROTATIONAL", "X", "Y", "Z", "B1", "B2", "B3"},
                         {"DISPLACEMENT", "VELOCITY", "ACCELERATION"}},
      .finish = finish_motion,
  });
}

}  // namespace trammel::adm
