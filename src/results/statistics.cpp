// SPDX-License-Identifier: BSD-3-Clause
#include "results/statistics.h"

#include <fmt/format.h>

#include <iterator>
#include <nlohmann/json.hpp>

namespace trammel::results {
namespace {

using Json = nlohmann::ordered_json;

struct Key {
  const char* name;
  const char* meaning;
  Json (*value)(const RunStatistics&);
};

using S = const RunStatistics&;

Json missing_values(S s) {
  Json list = Json::array();
  for (const MissingValues& missing : s.missing_values)
    list.push_back({{"request", missing.request},
                    {"outputs", missing.outputs},
                    {"first_time", missing.first_time},
                    {"last_time", missing.last_time},
                    {"reason", missing.reason}});
  return list;
}

const Key keys[] = {
    {"model", "the dataset, as it was named", [](S s) { return Json(s.model); }},
    {"analysis", "`dynamic`, `kinematic` or `initial-conditions`",
     [](S s) { return Json(s.analysis); }},
    {"integrator", "name of the method; empty where none is used",
     [](S s) { return Json(s.integrator); }},
    {"status", "`ok`; `failed` or `interrupted`: the results end at `time_end`",
     [](S s) { return Json(s.status); }},
    {"error", "ERROR, in model units and radians", [](S s) { return Json(s.error); }},
    {"time_end", "time that was reached", [](S s) { return Json(s.time_end); }},
    {"steps", "accepted steps", [](S s) { return Json(s.steps); }},
    {"rejected_steps", "steps whose error was too large",
     [](S s) { return Json(s.rejected_steps); }},
    {"convergence_failures", "steps whose equations were not solved within MAXIT iterations",
     [](S s) { return Json(s.convergence_failures); }},
    {"iterations", "Newton iterations", [](S s) { return Json(s.iterations); }},
    {"residuals", "evaluations of the equations", [](S s) { return Json(s.residuals); }},
    {"jacobians", "evaluations of their derivatives", [](S s) { return Json(s.jacobians); }},
    {"factorizations", "factorisations with a search for pivots",
     [](S s) { return Json(s.factorizations); }},
    {"refactorizations", "factorisations with known pivots",
     [](S s) { return Json(s.refactorizations); }},
    {"equations", "unknown accelerations, multipliers, states and variables",
     [](S s) { return Json(s.equations); }},
    {"bodies", "moving parts", [](S s) { return Json(s.bodies); }},
    {"degrees_of_freedom", "at the start", [](S s) { return Json(s.degrees_of_freedom); }},
    {"redundant_constraints", "constraint equations left out, since others imply them",
     [](S s) { return Json(s.redundant_constraints); }},
    {"h_min", "smallest accepted step", [](S s) { return Json(s.h_min); }},
    {"h_max", "largest accepted step", [](S s) { return Json(s.h_max); }},
    {"wall_s", "elapsed seconds of the analysis", [](S s) { return Json(s.wall_s); }},
    {"cpu_s", "processor seconds of the analysis", [](S s) { return Json(s.cpu_s); }},
    {"constraint_violation", "largest violation of a position constraint over all outputs",
     [](S s) { return Json(s.constraint_violation); }},
    {"missing_values",
     "requests without a value at some outputs: `request` (id), `outputs` (how many), "
     "`first_time`, `last_time`, `reason`",
     missing_values},
};

}  // namespace

std::string to_json(const RunStatistics& s) {
  Json json;
  for (const Key& key : keys) json[key.name] = key.value(s);
  // A path need not be UTF-8.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::string results_reference() {
  std::string text =
      R"(<!-- Made by tests/results/statistics_test.cpp from the tables in src/; do not edit. -->
# Results of a run

## Requests: `<model>.csv`, or `--csv FILE`

The first line names the columns: `TIME`, then `REQ<id>.F1` to `REQ<id>.F8` for each REQUEST in the order of the
dataset, then `MREQ<id>.<element>.F1` to `.F8` for each element of each MREQUEST (`MREQ5.PART3.F2`). One row for the
start, one for each output time and one for each event of a SENSOR. Numbers are the shortest decimals that read back to the
same double; angles are in radians. A component that was not asked for is 0. A component without a value at an output
(SQRT of a negative number, an overflow) is an empty field, never a number; a warning names the request, and
`missing_values` of the statistics lists it.

## Statistics: `<model>.stats.json`, or `--stats FILE`

| key | meaning |
|---|---|
)";
  for (const Key& key : keys)
    fmt::format_to(std::back_inserter(text), "| `{}` | {} |\n", key.name, key.meaning);
  text += R"(
## Linear analysis: `<prefix>.eig.csv`, or `--eigen FILE`

`MODE,REAL,IMAG,FREQUENCY,DAMPING_RATIO`: a row for each eigenvalue with IMAG >= 0, by modulus. REAL and IMAG in radians per
unit of time, FREQUENCY the undamped one in cycles, DAMPING_RATIO -REAL/modulus. `<prefix>.modes.csv` has the shapes:
`MODE,PART,COORDINATE,REAL,IMAG`, displacements in ground axes, rotations about the axes of the CM marker.

## Messages of a script: `<prefix>.msg`

Every command, and what came of it.

## Exit codes

| code | meaning |
|---|---|
| 0 | success |
| 1 | wrong usage: nothing was read or written |
| 2 | the input is wrong; messages name file, line and element |
| 3 | the analysis failed or was interrupted; the results up to there are kept |
| 4 | a file cannot be read or written |
)";
  return text;
}

}  // namespace trammel::results
