// SPDX-License-Identifier: BSD-3-Clause
#include "app/report.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "app/result_files.h"
#include "app/summary.h"
#include "report/page.h"
#include "report/report.h"

extern char** environ;

namespace trammel::app {
namespace {

namespace fs = std::filesystem;

ExitCode complain(const std::string& text) {
  fmt::print(stderr, "trammel report: error: {}\n", text);
  return wrong_input;
}

bool is_page(const std::string& path) {
  return fs::path(path).extension() == ".html";
}

// Without a shell: a name is a name, whatever is in it.
bool run_quietly(const char* program, const std::string& argument) {
  const char* const words[] = {program, argument.c_str(), nullptr};
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const int failed =
      posix_spawnp(&child, program, &files, nullptr, const_cast<char* const*>(words), environ);
  posix_spawn_file_actions_destroy(&files);
  int status = 0;
  return failed == 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) &&
         WEXITSTATUS(status) == 0;
}

bool has_display() {
  return std::getenv("DISPLAY") != nullptr || std::getenv("WAYLAND_DISPLAY") != nullptr;
}

void show(const std::string& page) {
  const std::string path = fs::absolute(page).string();
  if (!has_display() || !run_quietly("xdg-open", path))
    fmt::print(stderr, "trammel view: no browser to open; open this file yourself:\n");
}

// Where the report of a result file goes when nothing is said.
std::string report_path(const std::string& result) {
  return fs::path(result).replace_extension(".html").string();
}

}  // namespace

void add_reports(std::vector<std::string>& paths) {
  const std::vector<std::string> files = paths;
  for (const std::string& path : files) {
    if (fs::path(path).extension() != ".h5") continue;
    const results::ResultFile file(path);
    if (file.frames() == 0) continue;
    paths.push_back(report_path(path));
    report::write_report(file, paths.back());
  }
}

std::string why_no_report() {
  if (!report::viewer_page().empty()) return {};
  return fmt::format("reports are not available: {}", report::why_no_viewer());
}

ExitCode report(const ReportOptions& o) {
  std::string page = o.output.empty() ? report_path(o.result) : o.output;
  if (is_page(o.result)) {  // a report that was made before
    if (!o.open) return complain(fmt::format("{}: is a report; give the result file", o.result));
    if (std::error_code error; !fs::exists(o.result, error))
      throw results::ReadError(fmt::format("{}: there is no such file", o.result));
    page = o.result;
  } else {
    if (const std::string reason = why_no_report(); !reason.empty()) return complain(reason);
    if (is_same_file(page, o.result))
      return complain(fmt::format("{} would overwrite the result itself; give another file", page));
    const results::ResultFile file(o.result);
    if (file.frames() == 0)
      return complain(fmt::format("{}: has no output yet, there is nothing to show", o.result));
    report::write_report(file, page);
  }
  if (o.open) show(page);
  print(page + "\n");
  return success;
}

}  // namespace trammel::app
