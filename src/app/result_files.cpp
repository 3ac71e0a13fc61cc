// SPDX-License-Identifier: BSD-3-Clause
#include "app/result_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "app/report.h"
#include "results/file.h"

namespace trammel::app {
namespace fs = std::filesystem;

bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code error;
  if (fs::exists(a, error) && fs::exists(b, error))
    return fs::is_regular_file(a, error) && fs::equivalent(a, b, error) &&
           !(results::is_stream(a) && results::is_stream(b));
  return fs::weakly_canonical(fs::absolute(a), error) ==
         fs::weakly_canonical(fs::absolute(b), error);
}

ResultFiles result_files(const RunOptions& o, const std::string& prefix) {
  const std::string name = prefix.empty() ? fs::path(o.model).stem().string() : prefix;
  const std::string stem = (fs::path(o.folder) / name).string();
  const auto choose = [&](const std::string& given, const char* suffix) {
    return given.empty() ? stem + suffix : given;
  };
  ResultFiles files{choose(o.csv, ".csv"), choose(o.stats, ".stats.json"), choose("", ".msg"), stem,
                    o.results};
  // Whoever names the table but no folder finds the others beside it; who sends it down a pipe wants
  // nothing else.
  if (o.csv.empty() || !o.folder.empty()) return files;
  std::error_code error;
  const bool is_device =
      results::is_stream(o.csv) || (fs::exists(o.csv, error) && !fs::is_regular_file(o.csv, error));
  if (!is_device)
    files.stem = fs::path(o.csv).replace_extension().string(), files.messages = files.stem + ".msg";
  else if (!files.wanted)
    files.wanted.emplace();
  return files;
}

std::vector<const results::Format*> ResultFiles::formats(const model::Model& model) const {
  std::vector<const results::Format*> list;
  for (const results::Format& format : results::formats()) {
    const bool is_named =
        wanted && std::find(wanted->begin(), wanted->end(), format.name) != wanted->end();
    if (is_named || (!wanted && format.is_wanted(model))) list.push_back(&format);
  }
  return list;
}

std::string ResultFiles::path(const results::Format& format) const {
  return stem + std::string(format.suffix);
}

bool ResultFiles::wants_messages(const model::Model& model) const {
  if (wanted) return std::find(wanted->begin(), wanted->end(), "msg") != wanted->end();
  return model.results.given || model.output.given;
}

std::string check(const ResultFiles& files, const RunOptions& o) {
  if (o.report)
    if (const std::string reason = why_no_report(); !reason.empty()) return "--report: " + reason;
  if (o.report && o.results &&
      std::find(o.results->begin(), o.results->end(), "h5") == o.results->end())
    return "--report is made of the result file h5; add it to --results";
  struct Named {
    std::string name, path;
    bool is_typed;
  };
  std::vector<Named> outputs = {{"--csv", files.csv, !o.csv.empty()},
                                {"--stats", files.stats, !o.stats.empty()},
                                {"--eprint", o.eprint, true},
                                {"--eigen", o.eigen, true}};
  for (const results::Format& format : results::formats())
    outputs.push_back({fmt::format("--results {}", format.name), files.path(format), false});
  outputs.push_back({"--results msg", files.messages, false});
  for (const Named& output : outputs)
    if (output.path == "-")
      return fmt::format("{} -: give the name of a file; /dev/stdout writes to standard output",
                         output.name);
  for (const Named& output : outputs)
    for (const std::string* input : {&o.model, &o.script})
      if (!output.path.empty() && !input->empty() && is_same_file(output.path, *input))
        return fmt::format("{} {} would overwrite {}; give another file", output.name, output.path,
                           input == &o.model ? "the model" : "the script");
  for (std::size_t a = 0; a < outputs.size(); ++a)
    for (std::size_t b = a + 1; b < outputs.size(); ++b)
      if (!outputs[a].path.empty() && !outputs[b].path.empty() &&
          (outputs[a].is_typed || outputs[b].is_typed) &&
          is_same_file(outputs[a].path, outputs[b].path))
        return fmt::format("{} and {} name the same file, {}", outputs[a].name, outputs[b].name,
                           outputs[a].path);
  return {};
}

bool is_inside(const std::string& folder, const std::string& path) {
  const fs::path place = fs::path(path).lexically_normal();
  const fs::path within =
      folder.empty() ? place : place.lexically_relative(fs::path(folder).lexically_normal());
  return !within.empty() && !within.is_absolute() && *within.begin() != "..";
}

void make_folder(const std::string& folder) {
  if (folder.empty()) return;
  std::error_code error;
  fs::create_directories(folder, error);
  if (error || !fs::is_directory(folder, error))
    throw results::WriteError(
        fmt::format("{}: cannot make this folder: {}", folder,
                    error ? error.message() : "there is something of that name"));
}

}  // namespace trammel::app
