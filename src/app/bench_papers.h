// `trammel bench papers`: the experiments of the papers run again, published numbers beside ours.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "app/exit_codes.h"

namespace trammel::app {

struct BenchPapersOptions {
  std::string folder = "papers";  // of the report
  std::vector<std::string> only;  // ids of experiments; empty: all
  bool quick = false, list = false;
};

// The report goes to standard output and to files, progress to standard error.
ExitCode bench_papers(const BenchPapersOptions&);

}  // namespace trammel::app
