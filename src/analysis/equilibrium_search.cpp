// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/equilibrium_search.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/suspects.h"

namespace trammel::analysis {

using model::Severity;

namespace {

constexpr int most_pushes = 3;
constexpr double push_size = 0.02;  // of what moves most: rad, or of the typical length

std::vector<Way> ways(const model::EquilibriumSettings& settings) {
  const bool moves = settings.approach == model::EquilibriumApproach::dynamic;
  const bool tries_all = settings.method != model::EquilibriumMethod::original;
  const Way plain = settings.funnel ? Way::funnel : Way::newton;
  std::vector<Way> list = moves ? std::vector{Way::motion} : std::vector{plain, Way::downhill};
  if (!tries_all) return list;
  for (const Way way : {plain, Way::downhill, Way::funnel, Way::motion})
    if (std::find(list.begin(), list.end(), way) == list.end()) list.push_back(way);
  return list;
}

std::string_view name(Way way) {
  switch (way) {
    case Way::newton:
      return "Newton's method";
    case Way::funnel:
      return "the funnel";
    case Way::downhill:
      return "going downhill (pseudo-transient continuation)";
    default:
      return "letting the model settle (the dynamic approach)";
  }
}

}  // namespace

EquilibriumSearch::EquilibriumSearch(const system::System& system, double length,
                                     const RunSettings& settings)
    : system_(system),
      settings_(settings),
      equilibrium_(system, length, settings.equilibrium),
      ways_(ways(settings.equilibrium)) {
  equilibrium_.listen(settings.options.observer, settings.stop_requested);
}

EquilibriumSearch::~EquilibriumSearch() {
  if (settings_.options.observer) settings_.options.observer->set_names(nullptr);
}

SearchResult EquilibriumSearch::find(double t, const State& from) {
  State start = from;
  start.t = t;
  std::vector<Attempt> attempts;
  for (const Way way : ways_) {
    attempts.push_back(attempt(way, start));
    if (attempts.back().is_good() || attempts.back().is_interrupted()) break;
  }
  return conclude(attempts, t);
}

EquilibriumSearch::Attempt EquilibriumSearch::attempt(Way way, State from) {
  Attempt a{way, {}, {}, std::move(from), {}};
  if (settings_.options.observer) settings_.options.observer->set_names(&names_);
  if (way == Way::downhill) {
    go_downhill(a);
  } else if (way == Way::motion) {
    let_settle(a);
  } else {
    a.report = way == Way::newton ? equilibrium_.newton(a.state) : equilibrium_.funnel(a.state);
    if (a.report.ok()) a.verdict = equilibrium_.judge(a.state);
  }
  return a;
}

// Where that ends on a ridge, a push along the unstable mode sets it going again.
void EquilibriumSearch::go_downhill(Attempt& a) {
  int iterations = 0;
  for (int pushes = 0;; ++pushes) {
    a.report = equilibrium_.relax(a.state);
    a.report.iterations = iterations += a.report.iterations;
    if (!a.report.ok()) return;
    a.verdict = equilibrium_.judge(a.state);
    if (a.is_good() || pushes == most_pushes) return;
    push(a);
  }
}

// What has settled is near an equilibrium; Newton, or going downhill, finds the rest of its digits.
void EquilibriumSearch::let_settle(Attempt& a) {
  using Settled = SettlingReport::Status;
  int iterations = 0;
  for (int pushes = 0;; ++pushes) {
    const Statistics before = a.settling.statistics;
    a.settling = settle(system_, settings_, a.state);
    add(a.settling.statistics, before);
    if (a.settling.status != Settled::settled) {
      a.report.status = a.settling.status == Settled::interrupted
                            ? EquilibriumReport::Status::interrupted
                            : EquilibriumReport::Status::too_slow;
      return;
    }
    for (const Way way : {Way::newton, Way::downhill}) {
      Attempt last = attempt(way, a.state);
      a.report = last.report;
      a.report.iterations = iterations += last.report.iterations;
      a.verdict = last.verdict;
      if (last.is_interrupted()) return;
      if (!last.is_good() && way == Way::newton) continue;
      a.state = std::move(last.state);
      break;
    }
    if (!a.report.ok() || a.is_good() || pushes == most_pushes) return;
    push(a);
  }
}

void EquilibriumSearch::push(Attempt& a) const {
  const Vector q = a.state.q;
  system_.retract(q, push_size * a.verdict.mode, a.state.q);
}

SearchResult EquilibriumSearch::conclude(std::vector<Attempt>& attempts, double t) {
  SearchResult result;
  for (const Attempt& a : attempts) {
    result.iterations += a.report.iterations;
    add(result.motion, a.settling.statistics);
  }
  Attempt& last = attempts.back();
  if (last.is_interrupted()) {
    result.status = SearchResult::Status::interrupted;
    return result;
  }
  const auto found = last.is_good() ? attempts.end() - 1
                                    : std::find_if(attempts.begin(), attempts.end(),
                                                   [](const Attempt& a) { return a.report.ok(); });
  if (found == attempts.end()) {
    result.findings.push_back(explain(attempts, t));
    return result;
  }
  result.status = SearchResult::Status::found;
  say_how(attempts.front(), *found, t, result);
  result.state = std::move(found->state);
  result.verdict = found->verdict;
  return result;
}

// Once in a run each.
void EquilibriumSearch::say_how(const Attempt& first, const Attempt& found, double t,
                                SearchResult& result) {
  const auto warn = [&](const std::string& text, const std::string& hint) {
    result.findings.push_back({Severity::warning, "", place(text), text, hint});
  };
  if (!found.is_good()) {
    if (!std::exchange(has_told_unstable_, true))
      warn(fmt::format("at time {:.8g}: the equilibrium is unstable{}, and no stable one was found",
                       t, moving(found.verdict)),
           "start nearer to the one you look for");
    return;
  }
  if (&first != &found && !std::exchange(has_told_how_, true))
    warn(first.report.ok()
             ? fmt::format("at time {:.8g}: {} ends at an unstable equilibrium{}; a stable one was "
                           "found by {}",
                           t, name(first.way), moving(first.verdict), name(found.way))
             : fmt::format("at time {:.8g}: {} finds no equilibrium; one was found by {}", t,
                           name(first.way), name(found.way)),
         "");
  if (std::exchange(has_noted_, true)) return;
  if (found.way == Way::funnel)
    result.notes.push_back(
        fmt::format("The funnel found the equilibrium in {} stages, {} iterations",
                    found.report.stages, found.report.iterations));
  if (found.way == Way::motion)
    result.notes.push_back(fmt::format("The model settled within {:.4g} units of time, {} steps",
                                       found.settling.duration, found.settling.statistics.steps));
}

std::string EquilibriumSearch::moving(const StabilityVerdict& verdict) const {
  return verdict.column < 0
             ? ""
             : ", from which " + system_.column_name(verdict.column) + " would move away first";
}

Finding EquilibriumSearch::explain(const std::vector<Attempt>& attempts, double t) const {
  using Search = EquilibriumReport::Status;
  const Attempt& last = attempts.back();
  if (last.way == Way::motion) return explain_motion(last, t);
  const std::string where = fmt::format("at time {:.8g}: no equilibrium was found: ", t);
  Finding failure{Severity::error, "", {}, "", ""};
  const auto all_are = [&](Search status) {
    return std::all_of(attempts.begin(), attempts.end(),
                       [&](const Attempt& a) { return a.report.status == status; });
  };
  if (all_are(Search::domain_error)) {
    failure.text = where + system_.fault();
    failure.at = place_of_fault(system_);
    return failure;
  }
  int iterations = 0;
  for (const Attempt& a : attempts) iterations += a.report.iterations;
  if (all_are(Search::singular))
    failure.text = where + equilibrium_.describe_singularity();
  else
    failure.text =
        fmt::format("{}{} is out of balance by {:.3g} after {} iterations", where,
                    system_.row_name(last.report.worst_row), last.report.imbalance, iterations);
  const EquilibriumReport& first = attempts.front().report;
  if (first.stages > 0)
    failure.text += fmt::format("; the funnel ended in stage {} of {}", first.stage, first.stages);
  failure.at = place(failure.text);
  failure.hint =
      "is anything free to move away for ever? Otherwise start nearer to the equilibrium, or "
      "give EQUILIBRIUM a larger MAXIT, a smaller ALIMIT, FUNNEL, or METHOD = ADVANCED";
  return failure;
}

Finding EquilibriumSearch::explain_motion(const Attempt& a, double t) const {
  const SettlingReport& s = a.settling;
  Finding failure{Severity::error, "", {}, "", ""};
  const std::string where = fmt::format("at time {:.8g}: ", t);
  if (s.status == SettlingReport::Status::failed) {
    failure.text = fmt::format(
        "{}no equilibrium was found: the motion that should settle fails: {}", where, s.message);
  } else if (s.status == SettlingReport::Status::settled) {
    failure.text = fmt::format(
        "{}the model has settled, but {} is out of balance by {:.3g} where the search ends", where,
        system_.row_name(a.report.worst_row), a.report.imbalance);
    failure.hint = "make KINETIC_ENERGY_ERROR and ACCELERATION_ERROR smaller";
  } else {
    failure.text = fmt::format(
        "{}the model has not settled within {:.4g} units of time: its kinetic energy is {:.3g}, "
        "and "
        "{} accelerates by {:.3g}",
        where, s.duration, s.kinetic_energy, system_.column_name(s.column), s.acceleration);
    failure.hint = fmt::format(
        "is anything free to move away for ever? Otherwise give EQUILIBRIUM a longer SETTLING_TIME "
        "or another GLOBAL_DAMPING (it was {:.3g})",
        s.damping);
  }
  failure.at = place(failure.text);
  return failure;
}

model::Location EquilibriumSearch::place(const std::string& text) const {
  return place_of_first_name(system_.equations(), text);
}

}  // namespace trammel::analysis
