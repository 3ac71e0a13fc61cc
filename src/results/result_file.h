// Reads an .h5 result file, finished, still growing or of a run that was killed; docs/reference/result-format.md.
//
// A channel is one number over time, "PART_2.X", "arm.VX", "JOINT_3.FZ", "VARIABLE_7.Q", "REQ1.F2".
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "results/contents.h"
#include "results/frame.h"
#include "results/statistics.h"

namespace trammel::results {

// "out.h5: is not a result file"
class ReadError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Channel {
  std::string name;   // "PART_2.X", "REQ1.F2": always found again by find()
  std::string label;  // for people: "arm X", comment and component of a request
  std::string unit;   // "mm/s"; empty: none or unknown
  Section section = Section::pose;
  std::size_t column = 0;  // within a row of the section
};

// A frame without its numbers.
struct Moment {
  double time = 0;
  Analysis analysis = Analysis::dynamic;
  int simulation = 1;
  double constraint_violation = 0;
};

class ResultFile {
 public:
  explicit ResultFile(const std::string& path);  // throws ReadError
  ~ResultFile();
  ResultFile(ResultFile&&) noexcept;
  ResultFile& operator=(ResultFile&&) noexcept;

  const std::string& path() const;
  const Contents& contents() const;
  const Summary& summary() const;

  // Not left open by a run that was killed or still goes on.
  bool is_closed() const;

  std::size_t frames() const;                // complete in every dataset
  const std::vector<double>& times() const;  // of all frames; read when first asked for

  // Any number of frames in flat memory: ask for some at a time. Rows of a section come one after the
  // other: `out` has count × items × width numbers.
  std::vector<Moment> moments(std::size_t first, std::size_t count) const;
  void read(Section, std::size_t first, std::size_t count, std::span<double> out) const;
  Frame frame(std::size_t k) const;

  const std::vector<Channel>& channels() const;
  // By code or name of the element, whatever the case: "PART_2.X", "model.arm.X", "arm.X".
  std::optional<Channel> find(const std::string& name) const;
  std::vector<double> values(const Channel&) const;

  std::size_t step_count() const;
  std::vector<StepRecord> steps(std::size_t first, std::size_t count) const;
  std::vector<ModeSet> modes() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace trammel::results
