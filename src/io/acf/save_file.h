// What SAVE/SYSTEM writes: a dataset of the model as commands have made it, and after its END what no
// dataset says: the state, which elements are switched off, and changes that wait for the next analysis.
// Numbers are the shortest decimals that read back to the same double.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>

#include "analysis/carry_over.h"
#include "analysis/snapshot.h"
#include "io/adm/source.h"
#include "model/model.h"

namespace trammel::acf {

struct SavedRun {
  model::Model model;  // that the state belongs to
  std::optional<analysis::Snapshot> snapshot;
  bool is_new_state = true;            // not among the results yet
  std::optional<model::Model> edited;  // with changes that have not taken effect yet
  analysis::NewStart start;            // of these
};

std::string to_text(const SavedRun&);
// What is wrong with the file; empty: nothing.
std::string from_text(const adm::Source&, SavedRun&);

// Has the state as many numbers as the equations need?
bool fits(const analysis::Snapshot&, const elements::Equations&);
bool is_same(const State&, const State&);

// Everything that is not an element.
void copy_settings(const model::Model& from, model::Model& to);

}  // namespace trammel::acf
