// What an analysis has to say about a model, with the place in the file it is about.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/element.h"
#include "model/messages.h"

namespace trammel::analysis {

struct Finding {
  model::Severity severity = model::Severity::warning;
  std::string label;   // "JOINT/4 (rocker)"; empty: of the whole model
  model::Location at;  // line 0: of the whole model
  std::string text;
  std::string hint;
};

using Findings = std::vector<Finding>;

enum class Status : unsigned char {
  ok,
  impossible,   // the model itself is at fault
  failed,       // the analysis could not go on
  interrupted,  // it was asked to stop
};
// For reports: "ok", "failed", "interrupted".
constexpr std::string_view word(Status status) {
  return status == Status::ok ? "ok" : status == Status::interrupted ? "interrupted" : "failed";
}

}  // namespace trammel::analysis
