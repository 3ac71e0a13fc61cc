// Carries the commands of a script out, one after the other. The first that fails ends the run; what was
// computed before it is kept.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "io/acf/script.h"
#include "io/acf/simulator.h"

namespace trammel::acf {

class Interpreter {
 public:
  Interpreter(Script& script, Simulator& simulator, Host& host)
      : script_(script), simulator_(simulator), host_(host) {}

  Progress run();

  // For commands.
  Simulator& simulator() { return simulator_; }
  Host& host() { return host_; }
  const Command& command() const { return *command_; }
  // Says what is wrong, at the place of the command.
  Progress fail(const std::string& text, const std::string& hint = {});
  // For a command that needs one: false and a message without.
  bool need_model();

 private:
  Progress execute(const Command&);

  Script& script_;
  Simulator& simulator_;
  Host& host_;
  const Command* command_ = nullptr;
};

}  // namespace trammel::acf
