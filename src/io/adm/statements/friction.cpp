// SPDX-License-Identifier: BSD-3-Clause
#include "io/adm/bind.h"
#include "io/adm/statements/list.h"

namespace trammel::adm {
namespace {

using model::Friction;

void finish_friction(Friction& friction, const Finish& finish) {
  using namespace model::friction_input;
  if (friction.mu_dynamic > friction.mu_static && friction.effect == Friction::Effect::all)
    finish.error(Code::out_of_range, "MU_DYNAMIC", "MU_DYNAMIC is larger than MU_STATIC",
                 "surfaces that stick resist at least as much as those that slide");
  if (friction.inputs > none && friction.inputs != all)
    finish.error(Code::exclusive_arguments, "INPUTS", "ALL and NONE stand alone");
  if (friction.inputs == all) friction.inputs = 0;
}

}  // namespace

SyntaxPointer friction() {
  using S = Friction;
  using Effect = S::Effect;
  using Form = S::Formulation;
  using Overlap = S::Overlap;
  using namespace model::friction_input;
  return element(Statement<S>{
      .name = "FRICTION",
      .help = "Friction in a revolute, translational, cylindrical, spherical, universal or Hooke "
              "joint, by its reactions and preloads; surfaces stick by bristles between them.",
      .arguments =
          {
              {"JOINT", &S::joint, required, "joint that has the friction"},
              {"MU_STATIC", &S::mu_static, required & not_negative, "coefficient at rest"},
              {"MU_DYNAMIC", &S::mu_dynamic, required & not_negative, "coefficient of sliding"},
              {"STICTION_TRANSITION_VELOCITY", &S::transition_velocity, positive,
               "velocity of the surfaces at which they begin to slide"},
              {"MAX_STICTION_DEFORMATION", &S::max_deformation, positive,
               "displacement of the surfaces at which stiction is fully built up"},
              {"EFFECT",
               choice<Effect>(&S::effect, {{"ALL", Effect::all},
                                           {"STICTION", Effect::stiction},
                                           {"SLIDING", Effect::sliding}}),
               optional, "STICTION: none when sliding; SLIDING: none at rest"},
              {"INPUTS",
               mask(&S::inputs, {{"ALL", all},
                                 {"NONE", none},
                                 {"PRELOAD", preload},
                                 {"REACTION_FORCE", reaction_force},
                                 {"BENDING_MOMENT", bending_moment},
                                 {"TORSIONAL_MOMENT", torsional_moment}}),
               optional, "what presses the surfaces together; all without INPUTS"},
              {"FRICTION_FORCE_PRELOAD", &S::force_preload, not_negative,
               "friction force without any reaction"},
              {"FRICTION_TORQUE_PRELOAD", &S::torque_preload, not_negative,
               "friction torque without any reaction"},
              {"PIN_RADIUS", &S::pin_radius, positive,
               "of revolute, cylindrical, universal, Hooke"},
              {"FRICTION_ARM", &S::friction_arm, positive, "arm of axial forces on the pin"},
              {"BENDING_REACTION_ARM", &S::bending_arm, positive, "arm of bending moments"},
              {"BALL_RADIUS", &S::ball_radius, positive, "of a spherical joint"},
              {"REACTION_ARM", &S::reaction_arm, positive,
               "arm of the torsional moment of a slide"},
              {"INITIAL_OVERLAP", &S::initial_overlap, positive, "length over which a slide bears"},
              {"OVERLAP_DELTA",
               choice<Overlap>(&S::overlap, {{"CONSTANT", Overlap::constant},
                                             {"INCREASE", Overlap::increase},
                                             {"DECREASE", Overlap::decrease}}),
               optional, "how the overlap changes with the displacement of the slide"},
              {"INACTIVE(_DURING)", choice<bool>(&S::inactive_in_statics, {{"STATIC", true}}),
               optional, "no friction in static analysis"},
              {"FORMULATION",
               choice<Form>(&S::formulation,
                            {{"ORIGINAL", Form::original}, {"LUGRE", Form::lugre}}),
               optional, "law of the transition from rest to sliding"},
          },
      .finish = finish_friction,
  });
}

}  // namespace trammel::adm
