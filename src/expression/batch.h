// All expressions of one shape, evaluated together.
//
// Numbers are stored by quantity: entry [slot * size() + instance]. The instructions run one after
// the other over blocks of instances, so that the inner loops vectorise and the cost of decoding an
// instruction is shared; the results equal those of single evaluations bit for bit.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "expression/evaluate.h"
#include "expression/shape.h"

namespace trammel::expression {

class Batch {
 public:
  // At least one tape; all have the same shape. They are copied from, not kept.
  explicit Batch(std::span<const Tape* const> tapes);

  int size() const { return size_; }
  const Shape& shape() const { return *shape_; }

  // The data of spline `slot` of one instance; all must be set before evaluation.
  void set_spline(int instance, int slot, const SplineData* data);
  void set_external(int instance, int slot, const External* function);

  // The first fault that is met; the outputs of the other instances hold all the same.
  Fault values(std::span<const double> quantities, Workspace& workspace,
               std::span<double> values) const;
  Fault gradients(std::span<const double> quantities, Workspace& workspace,
                  std::span<double> values, std::span<double> gradients) const;

 private:
  Fault evaluate(std::span<const double> quantities, Workspace& workspace, std::span<double> values,
                 double* gradients) const;
  Fault evaluate_block(std::size_t begin, int lanes, const double* quantities, Workspace& workspace,
                       double* values, double* gradients) const;

  std::shared_ptr<const Shape> shape_;
  int size_;
  std::vector<double> parameters_;          // [parameter * size + instance]
  std::vector<const SplineData*> splines_;  // [slot * size + instance]
  std::vector<const External*> externals_;  // likewise
};

// The indices of the tapes of each shape, in order of first appearance.
std::vector<std::vector<int>> group_by_shape(std::span<const Tape> tapes);

}  // namespace trammel::expression
