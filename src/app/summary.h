// What a run ends with on the terminal.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "results/statistics.h"

namespace trammel::app {

struct Summary {
  const std::string& title;
  const results::RunStatistics& statistics;
  const std::string &csv, &stats;
  std::vector<std::string> others;  // files; a report among them is shown as a link
  bool verbose = false;
};
// To standard output where that is a terminal, else to standard error: a pipe gets data and nothing else.
void print_summary(const Summary&);

// "1 joint", "2 joints".
std::string counted(long count, const char* noun);

// Throws adm::FileError when standard output cannot be written.
void print(const std::string& text);
// To standard error where one of the outputs is standard output: with data goes nothing else.
void print_beside(std::initializer_list<std::string> outputs, const std::string& text);
// To a file, or to standard output, which is "-".
void write_or_print(const std::string& path, const std::string& text);

}  // namespace trammel::app
