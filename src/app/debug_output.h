// What DEBUG/EPRINT, RHSDUMP, JMDUMP and --eprint FILE ask for.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "model/settings.h"
#include "numerics/observer.h"
#include "results/file.h"

namespace trammel::app {

class DebugOutput {
 public:
  // Text goes to standard error, JSON lines to a file (no name: nowhere). Throws results::WriteError.
  DebugOutput(const model::DebugSettings&, const std::string& json_file);

  bool writes_text() const { return writes_text_; }
  void attach(Observers&);
  void close();  // throws when anything was not written

 private:
  bool writes_text_ = false;
  std::unique_ptr<results::GrowingFile> json_;
  std::vector<std::unique_ptr<Observer>> listeners_;
};

}  // namespace trammel::app
