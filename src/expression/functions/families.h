// The families of the function registry: one file and one line each.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "expression/function.h"

namespace trammel::expression {

std::span<const Function> arithmetic_functions();  // operators, IF
std::span<const Function> symbol_functions();      // TIME, MODE, PI, DTOR, RTOD
std::span<const Function> fortran_functions();
std::span<const Function> step_functions();
std::span<const Function> contact_functions();
std::span<const Function> series_functions();
std::span<const Function> spline_functions();  // SPLINE and CURVE data
std::span<const Function> kinematic_functions();
std::span<const Function> force_functions();
std::span<const Function> state_functions();
std::span<const Function> vector_functions();

// Arguments as the tables write them.
inline Argument real(std::string_view name) {
  return {.name = name};
}
inline Argument vector(std::string_view name) {
  return {.name = name, .kind = ArgumentKind::vector};
}
inline Argument integer(std::string_view name, int low, int high) {
  return {.name = name, .kind = ArgumentKind::integer, .low = low, .high = high};
}
inline Argument id(std::string_view name, Entity entity) {
  return {.name = name, .kind = ArgumentKind::id, .entity = entity};
}
inline Argument id_or_zero(std::string_view name, Entity entity) {
  return {.name = name, .kind = ArgumentKind::id, .entity = entity, .may_be_zero = true};
}

}  // namespace trammel::expression
