// SPDX-License-Identifier: BSD-3-Clause
#include "io/adm/keyword.h"

#include <fmt/format.h>

#include "expression/characters.h"
#include "expression/nearest.h"

namespace trammel::adm {

Keyword::Keyword(std::string_view notation) {
  const std::size_t open = notation.find('(');
  name_ = notation.substr(0, open);
  if (open == std::string_view::npos) return;
  shortest_ = open;
  name_ += notation.substr(open + 1, notation.size() - open - 2);
}

Match match(std::string_view word, int count, const std::function<const Keyword&(int)>& keyword) {
  Match result;
  if (word.empty()) return result;
  int by_notation = -1;
  for (int i = 0; i < count; ++i) {
    const Keyword& candidate = keyword(i);
    const std::string_view name = candidate.name();
    if (name.size() < word.size() || !equal_ignoring_case(name.substr(0, word.size()), word))
      continue;
    if (name.size() == word.size()) return {i, {}};
    if (candidate.shortest() > 0 && word.size() >= candidate.shortest()) by_notation = i;
    result.candidates.push_back(i);
  }
  if (result.candidates.size() == 1) return {result.candidates.front(), {}};
  if (by_notation >= 0) return {by_notation, {}};
  return result;
}

Match match(std::string_view word, const std::vector<Keyword>& keywords) {
  return match(word, static_cast<int>(keywords.size()),
               [&](int i) -> const Keyword& { return keywords[static_cast<std::size_t>(i)]; });
}

std::string suggestion(std::string_view word, const std::vector<std::string_view>& names) {
  Nearest nearest(word);
  for (const std::string_view name : names) nearest.offer(name);
  return nearest.name().empty() ? "" : fmt::format("did you mean {}?", nearest.name());
}

std::string alternatives(const std::vector<std::string_view>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 < names.size() ? ", " : " or ";
    text += names[i];
  }
  return text;
}

}  // namespace trammel::adm
