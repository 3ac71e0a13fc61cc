// The command line. Each command is a file of this folder; here they are only listed.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>

#include "app/check.h"
#include "app/exit_codes.h"
#include "app/run_options.h"
#include "expression/nearest.h"
#include "io/adm/source.h"
#include "results/file.h"

namespace {

using namespace trammel;

// CLI11 would call it an unexpected argument.
bool is_unknown_command(const CLI::App& program, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return false;
  const auto commands = program.get_subcommands({});
  return std::none_of(commands.begin(), commands.end(),
                      [&](const CLI::App* command) { return command->check_name(argv[1]); });
}

int report_unknown_command(const CLI::App& program, std::string_view word) {
  Nearest nearest(word);
  std::string commands;
  for (const CLI::App* command : program.get_subcommands({})) {
    nearest.offer(command->get_name());
    commands += ' ' + command->get_name();
  }
  const std::string guess =
      nearest.name().empty() ? "" : fmt::format("; did you mean {}?", nearest.name());
  fmt::print(stderr, "trammel: unknown command '{}'{}\ncommands:{}\n", word, guess, commands);
  return app::wrong_usage;
}

int run_command(int argc, char** argv) {
  CLI::App program{"Trammel simulates multibody models in the ADAMS dataset language."};
  program.name("trammel");
  program.set_version_flag("--version", "trammel " TRAMMEL_VERSION);
  program.require_subcommand(0, 1);
  bool list = false;
  program.add_flag("--list-integrators", list, "name the integrators and what they are");

  std::string model;
  CLI::App* check = program.add_subcommand("check", "Read and validate a model; run nothing.");
  check->add_option("MODEL", model, "dataset, .adm")->required();
  app::RunCommand run(program);

  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (is_unknown_command(program, argc, argv)) return report_unknown_command(program, argv[1]);
    return program.exit(error) == 0 ? app::success : app::wrong_usage;
  }
  if (check->parsed()) return app::check(model);
  if (run.is_wanted()) return run.execute();
  if (list) {
    app::list_integrators();
    return app::success;
  }
  fmt::print(stderr, "{}", program.help());
  return app::wrong_usage;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run_command(argc, argv);
  } catch (const adm::FileError& error) {
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
