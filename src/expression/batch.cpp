// SPDX-License-Identifier: BSD-3-Clause
#include "expression/batch.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "expression/sweep.h"

namespace trammel::expression {

namespace {

bool is_finite_run(const double* numbers, int count) {
  bool finite = true;
  for (int l = 0; l < count; ++l)
    finite &= std::abs(numbers[l]) <= std::numeric_limits<double>::max();
  return finite;
}

// A shape without parameters, quantities or splines has no array to point into.
template <class T>
T* shifted(T* array, std::size_t offset) {
  return array == nullptr ? nullptr : array + offset;
}

int first_not_finite(const double* numbers, int count) {
  return static_cast<int>(
      std::find_if(numbers, numbers + count, [](double x) { return !std::isfinite(x); }) - numbers);
}

}  // namespace

Batch::Batch(std::span<const Tape* const> tapes)
    : shape_(tapes.front()->shape), size_(static_cast<int>(tapes.size())) {
  const std::size_t size = tapes.size();
  parameters_.resize(static_cast<std::size_t>(shape_->parameters) * size);
  splines_.resize(static_cast<std::size_t>(shape_->splines) * size, nullptr);
  externals_.resize(static_cast<std::size_t>(shape_->externals) * size, nullptr);
  for (std::size_t instance = 0; instance < size; ++instance) {
    assert(tapes[instance]->shape == shape_);
    const std::vector<double>& parameters = tapes[instance]->parameters;
    for (std::size_t p = 0; p < parameters.size(); ++p)
      parameters_[p * size + instance] = parameters[p];
  }
}

void Batch::set_spline(int instance, int slot, const SplineData* data) {
  splines_[static_cast<std::size_t>(slot) * static_cast<std::size_t>(size_) +
           static_cast<std::size_t>(instance)] = data;
}

void Batch::set_external(int instance, int slot, const External* function) {
  externals_[static_cast<std::size_t>(slot) * static_cast<std::size_t>(size_) +
             static_cast<std::size_t>(instance)] = function;
}

Fault Batch::values(std::span<const double> quantities, Workspace& workspace,
                    std::span<double> values) const {
  return evaluate(quantities, workspace, values, nullptr);
}

Fault Batch::gradients(std::span<const double> quantities, Workspace& workspace,
                       std::span<double> values, std::span<double> gradients) const {
  assert(gradients.size() == quantities.size());
  if (gradients.empty()) return evaluate(quantities, workspace, values, nullptr);
  return evaluate(quantities, workspace, values, gradients.data());
}

Fault Batch::evaluate(std::span<const double> quantities, Workspace& workspace,
                      std::span<double> values, double* gradients) const {
  const auto size = static_cast<std::size_t>(size_);
  assert(quantities.size() == shape_->quantities.size() * size && values.size() == size);
  Fault first;
  for (std::size_t begin = 0; begin < size; begin += max_lanes) {
    const int lanes = static_cast<int>(std::min<std::size_t>(max_lanes, size - begin));
    const Fault fault = evaluate_block(begin, lanes, shifted(quantities.data(), begin), workspace,
                                       values.data() + begin, shifted(gradients, begin));
    if (first.ok()) first = fault;
  }
  return first;
}

Fault Batch::evaluate_block(std::size_t begin, int lanes, const double* quantities,
                            Workspace& workspace, double* values, double* gradients) const {
  const auto size = static_cast<std::size_t>(size_);
  const std::size_t work = shape_->instructions.size() * max_lanes;
  Sweep sweep(*shape_, lanes);
  sweep.set_values({.quantities = quantities,
                    .quantity_stride = size,
                    .parameters = shifted(parameters_.data(), begin),
                    .parameter_stride = size,
                    .instructions = workspace.values(work),
                    .instruction_stride = max_lanes});
  sweep.set_splines(shifted(splines_.data(), begin), size);
  sweep.set_externals(shifted(externals_.data(), begin), size, workspace);
  sweep.values();
  std::copy_n(sweep.value(shape_->result), lanes, values);
  Fault fault;
  if (!is_finite_run(values, lanes)) {
    const int lane = first_not_finite(values, lanes);
    fault = sweep.find_fault(lane);
    fault.instance = static_cast<int>(begin) + lane;
  }
  if (gradients == nullptr) return fault;
  const Sweep::Outputs adjoints{.quantities = gradients,
                                .quantity_stride = size,
                                .instructions = workspace.adjoints(work),
                                .instruction_stride = max_lanes};
  sweep.adjoints(adjoints);
  for (int slot = 0; slot < shape_->quantity_count() && fault.ok(); ++slot) {
    const double* column = sweep.write(adjoints, slot);
    if (is_finite_run(column, lanes)) continue;
    const int lane = first_not_finite(column, lanes);
    fault = sweep.find_adjoint_fault(lane, adjoints);
    fault.instance = static_cast<int>(begin) + lane;
  }
  return fault;
}

std::vector<std::vector<int>> group_by_shape(std::span<const Tape> tapes) {
  std::vector<std::vector<int>> groups;
  std::unordered_map<const Shape*, std::size_t> group_of;
  for (std::size_t k = 0; k < tapes.size(); ++k) {
    const auto [known, is_new] = group_of.try_emplace(tapes[k].shape.get(), groups.size());
    if (is_new) groups.emplace_back();
    groups[known->second].push_back(static_cast<int>(k));
  }
  return groups;
}

}  // namespace trammel::expression
