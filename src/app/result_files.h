// Where the files of a run go.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "app/run.h"
#include "results/formats.h"

namespace trammel::app {

struct ResultFiles {
  std::string csv, stats;
  std::string messages;  // .msg
  std::string stem;      // of all others, with the folder
  // As the command line says; none: what the model asks for.
  std::optional<std::vector<std::string>> wanted = {};

  std::vector<const results::Format*> formats(const model::Model&) const;
  std::string path(const results::Format&) const;
  // Of the run of a dataset; scripts always write them.
  bool wants_messages(const model::Model&) const;
};
// Named after the model, or as given.
ResultFiles result_files(const RunOptions&, const std::string& prefix = {});

// Why these files must not be written: one of them is the model, or two are the same. Empty: they may.
std::string check(const ResultFiles&, const RunOptions&);

// Also through links, and before the files exist. Devices may be named as often as one likes.
bool is_same_file(const std::string&, const std::string&);

// Without leaving the folder on the way; an empty one is the present one.
bool is_inside(const std::string& folder, const std::string& path);

// Makes a folder for results, unless its name is empty or it is there; throws results::WriteError.
void make_folder(const std::string&);

}  // namespace trammel::app
