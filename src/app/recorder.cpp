// SPDX-License-Identifier: BSD-3-Clause
#include "app/recorder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

namespace trammel::app {
namespace {

constexpr std::size_t components = results::request_components;

bool is_missing(double value) {
  return !std::isfinite(value);
}

// "F2: SQRT of a negative number", of the first component without a value.
std::string reason(const system::System& system, const State& s, std::size_t request,
                   std::span<const double> values, const std::string& label) {
  const auto first = std::find_if(values.begin(), values.end(), is_missing) - values.begin();
  double ignored = 0;
  system.value(s, system.equations().requests[request][std::size_t(first)], ignored);
  const std::string fault = system.fault();
  const std::string prefix = label + ": ";
  return fault.rfind(prefix, 0) == 0 ? fault.substr(prefix.size()) : fault;
}

}  // namespace

Recorder::Recorder(std::string path, const model::Model& model)
    : requests_(model::all_requests(model)),
      csv_(std::move(path), model),
      values_(components * requests_.size(), 0.0),
      missing_(requests_.size()) {}

void Recorder::record(const system::System& system, const State& s, double dropped_violation) {
  if (!system.requests(s, values_)) note_missing(system, s);
  for (const std::size_t r : inactive_)
    std::fill_n(values_.begin() + std::ptrdiff_t(components * r), components, std::nan(""));
  csv_.write(s.t, values_);
  if (checks_.c0.size() != system.layout().m0) checks_ = make_values(system.layout());
  if (system.layout().m0 > 0 && system.evaluate(s, Ask::position, checks_) == Outcome::ok)
    violation_ = std::max(violation_, checks_.c0.cwiseAbs().maxCoeff());
  violation_ = std::max(violation_, dropped_violation);
}

void Recorder::leave_out_inactive(const model::Model& model) {
  inactive_.clear();
  const std::vector<model::Request> requests = model::all_requests(model);
  for (std::size_t r = 0; r < requests.size(); ++r)
    if (!requests[r].active) inactive_.push_back(r);
}

void Recorder::note_missing(const system::System& system, const State& s) {
  for (std::size_t r = 0; r < missing_.size(); ++r) {
    const std::span<const double> values(values_.data() + components * r, components);
    if (std::none_of(values.begin(), values.end(), is_missing)) continue;
    results::MissingValues& missing = missing_[r];
    if (missing.outputs++ == 0) {
      missing.first_time = s.t;
      missing.reason = reason(system, s, r, values, model::request_label(requests_[r]));
    }
    missing.last_time = s.t;
  }
}

std::vector<results::MissingValues> Recorder::missing_values() const {
  std::vector<results::MissingValues> list;
  for (std::size_t r = 0; r < missing_.size(); ++r)
    if (missing_[r].outputs > 0) {
      list.push_back(missing_[r]);
      list.back().request = requests_[r].id;
    }
  return list;
}

analysis::Findings Recorder::findings() const {
  analysis::Findings findings;
  for (std::size_t r = 0; r < missing_.size(); ++r) {
    const results::MissingValues& missing = missing_[r];
    if (missing.outputs == 0) continue;
    const std::string when =
        missing.outputs == 1 ? fmt::format("at time {:.8g}", missing.first_time)
                             : fmt::format("at {} outputs from time {:.8g} to {:.8g}",
                                           missing.outputs, missing.first_time, missing.last_time);
    findings.push_back(
        {model::Severity::warning, model::request_label(requests_[r]), requests_[r].at,
         fmt::format("no value {}; its fields are empty there: {}", when, missing.reason), ""});
  }
  return findings;
}

}  // namespace trammel::app
