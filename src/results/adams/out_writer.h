// Writes an .out file: a table for each request, one after the other.
//
// Numbers come by time, tables go by request: until the end they wait in a file without a name, in blocks
// of some rows, each of which has the times and then the rows of one request after the other. So every
// table is read without the others, in memory that does not grow with the run.
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
  void write_block();
  void write_table(std::size_t request);
  void read_block(std::size_t block, std::size_t request, std::vector<double>& times,
                  std::vector<double>& values);

  GrowingFile file_;
  std::string title_, time_unit_, text_;
  std::vector<RequestInfo> requests_;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> waiting_;
  std::size_t block_rows_ = 1, rows_ = 0;
  std::vector<double> block_;  // times, then the rows of the first request, …
};

}  // namespace trammel::results::adams
