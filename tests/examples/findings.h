// What `trammel check` finds by the rules of the model doctor.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <set>
#include <string>

namespace trammel::examples {

// "rule element" each; not what the reader, the equations and the assembly say.
std::set<std::string> doctors_findings(const std::string& model);

}  // namespace trammel::examples
