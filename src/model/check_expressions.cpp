// What the functions of motions and general constraints may depend on, followed through variables.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "expression/inspect.h"
#include "model/checks.h"

namespace trammel::model {
namespace {

// The worst that an expression, with all variables and arrays it uses, depends on.
struct Dependence {
  bool diff = false, force = false;
  int level = -1;  // of marker kinematics

  // True when that changes anything.
  bool include(const Dependence& d) {
    const Dependence before = *this;
    diff |= d.diff;
    force |= d.force;
    level = std::max(level, d.level);
    return !(*this == before);
  }
  friend bool operator==(const Dependence&, const Dependence&) = default;
};

// Dependences of all variables and arrays at once: those found spread to the users of a variable or
// array until nothing changes. Each can change only a few times, so that the work is linear in the
// references. Nodes are the variables, then the arrays.
class Dependences {
 public:
  explicit Dependences(const Model& model)
      : model_(model), of_node_(model.variables.size() + model.arrays.size()) {
    std::vector<std::vector<std::size_t>> users(of_node_.size());
    for (std::size_t v = 0; v < model.variables.size(); ++v) {
      const Expression& function = model.variables[v].function;
      of_node_[v] = direct(function);
      for_each_node(function, [&](std::size_t used) { users[used].push_back(v); });
    }
    for (std::size_t a = 0; a < model.arrays.size(); ++a)
      for (const VariableId id : model.arrays[a].variables)
        if (model.variables.contains(id.value))
          users[model.variables.position(id.value)].push_back(model.variables.size() + a);
    spread(users);
  }

  Dependence of(const Expression& function) const {
    Dependence result = direct(function);
    for_each_node(function, [&](std::size_t node) { result.include(of_node_[node]); });
    return result;
  }

 private:
  static Dependence direct(const Expression& function) {
    const expression::Summary summary = expression::summarise(function.tree);
    return {summary.uses_diff, summary.uses_forces, summary.level};
  }

  void spread(const std::vector<std::vector<std::size_t>>& users) {
    std::vector<std::size_t> pending(of_node_.size());
    std::iota(pending.begin(), pending.end(), std::size_t{0});
    while (!pending.empty()) {
      const std::size_t node = pending.back();
      pending.pop_back();
      for (const std::size_t user : users[node])
        if (of_node_[user].include(of_node_[node])) pending.push_back(user);
    }
  }

  // The variables and arrays that the function reads.
  template <class Visit>
  void for_each_node(const Expression& function, const Visit& visit) const {
    expression::for_each_reference(function.tree, [&](const expression::Reference& reference) {
      if (reference.entity == expression::Entity::variable &&
          model_.variables.contains(reference.id))
        visit(model_.variables.position(reference.id));
      if (reference.entity == expression::Entity::array && model_.arrays.contains(reference.id))
        visit(model_.variables.size() + model_.arrays.position(reference.id));
    });
  }

  const Model& model_;
  std::vector<Dependence> of_node_;
};

std::string reason(const Dependence& d, int highest_level) {
  if (d.diff) return "a differential state (DIF, DIF1)";
  if (d.force) return "a force or reaction";
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
