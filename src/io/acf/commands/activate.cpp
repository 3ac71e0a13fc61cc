// ACTIVATE, DEACTIVATE: elements take part in the equations, or not.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "io/acf/commands/list.h"
#include "io/acf/interpreter.h"
#include "io/acf/rehearsal.h"
#include "io/adm/bind.h"

namespace trammel::acf {
namespace {

// What has equations or outputs of its own that can be left out.
constexpr std::array switchable = {
    model::Kind::joint,         model::Kind::jprim,    model::Kind::coupler, model::Kind::gear,
    model::Kind::gcon,          model::Kind::ptcv,     model::Kind::cvcv,    model::Kind::motion,
    model::Kind::sforce,        model::Kind::vforce,   model::Kind::vtorque, model::Kind::gforce,
    model::Kind::spring_damper, model::Kind::bushing,  model::Kind::beam,    model::Kind::field,
    model::Kind::nforce,        model::Kind::friction, model::Kind::sensor,  model::Kind::request,
    model::Kind::mrequest};

struct Selection {
  model::Kind kind = model::Kind::count;
  std::vector<int> ids, range;
};

void finish_selection(Selection& s, const adm::Finish& finish) {
  if (s.range.size() == 2 && s.range[0] > s.range[1])
    finish.error(adm::Code::out_of_range, "RANGE",
                 fmt::format("{} is larger than {}", s.range[0], s.range[1]));
}

// False: an id does not exist, and `complain` has been told.
template <class Complain>
bool set(const Selection& s, bool active, const Command& command, Edits& edits, model::Model& model,
         const Complain& complain) {
  const std::string_view name = model::statement_name(s.kind);
  for (const int id : s.ids)
    if (!edits.set_active(command, s.kind, id, active, model)) {
      complain(fmt::format("{}/{} is not defined", name, id));
      return false;
    }
  if (s.range.empty()) return true;
  bool any = false;
  for (const int id : model.ids(s.kind))
    if (id >= s.range[0] && id <= s.range[1])
      any = edits.set_active(command, s.kind, id, active, model);
  if (!any) complain(fmt::format("there is no {} from {} to {}", name, s.range[0], s.range[1]));
  return any;
}

template <bool active>
Progress execute(const Selection& s, Interpreter& interpreter) {
  if (!interpreter.need_model()) return Progress::failed;
  Simulator& simulator = interpreter.simulator();
  const bool ok = set(s, active, interpreter.command(), simulator.edits(), simulator.model(),
                      [&](const std::string& text) { interpreter.fail(text); });
  return ok ? Progress::go_on : Progress::failed;
}

template <bool active>
void rehearse(const Selection& s, Rehearsal& rehearsal) {
  set(s, active, rehearsal.command(), rehearsal.edits(), rehearsal.model(),
      [&](const std::string& text) { rehearsal.complain(text); });
}

template <bool active>
CommandPointer make(std::string_view name, std::string_view help, std::string_view example) {
  using S = Selection;
  std::vector<adm::Argument<S>> arguments;
  std::vector<std::string_view> names;
  for (const model::Kind kind : switchable) {
    arguments.push_back(
        {model::statement_name(kind), adm::Flag{&S::kind, kind}, adm::optional, model::noun(kind)});
    names.push_back(model::statement_name(kind));
  }
  arguments.push_back({"CONTACT", adm::Refused{"there are no contacts between shapes"}});
  names.push_back("CONTACT");
  for (const std::string_view data : {"DIFF", "VARIABLE", "LSE", "GSE", "TFSISO"}) {
    arguments.push_back({data, adm::Refused{"equations of the user cannot be left out"}});
    names.push_back(data);
  }
  arguments.push_back({"ID", &S::ids, adm::optional, "ids of the elements"});
  arguments.push_back(
      {"RANGE", &S::range, adm::count(2, 2), "all with ids from the first to the second"});
  return command(CommandRow<S>{
      .table = {.name = name,
                .help = help,
                .arguments = std::move(arguments),
                .exactly_one_of = {names, {"ID", "RANGE"}},
                .finish = finish_selection},
      .example = example,
      .execute = execute<active>,
      .rehearse = rehearse<active>,
  });
}

}  // namespace

CommandPointer activate() {
  return make<true>(
      "ACTIVATE",
      "Switches elements on again. Before the next analysis, parts move as little as "
      "possible to satisfy constraints, and momentum stays where these stop velocities.",
      "ACTIVATE/JOINT, ID = 7");
}

CommandPointer deactivate() {
  return make<false>(
      "DEACTIVATE",
      "Switches elements off: constraints, forces, sensors leave the equations, what "
      "functions read of them is 0, and columns of requests stay empty.",
      "DEACTIVATE/JOINT, RANGE = 1301, 1310");
}

}  // namespace trammel::acf
