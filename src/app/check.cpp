// SPDX-License-Identifier: BSD-3-Clause
#include "app/check.h"

#include <fmt/format.h>

#include <cstdio>

#include "io/adm/inventory.h"
#include "io/adm/reader.h"

namespace trammel::app {
namespace {

std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

}  // namespace

ExitCode check(const std::string& path) {
  const adm::Reading reading = adm::read_file(path);
  fmt::print(stderr, "{}", reading.messages());
  std::fflush(stderr);
  const adm::Diagnostics& found = reading.diagnostics;
  fmt::print("{}\n{}: {}, {}\n", adm::inventory(reading), path, counted(found.errors(), "error"),
             counted(found.warnings(), "warning"));
  return reading.ok() ? success : wrong_input;
}

}  // namespace trammel::app
