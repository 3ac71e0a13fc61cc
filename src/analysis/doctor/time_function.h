// Functions of TIME alone, as part of an expression: their values, and the moments at which they switch.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "analysis/doctor/trees.h"
#include "expression/shape.h"

namespace trammel::analysis::doctor {

// Does the subtree read nothing but TIME and numbers?
bool reads_time_only(const expression::Tree&, std::size_t root);

// The value of a subtree at any time; none where it reads more than TIME, or has no value.
class TimeFunction {
 public:
  TimeFunction(const expression::Tree&, std::size_t root);

  std::optional<double> at(double time) const;
  // Where a function a·TIME + b with a ≠ 0 is zero, or is x.
  std::optional<double> zero() const { return moment_of(0); }
  std::optional<double> moment_of(double x) const;

 private:
  std::optional<expression::Tape> tape_;
};

// Terms of one sum that read TIME only, with their signs.
class TimeSum {
 public:
  struct Term {
    double sign = 1;
    TimeFunction function;
  };

  // Every sum of the expression, and every other function of TIME in it as a sum of one term.
  static std::vector<TimeSum> all_of(const expression::Tree&);

  std::optional<double> at(double time) const;
  // At which STEP, STEP5 and HAVSIN begin and end and IF changes sides, ascending.
  const std::vector<double>& switches() const { return switches_; }

 private:
  static void collect(const expression::Tree&, std::size_t n, double sign, TimeSum& sum,
                      std::vector<TimeSum>& others);
  void add(const expression::Tree&, std::size_t n, double sign);

  std::vector<Term> terms_;
  std::vector<double> switches_;
};

}  // namespace trammel::analysis::doctor
