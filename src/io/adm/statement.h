// The tables that define the language. A statement is a list of arguments, each bound to a field of
// a model element; the table drives the reader, the writer, the messages and
// docs/reference/statements.md. A new statement is a file in statements/ and a line in
// statements.cpp.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "io/adm/binding.h"
#include "io/adm/keyword.h"
#include "io/adm/rule.h"
#include "model/model.h"

namespace trammel::adm {

// What becomes of an argument: bound to a field; known and refused; known and without effect.
enum class Treatment : unsigned char { bound, refused, ignored };

struct Refused {
  std::string_view why;
  Code code = Code::unsupported_argument;
  std::string_view harmless{};  // the value with which it has no effect: FRICTION = OFF
};
// FUNCTION = USER(…), the only form of FUNCTION that some statements have.
inline constexpr Refused user_function{"user routines are not available here; write expressions",
                                       Code::user_function};
inline constexpr Refused user_routine{"user routines are not available here"};

inline constexpr std::string_view routine_help =
    "code behind USER(...); see user-routines.md for the default";

struct Ignored {
  std::string_view why;
};

struct ArgumentRow {
  Keyword keyword;
  Treatment treatment = Treatment::bound;
  std::shared_ptr<const Binding> binding;  // of a bound one
  Rule rule;
  std::string_view help;
  Code refusal = Code::unsupported_argument;  // of a refused one
  std::string_view harmless{};                // value of a refused one that has no effect

  bool is_flag() const { return binding && binding->is_flag(); }
};

// A row of the table of S; `target` says where the value goes: a field of S, or one of Flag,
// Choice, Words, Mask, Refused, Ignored.
template <class S>
struct Argument : ArgumentRow {
  template <class Target>
  Argument(std::string_view word, Target target, Rule demands = {}, std::string_view meaning = {})
      : ArgumentRow{Keyword(word), Treatment::bound, make_binding<S>(std::move(target)), demands,
                    meaning} {}
  Argument(std::string_view word, Refused target)
      : ArgumentRow{Keyword(word), Treatment::refused, nullptr,        {},
                    target.why,    target.code,        target.harmless} {}
  Argument(std::string_view word, Ignored target)
      : ArgumentRow{Keyword(word), Treatment::ignored, nullptr, {}, target.why} {}
};

// A field of a field: in(&S::placement, &Placement::origin).
template <class A, class B>
auto in(A outer, B inner) {
  return [ outer, inner ](auto& s) -> auto& {
    return std::invoke(inner, std::invoke(outer, s));
  };
}

// An entry of an array: entry(&S::force, 0).
template <class A>
auto entry(A array, std::size_t index) {
  return [ array, index ](auto& s) -> auto& {
    return std::invoke(array, s)[index];
  };
}

// What a statement's last check sees: which arguments were written, and a way to complain.
class Finish {
 public:
  Finish(std::function<bool(std::string_view)> given,
         std::function<void(Code, std::string_view, std::string, std::string)> error)
      : given_(std::move(given)), error_(std::move(error)) {}

  bool given(std::string_view keyword) const { return given_(keyword); }
  // At the value of the argument.
  void error(Code code, std::string_view keyword, std::string text, std::string hint = {}) const {
    error_(code, keyword, std::move(text), std::move(hint));
  }

 private:
  std::function<bool(std::string_view)> given_;
  std::function<void(Code, std::string_view, std::string, std::string)> error_;
};

// ROUTINE goes with FUNCTION = USER(…).
template <class S>
void finish_routine(S& element, const Finish& finish) {
  if (element.routine && !element.function.is_user())
    finish.error(Code::misplaced_argument, "ROUTINE",
                 "ROUTINE goes only with FUNCTION = USER(...)");
}

using Groups = std::vector<std::vector<std::string_view>>;

template <class S>
struct Statement {
  std::string_view name;  // with the notation of Keyword for abbreviations
  std::string_view help;
  std::vector<Argument<S>> arguments{};
  Groups exactly_one_of{};
  Groups at_most_one_of{};
  // Checks and completes an element whose arguments are all read.
  void (*finish)(S&, const Finish&) = nullptr;
};

class StatementReader;  // read_statement.h

// A table without its type: what reader, writer and manual work with. Statements of the dataset have
// one, and so have commands.
class ArgumentTable {
 public:
  virtual ~ArgumentTable() = default;

  const Keyword& keyword() const { return keyword_; }
  const std::string& name() const { return keyword_.name(); }
  std::string_view help() const { return help_; }
  bool has_id() const { return has_id_; }
  const std::vector<ArgumentRow>& arguments() const { return arguments_; }
  const Groups& exactly_one_of() const { return exactly_one_of_; }
  const Groups& at_most_one_of() const { return at_most_one_of_; }

  // The row of a keyword written in full; it must exist.
  const ArgumentRow& argument(std::string_view keyword) const;
  bool requires_one_of(std::string_view keyword) const;

 protected:
  template <class S>
  explicit ArgumentTable(const Statement<S>& table, bool has_id)
      : keyword_(table.name),
        help_(table.help),
        has_id_(has_id),
        arguments_(table.arguments.begin(), table.arguments.end()),
        exactly_one_of_(table.exactly_one_of),
        at_most_one_of_(table.at_most_one_of) {}

 private:
  Keyword keyword_;
  std::string_view help_;
  bool has_id_;
  std::vector<ArgumentRow> arguments_;
  Groups exactly_one_of_, at_most_one_of_;
};

class Syntax : public ArgumentTable {
 public:
  // Reads the arguments and adds the element to the model, or merges a setting into it.
  virtual void read(StatementReader& reader, model::Model& model) const = 0;

  // The statement as a command: changes what is written in an element or setting that exists, and
  // nothing else. An element that does not exist is an error; without a model, nothing is changed and
  // only the text is checked.
  virtual void change(StatementReader& reader, model::Model* model) const = 0;

  // Elements of the model that this statement writes, in the order of the file. The label is
  // "JOINT/3 (hinge)"; name and id are those of the element.
  struct Item {
    const void* element;
    int id;
    const std::string* name;
    Location at;
  };
  virtual void for_each(const model::Model& model,
                        const std::function<void(const Item&)>& visit) const = 0;

 protected:
  using ArgumentTable::ArgumentTable;
};

using SyntaxPointer = std::unique_ptr<const Syntax>;

}  // namespace trammel::adm
