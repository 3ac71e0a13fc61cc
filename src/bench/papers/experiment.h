// One experiment of a paper, run again: what was published beside what comes out here, and a verdict.
// The list of all is in list.cpp.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bench/chart.h"

namespace trammel::bench::papers {

enum class Verdict : unsigned char {
  reproduced,      // the published number, curve or claim comes out again
  in_part,         // its order, trend or ranking does; its size does not
  not_reproduced,  // something else comes out
  refuted,         // the claim cannot hold, and the numbers show why
  impossible,      // cannot be repeated: the source lacks what is needed
  elsewhere,       // is or will be measured by another command
};
std::string_view word(Verdict);

struct Claim {
  std::string what, published, ours;
  Verdict verdict = Verdict::reproduced;
  std::string why = {};  // where the verdict is not plain from the numbers
};

struct Table {
  std::string title;
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;
  std::string note = {};
};

struct Figure {
  std::string name;  // of its file, without .svg
  std::string caption;
  std::string svg;
};

struct Number {  // for JSON and tests
  std::string key;
  double value = 0;
};

struct Outcome {
  std::string text;  // paragraphs, with an empty line between
  std::vector<Claim> claims;
  std::vector<Table> tables;
  std::vector<Figure> figures;
  std::vector<Number> numbers;
};

struct Effort {
  bool quick = false;                                 // fewer and shorter runs, the same claims
  std::function<void(const std::string&)> told = {};  // progress
  std::function<bool()> stop_requested = {};          // asked in every step of long runs
  void tell(const std::string& text) const {
    if (told) told(text);
  }
  bool is_stopped() const { return stop_requested && stop_requested(); }
};

enum class Paper : unsigned char { hht, slides, primer, state_time, tlismni };
struct PaperInfo {
  Paper paper;
  std::string_view key, citation;
};
std::span<const PaperInfo> papers();
const PaperInfo& info(Paper);

struct Experiment {
  std::string_view id;  // --only
  Paper paper;
  std::string_view source;  // tables, figures, sections
  std::string_view title;
  Outcome (*run)(const Effort&);
};
std::span<const Experiment> experiments();
const Experiment* find_experiment(std::string_view id);  // null: unknown

struct Finished {
  const Experiment* experiment;
  Outcome outcome;
  double seconds = 0;  // of CPU
};

}  // namespace trammel::bench::papers
