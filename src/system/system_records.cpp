// What a System keeps of accepted steps: turns of angles, values for DELAY, splines read too far.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "numerics/interpolant.h"
#include "system/system_impl.h"

namespace trammel::system {
namespace {

constexpr int samples_per_step = 4;  // a cubic through them has the order of the interpolant

bool warns(const expression::SplineReference& spline) {
  return spline.method != expression::Interpolation::history;
}

bool is_known(const elements::Equations& equations, const expression::SplineReference& spline) {
  const auto& known = *equations.extrapolations;
  return std::any_of(known.begin(), known.end(), [&](const elements::Extrapolation& e) {
    return e.spline.id == spline.id &&
           expression::reads_a_curve(e.spline.method) == expression::reads_a_curve(spline.method);
  });
}

}  // namespace

std::vector<int> System::Impl::readers_of_splines() const {
  std::vector<int> candidates = bank_members(*equations);
  // Rows of pairs of curves have a stop of their own.
  for (const elements::Row& row : equations->rows)
    if (row.scalar >= 0 && row.active && !row.initial_only && row.owner.kind != model::Kind::ptcv &&
        row.owner.kind != model::Kind::cvcv)
      candidates.push_back(row.scalar);
  for (const auto& request : equations->requests)
    for (const int scalar : request)
      if (scalar >= 0) candidates.push_back(scalar);
  const auto reads_none = [&](int scalar) {
    const auto& splines = equations->scalars[std::size_t(scalar)].tape.splines;
    return std::none_of(splines.begin(), splines.end(), warns);
  };
  candidates.erase(std::remove_if(candidates.begin(), candidates.end(), reads_none),
                   candidates.end());
  return candidates;
}

void System::Impl::count_turns(State& state, Workspace& w) const {
  if (counting.empty()) return;
  elements::move(equations->skeleton, state.q, state.v, state.a, w.instant.motion);
  for (const int r : counting) {
    const elements::Reading& reading = equations->readings[std::size_t(r)];
    state.memory[reading.memory] = elements::value(reading, w.instant.motion, state.memory);
  }
}

void System::Impl::remember(const State& state, Workspace& w) const {
  fill(*delays, state, w);
  for (const elements::Delay& delay : equations->delays)
    if (const double value = delays->value_of(delay.scalar); std::isfinite(value))
      delay.history->add(state.t, value);
}

void System::Impl::remember(const State& state, const Interpolant& step, Workspace& w) const {
  const double h = step.end() - step.begin();
  for (const elements::Delay& delay : equations->delays)
    delay.history->forget_after(h > 0 ? step.begin() : state.t);
  State between = state;
  for (int k = 0; h > 0 && k < samples_per_step; ++k) {
    step.at(step.begin() + h * k / samples_per_step, between);
    remember(between, w);
  }
  remember(state, w);
}

void System::Impl::notice_extrapolation(const State& state, Workspace& w) const {
  fill(*splined, state, w);
  const elements::Point at = point_of(state, mode);
  for (int member = 0; member < splined->bank.size(); ++member) {
    const int scalar = splined->bank.scalar(member);
    for (const int slot : splined->bank.extrapolated(member, at, splined->values)) {
      const expression::SplineReference& spline =
          equations->scalars[std::size_t(scalar)].tape.splines[std::size_t(slot)];
      if (warns(spline) && !is_known(*equations, spline))
        equations->extrapolations->push_back({spline, scalar, state.t});
    }
  }
}

void System::commit(State& state, const Interpolant& step) const {
  Impl::Lease w(*impl_);
  if (impl_->delays || impl_->splined) {
    const std::lock_guard lock(impl_->watching);
    if (impl_->delays) impl_->remember(state, step, *w);
    if (impl_->splined) impl_->notice_extrapolation(state, *w);
  }
  impl_->count_turns(state, *w);
  w->instant.faulty_scalar = -1;
}

double System::largest_step(const State& state) const {
  double limit = QuaternionDae::largest_step(state);
  if (!impl_->delays) return limit;
  Impl::Lease w(*impl_);
  const std::lock_guard lock(impl_->watching);
  impl_->fill(*impl_->delays, state, *w);
  for (const elements::Delay& delay : impl_->equations->delays)
    if (const double length = impl_->delays->value_of(delay.delay); length > 0)
      limit = std::min(limit, length);
  w->instant.faulty_scalar = -1;
  return limit;
}

}  // namespace trammel::system
