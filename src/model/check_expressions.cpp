// What the functions of motions and general constraints may depend on, followed through variables.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "expression/inspect.h"
#include "model/checks.h"

namespace trammel::model {
namespace {

// The worst that an expression, with all variables it uses, depends on.
struct Dependence {
  bool diff = false, force = false, other = false;
  int level = -1;  // of marker kinematics

  // True when that changes anything.
  bool include(const Dependence& d) {
    const Dependence before = *this;
    diff |= d.diff;
    force |= d.force;
    other |= d.other;
    level = std::max(level, d.level);
    return !(*this == before);
  }
  friend bool operator==(const Dependence&, const Dependence&) = default;
};

// Dependences of all variables at once: those found spread to the users of a variable until nothing
// changes. Each can change only a few times, so that the work is linear in the references.
class Dependences {
 public:
  explicit Dependences(const Model& model) : model_(model), of_variable_(model.variables.size()) {
    std::vector<std::vector<std::size_t>> users(of_variable_.size());
    std::vector<std::size_t> pending;
    for (std::size_t v = 0; v < of_variable_.size(); ++v) {
      of_variable_[v] = direct(model.variables[v].function);
      pending.push_back(v);
      for (const std::size_t used : variables_of(model.variables[v].function))
        users[used].push_back(v);
    }
    while (!pending.empty()) {
      const std::size_t v = pending.back();
      pending.pop_back();
      for (const std::size_t user : users[v])
        if (of_variable_[user].include(of_variable_[v])) pending.push_back(user);
    }
  }

  Dependence of(const Expression& function) const {
    Dependence result = direct(function);
    for (const std::size_t v : variables_of(function)) result.include(of_variable_[v]);
    return result;
  }

 private:
  static Dependence direct(const Expression& function) {
    const expression::Summary summary = expression::summarise(function.tree);
    return {summary.uses_diff, summary.uses_forces, summary.uses_sensors, summary.level};
  }

  // Positions in the table of variables.
  std::vector<std::size_t> variables_of(const Expression& function) const {
    std::vector<std::size_t> positions;
    const auto add = [&](int id) {
      if (model_.variables.contains(id)) positions.push_back(model_.variables.position(id));
    };
    expression::for_each_reference(function.tree, [&](const expression::Reference& reference) {
      if (reference.entity == expression::Entity::variable) add(reference.id);
      const Array* array = reference.entity == expression::Entity::array
                               ? model_.arrays.find(reference.id)
                               : nullptr;
      if (array)
        for (const VariableId id : array->variables) add(id.value);
    });
    return positions;
  }

  const Model& model_;
  std::vector<Dependence> of_variable_;
};

std::string reason(const Dependence& d, int highest_level) {
  if (d.diff) return "a differential state (DIF, DIF1)";
  if (d.force) return "a force or reaction";
  if (d.other) return "a sensor";
  if (d.level <= highest_level) return "";
  constexpr std::string_view levels[] = {"a position", "a velocity", "an acceleration"};
  return std::string(levels[d.level]);
}

}  // namespace

void check_motions(Checks& checks) {
  const Dependences dependences(checks.model);
  for (const Motion& motion : checks.model.motions) {
    const std::string what = reason(dependences.of(motion.function), -1);
    if (!what.empty())
      checks.add(Code::motion_depends_on_state, motion, "FUNCTION",
                 fmt::format("the function depends on {}", what),
                 "a motion is a function of time, or of variables that are");
  }
  for (const GeneralConstraint& constraint : checks.model.general_constraints) {
    const std::string what = reason(dependences.of(constraint.function), 1);
    if (!what.empty())
      checks.add(Code::motion_depends_on_state, constraint, "FUNCTION",
                 fmt::format("the function depends on {}", what),
                 "a general constraint is a function of positions, velocities and time");
  }
}

}  // namespace trammel::model
