// Which routines of a model are not at hand.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "elements/user/libraries.h"
#include "model/messages.h"
#include "model/model.h"

namespace trammel::elements {

// Of all elements, also of a model that has other errors.
std::vector<model::Problem> missing_routines(const model::Model&, UserLibraries&);

// The same of one routine, named by `argument` of an element.
model::Problem missing_routine(std::string_view statement, std::string label, model::Location at,
                               std::string_view argument, const model::Routine&,
                               const UserLibraries::Found&);

// Routines of a GSE in the order of INTERFACE: rates, outputs, discrete states; where the system has
// none of these, no routine.
std::vector<model::Routine> routines_of(const model::GeneralSystem&);

}  // namespace trammel::elements
