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
class Rehearsal;

struct FileNames {
  std::string model, command, prefix;
};

enum class Progress : unsigned char {
  go_on,
  stop,
  failed,
  interrupted,  // the user has stopped it
  no_file,      // one cannot be read or written
};

// A command table without its type.
class CommandTable : public adm::ArgumentTable {
 public:
  // What the text says; null after an error.
  virtual std::shared_ptr<const void> read(adm::StatementReader&) const = 0;
  virtual Progress execute(const void* arguments, Interpreter&) const = 0;
  // Does what can be done without a simulation, on a copy of the model: finds ids that do not exist.
  virtual void rehearse(const void*, Rehearsal&) const {}
  // The files that it names, which are read before anything is carried out; null: none.
  virtual const FileNames* files(const void*) const { return nullptr; }

  std::string_view example() const { return example_; }
  bool ends_script() const { return ends_script_; }
  // What the model is after it, only carrying it out can tell.
  bool replaces_model() const { return replaces_model_; }

 protected:
  template <class S>
  CommandTable(const adm::Statement<S>& table, std::string_view example, bool ends_script,
               bool replaces_model)
      : ArgumentTable(table, false),
        example_(example),
        ends_script_(ends_script),
        replaces_model_(replaces_model) {}

 private:
  std::string_view example_;
  bool ends_script_, replaces_model_;
};

struct NoArguments {};

using CommandPointer = std::unique_ptr<const CommandTable>;

template <class S>
struct CommandRow {
  adm::Statement<S> table;
  std::string_view example;
  Progress (*execute)(const S&, Interpreter&);
  void (*rehearse)(const S&, Rehearsal&) = nullptr;
  const FileNames* (*files)(const S&) = nullptr;
  bool ends_script = false, replaces_model = false;
};

template <class S>
class TypedCommand final : public CommandTable {
 public:
  explicit TypedCommand(const CommandRow<S>& row)
      : CommandTable(row.table, row.example, row.ends_script, row.replaces_model),
        finish_(row.table.finish),
        execute_(row.execute),
        rehearse_(row.rehearse),
        files_(row.files) {}

  std::shared_ptr<const void> read(adm::StatementReader& reader) const override {
    auto arguments = std::make_shared<S>();
    const bool clean = reader.read_arguments(*this, arguments.get());
    if (clean && finish_) finish_(*arguments, reader.finish());
    return reader.errors() == 0 ? arguments : nullptr;
  }
  Progress execute(const void* arguments, Interpreter& interpreter) const override {
    return execute_(*static_cast<const S*>(arguments), interpreter);
  }
  void rehearse(const void* arguments, Rehearsal& rehearsal) const override {
    if (rehearse_) rehearse_(*static_cast<const S*>(arguments), rehearsal);
  }
  const FileNames* files(const void* arguments) const override {
    return files_ ? files_(*static_cast<const S*>(arguments)) : nullptr;
  }

 private:
  void (*finish_)(S&, const adm::Finish&);
  Progress (*execute_)(const S&, Interpreter&);
  void (*rehearse_)(const S&, Rehearsal&);
  const FileNames* (*files_)(const S&);
};

template <class S>
CommandPointer command(const CommandRow<S>& row) {
  return std::make_unique<TypedCommand<S>>(row);
}

}  // namespace trammel::acf
