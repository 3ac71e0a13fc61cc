// Settings of a dataset that are understood but change nothing in a run, so that nobody waits for
// what they ask for.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "model/messages.h"
#include "model/model.h"

namespace trammel::app {

// One warning for each statement that has such settings.
std::vector<model::Problem> settings_without_effect(const model::Model&);

}  // namespace trammel::app
