// Evaluation of one tape: value, gradient, time series, Hessian.
//
// Derivatives are with respect to the quantities of the tape, in its order; the caller knows how
// these depend on the unknowns of its equations. Nothing allocates once the workspace has grown.
// A result that is not finite is a fault: the outputs are then meaningless.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string>
#include <vector>

#include "expression/external.h"
#include "expression/shape.h"
#include "expression/spline_data.h"

namespace trammel::expression {

// Why a result is not finite.
struct Fault {
  enum class Kind : unsigned char {
    none,
    input,       // a quantity was not finite
    value,       // an operation left its domain or overflowed
    derivative,  // the value exists, a derivative does not
  };
  Kind kind = Kind::none;
  int where = 0;     // the quantity (input) or the instruction (value, derivative)
  int instance = 0;  // of a batch

  bool ok() const { return kind == Kind::none; }
};

struct FaultReport {
  Origin origin;  // in the text of the expression
  std::string message;
};
// An external function tells its own reason.
FaultReport describe(const Tape& tape, const Fault& fault,
                     std::span<const External* const> externals = {});

// Reusable memory; one per thread.
class Workspace {
 public:
  double* values(std::size_t size) { return grown(values_, size); }
  double* tangents(std::size_t size) { return grown(tangents_, size); }
  double* second_tangents(std::size_t size) { return grown(second_tangents_, size); }
  double* adjoints(std::size_t size) { return grown(adjoints_, size); }
  double* adjoint_tangents(std::size_t size) { return grown(adjoint_tangents_, size); }
  double* quantity_adjoints(std::size_t size) { return grown(quantity_adjoints_, size); }
  double* direction(std::size_t size) { return grown(direction_, size); }
  double* arguments(std::size_t size) { return grown(arguments_, size); }

 private:
  static double* grown(std::vector<double>& buffer, std::size_t size) {
    if (buffer.size() < size) buffer.resize(size);
    return buffer.data();
  }

  std::vector<double> values_, tangents_, second_tangents_;
  std::vector<double> adjoints_, adjoint_tangents_, quantity_adjoints_, direction_, arguments_;
};

struct Inputs {
  std::span<const double> quantities;               // one per quantity of the tape
  std::span<const SplineData* const> splines = {};  // one per spline of the tape
  std::span<const External* const> externals = {};  // one per external function of the tape
};

Fault evaluate_value(const Tape& tape, const Inputs& at, Workspace& workspace, double& value);

// The splines of the tape that are read beyond their data here, by slot; for warnings.
std::vector<int> extrapolated_splines(const Tape& tape, const Inputs& at, Workspace& workspace);

// gradient[i] = ∂f/∂u_i.
Fault evaluate_gradient(const Tape& tape, const Inputs& at, Workspace& workspace, double& value,
                        std::span<double> gradient);

struct TimeSeries {
  double value = 0, first = 0, second = 0;  // f, ḟ, f̈
};
// Along a motion with the given rates of the quantities.
Fault evaluate_series(const Tape& tape, const Inputs& at, std::span<const double> rates,
                      std::span<const double> second_rates, Workspace& workspace,
                      TimeSeries& series);

// result = multiplier · ∂²f/∂u² · direction.
Fault evaluate_hessian_times(const Tape& tape, const Inputs& at, double multiplier,
                             std::span<const double> direction, Workspace& workspace,
                             std::span<double> result);

// hessian[i + k j] = multiplier · ∂²f/∂u_i∂u_j for k quantities; exactly symmetric.
Fault evaluate_hessian(const Tape& tape, const Inputs& at, double multiplier, Workspace& workspace,
                       std::span<double> hessian);

}  // namespace trammel::expression
