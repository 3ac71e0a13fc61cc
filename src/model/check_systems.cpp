// Sizes of the arrays and matrices of LSE, TFSISO and GSE, and to whom arrays belong.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <map>

#include "model/checks.h"

namespace trammel::model {
namespace {

std::string_view word(ArrayKind kind) {
  switch (kind) {
    case ArrayKind::ic:
      return "IC";
    case ArrayKind::u:
      return "U";
    case ArrayKind::x:
      return "X";
    case ArrayKind::y:
      break;
  }
  return "Y";
}

class SystemChecks {
 public:
  explicit SystemChecks(Checks& checks) : checks_(checks) {}

  void check(const LinearSystem& s) {
    const Matrix* A = checks_.model.find(s.a);
    const Array *u = checks_.model.find(s.u), *y = checks_.model.find(s.y);
    if (!A || !A->is_read()) return;
    const auto n = static_cast<std::size_t>(A->rows);
    if (A->rows != A->columns)
      checks_.add(
          Code::wrong_counts, s, "A",
          fmt::format("matrix {} must be square; it is {} by {}", A->id, A->rows, A->columns));
    check_array(s, "X", s.x, ArrayKind::x, n);
    check_array(s, "IC", s.ic, ArrayKind::ic, n);
    if (u) check_array(s, "U", s.u, ArrayKind::u, size(*u));
    const Matrix *C = checks_.model.find(s.c), *D = checks_.model.find(s.d);
    const Matrix* of_outputs = C ? C : D;
    const std::size_t outputs = of_outputs ? static_cast<std::size_t>(of_outputs->rows) : 0;
    if (y && of_outputs) check_array(s, "Y", s.y, ArrayKind::y, outputs);
    check_matrix(s, "B", s.b, n, u ? size(*u) : 0);
    check_matrix(s, "C", s.c, outputs, n);
    check_matrix(s, "D", s.d, outputs, u ? size(*u) : 0);
  }

  void check(const TransferFunction& s) {
    check_array(s, "X", s.x, ArrayKind::x, static_cast<std::size_t>(order_of(s.denominator)));
    check_array(s, "U", s.u, ArrayKind::u, 1);
    check_array(s, "Y", s.y, ArrayKind::y, 1);
  }

  void check(const GeneralSystem& s) {
    const auto ns = static_cast<std::size_t>(s.ns), nd = static_cast<std::size_t>(s.nd);
    if (s.ns > 0) check_array(s, "X", s.x, ArrayKind::x, ns);
    if (s.nd > 0) check_array(s, "XD", s.xd, ArrayKind::x, nd);
    if (s.no > 0) check_array(s, "Y", s.y, ArrayKind::y, static_cast<std::size_t>(s.no));
    if (const Array* u = checks_.model.find(s.u)) check_array(s, "U", s.u, ArrayKind::u, size(*u));
    check_array(s, "IC", s.ic, ArrayKind::ic, ns);
    check_array(s, "ICD", s.icd, ArrayKind::ic, nd);
  }

 private:
  template <class S>
  void check_array(const S& system, std::string_view argument, ArrayId id, ArrayKind kind,
                   std::size_t entries) {
    const Array* array = checks_.model.find(id);
    if (!array) return;
    if (array->content != kind)
      return checks_.add(Code::wrong_array, system, argument,
                         fmt::format("ARRAY/{} is of the kind {}, not {}", id.value,
                                     word(array->content), word(kind)));
    const std::size_t given = size(*array);
    if (given != entries && (given > 0 || kind == ArrayKind::u || kind == ArrayKind::ic))
      checks_.add(Code::wrong_counts, system, argument,
                  fmt::format("the size of ARRAY/{} is {}, not {}", id.value, given, entries));
    if (kind != ArrayKind::x && kind != ArrayKind::y) return;
    const std::string name = label(statement_name(S::kind), system);
    const auto [owner, is_new] = owners_.try_emplace(id.value, name);
    if (!is_new)
      checks_.add(Code::wrong_array, system, argument,
                  fmt::format("ARRAY/{} belongs to {} already", id.value, owner->second));
  }

  template <class S>
  void check_matrix(const S& system, std::string_view argument, MatrixId id, std::size_t rows,
                    std::size_t columns) {
    const Matrix* matrix = checks_.model.find(id);
    if (!matrix || !matrix->is_read()) return;
    if (matrix->rows == static_cast<int>(rows) && matrix->columns == static_cast<int>(columns))
      return;
    checks_.add(Code::wrong_counts, system, argument,
                fmt::format("matrix {} must be {} by {}; it is {} by {}", id.value, rows, columns,
                            matrix->rows, matrix->columns));
  }

  Checks& checks_;
  std::map<int, std::string> owners_;  // of arrays of states and outputs
};

}  // namespace

void check_systems(Checks& checks) {
  SystemChecks systems(checks);
  for (const LinearSystem& s : checks.model.linear_systems) systems.check(s);
  for (const TransferFunction& s : checks.model.transfer_functions) systems.check(s);
  for (const GeneralSystem& s : checks.model.general_systems) systems.check(s);
}

}  // namespace trammel::model
