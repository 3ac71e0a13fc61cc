// Finished experiments as text, JSON, one HTML page and a Markdown page beside its figures.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "bench/papers/experiment.h"

namespace trammel::bench::papers {

struct Report {
  std::vector<Finished> finished;
  bool quick = false, interrupted = false;
};

std::string to_text(const Report&);
std::string to_json(const Report&);
std::string to_html(const Report&);      // figures inside
std::string to_markdown(const Report&);  // figures as <name>.svg

// "9.60e-03" as papers write numbers: 9.60e-3; 0.0041 and 12.5 stay short.
std::string number(double value, int digits = 3);

}  // namespace trammel::bench::papers
