// LSE, TFSISO, GSE → differential states with rates, and definitions of outputs.
//
//   LSE     ẋ = A x + B u,   y = C x + D u                                                (SYS.1)
//   TFSISO  y = Σ n_k s^k / Σ d_k s^k · u, of order n, in controllable canonical form:
//           ẋ_k = x_{k+1},   ẋ_n = (u − Σ_{k<n} d_k x_{k+1})/d_n                           (SYS.2)
//           y = Σ_{k<n} n_k x_{k+1} + n_n ẋ_n                                              (SYS.3)
//   GSE     ẋ = f(t, x, x_d, u),   y = g(t, x, x_d, u) from routines                       (SYS.4)
//           x_d ← h(t, x, x_d, u) at sample times                                          (SYS.5)
// Theory: docs/theory/systems.md
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "elements/lower/families.h"
#include "elements/lower/lowering.h"
#include "elements/lower/resolve.h"
#include "elements/lower/user_functions.h"
#include "elements/user/missing.h"
#include "expression/compose.h"
#include "expression/leaves.h"

namespace trammel::elements {
namespace {

using expression::Tree;
using Trees = std::vector<Tree>;

Tree state(int number) {
  return expression::leaf(expression::state_row(), {number});
}
Tree definition(int number) {
  return expression::leaf(expression::definition_row(), {number});
}

// What the entries of an array of inputs are.
Trees inputs(const Lowering& lowering, model::ArrayId id) {
  Trees result;
  const expression::Function& varval = *expression::find_function("VARVAL");
  if (const model::Array* array = lowering.model().find(id))
    for (const model::VariableId variable : array->variables)
      result.push_back(expression::leaf(varval, {variable.value}));
  return result;
}

std::vector<double> initial_values(const Lowering& lowering, model::ArrayId id, std::size_t count) {
  const model::Array* array = lowering.model().find(id);
  std::vector<double> values = array ? array->numbers : std::vector<double>();
  values.resize(count);
  return values;
}

// New states, without their rates.
template <class S>
Trees add_states(Lowering& lowering, const S& system, const std::vector<double>& initial) {
  Trees result;
  for (std::size_t k = 0; k < initial.size(); ++k) {
    result.push_back(state(static_cast<int>(lowering.equations.states.size())));
    StateEquation equation;
    equation.static_hold = system.static_hold;
    equation.initial = initial[k];
    equation.name = fmt::format("{}: X({})", site_of(system).label, k + 1);
    equation.owner = owner_of(system);
    lowering.equations.states.push_back(std::move(equation));
  }
  return result;
}

// Rates of the states that were added last.
template <class S>
void set_rates(Lowering& lowering, const S& system, const Trees& rates) {
  const std::size_t first = lowering.equations.states.size() - rates.size();
  for (std::size_t k = 0; k < rates.size(); ++k)
    lowering.inner_states.push_back(
        {static_cast<int>(first + k), lowering.definitions.add(site_of(system, "X"), rates[k])});
}

template <class S>
void set_outputs(Lowering& lowering, const S& system, model::ArrayId y, const Trees& outputs) {
  Trees& entries = lowering.array_entries[y.value];
  for (const Tree& output : outputs)
    entries.push_back(definition(lowering.definitions.add(site_of(system, "Y"), output)));
}

// M z, row by row; no matrix: no rows.
void add_product(const model::Matrix* matrix, const Trees& z, std::vector<Trees>& rows) {
  if (!matrix) return;
  const std::vector<double> values = matrix->by_rows();
  rows.resize(static_cast<std::size_t>(matrix->rows));
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j < z.size(); ++j)
      if (const double entry = values[i * z.size() + j]; entry != 0)
        rows[i].push_back(expression::product(entry, z[j]));
}

Trees sums(const std::vector<Trees>& rows) {
  Trees result;
  for (const Trees& terms : rows) result.push_back(expression::sum(terms));
  return result;
}

void declare(Lowering& lowering, const model::LinearSystem& s) {
  const model::Model& model = lowering.model();
  const auto n = static_cast<std::size_t>(model[s.a].rows);
  const Trees x = add_states(lowering, s, initial_values(lowering, s.ic, n));
  const Trees u = inputs(lowering, s.u);
  lowering.array_entries[s.x.value] = x;
  std::vector<Trees> rates, outputs;
  add_product(&model[s.a], x, rates);  // (SYS.1)
  add_product(model.find(s.b), u, rates);
  set_rates(lowering, s, sums(rates));
  add_product(model.find(s.c), x, outputs);
  add_product(model.find(s.d), u, outputs);
  if (s.y) set_outputs(lowering, s, s.y, sums(outputs));
}

void declare(Lowering& lowering, const model::TransferFunction& s) {
  const auto n = static_cast<std::size_t>(model::order_of(s.denominator));
  const auto coefficient = [&](std::size_t k) {
    return k < s.numerator.size() ? s.numerator[k] : 0;
  };
  const Trees x = add_states(lowering, s, std::vector<double>(n));
  lowering.array_entries[s.x.value] = x;
  Trees top = inputs(lowering, s.u);
  for (std::size_t k = 0; k < n; ++k) top.push_back(expression::product(-s.denominator[k], x[k]));
  const Tree last =
      expression::quotient(expression::sum(top), Tree::constant(s.denominator[n]));  // (SYS.2)
  Trees rates(x.begin() + (n > 0 ? 1 : 0), x.end());
  if (n > 0) rates.push_back(last);
  set_rates(lowering, s, rates);
  Trees output;
  for (std::size_t k = 0; k < n; ++k) output.push_back(expression::product(coefficient(k), x[k]));
  output.push_back(expression::product(coefficient(n), last));
  set_outputs(lowering, s, s.y, {expression::sum(output)});  // (SYS.3)
}

// A number that stands for the sample period; its sign is not known before.
double sample_period(Lowering& lowering, const model::GeneralSystem& s) {
  const Site site = site_of(s, "SAMPLE_PERIOD");
  const double period =
      lowering.value_at_start(lowering.scalar(s.sample_period.tree, site)).value_or(0);
  if (!(period > 0) || !std::isfinite(period))
    lowering.report(model::Code::out_of_range, site, "the sample period must be above 0");
  return period;
}

void declare_discrete(Lowering& lowering, const model::GeneralSystem& s) {
  Sampler sampler;
  sampler.period = sample_period(lowering, s);
  sampler.offset = s.sample_offset;
  sampler.name = site_of(s).label;
  sampler.owner = owner_of(s);
  Trees& entries = lowering.array_entries[s.xd.value];
  for (const double initial : initial_values(lowering, s.icd, static_cast<std::size_t>(s.nd))) {
    const int memory = lowering.new_memory();
    if (entries.empty()) sampler.memory = memory;
    lowering.equations.initial_memory[static_cast<std::size_t>(memory)] = initial;
    entries.push_back(expression::leaf(expression::memory_row(), {memory}));
  }
  lowering.equations.samplers.push_back(std::move(sampler));
}

void declare(Lowering& lowering, const model::GeneralSystem& s) {
  const Trees x = add_states(lowering, s, initial_values(lowering, s.ic, std::size_t(s.ns)));
  if (s.ns > 0) lowering.array_entries[s.x.value] = x;
  if (s.nd > 0) declare_discrete(lowering, s);
  const Site site = site_of(s, s.interface.empty() ? "FUNCTION" : "INTERFACE");
  const std::vector<model::Routine> routines = routines_of(s);
  const OwnArrays own{
      .x = s.ns > 0 ? s.x.value : 0, .u = s.u.value, .xd = s.nd > 0 ? s.xd.value : 0};
  const auto results = [&](std::size_t which, int count) {
    return count > 0
               ? user_results(lowering, site, *s.function.parameters, routines[which], count, own)
               : Trees();
  };
  set_rates(lowering, s, results(0, s.ns));  // (SYS.4)
  if (s.y) set_outputs(lowering, s, s.y, results(1, s.no));
  if (s.nd > 0) lowering.sampled.push_back(results(2, s.nd));
}

}  // namespace

double Sampler::next(double t) const {
  constexpr double same_time = 1e-9;  // of a period: t is a sample time itself
  const double k = std::floor((t - offset) / period + same_time) + 1;
  return offset + std::max(k, 0.0) * period;
}

void declare_systems(Lowering& lowering) {
  for (const auto& system : lowering.model().linear_systems) declare(lowering, system);
  for (const auto& system : lowering.model().transfer_functions) declare(lowering, system);
  for (const auto& system : lowering.model().general_systems) declare(lowering, system);
}

void finish_systems(Lowering& lowering) {
  for (std::size_t k = 0; k < lowering.sampled.size(); ++k)
    for (const Tree& tree : lowering.sampled[k]) {
      Sampler& sampler = lowering.equations.samplers[k];
      const Site site{sampler.owner, sampler.name, {}, "XD"};
      const Tree resolved = resolve(lowering, tree, site);
      sampler.scalars.push_back(
          lowering.scalar(lowering.definitions.expanded(resolved, Definitions::Use::output), site));
    }
}

}  // namespace trammel::elements
