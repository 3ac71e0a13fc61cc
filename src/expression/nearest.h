// The name that was probably meant by a misspelt word.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string_view>

namespace trammel {

// Offered names one by one, remembers the nearest. Distance counts insertions, deletions,
// replacements and swaps of neighbours, in either case; one slip is allowed in two or three letters,
// two in up to six, three in more. Of names equally far away the one that begins like the word wins,
// then the shorter one. Without any, a name that shares the first three letters will do.
class Nearest {
 public:
  explicit Nearest(std::string_view word);

  void offer(std::string_view name);
  // "" when nothing is near.
  std::string_view name() const { return name_.empty() ? alike_ : name_; }

 private:
  std::string_view word_, name_;
  std::size_t distance_;  // of name_; without one, the first that is too far
  std::size_t common_ = 0;
  std::string_view alike_;  // begins like the word
  std::size_t alike_letters_;
};

}  // namespace trammel
