// SPDX-License-Identifier: BSD-3-Clause
#include "app/debug_output.h"

#include <cstdio>

#include "diagnostics/dump.h"
#include "diagnostics/eprint.h"
#include "diagnostics/eprint_json.h"

namespace trammel::app {

DebugOutput::DebugOutput(const model::DebugSettings& debug, const std::string& json_file)
    : writes_text_(debug.eprint || debug.rhsdump || debug.jmdump) {
  using namespace diagnostics;
  const TextSink to_errors = [](const std::string& text) { std::fputs(text.c_str(), stderr); };
  if (debug.eprint) listeners_.push_back(std::make_unique<Eprint>(to_errors));
  if (debug.rhsdump) listeners_.push_back(std::make_unique<ResidualDump>(to_errors));
  if (debug.jmdump) listeners_.push_back(std::make_unique<MatrixDump>(to_errors));
  if (json_file.empty()) return;
  json_ = std::make_unique<results::GrowingFile>(json_file);
  listeners_.push_back(
      std::make_unique<EprintJson>([this](const std::string& line) { json_->append(line); }));
}

void DebugOutput::attach(Observers& observers) {
  for (const auto& listener : listeners_) observers.add(*listener);
}

void DebugOutput::close() {
  if (json_) json_->close();
}

}  // namespace trammel::app
