// ROUTINE = library::function: the code behind FUNCTION = USER(…).
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "model/element.h"

namespace trammel::model {

struct Routine {
  std::string library, function;

  explicit operator bool() const { return !function.empty(); }
  std::string text() const { return library + "::" + function; }
  friend bool operator==(const Routine&, const Routine&) = default;
};

// What is wrong with a name as a library or as a function; "" if nothing. Libraries are files, so that a
// name must not lead out of the folder where it is looked for.
std::string objection_to_library(const std::string& name);
std::string objection_to_function(const std::string& name);

// The routine of a statement that names none: user::sfosub for SFORCE.
Routine default_routine(Kind kind);

}  // namespace trammel::model
