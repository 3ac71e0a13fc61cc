// SPDX-License-Identifier: BSD-3-Clause
#include "io/adm/bind.h"
#include "io/adm/statements/list.h"

namespace trammel::adm {

namespace {

void finish_sensor(model::Sensor& sensor, const Finish& finish) {
  finish_routine(sensor, finish);
  if (sensor.evaluate_routine && !sensor.evaluate.is_user())
    finish.error(Code::misplaced_argument, "EVALUATE_ROUTINE",
                 "EVALUATE_ROUTINE goes only with EVALUATE = USER(...)");
}

}  // namespace

SyntaxPointer sensor() {
  using S = model::Sensor;
  using model::Comparison;
  return element(Statement<S>{
      .name = "SENSOR",
      .help =
          "Watches FUNCTION. When it passes VALUE (located within 1E-10 of a step), an output is "
          "written and what the other arguments say is done. At the start it acts if FUNCTION is "
          "within ERROR of the condition; once it has acted, it acts again only after FUNCTION "
          "has been more than ERROR away. In static analyses it is asked at every equilibrium.",
      .arguments =
          {
              {"EQ", Flag{&S::comparison, Comparison::equal}, optional,
               "FUNCTION passes VALUE in either direction (default)"},
              {"GE", Flag{&S::comparison, Comparison::at_least}, optional,
               "FUNCTION rises to VALUE"},
              {"LE", Flag{&S::comparison, Comparison::at_most}, optional,
               "FUNCTION falls to VALUE"},
              {"FUNCTION", &S::function, required & or_user, "expression that is watched"},
              {"VALUE", &S::value, required & degrees, "what it is compared with"},
              {"ERROR", &S::error, positive & degrees, "how near counts as there"},
              {"ANGULAR", Flag{&S::angular, true}, optional,
               "FUNCTION is an angle: whole turns do not count"},
              {"BISECTION", Flag{&S::bisection, true}, optional,
               "the search halves its interval; else it also uses secants"},
              {"EVALUATE", &S::evaluate, or_user,
               "expression whose value at the event is SENVAL from then on"},
              {"HALT", Flag{&S::halt, true}, optional, "ends the run; its results are complete"},
              {"RETURN", Flag{&S::ends_simulation, true}, optional, "ends the simulation"},
              {"DT", &S::output_step, positive, "time between outputs from then on"},
              {"STEPSIZE", &S::step_size, positive,
               "restarts the integrator with a first step of this size"},
              {"RESTART", Flag{&S::restart, true}, optional,
               "restarts the integrator as at the beginning"},
              {"CODGEN", Flag{&S::new_pivots, true}, optional,
               "chooses new pivots, with a restart of the integrator"},
              {"PRINT", Flag{&S::print, true}, optional,
               "an output at the event, which is written anyway"},
              {"YYDUMP", Flag{&S::dump_state, true}, optional, "prints all states"},
              {"ROUTINE", &S::routine, optional, routine_help},
              {"EVALUATE_ROUTINE", &S::evaluate_routine, optional, "the same for EVALUATE"},
          },
      .at_most_one_of = {{"EQ", "GE", "LE"}, {"HALT", "RETURN"}},
      .finish = finish_sensor,
  });
}

}  // namespace trammel::adm
