// Files with numbers that a dataset names: lines, words and numbers of their text.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <charconv>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "expression/characters.h"

namespace trammel::adm {

// Hands the text of the file to `parse`; relative paths start from the folder of the dataset. Returns
// what parse() or the file has to complain about, with the name of the file, or "".
std::string read_data_file(const std::string& dataset, const std::string& file,
                           const std::function<std::string(std::string_view text)>& parse);

inline std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  std::string_view line = text.substr(0, end);
  text.remove_prefix(end == text.npos ? text.size() : end + 1);
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line;
}

inline bool divides(char c) {
  return is_space(c) || c == ',';
}

inline std::string_view take_word(std::string_view& text) {
  std::size_t start = 0;
  while (start < text.size() && divides(text[start])) ++start;
  std::size_t end = start;
  while (end < text.size() && !divides(text[end])) ++end;
  const std::string_view word = text.substr(start, end - start);
  text.remove_prefix(end);
  return word;
}

template <class T>
std::optional<T> number_of(std::string_view word) {
  std::string text(word);
  for (char& c : text)
    if (c == 'D' || c == 'd') c = 'e';
  const char* begin = text.c_str() + (text[0] == '+' ? 1 : 0);
  const char* end = text.c_str() + text.size();
  T value{};
  const auto [stop, error] = std::from_chars(begin, end, value);
  if (error != std::errc() || stop != end || begin == end) return {};
  return value;
}

}  // namespace trammel::adm
