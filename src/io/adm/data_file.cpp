// SPDX-License-Identifier: BSD-3-Clause
#include "io/adm/data_file.h"

#include <fmt/format.h>

#include <filesystem>

#include "io/adm/source.h"

namespace trammel::adm {

std::string read_data_file(const std::string& dataset, const std::string& file,
                           const std::function<std::string(std::string_view text)>& parse) {
  const std::string name = file,  // parse() may clear it
      path = (std::filesystem::path(dataset).parent_path() / name).string();
  std::string problem;
  try {
    problem = parse(read_source(path).text);
  } catch (const FileError& error) {
    problem = std::string(error.what()).substr(path.size() + 2);
  }
  return problem.empty() ? "" : fmt::format("{}: {}", name, problem);
}

}  // namespace trammel::adm
