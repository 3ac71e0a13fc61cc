// A text file that grows while a run goes on: whole records reach the disk a few times a second, so
// that what was computed before a failure can be read.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <cstdio>
#include <initializer_list>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace trammel::results {

// "out.csv: cannot write: No space left on device"
class WriteError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// /dev/stdout and its like: a stream that is open already, even where a shell has sent it to a file.
bool is_stream(std::string_view path);

class GrowingFile {
 public:
  explicit GrowingFile(std::string path);  // empties it, but no stream; throws WriteError
  ~GrowingFile();                          // writes what is left, silently
  GrowingFile(const GrowingFile&) = delete;
  GrowingFile& operator=(const GrowingFile&) = delete;

  void append(std::string_view record);
  // One record in pieces.
  void append(std::initializer_list<std::string_view> pieces);
  void flush();
  void close();  // throws when anything was not written

  const std::string& path() const { return path_; }

 private:
  using Clock = std::chrono::steady_clock;

  std::string path_, pending_;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
  Clock::time_point last_flush_;
};

// The whole text at once.
void write_text(const std::string& path, std::string_view text);

}  // namespace trammel::results
