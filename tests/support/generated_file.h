// A file of docs/reference that a test writes (TRAMMEL_UPDATE_DOCS=1, `make docs`) or compares.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace trammel {

// Named from docs/reference/: "plots/step.svg".
inline void expect_reference_file(const std::string& file, const std::string& wanted) {
  const std::filesystem::path path = TRAMMEL_SOURCE_DIR "/docs/reference/" + file;
  if (std::getenv("TRAMMEL_UPDATE_DOCS") != nullptr) {
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << wanted;
  }
  std::ifstream stream(path);
  ASSERT_TRUE(stream) << file << " is missing: run this test with TRAMMEL_UPDATE_DOCS=1";
  const std::string found{std::istreambuf_iterator<char>(stream), {}};
  EXPECT_TRUE(found == wanted) << file
                               << " is out of date: run this test with TRAMMEL_UPDATE_DOCS=1";
}

}  // namespace trammel
