// External functions in the sweeps: (TAPE.1) to (TAPE.4) for any number of operands.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "expression/sweep.h"

namespace trammel::expression {

namespace {

constexpr std::size_t lists = 4;  // arguments, rates, gradient, product

// As everywhere in tapes, 0 times anything is 0.
double product(double a, double b) {
  return a == 0 || b == 0 ? 0 : a * b;
}

double dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += product(a[k], b[k]);
  return sum;
}

}  // namespace

void Sweep::set_externals(const External* const* externals, std::size_t stride,
                          Workspace& workspace) {
  if (shape_.calls.empty()) return;
  externals_ = externals;
  external_stride_ = stride;
  for (const ExternalCall& call : shape_.calls)
    longest_call_ = std::max(longest_call_, call.operands.size());
  arguments_ = workspace.arguments(lists * longest_call_);
}

void Sweep::gather(const Instruction& instruction, const Inputs& plane, int lane,
                   std::span<double> to) const {
  std::size_t k = 0;
  for (const std::int32_t operand : call_of(instruction).operands)
    to[k++] = read(plane, operand)[lane];
}

Sweep::ExternalLane Sweep::external_lane(const Instruction& instruction, int lane) const {
  const ExternalCall& call = call_of(instruction);
  const std::size_t n = call.operands.size();
  const auto list = [&](std::size_t k) {
    return std::span<double>(arguments_ + k * longest_call_, n);
  };
  ExternalLane result{*externals_[static_cast<std::size_t>(call.slot) * external_stride_ +
                                  static_cast<std::size_t>(lane)],
                      call.result,
                      list(0),
                      list(1),
                      list(2),
                      list(3)};
  gather(instruction, values_, lane, result.arguments);
  return result;
}

void Sweep::external_values(const Instruction& instruction, double* f) const {
  for (int l = 0; l < lanes_; ++l) {
    const ExternalLane at = external_lane(instruction, l);
    f[l] = at.function.value(at.result, at.arguments);
  }
}

void Sweep::external_tangents(const Instruction& instruction, const Inputs& rates,
                              double* f_dot) const {
  for (int l = 0; l < lanes_; ++l) {
    const ExternalLane at = external_lane(instruction, l);
    gather(instruction, rates, l, at.rates);
    at.function.gradient(at.result, at.arguments, at.gradient);
    f_dot[l] = dot(at.gradient, at.rates);  // (TAPE.1)
  }
}

void Sweep::external_series(const Instruction& instruction, const Inputs& rates,
                            const Inputs& second_rates, const TaylorResult& f) const {
  for (int l = 0; l < lanes_; ++l) {
    const ExternalLane at = external_lane(instruction, l);
    f.f[l] = at.function.value(at.result, at.arguments);
    gather(instruction, rates, l, at.rates);
    at.function.gradient(at.result, at.arguments, at.gradient);
    at.function.hessian_times(at.result, at.arguments, at.rates, at.product);
    f.f_dot[l] = dot(at.gradient, at.rates);  // (TAPE.1)
    const double curvature = dot(at.product, at.rates);
    gather(instruction, second_rates, l, at.rates);
    f.f_ddot[l] = dot(at.gradient, at.rates) + curvature;  // (TAPE.2)
  }
}

void Sweep::external_adjoints(const Instruction& instruction, const double* f_bar,
                              const Outputs& adjoints) const {
  const auto& operands = call_of(instruction).operands;
  for (int l = 0; l < lanes_; ++l) {
    if (f_bar[l] == 0) continue;
    const ExternalLane at = external_lane(instruction, l);
    at.function.gradient(at.result, at.arguments, at.gradient);
    for (std::size_t k = 0; k < operands.size(); ++k)
      if (!is_constant(operands[k]))
        write(adjoints, operands[k])[l] += product(at.gradient[k], f_bar[l]);  // (TAPE.3)
  }
}

void Sweep::external_second_adjoints(const Instruction& instruction, const Inputs& rates,
                                     const SecondOrderAdjoint& f, const Outputs& adjoints,
                                     const Outputs& adjoint_rates) const {
  const auto& operands = call_of(instruction).operands;
  for (int l = 0; l < lanes_; ++l) {
    if (f.f_bar[l] == 0 && f.f_bar_dot[l] == 0) continue;
    const ExternalLane at = external_lane(instruction, l);
    gather(instruction, rates, l, at.rates);
    at.function.gradient(at.result, at.arguments, at.gradient);
    at.function.hessian_times(at.result, at.arguments, at.rates, at.product);
    for (std::size_t k = 0; k < operands.size(); ++k) {
      if (is_constant(operands[k])) continue;
      write(adjoints, operands[k])[l] += product(at.gradient[k], f.f_bar[l]);
      write(adjoint_rates, operands[k])[l] +=
          product(at.gradient[k], f.f_bar_dot[l]) + product(at.product[k], f.f_bar[l]);  // (TAPE.4)
    }
  }
}

bool Sweep::external_gradient_is_finite(const Instruction& instruction, int lane) const {
  const ExternalLane at = external_lane(instruction, lane);
  at.function.gradient(at.result, at.arguments, at.gradient);
  return std::all_of(at.gradient.begin(), at.gradient.end(),
                     [](double x) { return std::isfinite(x); });
}

}  // namespace trammel::expression
