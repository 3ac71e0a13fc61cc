// The function registry as a page of the reference manual.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace trammel::expression {

// docs/reference/functions.md, in Markdown: a table for every family.
std::string function_reference();

}  // namespace trammel::expression
