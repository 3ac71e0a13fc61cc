// SIMULATE: analyses, each from where the one before has ended.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "io/acf/commands/list.h"
#include "io/acf/interpreter.h"
#include "io/acf/rehearsal.h"
#include "io/adm/bind.h"

namespace trammel::acf {
namespace {

using adm::Flag;
using adm::optional;

constexpr double most_outputs = 1e7, shortest_interval = 1e-100;
constexpr int default_steps = 100;
constexpr double same_time = 1e-12;  // relative

struct Simulate {
  analysis::Kind kind = analysis::Kind::dynamic;
  bool transient = false;
  std::optional<double> end, duration, dtout;
  std::optional<int> steps;
};

void finish_simulate(Simulate& s, const adm::Finish& finish) {
  if (s.kind == analysis::Kind::initial_conditions) {
    for (const std::string_view name : {"END", "DURATION", "DTOUT", "STEPS"})
      if (finish.given(name))
        finish.error(adm::Code::misplaced_argument, name, "initial conditions have no duration");
    return;
  }
  const bool ends = s.end || s.duration;
  if (!ends && s.kind != analysis::Kind::statics)
    finish.error(adm::Code::missing_argument, "", "one of END or DURATION is missing");
  if (!ends && (s.dtout || s.steps) && s.kind == analysis::Kind::statics)
    finish.error(adm::Code::missing_argument, "", "one of END or DURATION is missing",
                 "a sequence of equilibria needs an end");
  if (s.steps && *s.steps > most_outputs)
    finish.error(adm::Code::out_of_range, "STEPS", fmt::format("more than {:g}", most_outputs));
}

// When outputs are due; what the command comes to instead where there is nothing to run.
std::optional<Progress> plan(const Simulate& s, Interpreter& interpreter, Simulation& simulation) {
  const double now = interpreter.simulator().time();
  const double end = s.end ? *s.end : now + *s.duration, duration = end - now;
  if (std::abs(duration) <= same_time * std::max(std::abs(now), std::abs(end))) {
    interpreter.host().print(fmt::format("the time is {} already\n", now));
    return Progress::go_on;
  }
  if (duration < 0)
    return interpreter.fail(fmt::format("END = {} lies before the present time, {}", end, now));
  const int steps = s.steps.value_or(default_steps);
  const double interval = s.dtout.value_or(duration / steps);
  if (interval < shortest_interval)
    return interpreter.fail(
        fmt::format("the time between outputs, {:.3g}, is too short", interval));
  if (s.dtout && duration / interval > most_outputs)
    return interpreter.fail(
        fmt::format("DTOUT = {} asks for more than {:g} outputs", interval, most_outputs));
  simulation.times =
      s.dtout ? analysis::OutputTimes{end, {}, s.dtout} : analysis::OutputTimes{end, steps, {}};
  return {};
}

Progress run_analysis(const Simulate& s, Interpreter& interpreter) {
  if (!interpreter.need_model()) return Progress::failed;
  Simulator& simulator = interpreter.simulator();
  if (!simulator.update())
    return interpreter.fail("the model has no consistent state to start from");
  Simulation simulation;
  simulation.kind = s.transient ? simulator.session().automatic_kind() : s.kind;
  if (s.end || s.duration)
    if (const std::optional<Progress> ended = plan(s, interpreter, simulation)) return *ended;
  const analysis::RunReport report = simulator.run(simulation);
  if (report.status == analysis::Status::interrupted) {
    interpreter.fail(
        fmt::format("interrupted at time {:.8g}; the results up to there are kept", report.time));
    return Progress::interrupted;
  }
  if (report.status != analysis::Status::ok)
    return interpreter.fail(
        fmt::format("stopped at time {:.8g}; the results up to there are kept", report.time));
  return report.halted ? Progress::stop : Progress::go_on;
}

}  // namespace

CommandPointer simulate() {
  using S = Simulate;
  return command(CommandRow<S>{
      .table =
          {
              .name = "SIMULATE",
              .help =
                  "Runs an analysis from the present state. Changes of the model since the last "
                  "one take effect: positions and velocities are made to fit.",
              .arguments =
                  {
                      {"DYNAMICS", Flag{&S::kind, analysis::Kind::dynamic}, optional,
                       "integrates the motion"},
                      {"KINEMATICS", Flag{&S::kind, analysis::Kind::kinematic}, optional,
                       "a model without degrees of freedom moves as its motions say"},
                      {"STATICS", Flag{&S::kind, analysis::Kind::statics}, optional,
                       "finds an equilibrium; with END or DURATION one for each output time"},
                      {"TRANSIENT", Flag{&S::transient, true}, optional,
                       "KINEMATICS where the constraints determine the motion, else DYNAMICS"},
                      {"INITIAL_CONDITIONS", Flag{&S::kind, analysis::Kind::initial_conditions},
                       optional, "assembles the model"},
                      {"DISPLACEMENT",
                       adm::Ignored{"velocities and accelerations are found as well"}},
                      {"VELOCITY", adm::Ignored{"positions and accelerations are found as well"}},
                      {"ACCELERATION", adm::Ignored{"positions and velocities are found as well"}},
                      {"END", &S::end, optional, "time of the end"},
                      {"DURATION", &S::duration, adm::positive, "time from now to the end"},
                      {"DTOUT", &S::dtout, adm::positive,
                       "time between outputs; may be longer than the simulation"},
                      {"STEPS", &S::steps, adm::at_least(1),
                       "outputs from now to the end, at equal intervals; 100 without DTOUT"},
                      {"UPRINT", adm::Ignored{"it prints what a user routine wants to say"}},
                  },
              .exactly_one_of = {{"DYNAMICS", "KINEMATICS", "STATICS", "TRANSIENT",
                                  "INITIAL_CONDITIONS"}},
              .at_most_one_of = {{"END", "DURATION"}, {"DTOUT", "STEPS"}},
              .finish = finish_simulate,
          },
      .example = "SIMULATE/DYNAMICS, END = 1.5, STEPS = 300",
      .execute = run_analysis,
      .rehearse = [](const S&, Rehearsal& rehearsal) { rehearsal.check_edits(); },
  });
}

}  // namespace trammel::acf
