// Writes a .res file: results as XML (XRF), for readers of ADAMS files.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "results/adams/step_map.h"
#include "results/frame_writer.h"

namespace trammel::results::adams {

class ResWriter final : public FrameWriter {
 public:
  ResWriter(std::string path, const Contents&, const model::ResultsSettings&);

  void write(const Frame&) override;
  void finish(const Summary&) override;
  const std::string& path() const override { return file_.path(); }

 private:
  void begin_data(std::string_view kind, int number);
  void append_step(std::string_view kind, const Frame&);

  StepMap map_;
  GrowingFile file_;
  std::vector<char> numbers_;      // room for those of a step
  std::string text_, open_;        // its heading; kind of the data that are being written
  int data_ = 0, simulation_ = 0;  // numbers of those
};

// Ends a file behind its last complete step. False: it is complete. Throws WriteError, and ReadError
// where it is no .res file.
bool repair_res(const std::string& path);

}  // namespace trammel::results::adams
