// A file that takes the results of a run as they come. One class for each format; formats.h lists them.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "results/file.h"
#include "results/frame.h"
#include "results/statistics.h"

namespace trammel::results {

// Everything throws WriteError; what was written before stays readable.
class FrameWriter {
 public:
  virtual ~FrameWriter() = default;

  virtual void write(const Frame&) = 0;
  virtual void write(const StepRecord&) {}
  virtual void write(const ModeSet&) {}
  // The last call: closes the file.
  virtual void finish(const Summary&) = 0;

  virtual const std::string& path() const = 0;
};

}  // namespace trammel::results
