// A function whose formula is not in the expression: results of code from outside (a user routine), as
// many as it has, of one list of arguments.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string>

namespace trammel::expression {

class External {
 public:
  External() = default;
  External(const External&) = delete;
  External& operator=(const External&) = delete;
  virtual ~External() = default;

  // One result; not finite where it has no value.
  virtual double value(int result, std::span<const double> arguments) const = 0;
  // gradient[i] = ∂f/∂u_i.
  virtual void gradient(int result, std::span<const double> arguments,
                        std::span<double> gradient) const = 0;
  // product = ∂²f/∂u² · direction.
  virtual void hessian_times(int result, std::span<const double> arguments,
                             std::span<const double> direction,
                             std::span<double> product) const = 0;
  // Why it had no value when it last had none.
  virtual std::string fault() const = 0;
};

}  // namespace trammel::expression
