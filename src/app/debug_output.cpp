// SPDX-License-Identifier: BSD-3-Clause
#include "app/debug_output.h"

#include <cstdio>
#include <string>

#include "diagnostics/dump.h"
#include "diagnostics/eprint.h"
#include "diagnostics/eprint_json.h"

namespace trammel::app {

DebugOutput::DebugOutput(const model::DebugSettings& debug, results::GrowingFile* json)
    : writes_text_(debug.eprint || debug.rhsdump || debug.jmdump) {
  using namespace diagnostics;
  const TextSink to_errors = [](const std::string& text) { std::fputs(text.c_str(), stderr); };
  if (debug.eprint) listeners_.push_back(std::make_unique<Eprint>(to_errors));
  if (debug.rhsdump) listeners_.push_back(std::make_unique<ResidualDump>(to_errors));
  if (debug.jmdump) listeners_.push_back(std::make_unique<MatrixDump>(to_errors));
  if (json)
    listeners_.push_back(
        std::make_unique<EprintJson>([json](const std::string& line) { json->append(line); }));
}

void DebugOutput::attach(Observers& observers) {
  for (const auto& listener : listeners_) observers.add(*listener);
}

}  // namespace trammel::app
