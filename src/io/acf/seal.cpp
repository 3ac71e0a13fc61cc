// SPDX-License-Identifier: BSD-3-Clause
#include "io/acf/seal.h"

#include <fmt/format.h>

#include <cstdint>
#include <string_view>

namespace trammel::acf {
namespace {

constexpr std::string_view key = "checksum ";
constexpr std::size_t digits = 16;

std::string seal_of(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return fmt::format("{}{:016x}\n", key, hash);
}

}  // namespace

std::string sealed(std::string text) {
  text += seal_of(text);
  return text;
}

std::string unseal(std::string& text) {
  constexpr std::size_t length = key.size() + digits + 1;
  const std::size_t body = text.size() < length ? 0 : text.size() - length;
  const std::string_view seal = std::string_view(text).substr(body);
  if (seal.size() != length || seal.substr(0, key.size()) != key)
    return "the file was cut short, or was not written by SAVE/SYSTEM: it does not end with a "
           "checksum";
  const bool is_whole = seal == seal_of(std::string_view(text).substr(0, body));
  text.resize(body);
  return is_whole ? "" : "the file is damaged: it is not as SAVE/SYSTEM has written it";
}

}  // namespace trammel::acf
