// Dataset → model, with everything there is to say about it.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "io/adm/diagnostics.h"
#include "io/adm/source.h"
#include "model/model.h"

namespace trammel::adm {

// A statement of the language that is not supported.
struct Refusal {
  std::string_view statement;
  int id = 0;  // 0: none
  std::string name;
  Location at;
};

struct Reading {
  Source source;
  model::Model model;  // what could be read
  Diagnostics diagnostics;
  std::vector<Refusal> refusals;

  bool ok() const { return diagnostics.errors() == 0; }
  std::string messages() const { return diagnostics.render(source); }
};

// Throws FileError when the file cannot be read; all else is in the diagnostics.
Reading read_file(const std::string& path);
Reading read(Source source);

}  // namespace trammel::adm
