// Keywords and their abbreviations.
//
// A word stands for the keyword it equals, else for the only keyword it begins. Where the language
// allows a shorter form than that, the keyword is written with the rest in parentheses:
// "C(OMMENT)" is meant by C although other keywords begin with C, too.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace trammel::adm {

class Keyword {
 public:
  explicit Keyword(std::string_view notation);

  const std::string& name() const { return name_; }
  // Letters that suffice although they are ambiguous; 0: none.
  std::size_t shortest() const { return shortest_; }

 private:
  std::string name_;
  std::size_t shortest_ = 0;
};

struct Match {
  int index = -1;               // of the keyword meant
  std::vector<int> candidates;  // when the word is ambiguous
};

// `keyword(i)` for i < count gives the keywords in question.
Match match(std::string_view word, int count, const std::function<const Keyword&(int)>& keyword);
Match match(std::string_view word, const std::vector<Keyword>& keywords);

// "did you mean X?" or "".
std::string suggestion(std::string_view word, const std::vector<std::string_view>& names);

// "A, B or C".
std::string alternatives(const std::vector<std::string_view>& names);

}  // namespace trammel::adm
