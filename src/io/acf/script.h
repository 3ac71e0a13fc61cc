// A command file (.acf), with those it names, as a list of commands.
//
//   line 1     the dataset, without .adm; line 2: the name of the result files       (classic opening)
//   line 1     blank: no dataset is named here, but by FILE/MODEL = …                  (ADAMS/View)
//   line 1     a command: as if a blank line stood before it
// After that, comments, continuation lines and abbreviations as in datasets. A file that FILE/COMMAND
// names has commands only, and its commands stand in the place of that one. Nothing is read after STOP.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "io/acf/command.h"
#include "io/adm/diagnostics.h"
#include "io/adm/splitter.h"

namespace trammel::acf {

struct CommandFile {
  adm::Source source;
  adm::Diagnostics diagnostics;
};

struct Command {
  const CommandTable* table = nullptr;    // either a command …
  std::shared_ptr<const void> arguments;  // … and what its text says
  const adm::Syntax* change = nullptr;    // or a statement that changes the model
  adm::StatementText text;
  CommandFile* file = nullptr;

  model::Location at() const { return text.start(); }
  std::string name() const { return table ? table->name() : change->name(); }
  std::string line() const;  // the text in one line
};

struct Script {
  std::string model, prefix;                        // of a classic opening; empty: not named
  std::vector<std::unique_ptr<CommandFile>> files;  // the first is the script itself
  std::vector<Command> commands;

  bool ok() const;
  std::string messages() const;
};

// Throws adm::FileError when the file cannot be read; all else is in the diagnostics.
Script read_script(const std::string& path);
Script read_script(adm::Source source);

// A file that a command of `file` names: relative to the folder of that file, else to the present one.
// Where there is none of this name, `ending` is added. Backslashes may stand for slashes.
std::string find_file(const CommandFile& file, const std::string& name, const std::string& ending);

}  // namespace trammel::acf
