// SPDX-License-Identifier: BSD-3-Clause
#include "expression/nearest.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "expression/characters.h"

namespace trammel {

namespace {

constexpr std::size_t longest_word = 40;  // no name of the language is longer

std::size_t edit_distance(std::string_view a, std::string_view b) {
  using Row = std::array<std::size_t, longest_word + 1>;
  Row before_last{}, last{}, row{};
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (upper(a[i - 1]) != upper(b[j - 1]) ? 1 : 0);
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

std::size_t common_letters(std::string_view a, std::string_view b) {
  std::size_t length = 0;
  while (length < std::min(a.size(), b.size()) && upper(a[length]) == upper(b[length])) ++length;
  return length;
}

std::size_t slips_allowed(std::size_t letters) {
  if (letters < 2 || letters > longest_word) return 0;
  return letters <= 3 ? 1 : letters <= 6 ? 2 : 3;
}

}  // namespace

Nearest::Nearest(std::string_view word)
    : word_(word), distance_(slips_allowed(word.size()) + 1), alike_letters_(2) {}

void Nearest::offer(std::string_view name) {
  const std::size_t longer = std::max(name.size(), word_.size());
  if (longer > longest_word) return;
  const std::size_t common = common_letters(word_, name);
  if (common > alike_letters_) {
    alike_ = name;
    alike_letters_ = common;
  }
  if (longer - std::min(name.size(), word_.size()) > distance_) return;
  const std::size_t distance = edit_distance(word_, name);
  const bool shorter = common == common_ && name.size() < name_.size();
  const bool better = distance < distance_ ||
                      (!name_.empty() && distance == distance_ && (common > common_ || shorter));
  if (!better || distance >= name.size()) return;
  name_ = name;
  distance_ = distance;
  common_ = common;
}

}  // namespace trammel
