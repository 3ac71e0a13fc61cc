// SPDX-License-Identifier: BSD-3-Clause
#include "elements/row_kernel.h"

#include <algorithm>

#include "elements/index.h"

namespace trammel::elements {
namespace {

expression::Inputs inputs(const Scalar& scalar, const RowScratch& scratch) {
  return {{scratch.values.data(), scalar.leaves.size()}, scalar.splines, scalar.externals};
}

}  // namespace

int term_of_leaf(const Row& row, const Leaf& leaf) {
  if (leaf.kind != Leaf::Kind::reading) return -1;
  const auto found = std::find_if(row.terms.begin(), row.terms.end(),
                                  [&](const RowTerm& term) { return term.reading == leaf.index; });
  return found == row.terms.end() ? -1 : static_cast<int>(found - row.terms.begin());
}

void RowKernel::gather(const Scalar& scalar, bool with_rates) {
  const std::size_t n = scalar.leaves.size();
  for (auto* buffer : {&scratch_.values, &scratch_.rates, &scratch_.second_rates,
                       &scratch_.gradient, &scratch_.direction})
    if (buffer->size() < n) buffer->resize(n);
  for (std::size_t k = 0; k < n; ++k) {
    const Leaf& leaf = scalar.leaves[k];
    scratch_.rates[k] = scratch_.second_rates[k] = 0;
    if (leaf.kind == Leaf::Kind::reading) {
      const Reading& r = equations_.readings[index(leaf.index)];
      if (!with_rates) {
        scratch_.values[k] = elements::value(r, motion_, point_.memory);
        continue;
      }
      const kinematics::TimeSeries u = elements::series(r, motion_, point_.memory);
      scratch_.values[k] = u.value;
      scratch_.rates[k] = u.rate;
      scratch_.second_rates[k] = u.acceleration;
    } else if (leaf.kind == Leaf::Kind::time) {
      scratch_.values[k] = point_.t;
      scratch_.rates[k] = 1;
    } else if (leaf.kind == Leaf::Kind::memory) {
      scratch_.values[k] = point_.memory[leaf.index];
    } else {
      scratch_.values[k] = point_.mode;
    }
  }
}

bool RowKernel::value(const Row& row, double& c) {
  c = 0;
  for (const RowTerm& term : row.terms)
    if (term.weight != 0)
      c += term.weight * elements::value(reading(term), motion_, point_.memory);  // (ROW.1)
  if (row.scalar < 0) return true;
  double g = 0;
  gather(scalar(row), false);
  fault_ = evaluate_value(scalar(row).tape, inputs(scalar(row), scratch_), scratch_.workspace, g);
  c += g;
  return fault_.ok();
}

bool RowKernel::series(const Row& row, kinematics::TimeSeries& c) {
  c = {};
  for (const RowTerm& term : row.terms) {
    if (term.weight == 0) continue;
    const kinematics::TimeSeries u = elements::series(reading(term), motion_, point_.memory);
    c.value += term.weight * u.value;
    c.rate += term.weight * u.rate;
    c.acceleration += term.weight * u.acceleration;
  }
  if (row.scalar < 0) return true;
  const Scalar& g = scalar(row);
  const std::size_t n = g.leaves.size();
  gather(g, true);
  expression::TimeSeries s;
  fault_ = evaluate_series(g.tape, inputs(g, scratch_), {scratch_.rates.data(), n},
                           {scratch_.second_rates.data(), n}, scratch_.workspace, s);
  c.value += s.value;
  c.rate += s.first;  // (ROW.3)
  c.acceleration += s.second;
  return fault_.ok();
}

bool RowKernel::gradient(const Row& row) {
  const Scalar& g = scalar(row);
  gather(g, false);
  double value = 0;
  fault_ = evaluate_gradient(g.tape, inputs(g, scratch_), scratch_.workspace, value,
                             {scratch_.gradient.data(), g.leaves.size()});
  return fault_.ok();
}

bool RowKernel::weights(const Row& row) {
  if (scratch_.weights.size() < row.terms.size()) scratch_.weights.resize(row.terms.size());
  for (std::size_t i = 0; i < row.terms.size(); ++i) scratch_.weights[i] = row.terms[i].weight;
  if (row.scalar < 0) return true;
  if (!gradient(row)) return false;
  const Scalar& g = scalar(row);
  for (std::size_t k = 0; k < g.leaves.size(); ++k)
    if (const int term = term_of_leaf(row, g.leaves[k]); term >= 0)
      scratch_.weights[index(term)] += scratch_.gradient[k];
  return true;
}

bool RowKernel::rate_terms(const Row& row) {
  if (scratch_.rate_terms.size() < row.terms.size()) scratch_.rate_terms.resize(row.terms.size());
  std::fill_n(scratch_.rate_terms.begin(), row.terms.size(), 0.0);
  if (row.scalar < 0) return true;
  const Scalar& g = scalar(row);
  const std::size_t n = g.leaves.size();
  gather(g, true);
  fault_ = evaluate_hessian_times(g.tape, inputs(g, scratch_), 1, {scratch_.rates.data(), n},
                                  scratch_.workspace, {scratch_.direction.data(), n});
  if (!fault_.ok()) return false;
  for (std::size_t k = 0; k < n; ++k)
    if (const int term = term_of_leaf(row, g.leaves[k]); term >= 0)
      scratch_.rate_terms[index(term)] += scratch_.direction[k];  // (ROW.5)
  return true;
}

bool RowKernel::hessian(const Row& row, bool& is_zero) {
  is_zero = true;
  if (row.scalar < 0) return true;
  const Scalar& g = scalar(row);
  const std::size_t n = g.leaves.size(), m = row.terms.size();
  if (n == 0) return true;
  gather(g, false);
  std::vector<double>& H = scratch_.hessian;
  if (H.size() < n * n + m * m) H.resize(n * n + m * m);
  fault_ = evaluate_hessian(g.tape, inputs(g, scratch_), 1, scratch_.workspace, {H.data(), n * n});
  if (!fault_.ok()) return false;
  // By leaves, behind the place for the result by terms.
  std::copy_backward(H.begin(), H.begin() + static_cast<std::ptrdiff_t>(n * n),
                     H.begin() + static_cast<std::ptrdiff_t>(n * n + m * m));
  std::fill_n(H.begin(), m * m, 0.0);
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t l = 0; l < n; ++l) {
      const int i = term_of_leaf(row, g.leaves[k]), j = term_of_leaf(row, g.leaves[l]);
      const double h = H[m * m + k + n * l];
      if (i < 0 || j < 0 || h == 0) continue;
      H[index(i) + m * index(j)] += h;
      is_zero = false;
    }
  return true;
}

}  // namespace trammel::elements
