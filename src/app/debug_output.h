// What DEBUG/EPRINT, RHSDUMP, JMDUMP and --eprint FILE ask for.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <vector>

#include "model/settings.h"
#include "numerics/observer.h"
#include "results/file.h"

namespace trammel::app {

class DebugOutput {
 public:
  // Text goes to standard error, JSON lines to a file (null: nowhere).
  DebugOutput(const model::DebugSettings&, results::GrowingFile* json);

  bool writes_text() const { return writes_text_; }
  void attach(Observers&);

 private:
  bool writes_text_ = false;
  std::vector<std::unique_ptr<Observer>> listeners_;
};

}  // namespace trammel::app
