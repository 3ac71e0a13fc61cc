// IMPACT and BISTOP, the contacts of function expressions.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "expression/function.h"

namespace trammel::analysis::doctor {

inline bool is_contact(const expression::Function& function) {
  return function.name == "IMPACT" || function.name == "BISTOP";
}

}  // namespace trammel::analysis::doctor
