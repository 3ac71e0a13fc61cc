// The last few values of a vector over time, and the polynomial through them.
//
//   p(t) = Σ_k f[t_0 … t_k] Π_{i<k} (t − t_i)                                         (HIST.1)
//
// t_0 is the newest time; the divided differences f[…] hold for any spacing. Nothing is allocated after construction.
// Theory: docs/theory/steps.md#prediction
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "math/vec.h"

namespace trammel {

class History {
 public:
  static constexpr int most_values = 7;
  History(int capacity, int n);  // capacity: at most so many

  void clear() { size_ = 0; }
  void push(double t,
            const Vector& value);  // t must be later than the newest; the oldest is dropped

  int size() const { return size_; }
  double time(int age) const { return times_[slot(age)]; }  // age 0: newest
  const Vector& value(int age) const { return values_[slot(age)]; }

  // The polynomial of the given degree through the newest degree+1 values (fewer if there are
  // fewer), evaluated at t by Horner's rule. At least one value must be there.
  void predict(double t, int degree, Vector& out) const;

 private:
  std::size_t slot(int age) const;
  template <int Degree>
  void extrapolate(double t, Vector& out) const;

  int size_ = 0, newest_ = -1;
  std::vector<double> times_;
  std::vector<Vector> values_;
};

}  // namespace trammel
