// SPDX-License-Identifier: BSD-3-Clause
#include "app/recorder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "results/describe.h"

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

results::Contents contents_of(const model::Model& model, const adm::Source& dataset) {
  results::Contents contents = results::describe(model, dataset.name, dataset.text);
  contents.program = "trammel " TRAMMEL_VERSION;
  return contents;
}

// The first one, .h5, is opened last: once it is there, the others can be read, too. The contents outlive all.
std::vector<results::BackgroundWriter::File> files_of(const ResultFiles& files,
                                                      const model::Model& model,
                                                      const results::Contents& contents) {
  std::vector<results::BackgroundWriter::File> list;
  for (const results::Format* format : files.formats(model)) {
    const std::string path = files.path(*format);
    list.push_back({path, [format, path, &contents, settings = model.results] {
                      return format->open(path, contents, settings);
                    }});
  }
  return list;
}

results::Analysis analysis_of(analysis::Kind kind) {
  switch (kind) {
    case analysis::Kind::kinematic:
      return results::Analysis::kinematic;
    case analysis::Kind::statics:
      return results::Analysis::statics;
    case analysis::Kind::initial_conditions:
      return results::Analysis::initial_conditions;
    default:
      return results::Analysis::dynamic;
  }
}

}  // namespace

Recorder::Recorder(const ResultFiles& files, const model::Model& model, const adm::Source& dataset)
    : requests_(model::all_requests(model)),
      csv_(files.csv, model),
      contents_(contents_of(model, dataset)),
      sampler_(contents_),
      frame_(results::make_frame(contents_)),
      missing_(requests_.size()),
      files_(files_of(files, model, contents_)) {}

void Recorder::begin(analysis::Kind kind, const model::Model& model) {
  ++simulations_;
  frame_.simulation = simulations_;
  frame_.analysis = analysis_of(kind);
  sampler_.forget();
  inactive_.clear();
  const std::vector<model::Request> requests = model::all_requests(model);
  for (std::size_t r = 0; r < requests.size(); ++r)
    if (!requests[r].active) inactive_.push_back(r);
}

double Recorder::violation_at(const system::System& system, const State& s) {
  if (checks_.c0.size() != system.layout().m0) checks_ = make_values(system.layout());
  if (system.layout().m0 == 0 || system.evaluate(s, Ask::position, checks_) != trammel::Outcome::ok)
    return 0;
  return checks_.c0.cwiseAbs().maxCoeff();
}

void Recorder::sample(const system::System& system, const State& s, double dropped_violation) {
  std::vector<double>& values = frame_[results::Section::requests];
  if (!system.requests(s, values)) note_missing(system, s);
  for (const std::size_t r : inactive_)
    std::fill_n(values.begin() + std::ptrdiff_t(components * r), components, std::nan(""));
  frame_.time = s.t;
  frame_.constraint_violation = std::max(violation_at(system, s), dropped_violation);
  if (!files_.empty()) sampler_.sample(system, s, frame_);
}

void Recorder::write(const results::Frame& frame) {
  violation_ = std::max(violation_, frame.constraint_violation);
  csv_.write(frame.time, frame[results::Section::requests]);
  if (!files_.empty()) files_.write(frame);
}

void Recorder::record(const system::System& system, const State& s, double dropped_violation) {
  sample(system, s, dropped_violation);
  write(frame_);
}

void Recorder::record_start(const system::System& system, const State& s,
                            double dropped_violation) {
  const results::Analysis analysis =
      std::exchange(frame_.analysis, results::Analysis::initial_conditions);
  record(system, s, dropped_violation);
  frame_.analysis = analysis;
}

void Recorder::record_modes(const system::System& system, const State& s,
                            const std::vector<analysis::Mode>& modes, const Vector& units,
                            int first, int last) {
  if (files_.empty()) return;
  sampler_.forget();
  files_.write(sampler_.modes(system, s, modes, units, first, last));
  if (rows() > 0) return;
  sample(system, s, 0);
  pose_of_modes_ = frame_;
  pose_of_modes_->analysis = results::Analysis::initial_conditions;
}

void Recorder::finish(const results::Summary& summary) {
  if (pose_of_modes_ && rows() == 0) write(*pose_of_modes_);
  csv_.close();
  files_.finish(summary);
}

void Recorder::attempt_begins(const AttemptEvent& event) {
  order_ = event.order;
}

void Recorder::attempt_ends(const AttemptEndEvent& event) {
  if (event.result != AttemptResult::accepted || files_.empty()) return;
  files_.write(results::StepRecord{event.t + event.h, event.h, order_, event.iterations});
}

void Recorder::note_missing(const system::System& system, const State& s) {
  for (std::size_t r = 0; r < missing_.size(); ++r) {
    const std::span values = std::span<const double>(frame_[results::Section::requests])
                                 .subspan(components * r, components);
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
