// Model → dataset. Reading what was written gives the same model: numbers in the shortest form that
// reads back exactly, arguments only where they differ from their default.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "io/adm/statement.h"

namespace trammel::adm {

std::string write(const model::Model& model);
// One statement of it.
std::string write(const Syntax& syntax, const Syntax::Item& item);
// Throws FileError.
void write(const model::Model& model, const std::string& path);

}  // namespace trammel::adm
