// Writes a .req file (A.R3): the components of all requests, without magnitudes, at every output time.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "results/contents.h"
#include "results/frame_writer.h"

namespace trammel::results::adams {

class ReqWriter final : public FrameWriter {
 public:
  ReqWriter(std::string path, const Contents&);

  void write(const Frame&) override;
  void finish(const Summary&) override { file_.close(); }
  const std::string& path() const override { return file_.path(); }

 private:
  GrowingFile file_;
  std::string text_;
};

}  // namespace trammel::results::adams
