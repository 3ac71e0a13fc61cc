// Does everything exist that the elements of a model refer to? Asked of every field that a
// statement table binds to an id or an expression, so that no statement can be forgotten.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "io/adm/half_read.h"
#include "model/validate.h"

namespace trammel::adm {

// Elements that could not be read as a whole are asked for the arguments that could.
std::vector<model::Problem> check_references(const model::Model& model,
                                             const model::Unread& unread = {},
                                             const HalfReadElements& half_read = {});

}  // namespace trammel::adm
