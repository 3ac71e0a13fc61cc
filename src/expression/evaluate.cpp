// SPDX-License-Identifier: BSD-3-Clause
#include "expression/evaluate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>

#include "expression/sweep.h"

namespace trammel::expression {

namespace {

std::size_t instruction_count(const Tape& tape) {
  return tape.shape->instructions.size();
}

Sweep::Inputs value_plane(const Tape& tape, const Inputs& at, Workspace& workspace) {
  return {.quantities = at.quantities.data(),
          .parameters = tape.parameters.data(),
          .instructions = workspace.values(instruction_count(tape))};
}

Sweep one_lane(const Tape& tape, const Inputs& at, Workspace& workspace) {
  assert(at.quantities.size() == tape.quantities.size());
  assert(at.splines.size() == tape.splines.size());
  Sweep sweep(*tape.shape, 1);
  sweep.set_values(value_plane(tape, at, workspace));
  assert(at.externals.size() == tape.externals.size());
  sweep.set_splines(at.splines.data(), 1);
  sweep.set_externals(at.externals.data(), 1, workspace);
  return sweep;
}

bool all_finite(std::span<const double> numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::isfinite(x); });
}

// The derivative of one direction; values must be known.
Fault hessian_column(const Tape& tape, const Sweep& sweep, double multiplier,
                     const double* direction, Workspace& workspace, double* column) {
  const std::size_t count = instruction_count(tape), quantities = tape.quantities.size();
  const Sweep::Inputs rates{.quantities = direction, .instructions = workspace.tangents(count)};
  const Sweep::Outputs adjoints{.quantities = workspace.quantity_adjoints(quantities),
                                .instructions = workspace.adjoints(count)};
  const Sweep::Outputs adjoint_rates{.quantities = column,
                                     .instructions = workspace.adjoint_tangents(count)};
  sweep.tangents(rates);
  sweep.second_adjoints(rates, adjoints, adjoint_rates, multiplier);
  if (all_finite({column, quantities})) return {};
  return sweep.find_adjoint_fault(0, adjoints, &rates, &adjoint_rates);
}

Fault known_values(const Sweep& sweep, int result) {
  sweep.values();
  return std::isfinite(*sweep.value(result)) ? Fault{} : sweep.find_fault(0);
}

}  // namespace

Fault evaluate_value(const Tape& tape, const Inputs& at, Workspace& workspace, double& value) {
  const Sweep sweep = one_lane(tape, at, workspace);
  const Fault fault = known_values(sweep, tape.shape->result);
  value = *sweep.value(tape.shape->result);
  return fault;
}

std::vector<int> extrapolated_splines(const Tape& tape, const Inputs& at, Workspace& workspace) {
  const Sweep sweep = one_lane(tape, at, workspace);
  sweep.values();
  std::vector<int> slots;
  for (const Instruction& instruction : tape.shape->instructions) {
    if (instruction.code != Opcode::spline) continue;
    const SplineData& data = *at.splines[static_cast<std::size_t>(instruction.spline)];
    const bool listed = std::find(slots.begin(), slots.end(), instruction.spline) != slots.end();
    if (!listed && !data.covers(*sweep.value(instruction.a), *sweep.value(instruction.b)))
      slots.push_back(instruction.spline);
  }
  return slots;
}

Fault evaluate_gradient(const Tape& tape, const Inputs& at, Workspace& workspace, double& value,
                        std::span<double> gradient) {
  assert(gradient.size() == tape.quantities.size());
  const Sweep sweep = one_lane(tape, at, workspace);
  const Fault fault = known_values(sweep, tape.shape->result);
  value = *sweep.value(tape.shape->result);
  if (!fault.ok()) return fault;
  const Sweep::Outputs adjoints{.quantities = gradient.data(),
                                .instructions = workspace.adjoints(instruction_count(tape))};
  sweep.adjoints(adjoints);
  return all_finite(gradient) ? Fault{} : sweep.find_adjoint_fault(0, adjoints);
}

Fault evaluate_series(const Tape& tape, const Inputs& at, std::span<const double> rates,
                      std::span<const double> second_rates, Workspace& workspace,
                      TimeSeries& series) {
  assert(rates.size() == tape.quantities.size() && second_rates.size() == tape.quantities.size());
  const std::size_t count = instruction_count(tape);
  const Sweep sweep = one_lane(tape, at, workspace);
  const Sweep::Inputs first{.quantities = rates.data(), .instructions = workspace.tangents(count)};
  const Sweep::Inputs second{.quantities = second_rates.data(),
                             .instructions = workspace.second_tangents(count)};
  sweep.series(first, second);
  const int result = tape.shape->result;
  series = {*sweep.value(result), *sweep.read(first, result), *sweep.read(second, result)};
  const bool finite =
      std::isfinite(series.value) && std::isfinite(series.first) && std::isfinite(series.second);
  return finite ? Fault{} : sweep.find_fault(0, &first, &second);
}

Fault evaluate_hessian_times(const Tape& tape, const Inputs& at, double multiplier,
                             std::span<const double> direction, Workspace& workspace,
                             std::span<double> result) {
  assert(direction.size() == tape.quantities.size() && result.size() == direction.size());
  const Sweep sweep = one_lane(tape, at, workspace);
  const Fault fault = known_values(sweep, tape.shape->result);
  if (!fault.ok()) return fault;
  return hessian_column(tape, sweep, multiplier, direction.data(), workspace, result.data());
}

Fault evaluate_hessian(const Tape& tape, const Inputs& at, double multiplier, Workspace& workspace,
                       std::span<double> hessian) {
  const std::size_t n = tape.quantities.size();
  assert(hessian.size() == n * n);
  const Sweep sweep = one_lane(tape, at, workspace);
  Fault fault = known_values(sweep, tape.shape->result);
  double* direction = workspace.direction(n);
  std::fill_n(direction, n, 0.0);
  for (std::size_t j = 0; j < n && fault.ok(); ++j) {
    direction[j] = 1;
    fault = hessian_column(tape, sweep, multiplier, direction, workspace, &hessian[j * n]);
    direction[j] = 0;
    for (std::size_t i = 0; i < j; ++i) hessian[i + j * n] = hessian[j + i * n];
  }
  return fault;
}

FaultReport describe(const Tape& tape, const Fault& fault,
                     std::span<const External* const> externals) {
  switch (fault.kind) {
    case Fault::Kind::none:
      return {};
    case Fault::Kind::input: {
      const auto slot = static_cast<std::size_t>(fault.where);
      const std::string_view name =
          slot < tape.quantities.size() ? tape.quantities[slot].function->name : "a number";
      return {{}, fmt::format("{} has no finite value", name)};
    }
    case Fault::Kind::value:
    case Fault::Kind::derivative:
      break;
  }
  const auto k = static_cast<std::size_t>(fault.where);
  const int call = tape.shape->instructions[k].call;
  if (call >= 0 && fault.kind == Fault::Kind::value && !externals.empty()) {
    const int slot = tape.shape->calls[static_cast<std::size_t>(call)].slot;
    return {tape.origins[k], externals[static_cast<std::size_t>(slot)]->fault()};
  }
  const char* reason = fault.kind == Fault::Kind::value
                           ? kernels(tape.shape->instructions[k].code).fault
                           : "the derivative does not exist or is too large";
  return {tape.origins[k], reason};
}

}  // namespace trammel::expression
