// The program: words become commands, failures become exit codes.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <cstdio>
#include <exception>

#include "app/check.h"
#include "app/command_line.h"
#include "io/adm/source.h"
#include "results/file.h"
#include "results/result_file.h"

namespace {

using namespace trammel;

int run_command(int argc, char** argv) {
  app::ExitCode code = app::success;
  const std::optional<app::CommandLine> line = app::parse_command_line(argc, argv, code);
  if (!line) return code;
  switch (line->command) {
    case app::CommandLine::Command::bench_integrators:
      return app::bench_integrators(line->bench);
    case app::CommandLine::Command::bench_papers:
      return app::bench_papers(line->bench_papers);
    case app::CommandLine::Command::check:
      return app::check(line->check);
    case app::CommandLine::Command::run:
      return app::run(line->run);
    case app::CommandLine::Command::validate:
      return app::validate(line->validate);
    case app::CommandLine::Command::repair:
      return app::repair(line->repair);
    case app::CommandLine::Command::export_results:
      return app::export_results(line->export_results);
    case app::CommandLine::Command::plot:
      return app::plot(line->plot);
    case app::CommandLine::Command::report:
      return app::report(line->report);
    case app::CommandLine::Command::list_integrators:
      app::list_integrators();
      break;
  }
  return app::success;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run_command(argc, argv);
  } catch (const adm::FileError& error) {
    fmt::print(stderr, "trammel: {}\n", error.what());
    return app::file_error;
  } catch (const results::ReadError& error) {
    fmt::print(stderr, "trammel: {}\n", error.what());
    return app::file_error;
  } catch (const results::WriteError& error) {
    fmt::print(stderr, "trammel: {}\n", error.what());
    return app::file_error;
  } catch (const std::exception& error) {
    fmt::print(stderr, "trammel: internal error: {}\n", error.what());
    return app::analysis_failed;
  }
}
