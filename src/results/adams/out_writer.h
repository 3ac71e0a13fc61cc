// Writes an .out file: a table for each request, one after the other.
//
// Numbers come by time, tables go by request: until the end they wait in a file without a name.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdio>
#include <memory>
#include <vector>

#include "results/contents.h"
#include "results/frame_writer.h"

namespace trammel::results::adams {

class OutWriter final : public FrameWriter {
 public:
  OutWriter(std::string path, const Contents&);

  void write(const Frame&) override;
  void finish(const Summary&) override;
  const std::string& path() const override { return file_.path(); }

 private:
  void write_tables(std::size_t first, std::size_t count);

  GrowingFile file_;
  std::string title_, time_unit_;
  std::vector<RequestInfo> requests_;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> waiting_;
  std::size_t rows_ = 0;
};

}  // namespace trammel::results::adams
