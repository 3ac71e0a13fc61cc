// SPDX-License-Identifier: BSD-3-Clause
#include "elements/lower/user_functions.h"

#include "elements/lower/lowering.h"
#include "elements/user/missing.h"
#include "expression/leaves.h"

namespace trammel::elements {

using expression::Tree;

std::vector<Tree> user_results(Lowering& lowering, const Site& site,
                               const std::vector<double>& parameters, const model::Routine& routine,
                               int n_results, OwnArrays own) {
  std::vector<Tree> results(static_cast<std::size_t>(n_results));
  const model::Routine wanted = routine ? routine : model::default_routine(site.owner.kind);
  const Site place = routine && site.argument == "FUNCTION" ? site.with("ROUTINE") : site;
  const UserLibraries::Found found = lowering.libraries->find(wanted);
  if (!found.routine) {
    lowering.equations.problems.push_back(missing_routine(model::statement_name(site.owner.kind),
                                                          site.label, site.at, place.argument,
                                                          wanted, found));
    return results;
  }
  RoutineSetup setup;
  setup.libraries = lowering.libraries;
  setup.model = &lowering.model();
  setup.routine = found.routine;
  setup.name = wanted.text() + " of " + site.label;
  setup.statement = model::statement_name(site.owner.kind);
  setup.id = site.owner.id;
  setup.parameters = parameters;
  setup.n_results = n_results;
  Probe probe(lowering, own);
  if (const std::string problem = probe.run(setup); !problem.empty()) {
    lowering.report(model::Code::wrong_routine, place, wanted.text() + ": " + problem);
    return results;
  }
  const int number = static_cast<int>(lowering.equations.externals.size());
  for (int r = 0; r < n_results; ++r)
    results[static_cast<std::size_t>(r)] = expression::external(number, r, probe.arguments);
  lowering.equations.externals.push_back(std::make_unique<RoutineFunction>(
      std::move(setup), std::move(probe.questions), probe.arguments.size()));
  return results;
}

}  // namespace trammel::elements
