// What is kept of a run at its output times: requests, those without a value, constraint violations.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "analysis/finding.h"
#include "results/csv.h"
#include "results/statistics.h"
#include "system/system.h"

namespace trammel::app {

class Recorder {
 public:
  Recorder(std::string path, const model::Model&);

  // `dropped_violation`: largest of the constraints that are not enforced.
  void record(const system::System&, const State&, double dropped_violation);
  void close() { csv_.close(); }
  // Requests that are switched off have columns, but no values.
  void leave_out_inactive(const model::Model&);

  long rows() const { return csv_.rows(); }
  double violation() const { return violation_; }  // largest |Φ|
  std::vector<results::MissingValues> missing_values() const;
  analysis::Findings findings() const;  // a warning for each request without a value

 private:
  void note_missing(const system::System&, const State&);

  const std::vector<model::Request> requests_;
  results::CsvWriter csv_;
  std::vector<double> values_;
  std::vector<results::MissingValues> missing_;  // by position of the request
  std::vector<std::size_t> inactive_;            // positions of requests
  Values checks_;
  double violation_ = 0;
};

}  // namespace trammel::app
