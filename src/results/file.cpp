// SPDX-License-Identifier: BSD-3-Clause
#include "results/file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>

namespace trammel::results {
namespace {

constexpr std::size_t enough = 1 << 16;  // bytes worth a system call
constexpr std::chrono::milliseconds longest_wait{200};

[[noreturn]] void fail(const std::string& path, int error) {
  throw WriteError(fmt::format("{}: cannot write: {}", path, std::strerror(error)));
}

}  // namespace

GrowingFile::GrowingFile(std::string path)
    : path_(std::move(path)),
      file_(std::fopen(path_.c_str(), "wb"), &std::fclose),
      last_flush_(Clock::now()) {
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
