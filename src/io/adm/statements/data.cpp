// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>

#include "io/adm/bind.h"
#include "io/adm/statements/list.h"
#include "math/parametric_curve.h"

namespace trammel::adm {
namespace {

constexpr double most_entries = 1e7;  // matrices are kept in full

void check_numbers(const std::vector<int>& numbers, int most, std::string_view keyword,
                   const Finish& finish) {
  const auto beyond =
      std::find_if(numbers.begin(), numbers.end(), [&](int number) { return number > most; });
  if (beyond != numbers.end())
    finish.error(Code::out_of_range, keyword,
                 fmt::format("{} is beyond the matrix, which has {}", *beyond, most));
}

void finish_matrix(model::Matrix& matrix, const Finish& finish) {
  if (finish.given("FILE")) return;
  const double entries = static_cast<double>(matrix.rows) * matrix.columns;
  const std::size_t values = matrix.values.size();
  if (entries > most_entries)
    return finish.error(Code::out_of_range, "ROWS",
                        fmt::format("a matrix may have {:.0f} entries, this one has {:.0f}",
                                    most_entries, entries));
  if (!matrix.sparse) {
    if (static_cast<double>(values) != entries)
      finish.error(Code::wrong_counts, "VALUES",
                   fmt::format("{} rows of {} need {} values, found {}", matrix.rows,
                               matrix.columns, entries, values));
    return;
  }
  check_numbers(matrix.row_numbers, matrix.rows, "I", finish);
  check_numbers(matrix.column_numbers, matrix.columns, "J", finish);
  if (matrix.row_numbers.size() != values || matrix.column_numbers.size() != values)
    finish.error(Code::wrong_counts, "VALUES",
                 fmt::format("I has {} numbers, J has {} and VALUES has {}",
                             matrix.row_numbers.size(), matrix.column_numbers.size(), values));
}

void finish_curve(model::Curve& curve, const Finish& finish) {
  if (!(curve.first_parameter < curve.last_parameter))
    finish.error(Code::out_of_range, "MINPAR", "MINPAR must be below MAXPAR");
}

}  // namespace

SyntaxPointer matrix() {
  using S = model::Matrix;
  using model::MatrixOrder;
  return element(Statement<S>{
      .name = "MATRIX",
      .help = "Table of numbers for other statements: written out, by its entries that are not "
              "zero, or in a file.",
      .arguments =
          {
              {"FULL",
               choice<MatrixOrder>(
                   &S::full, {{"RORDER", MatrixOrder::rows}, {"CORDER", MatrixOrder::columns}}),
               optional, "VALUES are all entries, row by row or column by column"},
              {"SPARSE", Flag{&S::sparse, true}, optional, "entry k is in row I(k), column J(k)"},
              {"ROWS", &S::rows, required_with("FULL", "SPARSE") & at_least(1), "number of rows"},
              {"COLUMNS", &S::columns, required_with("FULL", "SPARSE") & at_least(1),
               "number of columns"},
              {"I", &S::row_numbers, required_with("SPARSE"), "rows, from 1"},
              {"J", &S::column_numbers, required_with("SPARSE"), "columns, from 1"},
              {"VALUES", &S::values, required_with("FULL", "SPARSE"), "the entries"},
              {"FILE", &S::file, optional,
               "file of the form ADAMSMAT, relative to the folder of the dataset"},
              {"NAME", &S::name_in_file, with("FILE"),
               "which matrix of the file; without it, the first"},
          },
      .exactly_one_of = {{"FULL", "SPARSE", "FILE"}},
      .finish = finish_matrix,
  });
}

SyntaxPointer curve() {
  using S = model::Curve;
  return element(Statement<S>{
      .name = "CURVE",
      .help = "Curve in space, of a parameter from -1 to 1, through points or by the control "
              "points of a B-spline.",
      .arguments =
          {
              {"OPEN", Flag{&S::closed, false}, optional,
               "has ends; beyond them it goes on along its tangents"},
              {"CLOSED", Flag{&S::closed, true}, optional,
               "ends where it starts, smoothly; the last point repeats the first"},
              {"MATRIX", &S::matrix, optional, "a row of x, y, z for each point, four at least"},
              {"CURVE_POINTS", Flag{&S::control_points, false}, optional,
               "the curve passes the points; its parameter grows with the distances between them"},
              {"CONTROL_POINTS", Flag{&S::control_points, true}, optional,
               "control points of a B-spline with equal steps between its knots"},
              {"ORDER", &S::order, between(2, ParametricCurve::highest_order),
               "order of the B-spline, degree + 1: 2 is a polygon, 4 cubic"},
              {"TENSION", Refused{"curves have no tension; CONTROL_POINTS draws a slacker curve"}},
              {"FUNCTION", &S::function, only_user, "a routine gives x, y, z of the parameter"},
              {"ROUTINE", &S::routine, with("FUNCTION"), routine_help},
              {"MINPAR", &S::first_parameter, with("FUNCTION"), "parameter at the start"},
              {"MAXPAR", &S::last_parameter, with("FUNCTION"), "parameter at the end"},
          },
      .exactly_one_of = {{"MATRIX", "FUNCTION"}},
      .at_most_one_of = {{"OPEN", "CLOSED"},
                         {"CURVE_POINTS", "CONTROL_POINTS", "FUNCTION"},
                         {"ORDER", "FUNCTION"}},
      .finish = finish_curve,
  });
}

}  // namespace trammel::adm
