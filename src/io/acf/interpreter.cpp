// SPDX-License-Identifier: BSD-3-Clause
#include "io/acf/interpreter.h"

#include "io/acf/listing.h"

namespace trammel::acf {

using adm::Code;

Progress Interpreter::run() {
  for (const Command& command : script_.commands) {
    command_ = &command;
    if (simulator_.stop_requested()) {
      fail("interrupted before this command; the results up to here are kept");
      return Progress::interrupted;
    }
    host_.echo(command.line());
    Progress progress = Progress::no_file;
    try {
      progress = execute(command);
    } catch (const adm::FileError& error) {
      fail(error.what());
    }
    if (progress != Progress::go_on) return progress;
  }
  return Progress::go_on;
}

Progress Interpreter::execute(const Command& command) {
  if (command.table) return command.table->execute(command.arguments.get(), *this);
  if (!need_model()) return Progress::failed;
  adm::Diagnostics& diagnostics = command.file->diagnostics;
  diagnostics = {};  // what the script itself has wrong has been said
  if (!simulator_.change(command)) {
    host_.message(diagnostics.render(command.file->source));
    return Progress::failed;
  }
  if (simulator_.edits().lists())
    host_.print(statement_text(simulator_.model(), *command.change, command.text));
  return Progress::go_on;
}

Progress Interpreter::fail(const std::string& text, const std::string& hint) {
  adm::Diagnostics diagnostics;
  diagnostics.add({Code::failed_command, command_->at(), command_->name(), text, hint});
  host_.message(diagnostics.render(command_->file->source));
  return Progress::failed;
}

bool Interpreter::need_model() {
  if (simulator_.has_model()) return true;
  fail("there is no model yet", "name it in the command line, or with FILE/MODEL = ...");
  return false;
}

}  // namespace trammel::acf
