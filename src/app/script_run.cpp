// SPDX-License-Identifier: BSD-3-Clause
#include "app/script_run.h"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>

#include "app/interrupt.h"
#include "app/no_effect.h"
#include "app/result_files.h"
#include "app/script_host.h"
#include "elements/user/missing.h"
#include "io/acf/interpreter.h"
#include "io/adm/reader.h"

namespace trammel::app {
namespace {

namespace fs = std::filesystem;

// What the script, or else the command line, names.
struct Names {
  std::string model;   // path; empty: none
  std::string prefix;  // of the results
};

Names find_names(const RunOptions& options, const acf::Script& script) {
  const acf::CommandFile& main = *script.files.front();
  Names names{options.model, script.prefix};
  if (names.model.empty() && !script.model.empty())
    names.model = acf::find_file(main, script.model, ".adm");
  for (const acf::Command& command : script.commands) {
    const acf::FileNames* files =
        command.table ? command.table->files(command.arguments.get()) : nullptr;
    if (!files) continue;
    if (names.model.empty() && !files->model.empty())
      names.model = acf::find_file(*command.file, files->model, ".adm");
    if (names.prefix.empty()) names.prefix = files->prefix;
  }
  if (names.prefix.empty())
    names.prefix = fs::path(names.model.empty() ? main.source.name : names.model).stem().string();
  return names;
}

class ScriptRun {
 public:
  ScriptRun(const RunOptions& options, acf::Script& script, Names names)
      : script_(script),
        names_(std::move(names)),
        libraries_(std::make_shared<elements::UserLibraries>(options.user_routines)),
        host_(options, names_.model, names_.prefix),
        simulator_({options.overrides, libraries_, is_interrupted}, host_),
        interpreter_(script, simulator_, host_) {}

  ExitCode execute() {
    if (!names_.model.empty())
      if (const ExitCode code = load(); code != success) return code;
    interpreter_.rehearse();
    host_.message(script_.messages());
    if (!script_.ok()) return wrong_input;
    const acf::Progress end = interpreter_.run();
    const ExitCode code = end == acf::Progress::failed    ? analysis_failed
                          : end == acf::Progress::no_file ? file_error
                                                          : success;
    host_.finish(code != success);
    return code;
  }

 private:
  ExitCode load() {
    adm::Reading reading = adm::read_file(names_.model);
    host_.read_from(reading.source);
    host_.message(reading.messages());
    if (!reading.ok()) {
      host_.report(elements::missing_routines(reading.model, *libraries_));
      return wrong_input;
    }
    host_.report(settings_without_effect(reading.model));
    simulator_.load(std::move(reading));
    return success;
  }

  acf::Script& script_;
  Names names_;
  std::shared_ptr<elements::UserLibraries> libraries_;
  ScriptHost host_;
  acf::Simulator simulator_;
  acf::Interpreter interpreter_;
};

}  // namespace

ExitCode run_script(const RunOptions& options) {
  acf::Script script = acf::read_script(options.script);
  if (!script.ok()) {
    std::fputs(script.messages().c_str(), stderr);
    return wrong_input;
  }
  Names names = find_names(options, script);
  RunOptions named = options;
  named.model = names.model;
  const ResultFiles files = result_files(named, names.prefix);
  if (const std::string wrong = check(files, named); !wrong.empty()) {
    fmt::print(stderr, "trammel run: error: {}\n", wrong);
    return wrong_usage;
  }
  catch_interrupts();
  make_folder(options);
  return ScriptRun(named, script, std::move(names)).execute();
}

}  // namespace trammel::app
