// SAVE, RELOAD: a run is left in a file and taken up again.
// SPDX-License-Identifier: BSD-3-Clause
#include "io/acf/commands/list.h"
#include "io/acf/interpreter.h"
#include "io/adm/bind.h"

namespace trammel::acf {
namespace {

struct SavedFile {
  bool system = false;
  std::string file, prefix;
};

// In the folder of the command file, as all files that it names.
std::string path_of(const Interpreter& interpreter, const std::string& name) {
  return find_file(*interpreter.command().file, name, ".sav");
}

Progress save_run(const SavedFile& to, Interpreter& interpreter) {
  if (!interpreter.need_model()) return Progress::failed;
  const std::string path = path_of(interpreter, to.file);
  const std::string wrong = interpreter.simulator().save(path);
  return wrong.empty() ? Progress::go_on : interpreter.fail(wrong);
}

Progress reload_run(const SavedFile& from, Interpreter& interpreter) {
  const std::string path = path_of(interpreter, from.file);
  if (!from.prefix.empty()) {
    interpreter.host().name_results(from.prefix);
    interpreter.simulator().start_table();
  }
  const std::string wrong = interpreter.simulator().reload(path, interpreter.command());
  return wrong.empty() ? Progress::go_on : interpreter.fail(path + ": " + wrong);
}

}  // namespace

CommandPointer save() {
  using S = SavedFile;
  return command(CommandRow<S>{
      .table = {.name = "SAVE",
                .help = "Writes the state, the model as it is now and all settings to a file, from "
                        "which RELOAD goes on with the same numbers.",
                .arguments = {{"SYSTEM", adm::Flag{&S::system, true}, adm::required,
                               "everything there is"},
                              {"FILE", &S::file, adm::required, "name of the file; ending .sav"}}},
      .example = "SAVE/SYSTEM, FILE = halfway.sav",
      .execute = save_run,
  });
}

CommandPointer reload() {
  using S = SavedFile;
  return command(CommandRow<S>{
      .table = {.name = "RELOAD",
                .help =
                    "Goes on from what SAVE has written; nothing of the present state and model "
                    "stays.",
                .arguments = {{"SYSTEM", adm::Flag{&S::system, true}, adm::required,
                               "everything there is"},
                              {"FILE", &S::file, adm::required, "name of the file; ending .sav"},
                              {"OUTPREFIX", &S::prefix, adm::optional,
                               "name of the result files from now on; otherwise results are added "
                               "to those that are there"}}},
      .example = "RELOAD/SYSTEM, FILE = halfway.sav, OUTPREFIX = second_half",
      .execute = reload_run,
  });
}

}  // namespace trammel::acf
