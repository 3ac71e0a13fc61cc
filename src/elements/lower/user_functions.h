// FUNCTION = USER(…) → external functions of what their routines ask for.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "elements/lower/site.h"
#include "elements/user/probe.h"
#include "expression/tree.h"
#include "model/expression.h"
#include "model/routine.h"

namespace trammel::elements {

class Lowering;

// The results of a routine, as expressions. A problem is reported at the site and leaves zeros.
std::vector<expression::Tree> user_results(Lowering&, const Site&,
                                           const std::vector<double>& parameters,
                                           const model::Routine&, int n_results,
                                           OwnArrays own = {});

// The FUNCTION of an element, whether it is an expression or a routine with one result.
template <class T>
expression::Tree function_of(Lowering& lowering, const T& element) {
  if (!element.function.is_user()) return element.function.tree;
  return user_results(lowering, site_of(element, "FUNCTION"), *element.function.parameters,
                      element.routine, 1)
      .front();
}

}  // namespace trammel::elements
