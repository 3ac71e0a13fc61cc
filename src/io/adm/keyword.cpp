// SPDX-License-Identifier: BSD-3-Clause
#include "io/adm/keyword.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "io/adm/characters.h"

namespace trammel::adm {
namespace {

constexpr std::size_t longest_word = 40;

// Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  using Row = std::array<std::size_t, longest_word + 1>;
  Row before_last{}, last{}, row{};
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (upper(a[i - 1]) != upper(b[j - 1]));
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      const bool swapped = i > 1 && j > 1 && upper(a[i - 1]) == upper(b[j - 2]) &&
                           upper(a[i - 2]) == upper(b[j - 1]);
      if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    before_last = last;
    last = row;
  }
  return last[b.size()];
}

}  // namespace

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

std::string_view nearest(std::string_view word, const std::vector<std::string_view>& names) {
  if (word.size() > longest_word) return {};
  const std::size_t allowed = word.size() <= 3 ? 1 : word.size() <= 6 ? 2 : 3;
  std::string_view best;
  std::size_t best_distance = allowed + 1;
  for (const std::string_view name : names) {
    const std::size_t longer = std::max(name.size(), word.size());
    if (name.size() > longest_word || longer - std::min(name.size(), word.size()) > allowed)
      continue;
    const std::size_t distance = edit_distance(word, name);
    if (distance < best_distance && distance < name.size()) {
      best = name;
      best_distance = distance;
    }
  }
  return best;
}

std::string suggestion(std::string_view word, const std::vector<std::string_view>& names) {
  const std::string_view name = nearest(word, names);
  return name.empty() ? "" : fmt::format("did you mean {}?", name);
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
