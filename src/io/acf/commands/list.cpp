// LIST, INFO: the model as it is now.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>

#include "io/acf/commands/list.h"
#include "io/acf/interpreter.h"
#include "io/acf/rehearsal.h"
#include "io/adm/bind.h"
#include "io/adm/statements.h"
#include "io/adm/writer.h"

namespace trammel::acf {
namespace {

struct Listed {
  const adm::Syntax* syntax = nullptr;  // null: all
  std::vector<int> ids, range;
};

bool is_listed(const Listed& s, int id) {
  if (!s.range.empty()) return id >= s.range[0] && id <= s.range[1];
  return s.ids.empty() || std::find(s.ids.begin(), s.ids.end(), id) != s.ids.end();
}

Progress list_statements(const Listed& wanted, Interpreter& interpreter) {
  if (!interpreter.need_model()) return Progress::failed;
  const model::Model& model = interpreter.simulator().model();
  std::string text;
  for (const adm::SyntaxPointer& syntax : adm::statements()) {
    if (wanted.syntax && wanted.syntax != syntax.get()) continue;
    syntax->for_each(model, [&](const adm::Syntax::Item& item) {
      if (is_listed(wanted, item.id)) text += adm::write(*syntax, item);
    });
  }
  interpreter.host().print(text.empty() ? "there is nothing of this kind\n" : text);
  return Progress::go_on;
}

// An id that does not exist is a mistake; a range may be empty.
void rehearse_list(const Listed& wanted, Rehearsal& rehearsal) {
  if (!wanted.syntax) return;
  std::vector<int> known;
  wanted.syntax->for_each(rehearsal.model(),
                          [&](const adm::Syntax::Item& item) { known.push_back(item.id); });
  for (const int id : wanted.ids)
    if (std::find(known.begin(), known.end(), id) == known.end())
      rehearsal.complain(fmt::format("{}/{} is not defined", wanted.syntax->name(), id));
}

Progress show_info(const NoArguments&, Interpreter& interpreter) {
  if (!interpreter.need_model()) return Progress::failed;
  Simulator& simulator = interpreter.simulator();
  if (!simulator.update()) return interpreter.fail("the model has no consistent state");
  const analysis::InitialConditions& now = simulator.session().state();
  const Layout& layout = now.system->layout();
  std::string text = fmt::format(
      "{}\n  time {}\n  {} moving parts, {} degrees of freedom, {} redundant constraints, {} "
      "equations\n",
      simulator.model().title, now.state.t, now.system->n_bodies(), now.degrees_of_freedom,
      now.redundancy.dropped.size(), layout.n + layout.m() + layout.n_aux());
  for (int k = 0; k < static_cast<int>(model::Kind::count); ++k) {
    const auto kind = static_cast<model::Kind>(k);
    const std::vector<int> ids = simulator.model().ids(kind);
    const auto off = std::count_if(ids.begin(), ids.end(),
                                   [&](int id) { return !simulator.model().is_active(kind, id); });
    if (ids.empty()) continue;
    text += fmt::format("  {:<14}{}", model::statement_name(kind), ids.size());
    text += off > 0 ? fmt::format(", {} of them switched off\n", off) : "\n";
  }
  interpreter.host().print(text);
  return Progress::go_on;
}

}  // namespace

CommandPointer list() {
  using S = Listed;
  std::vector<adm::Argument<S>> arguments;
  std::vector<std::string_view> names;
  for (const adm::SyntaxPointer& syntax : adm::statements()) {
    arguments.push_back({syntax->name(), adm::Flag{&S::syntax, syntax.get()}, adm::optional, ""});
    names.push_back(syntax->name());
  }
  arguments.push_back({"ID", &S::ids, adm::optional, "ids of the elements; otherwise all"});
  arguments.push_back(
      {"RANGE", &S::range, adm::count(2, 2), "all with ids from the first to the second"});
  return command(CommandRow<S>{
      .table = {.name = "LIST",
                .help = "Shows statements of the model as they are now. The word LIST in a command "
                        "that changes an element shows that element.",
                .arguments = std::move(arguments),
                .at_most_one_of = {names, {"ID", "RANGE"}}},
      .example = "LIST/JOINT, ID = 7",
      .execute = list_statements,
      .rehearse = rehearse_list,
  });
}

CommandPointer info() {
  return command(CommandRow<NoArguments>{
      .table = {.name = "INFO",
                .help = "Shows the present time, degrees of freedom, and how many elements of each "
                        "kind there are."},
      .example = "INFO",
      .execute = show_info,
  });
}

}  // namespace trammel::acf
