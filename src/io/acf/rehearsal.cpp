// SPDX-License-Identifier: BSD-3-Clause
#include "io/acf/rehearsal.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "io/adm/matrix_file.h"
#include "io/adm/references.h"
#include "io/adm/spline_file.h"
#include "model/validate.h"

namespace trammel::acf {

using model::Problem;

bool is_error(const Problem& problem) {
  return model::row(problem.code).severity == model::Severity::error;
}

std::vector<Problem> problems_of(model::Model& changed, const adm::Source& dataset) {
  std::vector<Problem> problems = adm::read_matrix_files(changed, dataset.name);
  const auto add = [&](std::vector<Problem> more) {
    std::move(more.begin(), more.end(), std::back_inserter(problems));
  };
  add(adm::read_spline_files(changed, dataset.name));
  add(adm::check_references(changed));
  // Other checks take references for granted.
  if (std::none_of(problems.begin(), problems.end(), is_error)) add(model::validate(changed));
  return problems;
}

adm::Message wrong_settings(const Command& command, std::string text) {
  return {adm::Code::out_of_range, command.at(), std::string(command.name()), std::move(text), ""};
}

void Rehearsal::run() {
  for (const Command& command : script_.commands) {
    command_ = &command;
    if (command.change) {
      const bool done = edits_.change(command, model_);
      if (done && command.change->name() == "INTEGRATOR") integrator_ = &command;
    } else if (command.table->replaces_model()) {
      break;
    } else {
      command.table->rehearse(command.arguments.get(), *this);
    }
  }
  for (const auto& file : script_.files) file->diagnostics.sort();
}

// Later commands may still set right what one has set wrong.
void Rehearsal::check_integrator() {
  const Command* command = std::exchange(integrator_, nullptr);
  if (!command) return;
  analysis::Findings ignored;
  std::string wrong = analysis::check(analysis::run_settings(model_, overrides_, ignored));
  if (!wrong.empty()) command->file->diagnostics.add(wrong_settings(*command, std::move(wrong)));
}

void Rehearsal::check_edits() {
  check_integrator();
  if (edits_.empty()) return;
  for (const Problem& problem : problems_of(model_, dataset_)) {
    if (!is_error(problem)) continue;
    const Command& culprit = edits_.culprit(problem);
    culprit.file->diagnostics.add(
        {problem.code, culprit.at(), problem.label, problem.message, problem.hint});
  }
  edits_.clear();
}

void Rehearsal::complain(const std::string& text, const std::string& hint) {
  command_->file->diagnostics.add(
      {adm::Code::undefined_reference, command_->at(), command_->name(), text, hint});
}

}  // namespace trammel::acf
