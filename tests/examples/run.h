// Runs of the program as a user starts them: exit code, messages, table of requests, statistics.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <string>
#include <vector>

namespace trammel::examples {

// A CSV file with a line of names. Cells that are not finite numbers are kept as text in `bad_cells`.
struct Table {
  std::vector<std::string> names;
  std::vector<std::vector<double>> rows;
  std::vector<std::string> bad_cells;
  int empty_cells = 0;  // requests without a value; 0 in the rows

  // Index of a column, or -1.
  int column(const std::string& name) const;
  // Index of the row whose first entry is `time` within rounding, or -1.
  int row_at(double time) const;
};

Table read_table(const std::string& path);

struct Finished {
  int exit_code = -1;
  bool timed_out = false;
  std::string messages;                 // standard output and error, as they came
  Table requests;                       // empty when no file was written
  std::map<std::string, double> stats;  // the numbers of --stats
};

// `trammel run MODEL OPTIONS` with results in a folder of its own, stopped after `seconds` of
// processor time.
Finished run_model(const std::string& model, const std::vector<std::string>& options,
                   double seconds);

// The same for a dataset given as text.
Finished run_text(const std::string& dataset, const std::vector<std::string>& options,
                  double seconds);

// `trammel WORDS --json FILE`, as check and validate write it; `report` is what is in the file.
Finished run_and_read(std::vector<std::string> words, double seconds, std::string& report);

}  // namespace trammel::examples
