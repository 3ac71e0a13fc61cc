// What a quantity was at past times: samples, and the cubic through the four next to a time.
//
// Two samples at (nearly) the same time are a jump: no cubic reaches across it.
// Theory: docs/theory/expressions.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>
#include <vector>

#include "expression/spline_data.h"

namespace trammel::expression {

class History {
 public:
  void forget_after(double t);  // samples later than t
  void add(double t, double value);
  bool empty() const { return samples_.empty(); }

  // Since when it is known; runs start at 0. An equilibrium has always been.
  double begin() const { return begin_; }
  void set_begin(double t) { begin_ = t; }

  // Value and two derivatives by time; beyond the last sample the cubic goes on. 0 without samples.
  SplineValue evaluate(double t) const;

  struct Sample {
    double t, value;
  };
  const std::vector<Sample>& samples() const { return samples_; }
  void restore(std::vector<Sample> samples) { samples_ = std::move(samples); }

 private:
  std::vector<Sample> samples_;  // ascending in t
  double begin_ = 0;
};

}  // namespace trammel::expression
