// The command line. Each command is a file of this folder; here they are only listed.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <string>

#include "app/check.h"
#include "app/exit_codes.h"
#include "io/adm/source.h"

namespace {

using namespace trammel;

int run_command(int argc, char** argv) {
  CLI::App program{"Trammel simulates multibody models in the ADAMS dataset language."};
  program.name("trammel");
  program.set_version_flag("--version", "trammel " TRAMMEL_VERSION);
  program.require_subcommand(1);

  std::string model;
  CLI::App* check = program.add_subcommand("check", "Read and validate a model; run nothing.");
  check->add_option("MODEL", model, "dataset, .adm")->required();

  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return program.exit(error) == 0 ? app::success : app::wrong_usage;
  }
  if (check->parsed()) return app::check(model);
  return app::wrong_usage;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run_command(argc, argv);
  } catch (const adm::FileError& error) {
    fmt::print(stderr, "trammel: {}\n", error.what());
    return app::file_error;
  } catch (const std::exception& error) {
    fmt::print(stderr, "trammel: internal error: {}\n", error.what());
    return app::analysis_failed;
  }
}
