// SPDX-License-Identifier: BSD-3-Clause
#include "app/export.h"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <vector>

#include "app/summary.h"
#include "results/copy.h"
#include "results/csv.h"
#include "results/file.h"
#include "results/formats.h"

namespace trammel::app {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> columns_of(const results::Contents& contents) {
  std::vector<std::string> names;
  for (const results::RequestInfo& request : contents.requests) names.push_back(request.column);
  return results::column_names(names);
}

class CsvFrames final : public results::FrameWriter {
 public:
  CsvFrames(const std::string& path, const results::Contents& contents)
      : csv_(path, columns_of(contents)) {}

  void write(const results::Frame& frame) override {
    csv_.write(frame.time, frame[results::Section::requests]);
  }
  void finish(const results::Summary&) override { csv_.close(); }
  const std::string& path() const override { return csv_.path(); }

 private:
  results::CsvWriter csv_;
};

ExitCode complain(const std::string& text) {
  fmt::print(stderr, "trammel export: error: {}\n", text);
  return wrong_usage;
}

}  // namespace

ExitCode export_results(const ExportOptions& options) {
  std::vector<std::string_view> wanted;
  for (const auto& [name, is_wanted] : {std::pair{"csv", options.csv},
                                        {"req", options.req},
                                        {"res", options.res},
                                        {"out", options.out}})
    if (is_wanted) wanted.push_back(name);
  if (wanted.empty()) return complain("as what? --csv, --req, --res or --out");
  if (wanted.size() > 1 && !options.output.empty())
    return complain("--output names one file; give one format");
  const results::ResultFile file(options.result);
  for (const std::string_view name : wanted) {
    const std::string path = options.output.empty()
                                 ? fs::path(options.result).replace_extension(name).string()
                                 : options.output;
    std::error_code error;
    if (fs::equivalent(path, options.result, error))
      return complain(fmt::format("{} would overwrite the result itself", path));
    const results::Format* format = results::find_format(name);
    std::unique_ptr<results::FrameWriter> writer;
    if (format)
      writer = format->open(path, file.contents(), {});
    else
      writer = std::make_unique<CsvFrames>(path, file.contents());
    results::copy(file, *writer);
    writer->finish(file.summary());
    // Where data go to a pipe, nothing else does.
    if (fs::is_regular_file(path, error) && !results::is_stream(path)) print(path + '\n');
  }
  return success;
}

}  // namespace trammel::app
