// Reads the arguments of one statement into an element, as its table says.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "io/adm/half_read.h"
#include "io/adm/statement.h"

namespace trammel::adm {

class StatementReader {
 public:
  // Elements that could not be read as a whole go to `half_read`, if given.
  StatementReader(const StatementText& statement, Diagnostics& diagnostics,
                  HalfReadElements* half_read = nullptr);

  // NAME/ at the start of the statement: the word before the slash, or "" after an error. `before`
  // is the statement before this one, which the line may have been meant to continue.
  std::string_view read_name(const ArgumentTable* before = nullptr);
  // The id after the slash, which must be there; 0 after an error.
  int read_id(const ArgumentTable& table);
  // Complains when an id follows the slash of a statement without ids.
  void expect_no_id();
  // A number after the slash, 0 without; complains about nothing.
  int peek_id();
  // Complains when the id was used before: at `first`, or by a statement that had errors.
  void expect_new_id(const Syntax& syntax, int id, const Location* first);

  // In front of messages: "JOINT/3 (hinge)".
  void set_subject(std::string_view statement, int id);

  // Reads all arguments; false when there was an error. The element may be half filled then.
  bool read_arguments(const ArgumentTable& table, void* element);
  // Of a command that changes an element: what is missing stays as it is, and of alternatives the one
  // that is written takes the place of the others. Also reads LIST and DEFAULT, the words that all
  // such commands know. `is_complete`: the element is one of a model, so that what arguments demand of
  // each other can be checked.
  bool change_arguments(const ArgumentTable& table, void* element, bool is_complete);
  bool lists() const { return words_.list; }
  bool resets() const { return words_.reset; }
  void keep_half_read(const Syntax& syntax, int id, std::shared_ptr<const void> element);

  // After read_arguments: which arguments were written, and where their values start.
  bool given(std::string_view keyword) const;
  // Of a value, an item of a list, or a place in the text of an expression; the keyword itself for
  // flags; the statement when the argument was not written. Fast when asked in increasing order.
  Location locate(std::string_view keyword, int item, int offset);
  Finish finish();

  std::string_view view_name() const { return statement_.view_name(); }
  Location start() const { return statement_.start(); }
  std::size_t errors() const { return scanner_.errors(); }
  Scanner& scanner() { return scanner_; }

 private:
  // An argument as it was first written.
  struct Given {
    int row;
    std::size_t keyword, value;  // offsets
    bool read = false;           // without an error
  };

  struct Words {
    bool list = false, reset = false;
  };

  void read_all(void* element);
  bool read_argument(void* element);
  bool read_word_of_changes(std::string_view word);
  void replace_alternatives(const ArgumentRow& chosen, void* element) const;
  bool read_bound(void* element, const ArgumentRow& row, Given& given);
  bool refuse(const ArgumentRow& row, std::size_t at);
  Match find_row(std::string_view word, std::size_t at);
  void report_unknown(std::string_view word, std::size_t at);
  void skip_bad_id(const ArgumentTable& table);
  void recover();
  void stop_after_too_many_errors();
  void check_rules();
  void check_group(const std::vector<std::string_view>& group, bool one_is_needed);
  bool may_be_misspelt(const ArgumentRow& row) const;
  bool may_be_misspelt(std::string_view keyword) const;
  bool is_present(const ArgumentRow& row) const;
  const Given* find_given(std::string_view keyword) const;
  Match match_row(std::string_view word) const;

  const StatementText& statement_;
  Scanner scanner_;
  HalfReadElements* half_read_;
  const ArgumentTable* table_ = nullptr;
  const void* present_ = nullptr;  // the element that is being changed, as it was
  Words words_;
  std::vector<Given> given_;
  std::vector<int> given_of_row_;  // index of given_, -1: not given
  // A word was not understood: what seems to be missing may only be misspelt.
  bool unknown_flag_ = false, unknown_value_ = false;
  std::function<bool(std::string_view)> is_bare_argument_;

  // Where locate() stands.
  const Given* located_ = nullptr;
  int located_item_ = 0;
  std::size_t located_position_ = 0;
  const Given* located_expression_ = nullptr;
  ExpressionText expression_;
};

}  // namespace trammel::adm
