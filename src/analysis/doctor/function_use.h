// Every function expression of a model that enters its equations, with the element it belongs to.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "model/model.h"

namespace trammel::analysis::doctor {

namespace detail {

template <class Element, class Visit>
void visit_function(const Element& element, const model::Expression& function, const Visit& visit) {
  if (function && !function.is_user() && element.active) visit(element, function);
}

}  // namespace detail

// visit(element, expression) for motions, general constraints, forces, variables and states.
template <class Visit>
void for_each_function(const model::Model& model, const Visit& visit) {
  const auto single = [&](const auto& table) {
    for (const auto& element : table) detail::visit_function(element, element.function, visit);
  };
  const auto several = [&](const auto& element, const auto& functions) {
    for (const model::Expression& function : functions)
      detail::visit_function(element, function, visit);
  };
  single(model.motions);
  single(model.general_constraints);
  single(model.single_forces);
  for (const auto& f : model.vector_forces)
    several(f, f.force), several(f, f.force_vector.components);
  for (const auto& t : model.vector_torques)
    several(t, t.torque), several(t, t.torque_vector.components);
  for (const auto& f : model.general_forces) {
    several(f, f.force), several(f, f.torque);
    several(f, f.force_vector.components), several(f, f.torque_vector.components);
  }
  single(model.variables);
  single(model.diffs);
}

}  // namespace trammel::analysis::doctor
