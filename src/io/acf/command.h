// A command: the table of its arguments, as for statements of a dataset, and what it does. A new one is
// a file in commands/ and a line in commands.cpp.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "io/adm/read_statement.h"
#include "io/adm/statement.h"

namespace trammel::acf {

class Interpreter;

enum class Progress : unsigned char {
  go_on,
  stop,
  failed,
  no_file,  // one cannot be read or written
};

// A command table without its type.
class CommandTable : public adm::ArgumentTable {
 public:
  // What the text says; null after an error.
  virtual std::shared_ptr<const void> read(adm::StatementReader&) const = 0;
  virtual Progress execute(const void* arguments, Interpreter&) const = 0;
  // Does what can be done without a simulation, on a copy of the model: finds ids that do not exist.
  virtual void rehearse(const void*, Interpreter&) const {}
  // The command file that it names; empty: none.
  virtual std::string nested_file(const void*) const { return {}; }

  std::string_view example() const { return example_; }
  bool ends_script() const { return ends_script_; }

 protected:
  template <class S>
  CommandTable(const adm::Statement<S>& table, std::string_view example, bool ends_script)
      : ArgumentTable(table, false), example_(example), ends_script_(ends_script) {}

 private:
  std::string_view example_;
  bool ends_script_;
};

struct NoArguments {};

using CommandPointer = std::unique_ptr<const CommandTable>;

template <class S>
struct CommandRow {
  adm::Statement<S> table;
  std::string_view example;
  Progress (*execute)(const S&, Interpreter&);
  void (*rehearse)(const S&, Interpreter&) = nullptr;
  std::string (*nested_file)(const S&) = nullptr;
  bool ends_script = false;
};

template <class S>
class TypedCommand final : public CommandTable {
 public:
  explicit TypedCommand(const CommandRow<S>& row)
      : CommandTable(row.table, row.example, row.ends_script),
        finish_(row.table.finish),
        execute_(row.execute),
        rehearse_(row.rehearse),
        nested_file_(row.nested_file) {}

  std::shared_ptr<const void> read(adm::StatementReader& reader) const override {
    auto arguments = std::make_shared<S>();
    const bool clean = reader.read_arguments(*this, arguments.get());
    if (clean && finish_) finish_(*arguments, reader.finish());
    return reader.errors() == 0 ? arguments : nullptr;
  }
  Progress execute(const void* arguments, Interpreter& interpreter) const override {
    return execute_(*static_cast<const S*>(arguments), interpreter);
  }
  void rehearse(const void* arguments, Interpreter& interpreter) const override {
    if (rehearse_) rehearse_(*static_cast<const S*>(arguments), interpreter);
  }
  std::string nested_file(const void* arguments) const override {
    return nested_file_ ? nested_file_(*static_cast<const S*>(arguments)) : std::string();
  }

 private:
  void (*finish_)(S&, const adm::Finish&);
  Progress (*execute_)(const S&, Interpreter&);
  void (*rehearse_)(const S&, Interpreter&);
  std::string (*nested_file_)(const S&);
};

template <class S>
CommandPointer command(const CommandRow<S>& row) {
  return std::make_unique<TypedCommand<S>>(row);
}

}  // namespace trammel::acf
