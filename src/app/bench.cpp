// SPDX-License-Identifier: BSD-3-Clause
#include "app/bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <functional>

#include "app/findings.h"
#include "app/interrupt.h"
#include "app/result_files.h"
#include "app/run_options.h"
#include "app/summary.h"
#include "bench/work_report.h"
#include "elements/user/libraries.h"
#include "integrators/registry.h"
#include "io/adm/reader.h"
#include "results/file.h"

namespace trammel::app {
namespace {

using analysis::Status;

void say(const std::string& text) {
  std::fputs(text.c_str(), stderr);
}

std::string wrong_words(const BenchOptions& o) {
  for (const std::string& name : o.integrators)
    if (!find_integrator(name))
      return fmt::format("there is no integrator {}; available: {}", name, integrator_names());
  if (is_script(o.model))
    return o.model + ": a command file; methods are compared on a dataset, .adm, from its start on";
  if (!(o.end > 0) || !std::isfinite(o.end)) return "--end must be a positive number";
  if (o.steps < 1 || o.steps > 1000000) return "--steps must be from 1 to 1000000";
  if (!(o.seconds > 0) || !std::isfinite(o.seconds)) return "--seconds must be a positive number";
  for (const double error : o.errors)
    if (!(error >= 1e-15) || !std::isfinite(error))
      return "--error must be numbers of 1e-15 or more";
  return "";
}

bench::WorkSettings work_settings(const model::Model& model, const BenchOptions& o) {
  analysis::Findings ignored;
  bench::WorkSettings settings;
  settings.run = analysis::run_settings(model, {}, ignored);
  settings.run.output_times = analysis::output_times(0, {o.end, o.steps, {}});
  settings.run.stop_requested = is_interrupted;
  settings.integrators = o.integrators;
  settings.seconds = o.seconds;
  if (o.errors.empty()) return settings;
  std::vector<double>& errors = settings.errors = o.errors;
  std::sort(errors.begin(), errors.end(), std::greater<>());  // one out of time ends its method
  errors.erase(std::unique(errors.begin(), errors.end()), errors.end());
  return settings;
}

void write_files(const bench::WorkReport& report, const BenchOptions& o) {
  const std::string name = std::filesystem::path(o.model).stem().string();
  const auto path = [&](const char* ending) {
    return (std::filesystem::path(o.folder) / (name + ending)).string();
  };
  results::write_text(path(".work.json"), bench::to_json(report, o.model));
  std::string written = path(".work.json");
  if (report.ok)
    for (const auto& [work, ending] : {std::pair{bench::Work::cpu, ".work.svg"},
                                       {bench::Work::steps, ".work-steps.svg"},
                                       {bench::Work::factorizations, ".work-factors.svg"}}) {
      results::write_text(path(ending), to_svg(bench::chart(report, work, name)));
      written += ", " + path(ending);
    }
  print(fmt::format("written: {}\n", written));
}

}  // namespace

ExitCode bench_integrators(const BenchOptions& options) {
  if (const std::string wrong = wrong_words(options); !wrong.empty()) {
    say(fmt::format("trammel bench: error: {}\n", wrong));
    return wrong_usage;
  }
  catch_interrupts();
  const adm::Reading reading = adm::read_file(options.model);
  const auto libraries = std::make_shared<elements::UserLibraries>(options.user_routines);
  say(reading.messages());
  if (!reading.ok()) return wrong_input;
  analysis::Session session(reading.model, libraries);
  say(render(session.problems(), reading.source));
  if (!session.ok()) return wrong_input;
  const analysis::InitialConditions& start = session.assemble();
  say(render(start.findings, reading.source));
  if (!start.ok()) return start.status == Status::impossible ? wrong_input : analysis_failed;
  if (session.automatic_kind() == analysis::Kind::kinematic) {
    print(fmt::format("{}: the constraints determine the motion; no integrator is needed\n",
                      options.model));
    return success;
  }
  make_folder(options.folder);  // before minutes of work
  const bench::WorkReport report = bench::measure_work(
      reading.model, libraries, work_settings(reading.model, options),
      [](const bench::WorkPoint& p) {
        say(fmt::format("running {} with ERROR = {:g}\n", p.integrator, p.error));
      });
  print(bench::to_text(report));
  write_files(report, options);
  return report.ok && !is_interrupted() ? success : analysis_failed;
}

}  // namespace trammel::app
