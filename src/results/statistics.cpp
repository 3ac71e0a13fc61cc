// SPDX-License-Identifier: BSD-3-Clause
#include "results/statistics.h"

#include <fmt/format.h>

#include <iterator>
#include <nlohmann/json.hpp>
#include <type_traits>
#include <variant>

namespace trammel::results {
namespace {

using Json = nlohmann::ordered_json;

using S = RunStatistics;

struct Key {
  const char* name;
  const char* meaning;
  std::variant<std::string S::*, double S::*, long S::*> member;
};

Json to_json(const std::vector<MissingValues>& values) {
  Json list = Json::array();
  for (const MissingValues& missing : values)
    list.push_back({{"request", missing.request},
                    {"outputs", missing.outputs},
                    {"first_time", missing.first_time},
                    {"last_time", missing.last_time},
                    {"reason", missing.reason}});
  return list;
}

const Key keys[] = {
    {"model", "the dataset, as it was named", &S::model},
    {"analysis", "`dynamic`, `kinematic`, `static` or `initial-conditions`", &S::analysis},
    {"integrator", "name of the method; empty where none is used", &S::integrator},
    {"status", "`ok`; `failed` or `interrupted`: the results end at `time_end`", &S::status},
    {"error", "ERROR, in model units and radians", &S::error},
    {"time_end", "time that was reached", &S::time_end},
    {"steps", "accepted steps", &S::steps},
    {"rejected_steps", "steps whose error was too large", &S::rejected_steps},
    {"convergence_failures", "steps whose equations were not solved within MAXIT iterations",
     &S::convergence_failures},
    {"iterations", "Newton iterations", &S::iterations},
    {"residuals", "evaluations of the equations", &S::residuals},
    {"jacobians", "evaluations of their derivatives", &S::jacobians},
    {"factorizations", "factorisations with a search for pivots", &S::factorizations},
    {"refactorizations", "factorisations with known pivots", &S::refactorizations},
    {"equations", "unknown accelerations, multipliers, states and variables", &S::equations},
    {"bodies", "moving parts", &S::bodies},
    {"degrees_of_freedom", "at the start", &S::degrees_of_freedom},
    {"redundant_constraints", "constraint equations left out, since others imply them",
     &S::redundant_constraints},
    {"h_min", "smallest accepted step", &S::h_min},
    {"h_max", "largest accepted step", &S::h_max},
    {"wall_s", "elapsed seconds of the analysis", &S::wall_s},
    {"cpu_s", "processor seconds of the analysis", &S::cpu_s},
    {"constraint_violation", "largest violation of a position constraint over all outputs",
     &S::constraint_violation},
};

constexpr const char* missing_key = "missing_values";
constexpr const char* missing_meaning =
    "requests without a value at some outputs: `request` (id), `outputs` (how many), "
    "`first_time`, `last_time`, `reason`";

std::vector<MissingValues> missing_values(const Json& list) {
  std::vector<MissingValues> values;
  for (const Json& each : list)
    values.push_back({each.value("request", 0), each.value("outputs", 0L),
                      each.value("first_time", 0.0), each.value("last_time", 0.0),
                      each.value("reason", "")});
  return values;
}

Json to_object(const RunStatistics& s) {
  Json json;
  for (const Key& key : keys)
    std::visit([&](auto member) { json[key.name] = s.*member; }, key.member);
  json[missing_key] = to_json(s.missing_values);
  return json;
}

// A path need not be UTF-8.
std::string dump(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace

std::string to_json(const RunStatistics& s) {
  return dump(to_object(s));
}

std::string summary_to_json(const Summary& summary) {
  Json json = to_object(summary.statistics);
  json["warnings"] = summary.warnings;
  return dump(json);
}

Summary summary_from_json(const std::string& text) {
  Summary summary;
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return summary;
  RunStatistics& s = summary.statistics;
  // A number that is none (NaN) has been written as null.
  for (const Key& key : keys)
    if (const auto found = json.find(key.name); found != json.end())
      std::visit(
          [&](auto member) {
            using Value = std::decay_t<decltype(s.*member)>;
            constexpr bool is_text = std::is_same_v<Value, std::string>;
            if (is_text ? found->is_string() : found->is_number()) s.*member = found->get<Value>();
          },
          key.member);
  if (const auto found = json.find(missing_key); found != json.end() && found->is_array())
    s.missing_values = missing_values(*found);
  if (const auto found = json.find("warnings"); found != json.end() && found->is_array())
    for (const Json& warning : *found)
      if (warning.is_string()) summary.warnings.push_back(warning.get<std::string>());
  return summary;
}

std::string results_reference() {
  std::string text =
      R"(<!-- Made by tests/results/statistics_test.cpp from the tables in src/; do not edit. -->
# Results of a run

| file | written | content |
|---|---|---|
| `<model>.csv` | always | [table of all requests](#requests-modelcsv-or---csv-file) |
| `<model>.stats.json` | always | [what the run cost](#statistics-modelstatsjson-or---stats-file) |
| `<model>.h5` | unless `--results` says otherwise | [everything](result-format.md): poses, velocities and accelerations of all parts, reactions, forces, variables, states, requests, steps, mode shapes, names, units, the dataset; for `trammel plot` and `export`, Python, MATLAB |
| `<model>.res` | with `RESULTS` in the dataset, or `--results res` | the same as XML (XRF 2.0), for readers of ADAMS files; `NOVELOCITIES` and the other words of RESULTS leave things out |
| `<model>.req` | with `OUTPUT/REQSAVE`, or `--results req` | requests without magnitudes (format A.R3), six digits |
| `<model>.out` | with `OUTPUT` without `NOPRINT`, or `--results out` | a table for each request with its comment; angles of displacements in degrees, all others in radians |
| `<model>.msg` | with `RESULTS` or `OUTPUT` in the dataset, by every script, or with `--results msg` | [messages](#messages-modelmsg) |

`--results h5,res,req,out,msg` names the formats that are wanted, `--results none` those two that are always written. Where
`--csv` names another table and `-o` no folder they lie beside that table; one that goes to a pipe or a device stands
alone. All are written while the run goes on (the tables of `.out` at its end), in memory that does not grow with its length. A run
that fails or is interrupted closes its files. After a crash or `kill -9`, `trammel repair FILE.h5` and `trammel repair
FILE.res` make them whole. When a disk is full the run stops with exit code 4, and what was written stays.

```
trammel export RESULT.h5 --csv|--req|--res|--out [-o FILE]      # in another format; -o /dev/stdout for a pipe
trammel plot RESULT.h5 REQ1.F2 PART_2.X arm.VX [MORE.h5 ...]    # SVG and PNG, several runs overlaid
trammel plot A.h5 B.h5 PART_2.X --diff                          # B minus A, at the times of A
trammel plot RESULT.h5 --list                                   # all channels with their units
```

A channel is an element and a component: `PART_2.X` … `Z`, `E0` … `E3`, `VX` … `WZ`, `ACCX` … `WDZ`; `JOINT_3.FX` … `TZ`
and likewise of all other constraints and forces, on the part of I in ground axes; `VARIABLE_7.Q`, `DIFF_1.Q`, `LSE_4.X2`; `REQ1.F2`. In place
of `PART_2` the name of the element will do, with or without that of the model, and in place of `F2` the name of the
component.

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
  fmt::format_to(std::back_inserter(text), "| `{}` | {} |\n", missing_key, missing_meaning);
  text += R"(
## Linear analysis: `<prefix>.eig.csv`, or `--eigen FILE`

`MODE,REAL,IMAG,FREQUENCY,DAMPING_RATIO`: a row for each eigenvalue with IMAG >= 0, by modulus. REAL and IMAG in radians per
unit of time, FREQUENCY the undamped one in cycles, DAMPING_RATIO -REAL/modulus. `<prefix>.modes.csv` has the shapes:
`MODE,PART,COORDINATE,REAL,IMAG`, displacements in ground axes, rotations about the axes of the CM marker.

## Messages: `<model>.msg`

What happened, in the order and with the words of ADAMS/Solver: every command of a script as ` command: ...`, the title, and for every
simulation its kind, constraint equations that are left out, index, integrator and error, a table of its progress (time, step, Newton
iterations, steps, order, processor time at the start and after every tenth), and how it ended. Warnings and errors stand between
`---- START: WARNING ----` and `---- END: WARNING ----`.

## On the terminal

A progress bar and messages go to standard error. The summary, with a link to the report, goes to standard output where that is a terminal,
else to standard error; `--quiet` leaves it out. A pipe gets what was asked for and nothing else: `--csv /dev/stdout`,
`export -o /dev/stdout`, `report` and `plot` (the names of the files they have written).

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
