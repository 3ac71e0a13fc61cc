// SPDX-License-Identifier: BSD-3-Clause
#include "io/adm/source.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

namespace trammel::adm {
namespace {

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

[[noreturn]] void fail(const std::string& path, std::string_view verb, int error) {
  throw FileError(fmt::format("{}: cannot {}: {}", path, verb, std::strerror(error)));
}

}  // namespace

Source read_source(const std::string& path) {
  std::error_code status;
  if (std::filesystem::is_directory(path, status)) fail(path, "read", EISDIR);
  const File file(std::fopen(path.c_str(), "rb"), &std::fclose);
  if (!file) fail(path, "open", errno);

  // A device such as /dev/zero has no end.
  if (std::filesystem::is_character_file(path, status) && path != "/dev/stdin" &&
      path != "/dev/null")
    throw FileError(fmt::format("{}: cannot read: it is a device, not a file", path));

  Source source{path, {}};
  const auto size = std::filesystem::file_size(path, status);
  if (!status) source.text.reserve(static_cast<std::size_t>(size) + 1);
  constexpr std::size_t chunk = 1 << 20;
  constexpr std::size_t most = std::size_t(4) << 30;
  while (true) {
    if (source.text.size() > most)
      throw FileError(fmt::format("{}: cannot read: it is larger than 4 GiB", path));
    const std::size_t before = source.text.size();
    source.text.resize(before + chunk);
    const std::size_t got = std::fread(source.text.data() + before, 1, chunk, file.get());
    source.text.resize(before + got);
    if (got < chunk) break;
  }
  if (std::ferror(file.get())) fail(path, "read", errno);
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (source.text.compare(0, byte_order_mark.size(), byte_order_mark) == 0)
    source.text.erase(0, byte_order_mark.size());
  return source;
}

void write_file(const std::string& path, std::string_view text) {
  const File file(std::fopen(path.c_str(), "wb"), &std::fclose);
  if (!file) fail(path, "write", errno);
  const bool written = std::fwrite(text.data(), 1, text.size(), file.get()) == text.size();
  if (!written || std::fflush(file.get()) != 0) fail(path, "write", errno);
}

}  // namespace trammel::adm
