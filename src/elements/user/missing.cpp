// SPDX-License-Identifier: BSD-3-Clause
#include "elements/user/missing.h"


namespace trammel::elements {
namespace {

template <class T>
void look_for(const T& element, const model::Routine& routine, std::string_view argument,
              UserLibraries& libraries, std::vector<model::Problem>& problems) {
  const UserLibraries::Found found = libraries.find(routine);
  if (found.routine) return;
  const std::string_view statement = model::statement_name(T::kind);
  problems.push_back(missing_routine(statement, model::label(statement, element), element.at,
                                     argument, routine, found));
}

template <class T>
void look_at(const T& element, UserLibraries& libraries, std::vector<model::Problem>& problems) {
  if constexpr (requires { element.interface; }) {
    const std::string_view argument = element.interface.empty() ? "FUNCTION" : "INTERFACE";
    for (const model::Routine& routine : routines_of(element))
      if (routine) look_for(element, routine, argument, libraries, problems);
  } else if constexpr (requires { element.routine; }) {
    if (!element.function.is_user()) return;
    const bool named = bool(element.routine);
    look_for(element, named ? element.routine : model::default_routine(T::kind),
             named ? "ROUTINE" : "FUNCTION", libraries, problems);
  }
}

}  // namespace

model::Problem missing_routine(std::string_view statement, std::string label, model::Location at,
                               std::string_view argument, const model::Routine& routine,
                               const UserLibraries::Found& found) {
  return {model::Code::user_function,
          statement,
          std::move(label),
          at,
          argument,
          0,
          -1,
          "USER calls " + routine.text() + ": " + found.problem,
          found.hint};
}

std::vector<model::Problem> missing_routines(const model::Model& model, UserLibraries& libraries) {
  std::vector<model::Problem> problems;
  const auto look = [&](const auto& table) {
    for (const auto& element : table) look_at(element, libraries, problems);
  };
  model.visit_tables([&](const auto&... table) { (look(table), ...); });
  return problems;
}

std::vector<model::Routine> routines_of(const model::GeneralSystem& system) {
  std::vector<model::Routine> result = system.interface;
  constexpr const char* names[] = {"gse_deriv", "gse_output", "gse_update"};
  for (std::size_t k = result.size(); k < 3; ++k) result.push_back({"user", names[k]});
  result.resize(3);
  const int counts[] = {system.ns, system.no, system.nd};
  for (std::size_t k = 0; k < 3; ++k)
    if (counts[k] == 0) result[k] = {};
  return result;
}

}  // namespace trammel::elements
