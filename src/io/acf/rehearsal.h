// A script tried on a copy of the model before anything runs: finds what commands ask of the model that it
// does not have, as far as that can be known without simulating.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <utility>

#include "analysis/session.h"
#include "io/acf/edits.h"
#include "io/acf/script.h"
#include "io/adm/source.h"

namespace trammel::acf {

class Rehearsal {
 public:
  // `overrides`: of the command line; they come before all commands.
  Rehearsal(Script& script, const model::Model& model, const adm::Source& dataset,
            analysis::Overrides overrides = {})
      : script_(script), dataset_(dataset), overrides_(std::move(overrides)), model_(model) {}

  // The messages are among those of the script.
  void run();

  // For commands.
  const Command& command() const { return *command_; }
  model::Model& model() { return model_; }
  Edits& edits() { return edits_; }
  // Says what is wrong, at the place of the command.
  void complain(const std::string& text, const std::string& hint = {});
  // An analysis would begin here: changes take effect together.
  void check_edits();

 private:
  void check_integrator();

  Script& script_;
  const adm::Source& dataset_;
  analysis::Overrides overrides_;
  model::Model model_;
  Edits edits_;
  const Command* command_ = nullptr;
  const Command* integrator_ = nullptr;  // the last INTEGRATOR that has not been judged
};

// The checks of a dataset that has just been read, for a model that commands have changed; reads the files
// that it names.
std::vector<model::Problem> problems_of(model::Model& changed, const adm::Source& dataset);
bool is_error(const model::Problem&);

// What is wrong with settings, at the place of the command that has set them.
adm::Message wrong_settings(const Command& command, std::string text);

}  // namespace trammel::acf
