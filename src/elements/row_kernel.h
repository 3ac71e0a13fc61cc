// Values and derivatives of constraint rows (row.h) at one instant.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "elements/equations.h"

namespace trammel::elements {

// Memory for rows with an expression; one per thread, grows to the largest row.
struct RowScratch {
  std::vector<double> values, rates, second_rates;  // by leaf of the expression
  std::vector<double> gradient, direction, hessian;
  std::vector<double> weights;     // W_i by term
  std::vector<double> rate_terms;  // (H u̇ + g_ut)_i by term
  expression::Workspace workspace;
};

// A row at an instant. Functions that evaluate the expression return false where it has no value.
class RowKernel {
 public:
  RowKernel(const Equations& equations, const Motion& motion, const Point& point,
            RowScratch& scratch)
      : equations_(equations), motion_(motion), point_(point), scratch_(scratch) {}

  bool value(const Row&, double& c);
  // c, ċ and (level 0) c̈.                                                           (ROW.3)
  bool series(const Row&, kinematics::TimeSeries& c);
  // W_i of every term, into scratch.weights.
  bool weights(const Row&);
  // (H u̇ + g_ut)_i of every term, into scratch.rate_terms; of a row of level 0.
  bool rate_terms(const Row&);
  // ∂²g/∂u_i∂u_j by terms, into scratch.hessian [i + terms * j]; false when there is none.
  bool hessian(const Row&, bool& is_zero);

  // What the last weights() and hessian() found.
  double weight(std::size_t i) const { return scratch_.weights[i]; }
  double hessian_entry(std::size_t i, std::size_t j, std::size_t terms) const {
    return scratch_.hessian[i + terms * j];
  }

  const Motion& motion() const { return motion_; }
  const Point& point() const { return point_; }
  const expression::Fault& fault() const { return fault_; }

 private:
  const Scalar& scalar(const Row& row) const {
    return equations_.scalars[static_cast<std::size_t>(row.scalar)];
  }
  const Reading& reading(const RowTerm& term) const {
    return equations_.readings[static_cast<std::size_t>(term.reading)];
  }
  void gather(const Scalar&, bool with_rates);
  bool gradient(const Row&);

  const Equations& equations_;
  const Motion& motion_;
  const Point& point_;
  RowScratch& scratch_;
  expression::Fault fault_;
};

// Term of a row that reads what the leaf reads, −1: none (time).
int term_of_leaf(const Row&, const Leaf&);

}  // namespace trammel::elements
