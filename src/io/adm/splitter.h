// Cuts a dataset into statements: title, comments, continuation lines, `;`, END.
//
//   line 1              the title, whatever it contains
//   ! …                 comment to the end of the line, except inside a value "…"
//   , …                 a line that starts with a comma continues the statement before it
//   … ,   … &           a line that ends in a comma or an ampersand goes on in the next one
//   … ; …               ends a statement
//   END, END/           on a line of its own ends the dataset; what follows is not read
//   ! adams_view_name='N'   names the statement that follows
// Blank lines and comments may stand between the lines of a statement.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/element.h"

namespace trammel::adm {

// The text of one statement with its lines joined by '\n'; leading commas stay, `&` and comments
// are gone. Reused from statement to statement, so that reading allocates next to nothing.
class StatementText {
 public:
  const std::string& text() const { return text_; }
  std::string_view view_name() const { return view_name_; }

  // Where in the file the byte at `offset` stands; the end of the text is allowed.
  model::Location locate(std::size_t offset) const;
  model::Location start() const { return locate(0); }

 private:
  friend class Splitter;

  struct Piece {
    std::size_t offset;  // in text_
    model::Location at;
  };

  void clear();
  void append(std::string_view piece, model::Location at);

  std::string text_;
  std::vector<Piece> pieces_;
  std::string_view view_name_;
};

class Splitter {
 public:
  // `text` must outlive the splitter and the names in its statements.
  explicit Splitter(std::string_view text);
  // Of a command file: there is no title, and END is a word like any other. `line` is the number of the
  // first line.
  static Splitter of_commands(std::string_view text, int line = 1);

  std::string_view title() const { return title_; }

  // False at END or at the end of the text.
  bool next(StatementText& statement);

  bool found_end() const { return found_end_; }
  // Lines that start with a comma and continue nothing, met so far.
  const std::vector<model::Location>& stray_continuations() const { return strays_; }
  // Comments that give a name and do not close its quotation mark, met so far.
  const std::vector<model::Location>& unclosed_names() const { return unclosed_names_; }
  // The last line of the file, for messages about what is missing there.
  int last_line() const { return line_; }

 private:
  Splitter(std::string_view text, int lines_before) : rest_(text), line_(lines_before) {}

  struct Piece {
    std::string_view text;
    model::Location at;
    bool closes = false;     // ended by `;`
    bool continues = false;  // ended by `,` or `&`
  };

  bool next_piece(Piece& piece);
  bool next_line();
  void read_comment(std::string_view comment);

  std::string_view rest_;     // lines not yet read
  std::string_view current_;  // what is left of the current line
  const char* line_start_ = nullptr;
  int line_ = 0;
  std::string_view title_;
  std::string_view pending_name_;
  Piece ahead_;
  bool has_ahead_ = false;
  bool found_end_ = false;
  bool ends_at_end_ = true;  // END ends the text
  std::vector<model::Location> strays_, unclosed_names_;
};

}  // namespace trammel::adm
