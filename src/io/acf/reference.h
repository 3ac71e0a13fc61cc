// docs/reference/commands.md, made from the tables that the program itself uses.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace trammel::acf {

std::string commands_page();

}  // namespace trammel::acf
