// SPDX-License-Identifier: BSD-3-Clause
#include "app/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <string_view>

#include "expression/nearest.h"
#include "results/formats.h"

namespace trammel::app {

namespace {

const CLI::Validator not_empty(
    [](const std::string& text) { return text.empty() ? std::string("it is empty") : ""; }, "");

// Names are typed in any case, as in datasets.
const CLI::Validator in_lower_case(
    [](std::string& text) {
      text = CLI::detail::to_lower(text);
      return std::string();
    },
    "");

std::string format_names() {
  std::string names;
  for (const results::Format& format : results::formats()) names += std::string(format.name) + ", ";
  return names + "msg";
}

const CLI::Validator is_format(
    [](const std::string& text) {
      return results::find_format(text) || text == "msg" || text == "none"
                 ? std::string()
                 : fmt::format("there is no format '{}'; there are {}", text, format_names());
    },
    "");

CLI::Option* add_word(CLI::App& c, const char* name, auto& word, const std::string& help) {
  return c.add_option(name, word, help)->check(not_empty)->transform(in_lower_case);
}

// A library runs code: only folders that are named here are looked into.
void add_user_routines(CLI::App& c, std::vector<std::string>& folders) {
  c.add_option("--user-routines", folders,
               "folder of libraries for FUNCTION = USER(...); may be given several times")
      ->check(CLI::ExistingDirectory)
      ->allow_extra_args(false);
}

void add_files(CLI::App& c, RunOptions& o) {
  c.add_option("MODEL", o.model, "dataset, .adm; or a command file, .acf, that names it")
      ->required()
      ->check(not_empty);
  c.add_option("SCRIPT,--acf", o.script, "command file, .acf: what to simulate");
  c.add_option("-o,--output", o.folder, "folder of the results (default: the current one)")
      ->check(not_empty);
  c.add_option("--csv", o.csv, "table of all requests (default: <model>.csv)")->check(not_empty);
  c.add_option("--stats", o.stats, "statistics of the run, JSON (default: <model>.stats.json)")
      ->check(not_empty);
  c.add_option("--eigen", o.eigen, "eigenvalues of LINEAR/EIGENSOL (default: <model>.eig.csv)")
      ->check(not_empty);
  c.add_option("--results", o.results,
               "result files, separated by commas: " + format_names() +
                   ", or none (default: h5 and what OUTPUT and RESULTS ask for)")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(is_format)
      ->transform(in_lower_case);
  c.add_flag("--report", o.report, "write the results as a page as well: <model>.html");
  add_user_routines(c, o.user_routines);
  c.add_option("--eprint", o.eprint, "every step and iteration, a line of JSON each")
      ->check(not_empty);
}

void add_method(CLI::App& c, RunWords& words) {
  analysis::Overrides& s = words.options.overrides;
  add_word(c, "--integrator", s.integrator, "one of " + integrator_names());
  c.add_option("--error", s.error, "bound on the error (default: 1e-5)");
  c.add_option("--hinit", s.hinit, "first step");
  c.add_option("--hmin", s.hmin, "smallest step");
  c.add_option("--hmax", s.hmax, "largest step (default: time between outputs)");
  c.add_option("--kmax", s.kmax, "highest order of gstiff, wstiff and abam");
  c.add_option("--maxit", s.maxit, "most iterations of a step (default: 10)");
  add_word(c, "--pattern", words.pattern, "when the Jacobian is renewed, as T:F:F");
  add_word(c, "--corrector", words.corrector, "original or modified");
  add_word(c, "--formulation", words.formulation,
           "Newton system of gstiff: scaled or primer, for comparisons (default: scaled)");
  add_word(c, "--coordinates", words.coordinates,
           "of abam and rkf45: automatic (those of joints where they pay) or absolute");
  c.add_option("--alpha", s.alpha, "numerical damping of HHT, -1/3 to 0 (default: -0.3)");
  c.add_option("--beta", s.beta, "of newmark (default: 0.36)");
  c.add_option("--gamma", s.gamma, "of newmark (default: 0.7)");
  add_word(c, "--interpolate", words.interpolate,
           "on: outputs between steps; off: steps end at outputs (default: on)");
  c.add_option("--fixed-step", s.fixed_step,
               "constant steps without error control; --error still bounds the iterations");
  c.add_option("--order", s.order, "constant order of gstiff, wstiff and abam, with --fixed-step");
}

CLI::App* add_run(CLI::App& program, RunWords& words) {
  CLI::App* c = program.add_subcommand("run", "Simulate a model and write its results.");
  RunOptions& o = words.options;
  add_files(*c, o);
  add_word(*c, "--analysis", words.analysis,
           "dynamic, kinematic, static or initial-conditions (default: dynamic; kinematic if the "
           "constraints determine the motion)");
  c->add_option("--end", o.end, "end time");
  auto* steps = c->add_option("--steps", o.steps, "number of output steps (default: 100)");
  c->add_option("--dtout", o.dtout, "time between outputs")->excludes(steps);
  add_method(*c, words);
  c->add_option("--threads", o.threads,
                "threads of a large model (default: PREFERENCES/NTHREADS, else one for each core)");
  auto* quiet = c->add_flag("--quiet", o.quiet,
                            "no summary, no progress bar, no text of LIST, INFO, TIME and HELP");
  c->add_flag("--verbose", o.verbose, "a longer summary")->excludes(quiet);
  return c;
}

CLI::App* add_check(CLI::App& program, CheckOptions& o) {
  CLI::App* c = program.add_subcommand(
      "check", "Read a model and say what is wrong or unwise in it; run nothing.");
  c->add_option("MODEL", o.model, "dataset, .adm; or a command file, .acf, that names it")
      ->required()
      ->check(not_empty);
  c->add_option("--json", o.json, "write all findings to this file as well; - is standard output")
      ->check(not_empty);
  add_user_routines(*c, o.user_routines);
  return c;
}

CLI::App* add_validate(CLI::App& program, ValidateOptions& o) {
  CLI::App* c = program.add_subcommand(
      "validate", "Run a model with smaller and smaller ERROR; say how many digits are right.");
  c->add_option("MODEL", o.model, "dataset, .adm")->required()->check(not_empty);
  c->add_option("--end", o.end, "end time")->required();
  c->add_option("--steps", o.steps, "number of output steps (default: 100)");
  add_word(*c, "--integrator", o.integrator, "one of " + integrator_names());
  add_word(*c, "--second", o.second, "integrator for the cross-check (default: its SI2 form)");
  c->add_option("--error", o.error, "the largest ERROR (default: that of the dataset, or 1e-5)");
  c->add_option("--levels", o.levels, "values of ERROR, each a tenth of the last (default: 4)");
  c->add_option("--digits", o.digits, "digits that are wanted (default: 4)");
  c->add_option("--json", o.json, "write the report to this file as well; - is standard output")
      ->check(not_empty);
  add_user_routines(*c, o.user_routines);
  c->footer(
      "Exit codes: 0 the digits wanted are there, or nothing moves; 1 wrong usage; 2 the input is "
      "wrong; 3 not converged, not confirmed by the second method, failed or interrupted; 4 a file "
      "cannot be read or written.");
  return c;
}

CLI::App* add_bench_papers(CLI::App& bench, BenchPapersOptions& o) {
  CLI::App* c = bench.add_subcommand(
      "papers", "Run the experiments of the papers again: published numbers beside ours.");
  c->add_option("-o,--output", o.folder, "folder of the report and its figures (default: papers)")
      ->check(not_empty);
  c->add_option("--only", o.only, "ids of experiments, with commas between (default: all)")
      ->delimiter(',');
  c->add_flag("--quick", o.quick, "fewer and shorter runs");
  c->add_flag("--list", o.list, "name the experiments and run nothing");
  return c;
}

void add_bench_integrators(CLI::App& bench, BenchOptions& o) {
  CLI::App* c = bench.add_subcommand("integrators",
                                     "Run a model with every integrator at several ERRORs: work "
                                     "beside distance from a reference.");
  c->add_option("MODEL", o.model, "dataset, .adm")->required()->check(not_empty);
  c->add_option("--end", o.end, "end time")->required();
  c->add_option("--steps", o.steps, "number of output steps (default: 100)");
  c->add_option("--integrators", o.integrators, "which ones, with commas between (default: all)")
      ->delimiter(',');
  c->add_option("--error", o.errors, "values of ERROR, with commas between (default: 1e-3 to 1e-7)")
      ->delimiter(',')
      ->check(not_empty);
  c->add_option("--seconds", o.seconds, "of CPU time that a run may take (default: 30)");
  c->add_option("-o,--output", o.folder, "folder of JSON and charts (default: the current one)")
      ->check(not_empty);
  add_user_routines(*c, o.user_routines);
}

// Returns `bench papers`.
CLI::App* add_bench(CLI::App& program, CommandLine& line) {
  CLI::App* bench = program.add_subcommand("bench", "Measure integrators beside each other.");
  bench->require_subcommand(1);
  add_bench_integrators(*bench, line.bench);
  return add_bench_papers(*bench, line.bench_papers);
}

CLI::App* add_repair(CLI::App& program, RepairOptions& o) {
  CLI::App* c = program.add_subcommand(
      "repair", "Make whole what a killed run has left, so that other programs can read it.");
  c->add_option("FILE", o.files, "result files, .h5 or .res")->required()->check(not_empty);
  return c;
}

CLI::App* add_export(CLI::App& program, ExportOptions& o) {
  CLI::App* c = program.add_subcommand("export", "Write the results of a run in other formats.");
  c->add_option("RESULT", o.result, "result file, .h5")->required()->check(not_empty);
  c->add_flag("--csv", o.csv, "table of all requests");
  c->add_flag("--req", o.req, "request file, as ADAMS writes it");
  c->add_flag("--res", o.res, "result file as XML, as ADAMS writes it");
  c->add_flag("--out", o.out, "a table for each request");
  c->add_option("-o,--output", o.output, "file (default: beside RESULT, named as it is)")
      ->check(not_empty);
  return c;
}

CLI::App* add_plot(CLI::App& program, PlotOptions& o) {
  CLI::App* c = program.add_subcommand(
      "plot", "Draw channels of one or several runs over time, as SVG and PNG.");
  c->add_option("RESULT", o.result, "result file, .h5")->required()->check(not_empty);
  c->add_option(
       "CHANNEL", o.words,
       "REQ1.F2, PART_2.X, JOINT_3.FZ or names of elements; further .h5 files are overlaid")
      ->check(not_empty);
  c->add_option(
       "-o,--output", o.output,
       "name of both files, or one of them, .svg or .png (default: beside RESULT, named as it is)")
      ->check(not_empty);
  c->add_option("--title", o.title, "above the plot (default: title of the model)");
  c->add_flag("--diff", o.difference, "of two runs: the second minus the first");
  c->add_flag("--list", o.list, "name the channels and draw nothing");
  return c;
}

CLI::App* add_report(CLI::App& program, ReportOptions& o) {
  CLI::App* c = program.add_subcommand(
      "report", "Write results as one HTML page: animated mechanism, plots, summary.");
  c->add_option("RESULT", o.result, "result file, .h5")->required()->check(not_empty);
  c->add_option("-o,--output", o.output, "the page (default: <result>.html)")->check(not_empty);
  return c;
}

CLI::App* add_view(CLI::App& program, ReportOptions& o) {
  CLI::App* c = program.add_subcommand("view", "Show results in the browser.");
  c->add_option("RESULT", o.result, "result file, .h5, or a report, .html")
      ->required()
      ->check(not_empty);
  return c;
}

// CLI11 would call it an unexpected argument.
bool is_unknown_command(const CLI::App& program, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return false;
  const auto commands = program.get_subcommands({});
  return std::none_of(commands.begin(), commands.end(),
                      [&](const CLI::App* command) { return command->check_name(argv[1]); });
}

void report_unknown_command(const CLI::App& program, std::string_view word) {
  Nearest nearest(word);
  std::string commands;
  for (const CLI::App* command : program.get_subcommands({})) {
    nearest.offer(command->get_name());
    commands += ' ' + command->get_name();
  }
  const std::string guess =
      nearest.name().empty() ? "" : fmt::format("; did you mean {}?", nearest.name());
  fmt::print(stderr, "trammel: unknown command '{}'{}\ncommands:{}\n", word, guess, commands);
}

// For a word that looks like an option and is none: "-end", "--step=5".
void suggest_option(const CLI::App& command, int argc, char** argv) {
  for (int k = 2; k < argc; ++k) {
    const std::string_view word =
        std::string_view(argv[k]).substr(0, std::string_view(argv[k]).find('='));
    const std::size_t letters = word.find_first_not_of('-');
    if (letters == 0 || letters == word.npos || command.get_option_no_throw(std::string(word)))
      continue;
    Nearest nearest(word.substr(letters));
    for (const CLI::Option* option : command.get_options())
      for (const std::string& name : option->get_lnames()) nearest.offer(name);
    if (!nearest.name().empty())
      fmt::print(stderr, "hint: instead of {}, did you mean --{}?\n", word, nearest.name());
  }
}

}  // namespace

std::optional<CommandLine> parse_command_line(int argc, char** argv, ExitCode& code) {
  CLI::App program{"Trammel simulates multibody models in the ADAMS dataset language."};
  program.name("trammel");
  program.set_version_flag("--version", "trammel " TRAMMEL_VERSION);
  program.require_subcommand(0, 1);
  bool list = false;
  program.add_flag("--list-integrators", list, "name the integrators and what they are");

  CommandLine line;
  const CLI::App* bench_papers = add_bench(program, line);
  const CLI::App* bench = bench_papers->get_parent();
  const CLI::App* check = add_check(program, line.check);
  const CLI::App* run = add_run(program, line.run);
  const CLI::App* validate = add_validate(program, line.validate);
  const CLI::App* repair = add_repair(program, line.repair);
  const CLI::App* exporting = add_export(program, line.export_results);
  const CLI::App* plot = add_plot(program, line.plot);
  const CLI::App* report = add_report(program, line.report);
  const CLI::App* view = add_view(program, line.report);

  code = wrong_usage;
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (is_unknown_command(program, argc, argv))
      report_unknown_command(program, argv[1]);
    else if (program.exit(error) == 0)
      code = success;
    else
      for (const CLI::App* command : {run, validate, check, repair, exporting, plot, report, view})
        if (command->parsed()) suggest_option(*command, argc, argv);
    return std::nullopt;
  }
  if (bench->parsed()) {
    line.command = bench_papers->parsed() ? CommandLine::Command::bench_papers
                                          : CommandLine::Command::bench_integrators;
  } else if (check->parsed()) {
    line.command = CommandLine::Command::check;
  } else if (run->parsed()) {
    line.command = CommandLine::Command::run;
  } else if (validate->parsed()) {
    line.command = CommandLine::Command::validate;
  } else if (repair->parsed()) {
    line.command = CommandLine::Command::repair;
  } else if (exporting->parsed()) {
    line.command = CommandLine::Command::export_results;
  } else if (plot->parsed()) {
    line.command = CommandLine::Command::plot;
  } else if (report->parsed() || view->parsed()) {
    line.command = CommandLine::Command::report;
    line.report.open = view->parsed();
  } else if (list) {
    line.command = CommandLine::Command::list_integrators;
  } else {
    fmt::print(stderr, "{}", program.help());
    return std::nullopt;
  }
  return line;
}

}  // namespace trammel::app
