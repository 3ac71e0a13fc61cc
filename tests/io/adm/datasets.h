// Files of tests/datasets and of the shared folder, and small helpers for tests of the reader.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "io/adm/reader.h"

namespace trammel::adm {

inline std::vector<std::string> files_in(const std::filesystem::path& folder) {
  std::vector<std::string> files;
  if (std::filesystem::is_directory(folder))
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
      if (entry.path().extension() == ".adm") files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  return files;
}

inline std::vector<std::string> datasets(const std::string& folder) {
  return files_in(std::filesystem::path(TRAMMEL_SOURCE_DIR) / "tests" / "datasets" / folder);
}

// Datasets of ADAMS users, where they are at hand.
inline std::vector<std::string> shared_datasets() {
  std::vector<std::string> files =
      files_in(std::filesystem::path(TRAMMEL_SHARED_DIR) / "realworld");
  for (const std::string& file :
       files_in(std::filesystem::path(TRAMMEL_SHARED_DIR) / "adams-joints"))
    files.push_back(file);
  return files;
}

inline Reading read_text(std::string text) {
  return read(Source{"model.adm", std::move(text)});
}

// A dataset with a ground part (markers 1, 2) and a moving part (markers 21, 22) around the lines.
inline Reading read_lines(const std::string& lines) {
  return read_text(
      "test\nPART/1, GROUND\nMARKER/1, PART = 1\nMARKER/2, PART = 1, QP = 1, 0, 0\n"
      "PART/2, MASS = 1, CM = 21, IP = 1, 1, 1\nMARKER/21, PART = 2\n"
      "MARKER/22, PART = 2, QP = 1, 0, 0\n" +
      lines + "\nEND\n");
}
constexpr int first_line_of_lines = 8;

// "12:7: error: JOINT/3: … [E102]" of every message.
inline std::vector<std::string> headlines(const Reading& reading) {
  std::vector<std::string> lines;
  for (const Message& message : reading.diagnostics.messages())
    lines.push_back(headline(message, "").substr(1));
  return lines;
}

}  // namespace trammel::adm
