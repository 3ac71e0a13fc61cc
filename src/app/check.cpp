// SPDX-License-Identifier: BSD-3-Clause
#include "app/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "analysis/session.h"
#include "analysis/smallness.h"
#include "app/findings.h"
#include "app/freedom.h"
#include "app/no_effect.h"
#include "app/summary.h"
#include "elements/user/missing.h"
#include "io/adm/inventory.h"
#include "io/adm/reader.h"

namespace trammel::app {
namespace {

using analysis::Finding;
using model::Severity;

struct Mechanism {
  std::string messages, summary;
  std::size_t errors = 0, warnings = 0;

  void count(Severity severity) { ++(severity == Severity::error ? errors : warnings); }
};

// What a dynamic run would say about INTEGRATOR.
analysis::Findings examine_settings(const model::Model& model, const analysis::Session& session) {
  analysis::Findings findings;
  if (session.automatic_kind() != analysis::Kind::dynamic) return findings;
  const analysis::RunSettings settings = analysis::run_settings(model, {}, findings);
  const std::string wrong = analysis::check(settings);
  if (!wrong.empty())
    findings.push_back({Severity::error, "INTEGRATOR", model.integrator.at, wrong, ""});
  for (analysis::Finding& f : analysis::warn_of_smallness(session.state(), settings.error))
    findings.push_back(std::move(f));
  return findings;
}

// What the equations say: degrees of freedom, redundant constraints, whether it can be assembled.
Mechanism examine(const adm::Reading& reading, std::shared_ptr<elements::UserLibraries> libraries) {
  Mechanism result;
  analysis::Session session(reading.model, std::move(libraries));
  for (const auto& problems : {settings_without_effect(reading.model), session.problems()}) {
    result.messages += render(problems, reading.source);
    for (const model::Problem& problem : problems) result.count(model::row(problem.code).severity);
  }
  if (!session.ok()) return result;
  const analysis::InitialConditions& start = session.assemble();
  result.messages += render(start.findings, reading.source);
  for (const Finding& finding : start.findings) result.count(finding.severity);
  if (start.ok()) {
    const analysis::Findings settings = examine_settings(reading.model, session);
    result.messages += render(settings, reading.source);
    for (const Finding& finding : settings) result.count(finding.severity);
    const analysis::Findings requests = missing_requests(reading.model);
    result.messages += render(requests, reading.source);
    for (const Finding& finding : requests) result.count(finding.severity);
    if (reading.model.debug.dof) result.summary = '\n' + count_freedom(start);
  }
  if (start.system)
    result.summary +=
        fmt::format("\n  {}, {}, {}\n", counted(start.system->n_bodies(), "moving part"),
                    counted(start.degrees_of_freedom, "degree") + " of freedom",
                    counted(long(start.redundancy.dropped.size()), "redundant constraint"));
  return result;
}

// A model with errors has no equations, but what it lacks is said in one go.
Mechanism examine_routines(const adm::Reading& reading, elements::UserLibraries& libraries) {
  Mechanism result;
  const std::vector<model::Problem> missing = elements::missing_routines(reading.model, libraries);
  result.messages = render(missing, reading.source);
  result.errors = missing.size();
  return result;
}

}  // namespace

ExitCode check(const std::string& path, const std::vector<std::string>& user_routines) {
  const adm::Reading reading = adm::read_file(path);
  std::fputs(reading.messages().c_str(), stderr);
  const auto libraries = std::make_shared<elements::UserLibraries>(user_routines);
  Mechanism found =
      reading.ok() ? examine(reading, libraries) : examine_routines(reading, *libraries);
  std::fputs(found.messages.c_str(), stderr);
  found.errors += reading.diagnostics.errors();
  found.warnings += reading.diagnostics.warnings();
  print(fmt::format("{}{}\n{}: {}, {}\n", adm::inventory(reading), found.summary, path,
                    counted(long(found.errors), "error"),
                    counted(long(found.warnings), "warning")));
  return found.errors == 0 ? success : wrong_input;
}

}  // namespace trammel::app
