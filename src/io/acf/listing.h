// What LIST shows: statements of a model as it is now.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "io/adm/splitter.h"
#include "io/adm/statement.h"

namespace trammel::acf {

// Of one statement by id; 0: the setting.
std::string statement_text(const model::Model&, const adm::Syntax&, int id);
// Of the statement that a command changes.
std::string statement_text(const model::Model&, const adm::Syntax&, const adm::StatementText&);

}  // namespace trammel::acf
