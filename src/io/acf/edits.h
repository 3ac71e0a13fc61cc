// What commands have changed in a model since its equations were last made.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/carry_over.h"
#include "io/acf/script.h"
#include "model/messages.h"

namespace trammel::acf {

class PresentStart;

// "SFORCE/1 was changed in line 4 of s.acf"
std::string changed_by(std::string_view label, const Command&);

class Edits {
 public:
  // Carries a statement out on a model; false after errors, which go to the diagnostics of its file. What
  // it does not say of the place or the motion of a part is as it is at `present`; null: as in the model.
  bool change(const Command&, model::Model&, const PresentStart* present = nullptr);
  // False: there is no such element.
  bool set_active(const Command&, model::Kind, int id, bool active, model::Model&);

  // Nothing that equations depend on.
  bool empty() const { return commands_.empty(); }
  void clear() { *this = {}; }
  void restore(analysis::NewStart start, const Command& by);
  const analysis::NewStart& start() const { return start_; }

  // The command that is to blame for a problem of the model.
  const Command& culprit(const model::Problem&) const;

  // By whom: the last element of a text that a command has changed; else
  // empty.
  std::string changed_in(const std::string& text) const;

  // LIST was among the arguments of the last change.
  bool lists() const { return lists_; }

 private:
  void note_start(adm::StatementReader&, std::string_view statement, int id);
  template <class Element>
  void complete_start(adm::StatementReader&, Element&, const PresentStart&);
  void note(const Command&, std::string label);

  analysis::NewStart start_;
  std::vector<std::pair<std::string, const Command*>> commands_;  // with the labels of elements
  bool lists_ = false;
};

}  // namespace trammel::acf
