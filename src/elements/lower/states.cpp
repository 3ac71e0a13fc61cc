// VARIABLE and DIFF → definitions, differential states, algebraic unknowns.
// SPDX-License-Identifier: BSD-3-Clause
#include "elements/lower/families.h"
#include "elements/lower/linear_rate.h"
#include "elements/lower/lowering.h"
#include "elements/lower/user_functions.h"
#include "expression/compose.h"

namespace trammel::elements {

using expression::Tree;

void declare_variables(Lowering& lowering) {
  for (const model::Variable& variable : lowering.model().variables)
    lowering.variable_definitions.push_back(
        lowering.definitions.add(site_of(variable), function_of(lowering, variable), variable.ic));
}

void solve_variables(Lowering& lowering) {
  for (const int definition : lowering.variable_definitions)
    lowering.definitions.solve_loop(definition, lowering);
}

// What a VARIABLE is worth does not change the equations: what is wrong with one that nobody uses is not said.
void show_variables(Lowering& lowering) {
  Equations& equations = lowering.equations;
  for (const int definition : lowering.variable_definitions) {
    const std::optional<Tree> tree = lowering.definitions.shown(definition);
    const std::size_t problems = equations.problems.size();
    int scalar = tree ? lowering.scalar(*tree, lowering.definitions.site(definition)) : -1;
    if (equations.problems.size() > problems) {
      equations.problems.erase(equations.problems.begin() + std::ptrdiff_t(problems),
                               equations.problems.end());
      scalar = -1;
    }
    equations.variables.push_back(scalar);
  }
}

void declare_diffs(Lowering& lowering) {
  const expression::Function& dif1 = *expression::find_function("DIF1");
  for (const model::Diff& diff : lowering.model().diffs) {
    const int function =
        lowering.definitions.add(site_of(diff, "FUNCTION"), function_of(lowering, diff));
    lowering.diff_definitions.push_back(function);
    const Tree rate = expression::leaf(dif1, {diff.id});
    const std::optional<Tree> derivative =
        diff.implicit && !diff.function.is_user() ? linear_rate(diff.function.tree) : std::nullopt;
    lowering.algebraic_rates.push_back(derivative.has_value());
    // The rate of a state that statics holds is 0 there, whatever its function says. That of an
    // algebraic one is where the derivative of its function, which contains it, vanishes.
    lowering.rate_definitions.push_back(
        derivative ? lowering.definitions.add_unknown(site_of(diff, "rate"),
                                                      expression::difference(rate, *derivative),
                                                      diff.ic.rate.value_or(0))
        : diff.implicit || diff.static_hold
            ? lowering.definitions.add_unknown(site_of(diff, "rate"), rate,
                                               diff.ic.rate.value_or(0))
            : function);
  }
}

void number_diffs(Lowering& lowering) {
  Equations& equations = lowering.equations;
  const model::Model& model = lowering.model();
  for (std::size_t d = 0; d < model.diffs.size(); ++d) {
    const model::Diff& diff = model.diffs[d];
    const Site site = site_of(diff, "IMPLICIT");
    if (!diff.implicit || lowering.definitions.reads_rate(lowering.diff_definitions[d], diff.id)) {
      lowering.diff_leaves.push_back(
          {Leaf::Kind::state, static_cast<int>(equations.states.size())});
      StateEquation state;
      state.implicit = diff.implicit;
      state.static_hold = diff.static_hold;
      state.initial = diff.ic.value;
      state.initial_rate = diff.ic.rate.value_or(0);
      state.name = site.label;
      state.owner = site.owner;
      equations.states.push_back(std::move(state));
    } else {
      lowering.diff_leaves.push_back(
          {Leaf::Kind::unknown, static_cast<int>(equations.unknowns.size())});
      UnknownEquation unknown;
      unknown.implicit = true;
      unknown.initial = diff.ic.value;
      unknown.name = site.label;
      unknown.owner = site.owner;
      equations.unknowns.push_back(std::move(unknown));
      lowering.report(model::Code::algebraic_diff, site,
                      "DIF1 does not appear in the function: the state is an algebraic variable",
                      "a VARIABLE says so more clearly");
    }
  }
}

void finish_diffs(Lowering& lowering) {
  const model::Model& model = lowering.model();
  for (std::size_t d = 0; d < model.diffs.size(); ++d) {
    const int definition = lowering.diff_definitions[d];
    const int scalar = lowering.scalar(lowering.definitions.function(definition),
                                       lowering.definitions.site(definition));
    const Leaf leaf = lowering.diff_leaves[d];
    const auto equation = static_cast<std::size_t>(leaf.index);
    if (leaf.kind == Leaf::Kind::state)
      lowering.equations.states[equation].scalar = scalar;
    else
      lowering.equations.unknowns[equation].scalar = scalar;
  }
}

}  // namespace trammel::elements
