// SPDX-License-Identifier: BSD-3-Clause
#include "diagnostics/names.h"

namespace trammel::diagnostics {

std::string row_name(const EquationNames* names, int row) {
  if (row < 0) return "-";
  return names ? names->row_name(row) : "equation " + std::to_string(row);
}

std::string column_name(const EquationNames* names, int column) {
  if (column < 0) return "-";
  return names ? names->column_name(column) : "variable " + std::to_string(column);
}

std::string unknown_name(const EquationNames* names, int i) {
  return names ? names->unknown_name(i) : "unknown " + std::to_string(i);
}

}  // namespace trammel::diagnostics
