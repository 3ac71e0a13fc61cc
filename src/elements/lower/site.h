// Where an expression or an equation comes from, for names and messages.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

#include "elements/row.h"

namespace trammel::elements {

struct Site {
  Owner owner;
  std::string label;  // "SFORCE/3 (damper)"
  model::Location at;
  std::string_view argument;  // "FUNCTION"; "" for the element as a whole
  bool active = true;         // of the element

  // "SFORCE/3 (damper): FUNCTION"
  std::string name() const {
    return argument.empty() ? label : label + ": " + std::string(argument);
  }
  Site with(std::string_view other) const { return {owner, label, at, other, active}; }
};

template <class T>
Owner owner_of(const T& element) {
  return {T::kind, element.id};
}

template <class T>
Site site_of(const T& element, std::string_view argument = {}) {
  return {owner_of(element), model::label(model::statement_name(T::kind), element), element.at,
          argument, element.active};
}

}  // namespace trammel::elements
