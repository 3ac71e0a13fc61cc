// What was typed after `trammel`: which command, with which words. The only file that knows CLI11.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "app/bench.h"
#include "app/bench_papers.h"
#include "app/check.h"
#include "app/exit_codes.h"
#include "app/export.h"
#include "app/plot.h"
#include "app/repair.h"
#include "app/report.h"
#include "app/run_options.h"
#include "app/validate.h"

namespace trammel::app {

struct CommandLine {
  enum class Command : unsigned char {
    bench_integrators,
    bench_papers,
    check,
    run,
    validate,
    repair,
    export_results,
    plot,
    report,
    list_integrators
  };
  Command command = Command::check;
  BenchOptions bench;
  BenchPapersOptions bench_papers;
  CheckOptions check;
  RunWords run;
  ValidateOptions validate;
  RepairOptions repair;
  ExportOptions export_results;
  PlotOptions plot;
  ReportOptions report;
};

// Empty when nothing is left to do: help or version was printed, or what was wrong with the words;
// `code` says which.
std::optional<CommandLine> parse_command_line(int argc, char** argv, ExitCode& code);

}  // namespace trammel::app
