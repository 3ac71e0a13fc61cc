// SPDX-License-Identifier: BSD-3-Clause
#include "app/repair.h"

#include <fmt/format.h>

#include <filesystem>

#include "app/summary.h"
#include "results/adams/res_writer.h"
#include "results/copy.h"
#include "results/file.h"

namespace trammel::app {
namespace {

bool repair_file(const std::string& path) {
  const bool is_res = std::filesystem::path(path).extension() == ".res";
  return is_res ? results::adams::repair_res(path) : results::repair_h5(path);
}

}  // namespace

ExitCode repair(const RepairOptions& options) {
  ExitCode code = success;
  for (const std::string& path : options.files) {
    try {
      print(fmt::format("{}: {}\n", path,
                        repair_file(path) ? "repaired" : "there is nothing to repair"));
    } catch (const results::ReadError& error) {
      fmt::print(stderr, "trammel repair: error: {}\n", error.what());
      code = file_error;
    } catch (const results::WriteError& error) {
      fmt::print(stderr, "trammel repair: error: {}\n", error.what());
      code = file_error;
    }
  }
  return code;
}

}  // namespace trammel::app
