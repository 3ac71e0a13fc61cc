// STOP, HELP, TIME: commands without arguments.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "io/acf/commands.h"
#include "io/acf/commands/list.h"
#include "io/acf/interpreter.h"

namespace trammel::acf {
namespace {

Progress list_commands(const NoArguments&, Interpreter& interpreter) {
  std::string text;
  for (const CommandPointer& each : commands())
    text += fmt::format("  {:<12} {}\n", each->name(), each->help());
  interpreter.host().print(text + "  and every statement of a dataset, which changes it\n");
  return Progress::go_on;
}

Progress show_time(const NoArguments&, Interpreter& interpreter) {
  interpreter.host().print(fmt::format("time = {}\n", interpreter.simulator().time()));
  return Progress::go_on;
}

}  // namespace

CommandPointer stop() {
  return command(CommandRow<NoArguments>{
      .table = {.name = "STOP", .help = "Ends the run. What follows is not read."},
      .example = "STOP",
      .execute = [](const NoArguments&, Interpreter&) { return Progress::stop; },
      .ends_script = true,
  });
}

CommandPointer help() {
  return command(CommandRow<NoArguments>{
      .table = {.name = "HELP", .help = "Lists the commands."},
      .example = "HELP",
      .execute = list_commands,
  });
}

CommandPointer time() {
  return command(CommandRow<NoArguments>{
      .table = {.name = "TIME", .help = "Shows the present time of the model."},
      .example = "TIME",
      .execute = show_time,
  });
}

}  // namespace trammel::acf
