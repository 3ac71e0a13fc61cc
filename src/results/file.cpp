// SPDX-License-Identifier: BSD-3-Clause
#include "results/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>

namespace trammel::results {
namespace {

constexpr std::size_t enough = 1 << 16;  // bytes worth a system call
constexpr std::chrono::milliseconds longest_wait{200};

// Number of the stream that a path names; −1: none. Opened by its path, a file behind it would be emptied and
// written from its beginning, over what others have written.
int stream_number(std::string_view path) {
  if (path == "/dev/stdout") return STDOUT_FILENO;
  if (path == "/dev/stderr") return STDERR_FILENO;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (path.substr(0, folder.size()) != folder) continue;
    const std::string_view digits = path.substr(folder.size());
    int number = -1;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (read.ec == std::errc() && read.ptr == digits.data() + digits.size()) return number;
  }
  return -1;
}

std::FILE* opened(const std::string& path) {
  const int stream = stream_number(path);
  if (stream < 0) return std::fopen(path.c_str(), "wb");
  const int copy = ::fcntl(stream, F_DUPFD_CLOEXEC, 0);
  return copy < 0 ? nullptr : ::fdopen(copy, "wb");
}

[[noreturn]] void fail(const std::string& path, int error) {
  throw WriteError(fmt::format("{}: cannot write: {}", path, std::strerror(error)));
}

}  // namespace

bool is_stream(std::string_view path) {
  return stream_number(path) >= 0;
}

GrowingFile::GrowingFile(std::string path)
    : path_(std::move(path)), file_(opened(path_), &std::fclose), last_flush_(Clock::now()) {
  if (!file_) fail(path_, errno);
  std::setvbuf(file_.get(), nullptr, _IONBF, 0);  // records are gathered here
  pending_.reserve(2 * enough);
}

GrowingFile::~GrowingFile() {
  if (file_) std::fwrite(pending_.data(), 1, pending_.size(), file_.get());
}

void GrowingFile::append(std::string_view record) {
  append(std::initializer_list<std::string_view>{record});
}

void GrowingFile::append(std::initializer_list<std::string_view> pieces) {
  for (const std::string_view piece : pieces) pending_ += piece;
  if (pending_.size() >= enough || Clock::now() - last_flush_ >= longest_wait) flush();
}

void GrowingFile::flush() {
  const std::size_t size = pending_.size();
  const bool written = std::fwrite(pending_.data(), 1, size, file_.get()) == size;
  pending_.clear();
  if (!written) fail(path_, errno);
  last_flush_ = Clock::now();
}

void GrowingFile::close() {
  if (!file_) return;
  flush();
  if (std::fclose(file_.release()) != 0) fail(path_, errno);
}

void write_text(const std::string& path, std::string_view text) {
  GrowingFile file(path);
  file.append(text);
  file.close();
}

}  // namespace trammel::results
