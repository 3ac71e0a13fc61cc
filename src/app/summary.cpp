// SPDX-License-Identifier: BSD-3-Clause
#include "app/summary.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <string_view>

#include "io/adm/diagnostics.h"
#include "io/adm/source.h"
#include "results/file.h"

namespace trammel::app {

void print(const std::string& text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (!written || std::fflush(stdout) != 0)
    throw adm::FileError(fmt::format("standard output: cannot write: {}", std::strerror(errno)));
}

namespace {

constexpr std::string_view standard_output = "-";

// A file or a pipe; of a terminal and of /dev/null it does not matter.
bool is_standard_output(const std::string& path) {
  if (path == standard_output) return true;
  struct stat file = {}, output = {};
  return ::stat(path.c_str(), &file) == 0 && ::fstat(STDOUT_FILENO, &output) == 0 &&
         !S_ISCHR(output.st_mode) && file.st_dev == output.st_dev && file.st_ino == output.st_ino;
}

bool is_report(const std::string& path) {
  return std::filesystem::path(path).extension() == ".html";
}

// What terminals take for an address, whatever characters the path has.
std::string link_to(const std::string& path) {
  std::string link = "file://";
  for (const char c : std::filesystem::absolute(path).lexically_normal().string()) {
    const bool is_plain = std::isalnum(static_cast<unsigned char>(c)) ||
                          std::string_view("/-_.~").find(c) != std::string_view::npos;
    link += is_plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return link;
}

}  // namespace

void print_beside(std::initializer_list<std::string> outputs, const std::string& text) {
  if (std::any_of(outputs.begin(), outputs.end(), is_standard_output))
    fmt::print(stderr, "{}", text);
  else
    print(text);
}

void write_or_print(const std::string& path, const std::string& text) {
  if (path == standard_output)
    print(text);
  else
    results::write_text(path, text);
}

std::string counted(long count, const char* noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

void print_summary(const Summary& summary) {
  const results::RunStatistics& s = summary.statistics;
  std::string text;
  const auto out = std::back_inserter(text);
  fmt::format_to(out, "{}: {}\n", s.model, adm::printable(summary.title));
  fmt::format_to(out, "  model     {}, {} equations, {}, {}\n",
                 s.bodies == 1 ? "1 body" : fmt::format("{} bodies", s.bodies), s.equations,
                 counted(s.degrees_of_freedom, "degree") + " of freedom",
                 counted(s.redundant_constraints, "redundant constraint"));
  fmt::format_to(out, "  analysis  {}{}{}, to time {:.8g}\n", s.analysis,
                 s.integrator.empty() ? "" : " with " + s.integrator,
                 s.integrator.empty() ? "" : fmt::format(", ERROR {:g}", s.error), s.time_end);
  if (s.steps > 0)
    fmt::format_to(out, "  steps     {} ({} rejected), {} iterations{}, {:.3g} s\n", s.steps,
                   s.rejected_steps + s.convergence_failures, s.iterations,
                   s.h_max > 0 ? fmt::format(", h {:.3g} to {:.3g}", s.h_min, s.h_max) : "",
                   s.wall_s);
  if (summary.verbose)
    fmt::format_to(
        out,
        "            {} residuals, {} Jacobians, {} factorizations, {} refactorizations, "
        "constraint violation {:.2g}\n",
        s.residuals, s.jacobians, s.factorizations, s.refactorizations, s.constraint_violation);
  fmt::format_to(out, "  results   {}\n            {}\n", summary.csv, summary.stats);
  std::string reports;
  const bool to_output = isatty(STDOUT_FILENO), is_seen = to_output || isatty(STDERR_FILENO);
  for (const std::string& path : summary.others)
    if (is_report(path))
      reports += fmt::format("  {:<9} {}\n", reports.empty() ? "report" : "",
                             is_seen ? link_to(path) : path);
    else
      fmt::format_to(out, "            {}\n", path);
  text += reports;
  if (to_output)
    print(text);
  else
    fmt::print(stderr, "{}", text);
}

}  // namespace trammel::app
