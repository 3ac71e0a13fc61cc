// How long what happens by TIME lasts: pulses that steps can pass over, and events that are far shorter than
// the unit of time.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <cmath>

#include "analysis/doctor/function_use.h"
#include "analysis/doctor/rules.h"
#include "analysis/doctor/time_function.h"

namespace trammel::analysis::doctor {
namespace {

constexpr double same = 0.01;              // of the height of a pulse
constexpr double share_of_the_run = 0.01;  // of an output step among the usual hundred
constexpr double short_event = 1e-3;       // in units of time
constexpr std::size_t most_switches = 200;

struct Pulse {
  double start = 0, end = 0;
  double length() const { return end - start; }
};

// Where a sum leaves a value and comes back to it; the shortest of these times that steps come to from before.
class PulseSearch {
 public:
  explicit PulseSearch(const TimeSum& sum) : sum_(sum), times_(sum.switches()) {}

  std::optional<Pulse> shortest() const {
    std::optional<Pulse> best;
    if (times_.size() > most_switches) return best;
    for (std::size_t i = 0; i < times_.size(); ++i)
      for (std::size_t j = i + 1; j < times_.size(); ++j) {
        const Pulse pulse{times_[i], times_[j]};
        if (best && pulse.length() >= best->length()) break;
        // Steps are short where a run begins.
        if (pulse.start > 0 && is_pulse(i, j)) best = pulse;
      }
    return best;
  }

 private:
  bool is_pulse(std::size_t i, std::size_t j) const {
    const double nearby = 1e-6 * (times_[j] - times_[i]);
    const auto before = sum_.at(times_[i] - nearby), after = sum_.at(times_[j] + nearby);
    if (!before || !after) return false;
    double height = 0;
    for (std::size_t k = i; k < j; ++k)
      for (const double share : {1e-6, 0.25, 0.5, 0.75, 1 - 1e-6}) {
        const auto value = sum_.at(times_[k] + share * (times_[k + 1] - times_[k]));
        if (!value) return false;
        height = std::max(height, std::abs(*value - *before));
      }
    return height > 0 && std::abs(*after - *before) <= same * height &&
           height > same * std::abs(*before);
  }

  const TimeSum& sum_;
  const std::vector<double>& times_;
};

// The moment of the last switch in the model; 0: there is none.
double last_switch(const model::Model& model) {
  double last = 0;
  for_each_function(model, [&](const auto&, const model::Expression& function) {
    for (const TimeSum& sum : TimeSum::all_of(function.tree))
      last = std::max(last, sum.switches().back());
  });
  return last;
}

}  // namespace

Findings pulses_between_steps(const Patient& patient) {
  Findings findings;
  const model::IntegratorSettings& settings = patient.model.integrator;
  // Without HMAX steps are as long as those between outputs at most, of which nothing is said here.
  const double longest =
      settings.hmax ? *settings.hmax : share_of_the_run * last_switch(patient.model);
  for_each_function(patient.model, [&](const auto& element, const model::Expression& function) {
    std::optional<Pulse> shortest;
    for (const TimeSum& sum : TimeSum::all_of(function.tree)) {
      const auto pulse = PulseSearch(sum).shortest();
      if (pulse && (!shortest || pulse->length() < shortest->length())) shortest = pulse;
    }
    if (!shortest || shortest->length() >= longest) return;
    findings.push_back(warning(
        element,
        fmt::format("its function has a pulse of {:.3g} at TIME = {:g}{}: it can be stepped over",
                    shortest->length(), shortest->start,
                    settings.hmax ? fmt::format(", and HMAX = {:g} is longer", *settings.hmax)
                                  : ", and no HMAX keeps steps shorter"),
        fmt::format("set HMAX to a third of it, {:.1g}, or simulate up to it and go on with "
                    "shorter steps",
                    shortest->length() / 3)));
  });
  return findings;
}

Findings events_in_long_units(const Patient& patient) {
  const model::IntegratorSettings& settings = patient.model.integrator;
  const model::Unit* unit = patient.model.units.time_unit();
  const double last = last_switch(patient.model);
  // Something short may also be the beginning of a long run; HMAX tells how long its steps are meant to be.
  if (!unit || last <= 0 || last >= short_event || !settings.hmax || *settings.hmax > last)
    return {};
  const model::Unit* better = nullptr;
  for (const model::Unit& other : model::time_units())
    if (other.si < unit->si && (!better || other.si > better->si)) better = &other;
  if (!better) return {};
  return {{model::Severity::warning, "INTEGRATOR", settings.at,
           fmt::format("all that is switched by TIME happens within {:.2g} of a {}, with steps of "
                       "{:g} at most: the unit of time is long for such an event",
                       last, unit->name, *settings.hmax),
           fmt::format("UNITS/TIME = {}: HMAX, HINIT and the event are then numbers nearer to one",
                       better->name)}};
}

}  // namespace trammel::analysis::doctor
