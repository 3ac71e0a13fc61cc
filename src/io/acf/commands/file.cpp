// FILE: names of the dataset, of the results, of other command files.
// SPDX-License-Identifier: BSD-3-Clause
#include "io/acf/commands/list.h"
#include "io/acf/interpreter.h"
#include "io/adm/bind.h"

namespace trammel::acf {
namespace {

void finish_file(FileNames& names, const adm::Finish& finish) {
  if (names.model.empty() && names.command.empty() && names.prefix.empty())
    finish.error(adm::Code::missing_argument, "",
                 "one of MODEL, COMMAND or OUTPUT_PREFIX is missing");
}

}  // namespace

// The program reads the model, and the reader of scripts the other command files, before anything is
// carried out: here nothing is left to do.
CommandPointer file() {
  using S = FileNames;
  return command(CommandRow<S>{
      .table =
          {
              .name = "FILE",
              .help = "Names files. Names are relative to the folder of the command file, else to "
                      "the present one; .adm and .acf may be left out.",
              .arguments =
                  {
                      {"MODEL", &S::model, adm::optional,
                       "the dataset; one that the command line names comes before it"},
                      {"COMMAND", &S::command, adm::optional,
                       "a command file whose commands stand in the place of this one"},
                      {"OUTPUT_PREFIX", &S::prefix, adm::optional,
                       "name of the result files, without ending; otherwise that of the dataset"},
                  },
              .at_most_one_of = {{"MODEL", "COMMAND"}},
              .finish = finish_file,
          },
      .example = "FILE/MODEL = swing_arm, OUTPUT_PREFIX = run2",
      .execute = [](const S&, Interpreter&) { return Progress::go_on; },
      .files = [](const S& names) { return &names; },
  });
}

}  // namespace trammel::acf
