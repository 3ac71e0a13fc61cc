// What is kept of a run at its output times: requests, those without a value, constraint violations, and
// everything that result files show.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "analysis/finding.h"
#include "analysis/frame_sampler.h"
#include "analysis/session.h"
#include "app/result_files.h"
#include "io/adm/source.h"
#include "numerics/observer.h"
#include "results/background_writer.h"
#include "results/csv.h"
#include "results/statistics.h"
#include "system/system.h"

namespace trammel::app {

class Recorder final : public Observer {
 public:
  Recorder(const ResultFiles&, const model::Model&, const adm::Source& dataset);

  // The next simulation, of a model that may have been edited. Requests that are switched off have
  // columns, but no values.
  void begin(analysis::Kind, const model::Model&);
  // `dropped_violation`: largest of the constraints that are not enforced.
  void record(const system::System&, const State&, double dropped_violation);
  // Where a simulation starts: the result of its initial conditions.
  void record_start(const system::System&, const State&, double dropped_violation);
  // Shapes of the modes from `first` to `last`, from 1.
  void record_modes(const system::System&, const State&, const std::vector<analysis::Mode>&,
                    const Vector& units, int first, int last);
  // Closes all files. Modes of a model that was not simulated come with the pose they belong to.
  void finish(const results::Summary&);

  // Accepted steps go to the result files, too.
  void attempt_begins(const AttemptEvent&) override;
  void attempt_ends(const AttemptEndEvent&) override;

  long rows() const { return csv_.rows(); }
  double violation() const { return violation_; }  // largest |Φ|
  std::vector<results::MissingValues> missing_values() const;
  analysis::Findings findings() const;  // a warning for each request without a value
  std::vector<std::string> paths() const { return files_.paths(); }  // beside the table

 private:
  void sample(const system::System&, const State&, double dropped_violation);
  void write(const results::Frame&);
  void note_missing(const system::System&, const State&);
  double violation_at(const system::System&, const State&);

  const std::vector<model::Request> requests_;
  results::CsvWriter csv_;
  results::Contents contents_;
  analysis::FrameSampler sampler_;
  results::Frame frame_;
  std::optional<results::Frame> pose_of_modes_;  // where nothing else has been recorded
  std::vector<results::MissingValues> missing_;  // by position of the request
  std::vector<std::size_t> inactive_;            // positions of requests
  Values checks_;
  double violation_ = 0;
  int simulations_ = 0, order_ = 0;
  results::BackgroundWriter files_;
};

}  // namespace trammel::app
