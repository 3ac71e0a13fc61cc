// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/samples.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "numerics/index_one.h"

namespace trammel::analysis {
namespace {

constexpr double same_time = 1e-9;  // of a period

bool is_due(const elements::Sampler& sampler, double t) {
  const double k = std::round((t - sampler.offset) / sampler.period);
  return k >= 0 && std::abs(t - sampler.offset - k * sampler.period) <= same_time * sampler.period;
}

bool are_same(const Vector& a, const Vector& b) {
  constexpr double rounding = 1e-12;
  return (a - b).norm() <= rounding * std::max(a.norm(), b.norm());
}

// Do both go on in the same way?
bool go_on_alike(const State& a, const State& b) {
  return are_same(a.a, b.a) && are_same(a.lambda, b.lambda) && are_same(a.x_dot, b.x_dot) &&
         are_same(a.y, b.y);
}

}  // namespace

double next_sample(const elements::Equations& equations, double t, const Times& outputs) {
  double first = no_sample, period = 0;
  for (const elements::Sampler& sampler : equations.samplers)
    if (const double next = sampler.next(t); next < first) {
      first = next;
      period = sampler.period;
    }
  const std::size_t near = outputs.lower_bound(first - same_time * period);
  return near < outputs.size() && outputs[near] <= first + same_time * period ? outputs[near]
                                                                              : first;
}

bool has_too_many_samples(const elements::Equations& equations, double end, Finding& failure) {
  constexpr double most = 1e6;
  for (const elements::Sampler& sampler : equations.samplers) {
    if (end / sampler.period <= most) continue;
    failure = {model::Severity::error,
               "",
               {},
               fmt::format("{}: a sample period of {:g} makes more than {:g} samples up to the end",
                           sampler.name, sampler.period, most),
               "lengthen SAMPLE_PERIOD"};
    return true;
  }
  return false;
}

Sampled take_samples(const elements::Equations& equations, InitialConditions& at,
                     Finding& failure) {
  State next = at.state;
  for (const elements::Sampler& sampler : equations.samplers) {
    if (!is_due(sampler, at.state.t)) continue;
    std::vector<double> values(sampler.scalars.size());
    if (!at.system->values(at.state, sampler.scalars, values)) {
      failure = {model::Severity::error,
                 "",
                 {},
                 fmt::format("at time {:.8g}: {}", at.state.t, at.system->fault()),
                 ""};
      return Sampled::failed;
    }
    for (std::size_t k = 0; k < values.size(); ++k)
      next.memory[sampler.memory + int(k)] = values[k];  // (SYS.5)
  }
  State before = std::exchange(at.state, std::move(next));
  IndexOne index_one(*at.system);
  if (index_one.make_consistent(at.state).ok()) {
    const bool alike = index_one.make_consistent(before).ok() && go_on_alike(before, at.state);
    return alike ? Sampled::nothing : Sampled::jump;
  }
  failure = {
      model::Severity::error,
      "",
      {},
      fmt::format("at time {:.8g}: no accelerations belong to the new values of the discrete "
                  "states",
                  at.state.t),
      "let constraints depend on time only"};
  return Sampled::failed;
}

}  // namespace trammel::analysis
