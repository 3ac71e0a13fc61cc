// The text of a file and its name; every string_view of the reader points into it.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace trammel::adm {

struct Source {
  std::string name;  // as the user gave it
  std::string text;
};

// The file cannot be opened, read or written.
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

Source read_source(const std::string& path);
void write_file(const std::string& path, std::string_view text);

}  // namespace trammel::adm
