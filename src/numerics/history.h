// The last few values of a vector over time, and the polynomial through them.
//
//   p(t) = f_0 + Σ_k w_k (f_k − f_0),  w_k = Π_{j≠k} (t − t_j)/(t_k − t_j)                (HIST.1)
//
// t_0 is the newest time. Nothing is allocated after construction.
// Theory: docs/theory/steps.md#prediction
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "math/vec.h"

namespace trammel {

class History {
 public:
  History(int capacity, int n);

  void clear() { size_ = 0; }
  void push(double t,
            const Vector& value);  // t must be later than the newest; the oldest is dropped

  int size() const { return size_; }
  double time(int age) const { return times_[slot(age)]; }  // age 0: newest
  const Vector& value(int age) const { return values_[slot(age)]; }

  // The polynomial of the given degree through the newest degree+1 values (fewer if there are
  // fewer), evaluated at t. At least one value must be there.
  void predict(double t, int degree, Vector& out) const;

 private:
  std::size_t slot(int age) const;

  int size_ = 0, newest_ = -1;
  std::vector<double> times_;
  std::vector<Vector> values_;
};

}  // namespace trammel
