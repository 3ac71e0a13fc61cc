// A WorkReport in words, as JSON and as charts.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "bench/chart.h"
#include "bench/work_precision.h"

namespace trammel::bench {

std::string to_text(const WorkReport&);
std::string to_json(const WorkReport&, const std::string& model);

enum class Work : unsigned char { cpu, steps, factorizations };
Chart chart(const WorkReport&, Work, const std::string& title);

}  // namespace trammel::bench
