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
#include "io/acf/rehearsal.h"
#include "io/adm/reader.h"
#include "numerics/team.h"

namespace trammel::app {
namespace {

namespace fs = std::filesystem;

}  // namespace

ScriptNames find_names(const std::string& model, const acf::Script& script) {
  const acf::CommandFile& main = *script.files.front();
  ScriptNames names{model, script.prefix};
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

void check_prefix(acf::Script& script, const std::string& folder) {
  const auto check = [&](acf::CommandFile& file, model::Location at, const std::string& prefix) {
    if (prefix.empty() || is_inside(folder, (fs::path(folder) / prefix).string())) return;
    file.diagnostics.add({adm::Code::out_of_range, at, "",
                          fmt::format("results named {} would leave their folder", prefix),
                          "give a name inside; --output names the folder"});
  };
  check(*script.files.front(), {2, 1}, script.prefix);
  for (const acf::Command& command : script.commands)
    if (const acf::FileNames* files =
            command.table ? command.table->files(command.arguments.get()) : nullptr)
      check(*command.file, command.at(), files->prefix);
}

namespace {

class ScriptRun {
 public:
  ScriptRun(const RunOptions& options, acf::Script& script, ScriptNames names)
      : script_(script),
        names_(std::move(names)),
        options_(options),
        libraries_(std::make_shared<elements::UserLibraries>(options.user_routines)),
        host_(options, names_.model, names_.prefix),
        simulator_({options.overrides, libraries_, is_interrupted}, host_),
        interpreter_(script, simulator_, host_) {}

  ExitCode execute() {
    if (!names_.model.empty())
      if (const ExitCode code = load(); code != success) return code;
    if (simulator_.has_model())
      acf::Rehearsal(script_, simulator_.model(), simulator_.dataset(), options_.overrides).run();
    host_.message(script_.messages());
    if (!script_.ok()) return wrong_input;
    switch (interpreter_.run()) {
      case acf::Progress::failed:
        return finish("failed", analysis_failed);
      case acf::Progress::interrupted:
        return finish("interrupted", analysis_failed);
      case acf::Progress::no_file:
        return finish("failed", file_error);
      default:
        return finish("ok", success);
    }
  }

 private:
  ExitCode finish(std::string_view status, ExitCode code) {
    host_.finish(status);
    return code;
  }

  ExitCode load() {
    adm::Reading reading = adm::read_file(names_.model);
    host_.read_from(reading.source);
    host_.message(reading.messages());
    if (!reading.ok()) {
      host_.report(elements::missing_routines(reading.model, *libraries_));
      return wrong_input;
    }
    host_.report(settings_without_effect(reading.model));
    set_threads(options_.threads.value_or(reading.model.preferences.threads.value_or(0)));
    simulator_.load(std::move(reading));
    return success;
  }

  acf::Script& script_;
  ScriptNames names_;
  const RunOptions& options_;
  std::shared_ptr<elements::UserLibraries> libraries_;
  ScriptHost host_;
  acf::Simulator simulator_;
  acf::Interpreter interpreter_;
};

}  // namespace

ExitCode run_script(const RunOptions& options) {
  acf::Script script = acf::read_script(options.script);
  check_prefix(script, options.folder);
  if (!script.ok()) {
    std::fputs(script.messages().c_str(), stderr);
    return wrong_input;
  }
  ScriptNames names = find_names(options.model, script);
  RunOptions named = options;
  named.model = names.model;
  const ResultFiles files = result_files(named, names.prefix);
  if (const std::string wrong = check(files, named); !wrong.empty()) {
    fmt::print(stderr, "trammel run: error: {}\n", wrong);
    return wrong_usage;
  }
  catch_interrupts();
  make_folder(options.folder);
  return ScriptRun(named, script, std::move(names)).execute();
}

}  // namespace trammel::app
