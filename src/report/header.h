// What a report says about a run, apart from numbers over time, as JSON; viewer/src/data/header.ts reads it.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string_view>

#include "results/result_file.h"

namespace trammel::report {

std::string_view section_name(results::Section);

// Without what depends on the arrays: sections, arrays, modes.
nlohmann::ordered_json describe(const results::ResultFile&);

}  // namespace trammel::report
