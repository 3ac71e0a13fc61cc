// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/singular_report.h"

#include <btf.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>

#include "numerics/rank.h"

namespace trammel {

namespace {

// Relations weaker than this do not explain a failed factorisation, except as the weakest spot.
constexpr RankOptions options{.tolerance = 1e-12, .near_tolerance = 1e-3};
constexpr double smallest_share = 1e-3;
constexpr std::size_t most_relations = 8, most_shares = 40;

// Rows, then columns, to unit maximum: a unit chosen by the user must not decide who is to blame.
SparseMatrix equilibrated(const SparseMatrix& a) {
  SparseMatrix scaled = a;
  const auto start = a.pattern().start();
  const auto rows = a.pattern().rows();
  const auto values = scaled.values();
  const auto inverse = [](double x) { return x > 0 ? 1 / x : 1.0; };

  Vector largest = Vector::Zero(a.n_rows());
  for (std::size_t k = 0; k < values.size(); ++k)
    largest[rows[k]] = std::max(largest[rows[k]], std::abs(values[k]));
  for (std::size_t k = 0; k < values.size(); ++k) values[k] *= inverse(largest[rows[k]]);

  for (std::size_t j = 0; j < std::size_t(a.n_columns()); ++j) {
    const auto column = values.subspan(std::size_t(start[j]), std::size_t(start[j + 1] - start[j]));
    double top = 0;
    for (const double x : column) top = std::max(top, std::abs(x));
    for (double& x : column) x *= inverse(top);
  }
  return scaled;
}

// The dependent rows of a matrix and the rows they depend on.
struct DependentRows {
  int nullity = 0;
  double remainder = 1;  // of the weakest relation
  std::vector<SingularReport::Share> shares = {};
};

DependentRows find_dependent_rows(const SparseMatrix& scaled) {
  RankAnalysis analysis(scaled, {}, options);
  std::vector<Dependency> relations;
  for (const int row : analysis.redundant()) {
    relations.push_back(analysis.dependency(row));
    if (relations.size() == most_relations) break;
  }
  const auto& weak = analysis.nearly_redundant();
  if (relations.empty() && !weak.empty())
    relations.push_back(*std::min_element(
        weak.begin(), weak.end(),
        [](const Dependency& s, const Dependency& t) { return s.remainder < t.remainder; }));

  DependentRows found{.nullity = int(analysis.redundant().size())};
  std::map<int, double> weights;
  for (const Dependency& relation : relations) {
    found.remainder = std::min(found.remainder, relation.remainder);
    double largest = 1;
    for (const RowTerm& term : relation.terms)
      largest = std::max(largest, std::abs(term.coefficient));
    weights[relation.row] = std::max(weights[relation.row], 1 / largest);
    for (const RowTerm& term : relation.terms)
      weights[term.row] = std::max(weights[term.row], std::abs(term.coefficient) / largest);
  }
  for (const auto& [row, weight] : weights)
    if (weight > smallest_share) found.shares.push_back({row, weight});
  std::stable_sort(found.shares.begin(), found.shares.end(),
                   [](const auto& s, const auto& t) { return s.weight > t.weight; });
  if (found.shares.size() > most_shares) found.shares.resize(most_shares);
  return found;
}

}  // namespace

SingularReport diagnose_singular(const SparseMatrix& a) {
  if (a.n_rows() != a.n_columns())
    throw std::invalid_argument("diagnose_singular: the matrix is not square");
  SingularReport report;
  StructuralMatch match = match_structurally(a.pattern());
  report.structural_rank = match.rank;
  report.unmatched_rows = std::move(match.unmatched_rows);
  report.unmatched_columns = std::move(match.unmatched_columns);
  if (const auto bad = a.first_not_finite()) {
    report.cause = SingularReport::Cause::not_finite;
    report.row = bad->row;
    report.column = bad->column;
    return report;
  }
  const SparseMatrix scaled = equilibrated(a);
  DependentRows equations = find_dependent_rows(scaled);
  DependentRows unknowns = find_dependent_rows(scaled.transposed());
  report.nullity = std::max(equations.nullity, unknowns.nullity);
  report.remainder = std::min(equations.remainder, unknowns.remainder);
  report.rows = std::move(equations.shares);
  report.columns = std::move(unknowns.shares);
  if (report.structural_rank < a.n_rows())
    report.cause = SingularReport::Cause::structural;
  else if (report.nullity > 0)
    report.cause = SingularReport::Cause::numerical;
  return report;
}

StructuralMatch match_structurally(const Pattern& pattern) {
  const int n_rows = pattern.n_rows(), n_columns = pattern.n_columns();
  StructuralMatch match;
  match.column_of_row.assign(std::size_t(n_rows), -1);
  std::vector<int> workspace(5 * std::size_t(std::max(n_columns, 1)));
  double work = 0;
  if (n_rows > 0 && n_columns > 0)
    match.rank = btf_maxtrans(n_rows, n_columns, const_cast<int*>(pattern.start().data()),
                              const_cast<int*>(pattern.rows().data()), 0, &work,
                              match.column_of_row.data(), workspace.data());
  std::vector<bool> has_row(std::size_t(n_columns), false);
  for (int i = 0; i < n_rows; ++i) {
    const int column = match.column_of_row[std::size_t(i)];
    if (column < 0)
      match.unmatched_rows.push_back(i);
    else
      has_row[std::size_t(column)] = true;
  }
  for (int j = 0; j < n_columns; ++j)
    if (!has_row[std::size_t(j)]) match.unmatched_columns.push_back(j);
  return match;
}

std::string describe(const SingularReport& report, const NameOf& row_name,
                     const NameOf& column_name) {
  if (report.cause == SingularReport::Cause::not_finite)
    return "the derivative of " + row_name(report.row) + " with respect to " +
           column_name(report.column) + " is not finite";

  std::vector<int> rows = report.unmatched_rows, columns = report.unmatched_columns;
  const auto add_new = [](std::vector<int>& list,
                          const std::vector<SingularReport::Share>& shares) {
    for (const auto& share : shares)
      if (std::find(list.begin(), list.end(), share.index) == list.end())
        list.push_back(share.index);
  };
  add_new(rows, report.rows);
  add_new(columns, report.columns);

  std::string text = "the matrix is singular";
  constexpr std::size_t most = 4;  // a longer list does not help the reader
  for (std::size_t k = 0; k < std::min(most, rows.size()); ++k)
    text += (k == 0 ? "; dependent equations: " : ", ") + row_name(rows[k]);
  for (std::size_t k = 0; k < std::min(most, columns.size()); ++k)
    text += (k == 0 ? "; undetermined variables: " : ", ") + column_name(columns[k]);
  return text;
}

}  // namespace trammel
