// SPDX-License-Identifier: BSD-3-Clause
#include "app/check.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "io/adm/inventory.h"
#include "io/adm/reader.h"

namespace trammel::app {
namespace {

std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

// A full disk may be noticed only when the buffer is flushed.
void print(const std::string& text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (!written || std::fflush(stdout) != 0)
    throw adm::FileError(fmt::format("standard output: cannot write: {}", std::strerror(errno)));
}

}  // namespace

ExitCode check(const std::string& path) {
  const adm::Reading reading = adm::read_file(path);
  std::fputs(reading.messages().c_str(), stderr);
  const adm::Diagnostics& found = reading.diagnostics;
  print(fmt::format("{}\n{}: {}, {}\n", adm::inventory(reading), path,
                    counted(found.errors(), "error"), counted(found.warnings(), "warning")));
  return reading.ok() ? success : wrong_input;
}

}  // namespace trammel::app
