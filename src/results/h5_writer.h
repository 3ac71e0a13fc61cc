// Writes an .h5 result file; docs/reference/result-format.md.
//
// All objects are created first, under another name. From then on the file is in single-writer,
// multiple-reader mode (SWMR) and has its own name: whenever the program ends, and however, what has
// been flushed can be read. Flushed is once a second (more often at first), of long runs every fiftieth
// of their time.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "results/contents.h"
#include "results/frame_writer.h"

namespace trammel::results {

class H5Writer final : public FrameWriter {
 public:
  H5Writer(std::string path, const Contents&);
  ~H5Writer() override;  // without finish(): keeps what there is
  H5Writer(const H5Writer&) = delete;
  H5Writer& operator=(const H5Writer&) = delete;

  void write(const Frame&) override;
  void write(const StepRecord&) override;
  void write(const ModeSet&) override;
  void finish(const Summary&) override;
  void flush();

  const std::string& path() const override { return path_; }

 private:
  struct Open;
  template <class Action>
  void guarded(const Action&);
  void flush_if_due();

  std::string path_;
  std::unique_ptr<Open> open_;  // null: closed, or given up after a failure
};

}  // namespace trammel::results
