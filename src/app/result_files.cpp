// SPDX-License-Identifier: BSD-3-Clause
#include "app/result_files.h"

#include <fmt/format.h>

#include <filesystem>

#include "results/file.h"

namespace trammel::app {
namespace fs = std::filesystem;

bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code error;
  if (fs::exists(a, error) && fs::exists(b, error))
    return fs::is_regular_file(a, error) && fs::equivalent(a, b, error);
  return fs::weakly_canonical(fs::absolute(a), error) ==
         fs::weakly_canonical(fs::absolute(b), error);
}

ResultFiles result_files(const RunOptions& o, const std::string& prefix) {
  const std::string name = prefix.empty() ? fs::path(o.model).stem().string() : prefix;
  const auto choose = [&](const std::string& given, const char* suffix) {
    return given.empty() ? (fs::path(o.folder) / (name + suffix)).string() : given;
  };
  return {choose(o.csv, ".csv"), choose(o.stats, ".stats.json"), choose("", ".msg")};
}

std::string check(const ResultFiles& files, const RunOptions& o) {
  for (const auto& [name, path] : {std::pair{"--csv", &o.csv},
                                   std::pair{"--stats", &o.stats},
                                   std::pair{"--eprint", &o.eprint},
                                   {"--eigen", &o.eigen}})
    if (*path == "-")
      return fmt::format("{} -: give the name of a file; /dev/stdout writes to standard output",
                         name);
  for (const auto& [name, path] : {std::pair{"--csv", &files.csv},
                                   std::pair{"--stats", &files.stats},
                                   std::pair{"--eprint", &o.eprint},
                                   {"--eigen", &o.eigen}})
    for (const std::string* input : {&o.model, &o.script})
      if (!path->empty() && !input->empty() && is_same_file(*path, *input))
        return fmt::format("{} {} would overwrite {}; give another file", name, *path,
                           input == &o.model ? "the model" : "the script");
  if (is_same_file(files.csv, files.stats))
    return fmt::format("--csv and --stats name the same file, {}", files.csv);
  for (const auto& [name, path] :
       {std::pair{"--csv", &files.csv}, std::pair{"--stats", &files.stats}})
    if (!o.eprint.empty() && is_same_file(o.eprint, *path))
      return fmt::format("--eprint and {} name the same file, {}", name, *path);
  return {};
}

void make_folder(const RunOptions& o) {
  if (o.folder.empty()) return;
  std::error_code error;
  fs::create_directories(o.folder, error);
  if (error)
    throw results::WriteError(fmt::format("{}: cannot create: {}", o.folder, error.message()));
}

}  // namespace trammel::app
