// Reads the arguments of one statement into an element, as its table says.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "io/adm/statement.h"

namespace trammel::adm {

class StatementReader {
 public:
  StatementReader(const StatementText& statement, Diagnostics& diagnostics);

  // NAME/ at the start of the statement: the word before the slash, or "" after an error.
  std::string_view read_name();
  // The id after the slash, which must be there; 0 after an error.
  int read_id();
  // Complains when an id follows the slash of a statement without ids.
  void expect_no_id();
  // A number after the slash, 0 without; complains about nothing.
  int peek_id();

  // In front of messages: "JOINT/3 (hinge)".
  void set_subject(std::string_view statement, int id);

  // Reads all arguments; false when there was an error. The element may be half filled then.
  bool read_arguments(const Syntax& syntax, void* element);

  // After read_arguments: which arguments were written, and where their values start.
  bool given(std::string_view keyword) const;
  // Of a value, an item of a list, or a place in the text of an expression; the keyword itself for
  // flags; the statement when the argument was not written.
  Location locate(std::string_view keyword, int item, int offset);
  Finish finish();

  std::string_view view_name() const { return statement_.view_name(); }
  Location start() const { return statement_.start(); }
  std::size_t errors() const { return scanner_.errors(); }
  Scanner& scanner() { return scanner_; }

 private:
  struct Given {
    int row;
    std::size_t keyword, value;  // offsets
  };

  bool read_argument(void* element);
  bool read_bound(void* element, const ArgumentRow& row, std::size_t at);
  const ArgumentRow* find_row(std::string_view word, std::size_t at, int& index);
  void recover();
  void check_rules();
  void check_groups();
  const Given* find_given(std::string_view keyword) const;
  Match match_row(std::string_view word) const;

  const StatementText& statement_;
  Scanner scanner_;
  const Syntax* syntax_ = nullptr;
  std::vector<Given> given_;
  bool uncertain_ = false;  // what seems to be missing may only be misspelt
  std::function<bool(std::string_view)> is_bare_argument_;
};

}  // namespace trammel::adm
