// Where a program of `make verify` writes its page: the folder of its argument, or here.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>

namespace trammel::testing {

inline std::filesystem::path verification_folder(int argc, char** argv) {
  const std::filesystem::path folder = argc > 1 ? argv[1] : ".";
  std::filesystem::create_directories(folder);
  return folder;
}

}  // namespace trammel::testing
