// Does everything exist that the elements of a model refer to? Asked of every field that a
// statement table binds to an id or an expression, so that no statement can be forgotten.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "model/validate.h"

namespace trammel::adm {

std::vector<model::Problem> check_references(const model::Model& model,
                                             const model::Unread& unread = {});

}  // namespace trammel::adm
