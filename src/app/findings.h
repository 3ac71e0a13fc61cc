// What analyses have to say, in the form of all messages: file, line, element, the source line with
// a caret, a hint.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "analysis/finding.h"
#include "io/adm/source.h"
#include "model/messages.h"

namespace trammel::app {

std::string render(const analysis::Findings&, const adm::Source&);
std::string render(const std::vector<model::Problem>&, const adm::Source&);

}  // namespace trammel::app
