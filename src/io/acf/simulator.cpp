// SPDX-License-Identifier: BSD-3-Clause
#include "io/acf/simulator.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "analysis/jumps.h"
#include "analysis/kinematic.h"
#include "analysis/smallness.h"
#include "io/acf/present_start.h"
#include "io/acf/rehearsal.h"
#include "io/acf/save_file.h"
#include "io/acf/seal.h"
#include "results/csv.h"

namespace trammel::acf {

using analysis::Finding;
using analysis::RunReport;
using analysis::RunSettings;
using model::Problem;
using model::Severity;

void Simulator::load(adm::Reading reading) {
  dataset_ = std::move(reading.source);
  model_ = std::move(reading.model);
  has_model_ = true;
  host_.read_from(dataset_);
}

void Simulator::say(const analysis::Findings& findings) {
  analysis::Findings news;
  for (const Finding& finding : findings) {
    if (!said_.insert(finding.label + finding.text).second) continue;
    news.push_back(finding);
    // The place is that in the dataset, where the element reads as it was.
    const std::string change = finding.label == "INTEGRATOR" && !integrators_.empty()
                                   ? changed_by("INTEGRATOR", giver(finding.text))
                                   : edits_.changed_in(finding.label + ": " + finding.text);
    std::string& hint = news.back().hint;
    if (!change.empty()) hint += (hint.empty() ? "" : "; ") + change;
  }
  host_.report(news);
}

// The last command that gives the argument a text begins with, else the last one of all.
const Command& Simulator::giver(std::string_view text) const {
  const std::string_view argument = text.substr(0, text.find(' '));
  const auto gives = [&](const Command* command) {
    std::string upper = command->text.text();
    for (char& c : upper) c = char(std::toupper(static_cast<unsigned char>(c)));
    return upper.find(argument) != std::string::npos;
  };
  const auto found = std::find_if(integrators_.rbegin(), integrators_.rend(), gives);
  return *(found == integrators_.rend() ? integrators_.back() : *found);
}

void Simulator::blame(const Problem& problem) {
  const Command& command = edits_.culprit(problem);
  adm::Diagnostics diagnostics;
  diagnostics.add({problem.code, command.at(), problem.label, problem.message, problem.hint});
  host_.message(diagnostics.render(command.file->source));
}

bool Simulator::check_problems(const std::vector<Problem>& problems) {
  bool ok = true;
  for (const Problem& problem : problems)
    if (is_error(problem)) {
      ok = false;
      if (edits_.empty())
        host_.report(std::vector<Problem>{problem});
      else
        blame(problem);
    }
  return ok;
}

bool Simulator::change(const Command& command) {
  const std::string_view name = command.change->name();
  if (name == "INTEGRATOR") integrators_.push_back(&command);
  const bool concerns_a_start = name == "PART" || name == "POINT_MASS";
  if (!running_ || !concerns_a_start) return edits_.change(command, model_);
  const PresentStart present(session().equations(), session().state().state);
  return edits_.change(command, model_, &present);
}

bool Simulator::check_edits() {
  if (!check_problems(problems_of(model_, dataset_))) return false;
  if (columns_.empty() || columns_ == results::column_names(model_)) return true;
  Problem other_columns{.code = model::Code::failed_command,
                        .statement = "MREQUEST",
                        .label = "MREQUEST",
                        .at = {},
                        .argument = "",
                        .message = "the table of results has other columns already",
                        .hint = "change what is asked for before the first simulation"};
  blame(other_columns);
  return false;
}

bool Simulator::update() {
  if (running_ && edits_.empty()) return true;
  if (!edits_.empty() && !check_edits()) return false;
  auto next = std::make_unique<Running>(model_, options_.libraries);
  if (!check_problems(next->session.problems())) return false;
  std::vector<Problem> warnings;
  for (const Problem& problem : next->session.problems())
    if (said_.insert(problem.label + problem.message).second) warnings.push_back(problem);
  host_.report(warnings);
  const analysis::InitialConditions& start =
      running_ ? next->session.resume(running_->session, edits_.start()) : next->session.assemble();
  say(start.findings);
  if (!start.ok()) return false;
  running_ = std::move(next);
  edits_.clear();
  is_new_state_ = true;
  return true;
}

RunReport Simulator::refuse(Finding finding) {
  RunReport report;
  report.status = analysis::Status::failed;
  report.time = time();
  report.findings = {std::move(finding)};
  host_.report(report.findings);
  return report;
}

// Unless told otherwise, no step is longer than the time between outputs.
bool Simulator::check_settings(const Simulation& wanted, RunSettings& settings) {
  std::string wrong = analysis::check(settings);
  if (wanted.kind == analysis::Kind::dynamic && wrong.empty() && !settings.output_times.empty()) {
    StepLimits& limits = settings.options.step;
    if (limits.h_max <= 0 && limits.fixed <= 0) {
      limits.h_max = settings.output_times.front() - time();
      if (limits.h_min > limits.h_max)
        wrong = fmt::format(
            "HMIN = {:g} is longer than {:g}, the time between outputs, which limits the steps; "
            "give HMAX, too",
            limits.h_min, limits.h_max);
    }
  }
  if (wrong.empty()) return true;
  if (!integrators_.empty()) {
    const Command& last = *integrators_.back();
    adm::Diagnostics diagnostics;
    diagnostics.add(wrong_settings(last, std::move(wrong)));
    host_.message(diagnostics.render(last.file->source));
  } else {
    host_.report({Finding{Severity::error, "INTEGRATOR", model_.integrator.at, wrong, ""}});
  }
  return false;
}

RunReport Simulator::run(const Simulation& wanted) {
  analysis::Findings findings;
  RunSettings settings = analysis::run_settings(model_, options_.overrides, findings);
  settings.stop_requested = options_.stop_requested;
  if (wanted.times) settings.output_times = analysis::output_times(time(), *wanted.times);
  const analysis::InitialConditions& now = session().state();
  if (wanted.kind == analysis::Kind::kinematic &&
      session().automatic_kind() != analysis::Kind::kinematic) {
    Finding refusal = analysis::refuse_kinematics(now);
    refusal.hint = "SIMULATE/DYNAMICS integrates the motion";
    return refuse(std::move(refusal));
  }
  if (!check_settings(wanted, settings)) {
    RunReport report;
    report.status = analysis::Status::failed;
    report.time = time();
    return report;
  }
  if (wanted.kind == analysis::Kind::dynamic) {
    if (session().automatic_kind() == analysis::Kind::kinematic)
      say({{Severity::warning,
            "",
            {},
            "the model has no degrees of freedom; it is integrated nevertheless",
            "SIMULATE/KINEMATICS finds the motion without an integrator"}});
    say(findings);
    say(analysis::warn_of_smallness(now, settings.error));
  }
  if (wanted.kind != analysis::Kind::statics && wanted.times)
    say(analysis::jumping_motions(session().equations(), time(), wanted.times->end));
  columns_ = results::column_names(model_);
  const bool with_start = std::exchange(is_new_state_, false);
  return host_.run(session(), model_, wanted.kind, settings, with_start);
}

std::string Simulator::save(const std::string& path) {
  SavedRun saved;
  saved.model = running_ ? running_->model : model_;
  // Settings are those of now, wherever the equations are from.
  copy_settings(model_, saved.model);
  if (running_) saved.snapshot = session().snapshot();
  if (!edits_.empty()) saved.edited = model_;
  saved.start = edits_.start();
  saved.is_new_state = is_new_state_;
  const std::string text = to_text(saved);
  SavedRun back;
  const std::string wrong = from_text({path, text}, back);
  if (!wrong.empty()) return wrong;
  if (!(back.model == saved.model) || back.edited != saved.edited)
    return "the model cannot be written in such a way that it is read back the same";
  if (running_ && !(back.snapshot && is_same(back.snapshot->state, saved.snapshot->state)))
    return "the state cannot be written in such a way that it is read back the same";
  adm::write_file(path, sealed(text));
  return {};
}

std::string Simulator::reload(const std::string& path, const Command& by) {
  adm::Source source = adm::read_source(path);
  const std::string damage = unseal(source.text);
  SavedRun saved;
  // Of a damaged file the line is worth more, if it is known.
  if (const std::string wrong = from_text(source, saved); !wrong.empty()) return wrong;
  if (!damage.empty()) return damage;
  const std::vector<std::string> columns =
      results::column_names(saved.edited ? *saved.edited : saved.model);
  if (!columns_.empty() && columns != columns_)
    return "the saved model has other requests than the table of results; give OUTPREFIX";
  std::unique_ptr<Running> next;
  bool same_state = false;
  if (saved.snapshot) {
    next = std::make_unique<Running>(saved.model, options_.libraries);
    if (!next->session.ok()) {
      host_.report(next->session.problems());
      return "its equations cannot be made";
    }
    if (!fits(*saved.snapshot, next->session.equations()))
      return "its state does not fit its model; the file was not written by SAVE/SYSTEM";
    next->session.restore(*saved.snapshot);
    same_state = running_ && is_same(session().state().state, saved.snapshot->state);
  }
  is_new_state_ = saved.is_new_state || (saved.snapshot && !same_state);
  running_ = std::move(next);
  dataset_ = std::move(source);
  has_model_ = true;
  integrators_.clear();
  edits_.clear();
  model_ = saved.edited ? std::move(*saved.edited) : std::move(saved.model);
  if (saved.edited) edits_.restore(std::move(saved.start), by);
  host_.read_from(dataset_);
  return {};
}

}  // namespace trammel::acf
