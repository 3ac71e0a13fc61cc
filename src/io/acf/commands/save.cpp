// SAVE, RELOAD: a run is left in a file and taken up again.
// SPDX-License-Identifier: BSD-3-Clause
#include <filesystem>

#include "io/acf/commands/list.h"
#include "io/acf/interpreter.h"
#include "io/adm/bind.h"

namespace trammel::acf {
namespace {

struct SavedFile {
  bool system = false;
  std::string file, prefix;
};

// A run is saved among the results.
std::string place_of(Interpreter& interpreter, const std::string& name) {
  const std::filesystem::path path = std::filesystem::path(interpreter.host().folder()) / name;
  return path.has_extension() ? path.string() : path.string() + ".sav";
}

// It may also be an input, and then is found as all files that a script names.
std::string saved_file(Interpreter& interpreter, const std::string& name) {
  const std::string path = place_of(interpreter, name);
  std::error_code ignored;
  return std::filesystem::exists(path, ignored)
             ? path
             : find_file(*interpreter.command().file, name, ".sav");
}

Progress save_run(const SavedFile& to, Interpreter& interpreter) {
  if (!interpreter.need_model()) return Progress::failed;
  const std::string path = place_of(interpreter, to.file);
  if (const std::string no = interpreter.host().why_not_written(path); !no.empty())
    return interpreter.fail(no);
  const std::string wrong = interpreter.simulator().save(path);
  if (!wrong.empty()) return interpreter.fail(wrong);
  interpreter.host().wrote(path);
  return Progress::go_on;
}

Progress reload_run(const SavedFile& from, Interpreter& interpreter) {
  const std::string path = saved_file(interpreter, from.file);
  if (!from.prefix.empty() && from.prefix != interpreter.host().results_name()) {
    const std::string wrong = interpreter.host().name_results(from.prefix);
    if (!wrong.empty()) return interpreter.fail(wrong);
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
                              {"FILE", &S::file, adm::required,
                               "name of the file, in the folder of the results; .sav is added to "
                               "one without ending"}}},
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
                              {"FILE", &S::file, adm::required,
                               "name of the file, in the folder of the results or of the script"},
                              {"OUTPREFIX", &S::prefix, adm::optional,
                               "name of the result files from now on; otherwise results are added "
                               "to those that are there"}}},
      .example = "RELOAD/SYSTEM, FILE = halfway.sav, OUTPREFIX = second_half",
      .execute = reload_run,
      .replaces_model = true,
  });
}

}  // namespace trammel::acf
