// How forces become connections; used by the families of forces.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string_view>

#include "elements/lower/connections.h"
#include "elements/lower/site.h"
#include "expression/tree.h"

namespace trammel::elements {

class Lowering;

inline constexpr std::array<std::string_view, 3> force_names = {"FX", "FY", "FZ"};
inline constexpr std::array<std::string_view, 3> torque_names = {"TX", "TY", "TZ"};

template <class T>
Connection connection_of(const T& force, model::MarkerId j) {
  Connection connection;
  connection.owner = owner_of(force);
  connection.i = force.i.value;
  connection.j = j.value;
  return connection;
}

// One term with this scalar, unless that is nothing.
void add_term(Lowering&, Connection&, Site site, const expression::Tree& scalar, ForceTerm term);

}  // namespace trammel::elements
