// Reads the text of one statement from left to right and knows where every byte of it stands in
// the file.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/adm/diagnostics.h"
#include "io/adm/number.h"
#include "io/adm/splitter.h"

namespace trammel::adm {

class Scanner {
 public:
  Scanner(const StatementText& statement, Diagnostics& diagnostics);

  // In front of messages: "JOINT/3 (hinge)"; an id of 0 is left out.
  void set_subject(std::string_view name, int id) {
    subject_ = name;
    subject_id_ = id;
  }

  std::size_t position() const { return position_; }
  void move_to(std::size_t position) { position_ = position; }
  bool at_end() const { return position_ >= text_.size(); }
  char peek() const { return at_end() ? '\0' : text_[position_]; }
  std::string_view rest() const { return text_.substr(position_); }
  std::string_view text() const { return text_; }
  Location locate(std::size_t offset) const { return statement_.locate(offset); }

  void skip_blanks();  // not line ends
  void skip_space();   // line ends, too
  bool take(char c);
  // Letters, digits and underscores, starting with a letter; empty without.
  std::string_view word();

  // Steps over a comma with the blanks around it. A comma at the end of a line and one at the start
  // of the next are one separator. False when there is no comma.
  bool separator();

  // Reports what is wrong with the number at the current position, if it is one at all.
  bool number(Number& number);
  // After an item of a list: is there another one that satisfies `starts`? Reports an empty item,
  // a missing comma, and what is neither an item (`what`: "a number") nor the next argument.
  bool next_item(bool (*starts)(char), std::string_view what);

  void error(Code code, std::size_t offset, std::string text, std::string hint = {});
  std::size_t errors() const { return errors_; }
  // Further errors are only counted: nobody would read their hints.
  bool has_enough_errors() const { return diagnostics_.has_enough_errors(); }
  // Was something of the statement refused as not supported?
  bool refused() const { return refused_; }

 private:
  const StatementText& statement_;
  std::string_view text_;
  std::size_t position_ = 0;
  std::size_t errors_ = 0;
  bool refused_ = false;
  Diagnostics& diagnostics_;
  std::string_view subject_;
  int subject_id_ = 0;
};

// What stands at the current position, for messages: `word`, `(`, or the end of the statement.
std::string found(const Scanner& scanner);

// A function expression in one line.
struct ExpressionText {
  std::string text;
  // Breaks: from `first` in text on, bytes stand at `second` and following in the statement.
  std::vector<std::pair<std::size_t, std::size_t>> breaks;
  std::size_t unclosed = std::string_view::npos;  // an open parenthesis, in the statement

  std::size_t in_statement(std::size_t offset) const;
};

// Reads to the end of the expression: `\`, the end of the statement, or a comma and an argument.
// `is_bare_argument` tells whether a word is an argument of the statement that has no value.
void scan_expression(Scanner& scanner,
                     const std::function<bool(std::string_view)>& is_bare_argument,
                     ExpressionText& out);

}  // namespace trammel::adm
